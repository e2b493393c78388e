"""Actions of organisers and referees in a running tournament: start, publish, swap, close a round, write, deputies, call off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode, Emphasis
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import TournamentRequest
from cogs.interactions.surfaces import DUEL, ENDED, TOURNAMENT
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import Field
from cogs.messages.tournaments import fair_play, pairings, tournament_forms, tournament_messages
from service.errors import Refusal
from service.tournaments.early_end import may_end
from service.tournaments.recurring_tournaments import WEEK
from service.tournaments.state import TournamentState
from storage.rows import MatchId, UserId
from text.labels import label
from text.tournaments import confirmations


class OrganiserCommands(TournamentBaseCog):
    """Part of the `/tournament` cog for organisers and referees."""

    @TOURNAMENT.action("start", "tstart", "start", group=ButtonGroup.RUN, style=Emphasis.GO)
    async def press_start(self, request: TournamentRequest) -> None:
        """Close the entry and start the tournament."""
        await self._do(request, self.events.registration.start, "started")

    @TOURNAMENT.action("publish", "tpublish", "publish", when=conditions.has_preview, group=ButtonGroup.RUN, style=Emphasis.GO)
    async def press_publish(self, request: TournamentRequest) -> None:
        """Publish the drawn round."""
        await self._do(request, self.events.round_scheduler.publish, "published")

    @TOURNAMENT.action("close-round", "tclose", "close", when=conditions.is_in_round, group=ButtonGroup.RUN)
    async def press_close(self, request: TournamentRequest) -> None:
        """Ask for confirmation before the round is closed."""
        await self._ask_once_more(request, "ask-close", "yes-close-round")

    @TOURNAMENT.sure("close-round", "yes-close-round")
    async def press_close_sure(self, request: TournamentRequest) -> None:
        """Close the round after confirmation; open pairings are decided by the rules for that."""
        await self._do(request, self.events.rulings.close_round, "closed")

    @TOURNAMENT.action("cancel", "tcancel", "cancel", group=ButtonGroup.RUN, style=Emphasis.END, of=[DUEL])
    async def press_cancel(self, request: TournamentRequest) -> None:
        """Ask for confirmation before the tournament is cancelled."""
        await self._ask_once_more(request, "ask-cancel", "yes-cancel-event")

    @TOURNAMENT.sure("cancel", "yes-cancel-event")
    async def press_cancel_sure(self, request: TournamentRequest) -> None:
        """Cancel the tournament, after confirmation."""
        await self._do(request, self.events.registration.cancel, "cancelled")

    @TOURNAMENT.action("end", "tend", "end", when=lambda situation: may_end(situation.event), group=ButtonGroup.RUN)
    async def press_end(self, request: TournamentRequest) -> None:
        """Ask for confirmation before a ladder or an arena is ended early."""
        await self._ask_once_more(request, "ask-end", "yes-end-ladder")

    @TOURNAMENT.sure("end", "yes-end-ladder")
    async def press_end_sure(self, request: TournamentRequest) -> None:
        """End a ladder or an arena early, after confirmation."""
        await self._do(request, self.events.early_end.end, "ended")

    async def _do(self, request: TournamentRequest, use_case: Callable[..., Awaitable[object]], done: str) -> None:
        """Carry out an action without further input, and confirm it with the sentence of key `done`."""
        state = request.state
        await use_case(state.row.id, request.user, now=request.now, **_state_seen(request))
        await self.done(request, state.row.id, done)

    async def _ask_once_more(self, request: TournamentRequest, question: str, yes: str) -> None:
        """Ask the confirmation `question`; `yes` is the label of the button that carries out the action."""
        state = request.state
        context = await self.seen(request, state.row.id)
        await request.respond(tournament_messages.confirm_question(context, question, yes, f"{request.verb}sure"))

    @TOURNAMENT.action("preview", "tpreview", "preview", when=conditions.has_preview, group=ButtonGroup.RUN)
    async def press_preview(self, request: TournamentRequest) -> None:
        """Show the drawn round before it is published."""
        state = request.state
        drawn = await self.events.round_scheduler.preview(state.row.id, request.user)
        await request.respond(pairings.preview(await self.seen(request, state.row.id), drawn))

    @TOURNAMENT.action("late", "tlate", "late", when=lambda situation: situation.event.round is not None, group=ButtonGroup.RUN)
    async def press_late(self, request: TournamentRequest) -> None:
        """List the open pairings and the players who are late."""
        state = request.state
        await request.respond(pairings.open_pairings(await self.seen(request, state.row.id)))

    @TOURNAMENT.action("fair-play", "tfair", "inspect", group=ButtonGroup.RUN, of=[ENDED])
    async def press_fair_play(self, request: TournamentRequest) -> None:
        """Show the fair-play report: repeated opponents, short losses and agreed results.

        Only to a user without a personal interest in the tournament.
        """
        report = await self.events.fair_play.report(request.state.row.id, request.user)
        await request.respond(fair_play.report(await self.seen(request, request.state.row.id), report))

    @TOURNAMENT.action(
        "weekly", "tweekly", "edit", when=lambda situation: not situation.event.settings.every, group=ButtonGroup.RUN
    )
    async def press_weekly(self, request: TournamentRequest) -> None:
        """Repeat the tournament every week at the same time."""
        await self.events.editor.edit(request.state.row.id, request.user, {"every": WEEK}, now=request.now)
        await self.done(request, request.state.row.id, "weekly")

    @TOURNAMENT.action(
        "not-again", "tonce", "edit", when=lambda situation: bool(situation.event.settings.every), group=ButtonGroup.RUN
    )
    async def press_not_again(self, request: TournamentRequest) -> None:
        """Stop repeating the tournament."""
        await self.events.editor.edit(request.state.row.id, request.user, {"every": None}, now=request.now)
        await self.done(request, request.state.row.id, "not-again")

    @TOURNAMENT.action("here", "thome", "move", group=ButtonGroup.RUN, label="event-post-here")
    async def press_here(self, request: TournamentRequest) -> None:
        """Make this channel the tournament's channel for all further messages."""
        state = request.state
        request.require(view_channel=True, send_messages=True, create_public_threads=True, send_messages_in_threads=True)
        await self.events.delivery_failures.rehome(state.row.id, request.place, now=request.now)
        await self.done(request, state.row.id, "moved")

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
    async def press_swap(self, request: TournamentRequest) -> None:
        """Open the form that asks which two entrants to swap."""
        await self._ask(request, "event-swap", tournament_forms.swap(request.words))

    @TOURNAMENT.filled("swap", first=True)
    async def press_swap_set(self, request: TournamentRequest) -> None:
        """Swap two entrants in the drawn round.

        Both come from the form, or one from an option and one from the typed text.
        """
        state = request.state
        given = form_values.filled_fields(request, (), lead="other")
        people = [*form_values.named_people(request, given), *form_values.named_people(request, given, "other")]
        if len(people) != 2:
            raise Refusal("no-two")
        entrant, other = (_number(state, user) for user in people)
        after = await self.events.round_scheduler.swap(state.row.id, request.user, entrant, other, now=request.now)
        assert after.preview is not None
        await request.respond(pairings.preview(await self.seen(request, state.row.id), after.preview))

    @TOURNAMENT.action("write", "twrite", "message", group=ButtonGroup.RUN, typed=ActionArgument(), ack=DeferMode.FORM)
    async def press_write(self, request: TournamentRequest) -> None:
        """Open the form for a message to all entrants."""
        await self._ask(request, "event-write", tournament_forms.write(request.words))

    @TOURNAMENT.filled("write", first=True)
    async def press_write_set(self, request: TournamentRequest) -> None:
        """Send the entered message to all entrants."""
        state = request.state
        text = request.fields["text"][0] if request.fields.get("text") else request.choice
        self.app.cooldowns.spend(request.user, "share", request.now)
        number = await self.events.rulings.message(state.row.id, request.user, text, now=request.now)
        await self.after(request, state.row.id, confirmations.sent(number, request.words))

    @TOURNAMENT.action("deputies", "tdeputy", "deputy", group=ButtonGroup.RUN, typed=ActionArgument(), ack=DeferMode.FORM)
    async def press_deputies(self, request: TournamentRequest) -> None:
        """Open the form that asks for the tournament's deputy organisers."""
        state = request.state
        await self._ask(request, "event-deputies", tournament_forms.deputies(_deputies(state), request.words))

    @TOURNAMENT.filled("deputies")
    async def press_deputies_set(self, request: TournamentRequest) -> None:
        """Replace all deputies by those of the form; if typed, add one, or remove one with `remove`."""
        state = request.state
        named = form_values.named_people(request, {form_values.WHO: ",".join(request.fields.get(form_values.WHO, ()))})
        if request.is_form:
            wanted = {user: True for user in named if user not in _deputies(state)}
            wanted |= {user: False for user in _deputies(state) if user not in named}
        else:
            wanted = dict.fromkeys(named, not request.choice.casefold().startswith("remove"))
        if not wanted:
            raise Refusal("nothing-changed") if request.is_form else Refusal("no-whom")
        for user, on in sorted(wanted.items(), key=lambda each: each[1]):  # who goes makes room
            await self.events.deputies.name(state.row.id, request.user, user, on=on, now=request.now)
        await self.done(request, state.row.id, "deputy" if any(wanted.values()) else "no-deputy")

    async def _ask(self, request: TournamentRequest, title: str, fields: list[Field]) -> None:
        state = request.state
        target = Press(MatchId(0), 0, f"{request.verb}set", str(state.row.id))
        await request.ask(label(title, request.words), target, *fields)


def _deputies(state: TournamentState) -> list[UserId]:
    return [state.users[number] for number in state.deputies]


def _number(state: TournamentState, user: UserId) -> int:
    participant = state.member(user)
    if participant is None:
        raise Refusal("not-entered")
    return int(state.team_of.get(participant.id, participant.id))


def _state_seen(request: TournamentRequest) -> dict[str, str]:
    """Return the tournament's state at the time of the confirmation question, as keyword arguments.

    Empty for typed actions, and for those without a confirmation.
    """
    saw = request.argument.partition(" ")[2]
    return {"saw": saw} if request.verb.endswith("sure") and "." in saw else {}
