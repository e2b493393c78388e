"""What players do: enter, leave, check in, skip, say that they are there, call a referee, appeal."""

from __future__ import annotations

from typing import Any

import discord

from cogs import delivery, interaction_info
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.tournament_actions import REPORT
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.commands.tournaments.tournament_lookup import pressed
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode, Emphasis
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.modals import ask
from cogs.interactions.surfaces import DUEL, ENDED, TOURNAMENT
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.tournaments import tournament_forms, tournament_messages
from service.errors import Refusal
from service.tournaments.entry_requirements import EntryCandidate
from service.tournaments.result_agreements import Proposal
from service.tournaments.rulings import WIN
from service.tournaments.scheduling import CheckIn
from service.tournaments.state import IN, WAITING, TournamentState
from storage.rows import MatchId, UserId
from storage.tournament_rows import RUNNING
from text.labels import label
from text.tournaments import appointments as hours
from text.tournaments import confirmations


class RegistrationCommands(TournamentBaseCog):
    """The part of `/tournament` for players; `cogs.commands.tournaments.tournament_command` makes a cog of it."""

    @TOURNAMENT.action(
        "enter",
        "tenter",
        "enter",
        when=conditions.may_enter,
        group=ButtonGroup.DO,
        typed=ActionArgument(offers=conditions.teams),
        style=Emphasis.MAIN,
        of=[DUEL],
    )
    async def press_enter(self, interaction: discord.Interaction, press: Press) -> None:
        """Enter; accept a duel."""
        state = await pressed(self.app, interaction, press)
        if state.is_duel:
            await self.events.duels.accept(state.row.id, interaction_info.user(interaction), now=interaction_info.now())
            await self._note(interaction, "duel-accepted")
        elif state.settings.own_rules and state.member(interaction_info.user(interaction)) is None:
            await delivery.respond(
                interaction, tournament_messages.rules_first(await self.seen(interaction, state.row.id), press.choice)
            )
        else:
            await self._enter(interaction, state, press.choice)

    @TOURNAMENT.action("accept", "taccept", "enter", when=conditions.may_accept, group=ButtonGroup.DO, listed=False)
    async def press_accept(self, interaction: discord.Interaction, press: Press) -> None:
        """Accept the organiser's own rules, and enter for the team that was named."""
        state = await pressed(self.app, interaction, press)
        await self._enter(interaction, state, press.argument.partition(" ")[2], accepts=True)

    @TOURNAMENT.action("leave", "tleave", "play", when=conditions.may_leave, group=ButtonGroup.ASK, of=[DUEL])
    async def press_leave(self, interaction: discord.Interaction, press: Press) -> None:
        """Leave."""
        state = await pressed(self.app, interaction, press)
        member = state.member(interaction_info.user(interaction))
        if state.row.status == RUNNING and member is not None and member.status == IN:
            context = await self.seen(interaction, state.row.id)
            question = ("ask-give-up", "yes-give-up") if state.is_duel else ("ask-leave", "yes-leave-event")
            await delivery.respond(interaction, tournament_messages.sure(context, *question, "tleavesure"))
        else:
            await self._leave(interaction, state)

    @TOURNAMENT.sure("leave", "yes-leave-event")
    async def press_leave_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes, leave."""
        await self._leave(interaction, await pressed(self.app, interaction, press))

    @TOURNAMENT.action("check-in", "tcheckin", "play", when=conditions.may_check_in, group=ButtonGroup.DO, style=Emphasis.MAIN)
    async def press_check_in(self, interaction: discord.Interaction, press: Press) -> None:
        """Check in."""
        state = await pressed(self.app, interaction, press)
        await self.events.registration.check_in(state.row.id, interaction_info.user(interaction), now=interaction_info.now())
        await self.done(interaction, state.row.id, "checked-in")

    @TOURNAMENT.action("skip", "tskip", "play", when=conditions.may_skip, group=ButtonGroup.ASK)
    async def press_skip(self, interaction: discord.Interaction, press: Press) -> None:
        """Skip the next round."""
        state = await pressed(self.app, interaction, press)
        round_ = await self.events.registration.skip(state.row.id, interaction_info.user(interaction), now=interaction_info.now())
        await self.after(interaction, state.row.id, confirmations.skips(round_, interaction_info.words(interaction)))

    @TOURNAMENT.action(
        "ready", "tready", "play", when=conditions.is_waited_for, group=ButtonGroup.DO, label="event-here", listed=False, of=[DUEL]
    )
    async def press_ready(self, interaction: discord.Interaction, press: Press) -> None:
        """I am here."""
        state = await pressed(self.app, interaction, press)
        arrival = await self.events.scheduling.here(state.row.id, interaction_info.user(interaction), now=interaction_info.now())
        if arrival is not None:
            await self._arrived(interaction, state, arrival)
            return
        await self.events.round_scheduler.ready(state.row.id, interaction_info.user(interaction), now=interaction_info.now())
        await self.done(interaction, state.row.id, "ready-live" if state.settings.is_live else "ready")

    async def _arrived(self, interaction: discord.Interaction, state: TournamentState, arrival: CheckIn) -> None:
        words = interaction_info.words(interaction)
        name = await self.app.people.name(state.users[arrival.other], state.row.guild_id, words)
        if arrival.is_there:
            await delivery.respond(interaction, notes.note(hours.both_here(words)))
            return
        wins = hours.wins_by_playing if arrival.is_asked else hours.wins_by_waiting
        then = wins(name, words) if state.settings.absent_loses else ""
        await delivery.respond(interaction, notes.note(hours.here(name, words), then))

    @TOURNAMENT.action("referee", "treferee", "play", when=conditions.has_opponent, group=ButtonGroup.ASK, of=[DUEL])
    async def press_referee(self, interaction: discord.Interaction, press: Press) -> None:
        """Call a referee."""
        state = await pressed(self.app, interaction, press)
        self.app.cooldowns.spend(interaction_info.user(interaction), "call", interaction_info.now())
        numbers = [interaction_info.number(part) for part in press.argument.split()[1:]]
        await self.events.rulings.call(state.row.id, interaction_info.user(interaction), *numbers[:2], now=interaction_info.now())
        await self.done(interaction, state.row.id, "called")

    @TOURNAMENT.action(
        "appeal", "tappeal", "play", when=conditions.has_been_ruled_on, group=ButtonGroup.ASK, listed=False, of=[DUEL, ENDED]
    )
    async def press_appeal(self, interaction: discord.Interaction, press: Press) -> None:
        """Appeal against a ruling; typed, the newest about oneself."""
        state, user = await pressed(self.app, interaction, press), interaction_info.user(interaction)
        ruling = _page(press) or await self.events.appeals.newest(state.row.id, user)
        await self.events.appeals.appeal(state.row.id, user, ruling, now=interaction_info.now())
        await self.done(interaction, state.row.id, "appealed")

    @TOURNAMENT.action(
        "report",
        "treport",
        "report",
        when=conditions.agrees,
        group=ButtonGroup.ASK,
        typed=ActionArgument(),
        of=[DUEL],
        ack=DeferMode.FORM,
    )
    async def press_report(self, interaction: discord.Interaction, press: Press) -> None:
        """How the own pairing ended elsewhere?"""
        state, words = await pressed(self.app, interaction, press), interaction_info.words(interaction)
        target = Press(MatchId(0), 0, "treportset", str(state.row.id))
        await ask(interaction, label("event-report", words), target, *tournament_forms.report(words))

    @TOURNAMENT.filled("report")
    async def press_report_set(self, interaction: discord.Interaction, press: Press) -> None:
        """Propose it to the others of the pairing."""
        state = await pressed(self.app, interaction, press)
        given = form_values.given(interaction, press, REPORT, lead="result")
        what = given.get("result", "").strip().casefold()
        points, me = form_values.score_of(given.get("score", "")), interaction_info.user(interaction)
        whom = _opponent(state, me) if what == tournament_forms.LOSS else me
        score = points[::-1] if points and what == tournament_forms.LOSS else points
        self.app.cooldowns.spend(me, "call", interaction_info.now())
        proposal = Proposal(WIN if what == tournament_forms.LOSS else what, whom, given.get("because", ""), score, elsewhere=True)
        await self.events.result_agreements.propose(state.row.id, me, proposal, now=interaction_info.now())
        await self.done(interaction, state.row.id, "proposed")

    @TOURNAMENT.action("agree", "tagree", "report", when=conditions.sits, group=ButtonGroup.ASK, listed=False, of=[DUEL])
    async def press_agree(self, interaction: discord.Interaction, press: Press) -> None:
        """Agree to what somebody proposes for the own pairing; typed, to the newest proposal."""
        state, user = await pressed(self.app, interaction, press), interaction_info.user(interaction)
        proposal = _page(press) or await self.events.result_agreements.newest(state.row.id, user)
        counts = await self.events.result_agreements.agree(state.row.id, user, proposal, now=interaction_info.now())
        await self.done(interaction, state.row.id, "agreed" if counts else "agreed-one")

    async def _enter(
        self, interaction: discord.Interaction, state: TournamentState, team: str = "", *, accepts: bool = False
    ) -> None:
        who = interaction.user
        known = (
            EntryCandidate(who.joined_at, frozenset(role.id for role in who.roles))
            if isinstance(who, discord.Member)
            else EntryCandidate()
        )
        given: dict[str, Any] = {"now": interaction_info.now(), "team": team, "accepts": accepts}
        member = await self.events.registration.enter(state.row.id, interaction_info.user(interaction), known, **given)
        if member.status == WAITING:
            done = "waiting"
        elif state.settings.is_arena and state.row.status == RUNNING:
            done = "arena-joined"
        elif member.asks:
            done = "asks"
        else:
            done = "entered" if await self.events.repository.wants_letters(interaction_info.user(interaction)) else "entered-quiet"
        await self.done(interaction, state.row.id, done)

    async def _leave(self, interaction: discord.Interaction, state: TournamentState) -> None:
        after = await self.events.registration.leave(state.row.id, interaction_info.user(interaction), now=interaction_info.now())
        if state.is_duel:
            await self._note(interaction, f"duel-{after.called_off}" if after.called_off else "gave-up")
        else:
            await self.done(interaction, state.row.id, "withdrawn" if after.row.status == RUNNING else "left")

    async def _note(self, interaction: discord.Interaction, key: str) -> None:
        """What has happened, in a sentence alone: all else stands in the message of the duel."""
        await delivery.respond(interaction, notes.note(confirmations.done(key, interaction_info.words(interaction))))


def _page(press: Press) -> int:
    return interaction_info.number(press.argument.partition(" ")[2])


def _opponent(state: TournamentState, user: UserId) -> UserId:
    """The other one of the own pairing. Refuses `no-pairing`."""
    member = state.member(user)
    sits = None if member is None else state.sits_at(member.id)
    if member is None or sits is None:
        raise Refusal("no-pairing")
    return next(state.user(who) for who in sits[0].seats(sits[1]) if who != member.id)
