"""What organisers and referees do with a running tournament: start, publish, swap, close a round, write, deputies, call off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from cogs import delivery, interaction_info
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.commands.tournaments.tournament_lookup import pressed
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode, Emphasis, power_of
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.modals import ask
from cogs.interactions.surfaces import DUEL, TOURNAMENT
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import Field
from cogs.messages.tournaments import pairings, tournament_forms, tournament_messages
from service.errors import Refusal
from service.tournaments.early_end import may_end
from service.tournaments.permissions import must_be_neutral
from service.tournaments.state import TournamentState
from storage.rows import MatchId, UserId
from text.labels import label
from text.tournaments import confirmations


class OrganiserCommands(TournamentBaseCog):
    """The part of `/tournament` for organisers; `cogs.commands.tournaments.tournament_command` makes a cog of it."""

    @TOURNAMENT.action("start", "tstart", "start", group=ButtonGroup.RUN, style=Emphasis.GO)
    async def press_start(self, interaction: discord.Interaction, press: Press) -> None:
        """Close the entry and begin."""
        await self._do(interaction, press, self.events.registration.start, "started")

    @TOURNAMENT.action("publish", "tpublish", "publish", when=conditions.has_preview, group=ButtonGroup.RUN, style=Emphasis.GO)
    async def press_publish(self, interaction: discord.Interaction, press: Press) -> None:
        """Publish the round that is drawn."""
        await self._do(interaction, press, self.events.round_scheduler.publish, "published")

    @TOURNAMENT.action("close-round", "tclose", "close", when=conditions.is_in_round, group=ButtonGroup.RUN)
    async def press_close(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask once more."""
        await self._ask_once_more(interaction, press, "ask-close", "yes-close-round")

    @TOURNAMENT.sure("close-round", "yes-close-round")
    async def press_close_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Close the round; what is open is decided by its rules."""
        await self._do(interaction, press, self.events.rulings.close_round, "closed")

    @TOURNAMENT.action("cancel", "tcancel", "cancel", group=ButtonGroup.RUN, style=Emphasis.END, of=[DUEL])
    async def press_cancel(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask once more."""
        await self._ask_once_more(interaction, press, "ask-cancel", "yes-cancel-event")

    @TOURNAMENT.sure("cancel", "yes-cancel-event")
    async def press_cancel_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Call it off."""
        await self._do(interaction, press, self.events.registration.cancel, "cancelled")

    @TOURNAMENT.action("end", "tend", "end", when=lambda at: may_end(at.event), group=ButtonGroup.RUN)
    async def press_end(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask once more."""
        await self._ask_once_more(interaction, press, "ask-end", "yes-end-ladder")

    @TOURNAMENT.sure("end", "yes-end-ladder")
    async def press_end_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """End a ladder or an arena before its time."""
        await self._do(interaction, press, self.events.early_end.end, "ended")

    async def _do(
        self, interaction: discord.Interaction, press: Press, use_case: Callable[..., Awaitable[object]], done: str
    ) -> None:
        """Do what needs no more than the press, and tell it with the sentence `done`."""
        state = await pressed(self.app, interaction, press)
        await use_case(state.row.id, interaction_info.user(interaction), now=interaction_info.now())
        await self.done(interaction, state.row.id, done)

    async def _ask_once_more(self, interaction: discord.Interaction, press: Press, question: str, yes: str) -> None:
        """Ask somebody neutral the `question`; `yes` is the label of the button that does it."""
        state = await pressed(self.app, interaction, press)
        must_be_neutral(state, interaction_info.user(interaction), power_of(press.verb))
        context = await self.seen(interaction, state.row.id)
        await delivery.respond(interaction, tournament_messages.sure(context, question, yes, f"{press.verb}sure"))

    @TOURNAMENT.action("preview", "tpreview", "preview", when=conditions.has_preview, group=ButtonGroup.RUN)
    async def press_preview(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the round that is drawn."""
        state = await pressed(self.app, interaction, press)
        drawn = await self.events.round_scheduler.preview(state.row.id, interaction_info.user(interaction))
        await delivery.respond(interaction, pairings.preview(await self.seen(interaction, state.row.id), drawn))

    @TOURNAMENT.action("late", "tlate", "late", when=lambda at: at.event.round is not None, group=ButtonGroup.RUN)
    async def press_late(self, interaction: discord.Interaction, press: Press) -> None:
        """Whom open pairings wait for."""
        state = await pressed(self.app, interaction, press)
        await delivery.respond(interaction, pairings.open_pairings(await self.seen(interaction, state.row.id)))

    @TOURNAMENT.action("here", "thome", "move", group=ButtonGroup.RUN, label="event-post-here")
    async def press_here(self, interaction: discord.Interaction, press: Press) -> None:
        """Post everything in this channel from now on."""
        state = await pressed(self.app, interaction, press)
        interaction_info.require(
            interaction, view_channel=True, send_messages=True, create_public_threads=True, send_messages_in_threads=True
        )
        await self.events.delivery_failures.rehome(state.row.id, interaction_info.place(interaction), now=interaction_info.now())
        await self.done(interaction, state.row.id, "moved")

    # --- forms -----------------------------------------------------------------------------------------------------------

    @TOURNAMENT.action(
        "swap",
        "tswap",
        "preview",
        when=conditions.has_preview,
        group=ButtonGroup.RUN,
        typed=ActionArgument(),
        ack=DeferMode.FORM,
    )
    async def press_swap(self, interaction: discord.Interaction, press: Press) -> None:
        """Which two?"""
        await self._ask(interaction, press, "event-swap", tournament_forms.swap(interaction_info.words(interaction)))

    @TOURNAMENT.filled("swap", first=True)
    async def press_swap_set(self, interaction: discord.Interaction, press: Press) -> None:
        """Two change places in the round that is drawn: both of a form, or one named by an option and one by what is typed."""
        state = await pressed(self.app, interaction, press)
        given = form_values.given(interaction, press, (), lead="other")
        people = [*form_values.people(interaction, given), *form_values.people(interaction, given, "other")]
        if len(people) != 2:
            raise Refusal("no-two")
        one, other = (_number(state, user) for user in people)
        after = await self.events.round_scheduler.swap(
            state.row.id, interaction_info.user(interaction), one, other, now=interaction_info.now()
        )
        assert after.preview is not None
        await delivery.respond(interaction, pairings.preview(await self.seen(interaction, state.row.id), after.preview))

    @TOURNAMENT.action("write", "twrite", "message", group=ButtonGroup.RUN, typed=ActionArgument(), ack=DeferMode.FORM)
    async def press_write(self, interaction: discord.Interaction, press: Press) -> None:
        """A text to everybody who is in."""
        await self._ask(interaction, press, "event-write", tournament_forms.write(interaction_info.words(interaction)))

    @TOURNAMENT.filled("write", first=True)
    async def press_write_set(self, interaction: discord.Interaction, press: Press) -> None:
        """Send it."""
        state = await pressed(self.app, interaction, press)
        text = press.fields["text"][0] if press.fields.get("text") else press.choice
        self.app.cooldowns.spend(interaction_info.user(interaction), "share", interaction_info.now())
        number = await self.events.rulings.message(
            state.row.id, interaction_info.user(interaction), text, now=interaction_info.now()
        )
        await self.after(interaction, state.row.id, confirmations.sent(number, interaction_info.words(interaction)))

    @TOURNAMENT.action("deputies", "tdeputy", "deputy", group=ButtonGroup.RUN, typed=ActionArgument(), ack=DeferMode.FORM)
    async def press_deputies(self, interaction: discord.Interaction, press: Press) -> None:
        """Who organises it too?"""
        state = await pressed(self.app, interaction, press)
        await self._ask(
            interaction, press, "event-deputies", tournament_forms.deputies(_deputies(state), interaction_info.words(interaction))
        )

    @TOURNAMENT.filled("deputies")
    async def press_deputies_set(self, interaction: discord.Interaction, press: Press) -> None:
        """A form brings all deputies; typed, one is added, or taken away with `remove`."""
        state = await pressed(self.app, interaction, press)
        named = form_values.people(interaction, {form_values.WHO: ",".join(press.fields.get(form_values.WHO, ()))})
        if interaction.type is discord.InteractionType.modal_submit:
            wanted = {user: True for user in named if user not in _deputies(state)}
            wanted |= {user: False for user in _deputies(state) if user not in named}
        else:
            wanted = dict.fromkeys(named, not press.choice.casefold().startswith("remove"))
        if not wanted:
            raise Refusal("nothing-changed") if interaction.type is discord.InteractionType.modal_submit else Refusal("no-whom")
        for user, on in sorted(wanted.items(), key=lambda one: one[1]):  # who goes makes room
            await self.events.deputies.name(
                state.row.id, interaction_info.user(interaction), user, on=on, now=interaction_info.now()
            )
        await self.done(interaction, state.row.id, "deputy" if any(wanted.values()) else "no-deputy")

    async def _ask(self, interaction: discord.Interaction, press: Press, title: str, fields: list[Field]) -> None:
        state = await pressed(self.app, interaction, press)
        target = Press(MatchId(0), 0, f"{press.verb}set", str(state.row.id))
        await ask(interaction, label(title, interaction_info.words(interaction)), target, *fields)


def _deputies(state: TournamentState) -> list[UserId]:
    return [state.users[number] for number in state.deputies]


def _number(state: TournamentState, user: UserId) -> int:
    found = state.member(user)
    if found is None:
        raise Refusal("not-entered")
    return int(state.team_of.get(found.id, found.id))
