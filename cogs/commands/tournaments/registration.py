"""Actions of entrants: enter, leave, check in, skip a round, confirm presence, report results, call a referee, appeal."""

from __future__ import annotations

from typing import Any

import discord

from cogs import interaction_info
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.tournament_actions import REPORT
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode, Emphasis
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import Request, TournamentRequest
from cogs.interactions.surfaces import DUEL, ENDED, TOURNAMENT
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.tournaments import entrant_messages, tournament_forms, tournament_messages
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
    """Part of the `/tournament` cog for players."""

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
    async def press_enter(self, request: TournamentRequest) -> None:
        """Enter the user in the tournament, or accept the challenge to a duel."""
        state = request.state
        if state.is_duel:
            await self.events.duels.accept(state.row.id, request.user, now=request.now)
            await self._note(request, "duel-accepted")
        elif state.settings.own_rules and state.member(request.user) is None:
            await self.events.registration.keep_team(state.row.id, request.user, request.choice, now=request.now)
            await request.respond(tournament_messages.rules_first(await self.seen(request, state.row.id)))
        else:
            await self._enter(request, state, request.choice)

    @TOURNAMENT.action("accept", "taccept", "enter", when=conditions.may_accept, group=ButtonGroup.DO, listed=False)
    async def press_accept(self, request: TournamentRequest) -> None:
        """Accept the organiser's own rules, and enter the user, for the named team if there is one."""
        state = request.state
        team = request.argument.partition(" ")[2]  # in buttons of an earlier program
        team = team or await self.events.registration.kept_team(state.row.id, request.user)
        await self._enter(request, state, team, accepts=True)

    @TOURNAMENT.action("leave", "tleave", "play", when=conditions.may_leave, group=ButtonGroup.ASK, of=[DUEL])
    async def press_leave(self, request: TournamentRequest) -> None:
        """Withdraw the user from the tournament, or ask for confirmation first."""
        state = request.state
        member = state.member(request.user)
        saw = request.argument.partition(" ")[2] or state.row.status
        if saw == RUNNING and member is not None and member.status == IN:
            context = await self.seen(request, state.row.id)
            question = ("ask-give-up", "yes-give-up") if state.is_duel else ("ask-leave", "yes-leave-event")
            await request.respond(tournament_messages.confirm_question(context, *question, "tleavesure"))
        else:
            await self._leave(request, state, saw=saw)

    @TOURNAMENT.sure("leave", "yes-leave-event")
    async def press_leave_sure(self, request: TournamentRequest) -> None:
        """Withdraw the user from the tournament, after confirmation."""
        await self._leave(request, request.state, saw=RUNNING)

    @TOURNAMENT.action("check-in", "tcheckin", "play", when=conditions.may_check_in, group=ButtonGroup.DO, style=Emphasis.MAIN)
    async def press_check_in(self, request: TournamentRequest) -> None:
        """Check the user in before the start."""
        state = request.state
        await self.events.registration.check_in(state.row.id, request.user, now=request.now)
        await self.done(request, state.row.id, "checked-in")

    @TOURNAMENT.action("skip", "tskip", "play", when=conditions.may_skip, group=ButtonGroup.ASK)
    async def press_skip(self, request: TournamentRequest) -> None:
        """Let the user sit out the next round."""
        state = request.state
        round_ = await self.events.registration.skip(state.row.id, request.user, now=request.now)
        await self.after(request, state.row.id, confirmations.skips(round_, request.words))

    @TOURNAMENT.action(
        "ready", "tready", "play", when=conditions.is_waited_for, group=ButtonGroup.DO, label="event-here", listed=False, of=[DUEL]
    )
    async def press_ready(self, request: TournamentRequest) -> None:
        """Confirm the user's presence for their pairing."""
        state = request.state
        arrival = await self.events.scheduling.here(state.row.id, request.user, now=request.now)
        if arrival is not None:
            await self._confirm_arrival(request, state, arrival)
            return
        await self.events.round_scheduler.ready(state.row.id, request.user, now=request.now)
        await self.done(request, state.row.id, "ready-live" if state.settings.is_live else "ready")

    async def _confirm_arrival(self, request: Request, state: TournamentState, arrival: CheckIn) -> None:
        words = request.words
        name = await self.app.people.name(state.users[arrival.other], state.row.guild_id, words)
        if arrival.is_there:
            await request.respond(notes.note(hours.both_here(words)))
            return
        wins = hours.wins_by_playing if arrival.is_asked else hours.wins_by_waiting
        then = wins(name, words) if state.settings.absent_loses else ""
        await request.respond(notes.note(hours.here(name, words), then))

    @TOURNAMENT.action("referee", "treferee", "play", when=conditions.has_opponent, group=ButtonGroup.ASK, of=[DUEL])
    async def press_referee(self, request: TournamentRequest) -> None:
        """Call a referee to the user's pairing."""
        state = request.state
        self.app.cooldowns.spend(request.user, "call", request.now)
        numbers = [interaction_info.number(part) for part in request.argument.split()[1:]]
        await self.events.rulings.call(state.row.id, request.user, *numbers[:2], now=request.now)
        await self.done(request, state.row.id, "called")

    @TOURNAMENT.action(
        "appeal", "tappeal", "play", when=conditions.has_been_ruled_on, group=ButtonGroup.ASK, listed=False, of=[DUEL, ENDED]
    )
    async def press_appeal(self, request: TournamentRequest) -> None:
        """Appeal against a ruling; without a number, against the newest about the user."""
        state, user = request.state, request.user
        ruling = _page(request.press) or await self.events.appeals.newest(state.row.id, user)
        await self.events.appeals.appeal(state.row.id, user, ruling, now=request.now)
        await self.done(request, state.row.id, "appealed")

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
    async def press_report(self, request: TournamentRequest) -> None:
        """Open the form that asks for the result of the user's pairing, if played outside of the bot."""
        state, words = request.state, request.words
        target = Press(MatchId(0), 0, "treportset", str(state.row.id))
        await request.ask(label("event-report", words), target, *tournament_forms.report(words))

    @TOURNAMENT.filled("report")
    async def press_report_set(self, request: TournamentRequest) -> None:
        """Propose the entered result to the other players of the pairing."""
        state = request.state
        given = form_values.filled_fields(request, REPORT, lead="result")
        what = given.get("result", "").strip().casefold()
        points, me = form_values.score_of(given.get("score", "")), request.user
        whom = _opponent(state, me) if what == tournament_forms.LOSS else me
        score = points[::-1] if points and what == tournament_forms.LOSS else points
        self.app.cooldowns.spend(me, "call", request.now)
        proposal = Proposal(WIN if what == tournament_forms.LOSS else what, whom, given.get("because", ""), score, elsewhere=True)
        await self.events.result_agreements.propose(state.row.id, me, proposal, now=request.now)
        await self.done(request, state.row.id, "proposed")

    @TOURNAMENT.action(
        *("agree", "tagree", "report"), when=conditions.sits, group=ButtonGroup.ASK, listed=False, of=[DUEL], typed=ActionArgument()
    )
    async def press_agree(self, request: TournamentRequest) -> None:
        """Agree to a proposed result; typed without its number, show the newest proposal first."""
        state, user = request.state, request.user
        if not (proposal := _page(request.press) or interaction_info.number(request.choice)):
            row, rates = await self.events.result_agreements.shown(state.row.id, user, now=request.now)
            context = await self.seen(request, state.row.id)
            by = await self.app.people.name(row.by or UserId(0), state.row.guild_id, context.words)
            await request.respond(entrant_messages.proposal(context, row, by, rates=rates))
            return
        counts = await self.events.result_agreements.agree(state.row.id, user, proposal, now=request.now)
        await self.done(request, state.row.id, "agreed" if counts else "agreed-one")

    async def _enter(self, request: Request, state: TournamentState, team: str = "", *, accepts: bool = False) -> None:
        who = request.interaction.user
        known = (
            EntryCandidate(who.joined_at, frozenset(role.id for role in who.roles))
            if isinstance(who, discord.Member)
            else EntryCandidate()
        )
        given: dict[str, Any] = {"now": request.now, "team": team, "accepts": accepts}
        member = await self.events.registration.enter(state.row.id, request.user, known, **given)
        if member.status == WAITING:
            done = "waiting"
        elif state.settings.is_arena and state.row.status == RUNNING:
            done = "arena-joined"
        elif member.asks:
            done = "asks"
        else:
            done = "entered" if await self.events.repository.wants_letters(request.user) else "entered-quiet"
        await self.done(request, state.row.id, done)

    async def _leave(self, request: Request, state: TournamentState, *, saw: str) -> None:
        after = await self.events.registration.leave(state.row.id, request.user, now=request.now, saw=saw)
        if state.is_duel:
            await self._note(request, f"duel-{after.called_off}" if after.called_off else "gave-up")
        else:
            await self.done(request, state.row.id, "withdrawn" if after.row.status == RUNNING else "left")

    async def _note(self, request: Request, key: str) -> None:
        """Confirm an action with one sentence, as the message of the duel shows the rest."""
        await request.respond(notes.note(confirmations.done(key, request.words)))


def _page(press: Press) -> int:
    return interaction_info.number(press.argument.partition(" ")[2])


def _opponent(state: TournamentState, user: UserId) -> UserId:
    """Return the id of the user's opponent in their pairing. Refuses `no-pairing`."""
    member = state.member(user)
    sits = None if member is None else state.sits_at(member.id)
    if member is None or sits is None:
        raise Refusal("no-pairing")
    return next(state.user(who) for who in sits[0].seats(sits[1]) if who != member.id)
