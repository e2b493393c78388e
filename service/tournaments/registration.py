"""Use-cases of entrants and of the start: enter, leave, check in, skip a round, start, cancel."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime

from service.core.change_scope import Decision
from service.core.free_text import NAME
from service.errors import Refusal
from service.interests import Interest, must_have_no
from service.ratings.leaderboards import RatingKind
from service.ratings.stats_update import DUEL
from service.tournaments import entry_requirements
from service.tournaments.entry_requirements import EntryCandidate
from service.tournaments.event_posts import EventBegun, EventCalledOff, OrganiserLeft
from service.tournaments.letters import Challenge, DuelLapsed, PlaceInEvent, TeamRequest, TeamTooSmall
from service.tournaments.log.entrant_events import Departure, EntrantCheckIn, EntrantEntry, MoveUp, SkippedRound, Withdrawal
from service.tournaments.log.organiser_events import DeputyChange, HostDeparture
from service.tournaments.log.round_events import EventCancellation, EventStart
from service.tournaments.permissions import must_be_neutral
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.state import IN, LEFT, NOBODY, OUT, WAITING, Participant, TournamentState
from service.tournaments.tournament_settings import SKIPS
from storage.changes import SaveDraft
from storage.rows import DraftRow, UserId
from storage.tournament_rows import CANCELLED, OPEN, RUNNING, UNDER_WAY, EventId, of_event
from tournament import stages
from tournament.results import InvalidTournamentError

WITHDRAWN, DECLINED, LAPSED = "withdrawn", "declined", "lapsed"
"""Why a duel does not begin."""


class RegistrationService:
    """The use-cases of entering and leaving events, and of starting and cancelling them."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def enter(  # `who`: see `entry_requirements`
        self,
        event_id: EventId,
        user_id: UserId,
        who: EntryCandidate = EntryCandidate(),  # noqa: B008  # frozen
        *,
        now: datetime,
        team: str = "",
        accepts: bool = False,
    ) -> Participant:
        """Enter an event, or join its waiting list if it is full; return the entrant.

        In a Swiss, entry is open until round 2. In team events, `team` is the team's name: the first to name it founds it and is
        its captain. `accepts` says that the user has read the organiser's own rules. Refuses `no-event`, `event-over`,
        `entry-closed`, `already-entered`, `out-of-event` (has withdrawn), `entry-limit` (see `entry_requirements`), `which-team`
        (names), `no-teams`, `rules-first` (text), `has-decided` (has ruled or seeded here), and the name of a new team as
        `FreeText.checked`.
        """

        async def checked(state: TournamentState) -> None:
            known = self._tournaments.leaderboards, self._tournaments.reliability
            if _may_enter(state, user_id, now):
                await entry_requirements.check(state.settings, *known, state.row.guild_id, user_id, who, now)

        def decide(loaded: tuple[TournamentState, None]) -> Decision[Participant]:
            state = loaded[0]
            _must_let_in(state, user_id)
            joins = self._joins_late(state, team, now)
            coming = len(state.rounds) + 1 if joins else _first_round_of(state, now)
            if state.settings.own_rules and not accepts:
                raise Refusal("rules-first", text=state.settings.own_rules)
            side = self._side(state, team) if state.boards or team else ""
            step = TournamentTransaction(state, now)
            number = step.meet(user_id)
            kept = 0 if number in state.held else state.kept_free(now)
            waiting = len(state.having(IN)) + kept >= state.settings.limit
            captain = captain_of(state, side)
            step.note(EntrantEntry(number, waiting, coming, team=side, asks=captain is not None), user_id)
            if captain is not None:
                step.write_to(captain, TeamRequest(number, number))
            if state.row.status == RUNNING:
                step.wake()
            return Decision(lambda: step.state.members[number], self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id).also(checked), decide, now=now)

    def _joins_late(self, state: TournamentState, team: str, now: datetime) -> bool:
        """Return whether the user can still join a team that already plays, because rosters are open."""
        is_open = state.row.status == RUNNING and state.has_open_rosters(now)
        return is_open and captain_of(state, self._side(state, team)) is not None

    def _side(self, state: TournamentState, name: str) -> str:
        """Return the name of a team as its founder wrote it.

        Refuses `which-team` (names), `no-teams`, and a new name as `FreeText.checked`.
        """
        wanted = " ".join(name.split())
        if not state.boards:
            raise Refusal("no-teams")
        known = next((team for team in state.teams.values() if team.casefold() == wanted.casefold()), None)
        if known is None and not (known := self._tournaments.matches.free_text.checked(wanted, NAME)):
            raise Refusal("which-team", names=list(state.teams.values()))
        return known

    async def keep_team(self, event_id: EventId, user_id: UserId, team: str, *, now: datetime) -> None:
        """Store the team name that a user wants to enter for, until they have read the organiser's own rules.

        A button can't carry it: a name may be longer than a button's id.
        """
        draft = SaveDraft(of_event(event_id), user_id, DraftRow(0, (team,)))
        await self._tournaments.unit_of_work.change(
            self._tournaments.of(event_id), lambda _: Decision(lambda: None, changes=(draft,)), now=now
        )

    async def kept_team(self, event_id: EventId, user_id: UserId) -> str:
        """Return the team name that was stored for a user; empty without one."""
        draft = await self._tournaments.store.drafts.get(user_id, of_event(event_id))
        return "" if draft is None or not draft.texts else draft.texts[0]

    async def leave(self, event_id: EventId, user_id: UserId, *, now: datetime, saw: str = "") -> TournamentState:
        """Leave an event; return its state.

        Before the start the place goes to the first on the waiting list; later the open game is lost. A duel that has not begun is
        withdrawn or declined. `saw` is the event's state that the user saw. Refuses `no-event`, `event-over`, `not-entered`,
        `event-changed` (its state is another one now).
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            _must_be_under_way(state)
            if saw and saw != state.row.status:
                raise Refusal("event-changed", event=event_id)
            step = TournamentTransaction(state, now)
            if state.is_duel and state.row.status == OPEN and (number := state.numbers.get(user_id)) is not None:
                call_off(step, user_id, WITHDRAWN if number == 1 else DECLINED)
                return self._tournaments.decided(step)
            member = _entered_participant(state, user_id)
            if state.row.status == OPEN or member.status == WAITING:
                step.note(Departure(member.number), user_id)
                if state.row.status == OPEN:
                    move_up(step)
            else:
                step.note(Withdrawal(member.number, "left"), user_id)
                step.wake()
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def check_in(self, event_id: EventId, user_id: UserId, *, now: datetime) -> TournamentState:
        """Confirm before the start that the user will play.

        Refuses `no-event`, `event-over`, `not-entered`, `no-check-in`, `check-in-later` (opens).
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            _must_be_under_way(state)
            member = _entered_participant(state, user_id)
            opens = state.settings.check_in_from
            if opens is None or state.row.status != OPEN:
                raise Refusal("no-check-in")
            if now < opens:
                raise Refusal("check-in-later", opens=opens)
            step = TournamentTransaction(state, now)
            if not member.checked_in:
                step.note(EntrantCheckIn(member.number), user_id)
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def skip(self, event_id: EventId, user_id: UserId, *, now: datetime) -> int:
        """Skip the next round of a Swiss for half a point; return that round's number.

        Refuses `no-event`, `not-entered`, `event-not-running`, `already-skipped`, `no-skip` (why: `kind`, `last`, `most`).
        """

        def decide(state: TournamentState) -> Decision[int]:
            state.must_run()
            member = _entered_participant(state, user_id)
            if member.status != IN:
                raise Refusal("not-entered")
            coming = len(state.rounds) + 1
            if (coming, member.id) in state.skipped:
                raise Refusal("already-skipped", round=coming)
            if (why := state.may_skip(member)) is not None:
                raise Refusal("no-skip", why=why, most=SKIPS)
            step = TournamentTransaction(state, now)
            step.note(SkippedRound(member.number, coming), user_id)
            step.wake()
            return Decision(lambda: coming, self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def start(self, event_id: EventId, user_id: UserId, *, now: datetime) -> TournamentState:
        """Close entry and start the event; return its state.

        Refuses `no-event`, `event-over`, `event-running`, `bad-event` (found: too few).
        """

        def decide(loaded: tuple[TournamentState, Mapping[UserId, int]]) -> Decision[TournamentState]:
            state, rated = loaded
            _must_be_under_way(state)
            if state.row.status == RUNNING:
                raise Refusal("event-running")
            step = TournamentTransaction(state, now)
            try:
                begin(step, user_id, state.having(IN), rated)
            except InvalidTournamentError as error:
                raise Refusal("bad-event", found=error) from error
            step.wake()
            return self._tournaments.decided(step)

        of = self._tournaments.of(event_id).also(lambda state: seeding(self._tournaments, state))
        return await self._tournaments.unit_of_work.change(of, decide, now=now)

    async def cancel(self, event_id: EventId, user_id: UserId, *, now: datetime, saw: str = "") -> TournamentState:
        """Cancel the event without a champion; running games may be finished but don't count.

        `saw` is the event's state that the user saw. Refuses `no-event`, `event-over`, `own-ruling`, `event-changed`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            _must_be_under_way(state)
            state.must_stand(saw)
            must_be_neutral(state, user_id, "cancel")
            step = TournamentTransaction(state, now)
            call_off(step, user_id)
            if not state.is_duel:
                step.tell(EventCalledOff())
            if state.hours.agreed:
                step.wake()  # what stands in the calendar of the server
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def retire(self, user_id: UserId, *, now: datetime, guild_id: int | None) -> None:
        """Remove a user as entrant and organiser from all events, or from those of a server they have left."""
        for event_id in await self._tournaments.store.events.of_user(user_id):
            state = await self._tournaments.state(event_id)
            if guild_id in (None, state.row.guild_id) and user_id in state.officials:
                await self._resign(event_id, user_id, now)
            member = state.member(user_id)
            is_in = member is not None and member.status in (IN, WAITING)
            if guild_id in (None, state.row.guild_id) and (is_in or (state.is_duel and state.row.status == OPEN)):
                with suppress(Refusal):  # out or over meanwhile
                    await self.leave(event_id, user_id, now=now)

    async def _resign(self, event_id: EventId, user_id: UserId, now: datetime) -> None:
        """Replace an organiser who is gone by the first deputy; without a deputy the event has no organiser."""

        def decide(state: TournamentState) -> Decision[TournamentState]:
            if user_id not in state.officials or state.row.status not in UNDER_WAY:
                return Decision(lambda: state)
            step = TournamentTransaction(state, now)
            if (number := state.numbers.get(user_id)) in state.deputies:
                step.note(DeputyChange(number, on=False))
            if user_id == state.row.host_id:
                heir = next((user for user in state.officials if user != user_id), NOBODY)
                step.note(HostDeparture())
                step.become(host_id=heir)
                step.write_to(heir, PlaceInEvent("you-organise"))
                step.tell(OrganiserLeft(heir))
            return self._tournaments.decided(step)

        await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)


def call_off(step: TournamentTransaction, by: UserId | None, why: str = "") -> None:
    """Cancel an event without a champion.

    For a duel, `why` is announced to the challenger, unless they withdrew it.
    """
    step.note(EventCancellation(why), by)
    step.become(status=CANCELLED, ended_at=step.now)
    step.next_at(())
    if why in (DECLINED, LAPSED):
        step.write_to(step.state.users[1], DuelLapsed(2) if why == LAPSED else Challenge("duel-declined", 2))


async def seeding(tournaments: TournamentRepository, state: TournamentState) -> Mapping[UserId, int]:
    """Return the ratings for the seeding, by user; entrants without one are seeded by lot."""
    guild = state.row.guild_id
    users = [state.user(member.id) for member in state.having(IN, OUT)]
    if guild is None:
        return {}
    # The seeding is published: it tells of no game that readers of the tournament may not know.
    leaderboards = await tournaments.leaderboards.beside(guild, state.row.channel_id)
    return await leaderboards.settled(guild, RatingKind(state.settings.game, DUEL), users)


def begin(
    step: TournamentTransaction, by: UserId | None, taking_part: tuple[Participant, ...], rated: Mapping[UserId, int]
) -> None:
    """Start the event with these entrants; raise `InvalidTournamentError` where they are too few or too many."""
    if step.state.boards:
        taking_part = _form_teams(step, taking_part)
    sides = {step.state.team_of.get(member.id, member.id) for member in taking_part}
    fitted = stages.fit_stages(step.state.settings.plan, len(sides))
    ratings = {member.number: rated.get(step.state.user(member.id)) for member in taking_part}
    step.note(EventStart(stages.write(fitted), ratings), by)
    step.become(status=RUNNING, started_at=step.now)
    if not step.state.is_duel:
        step.tell(EventBegun(len(sides)))


def _form_teams(step: TournamentTransaction, there: tuple[Participant, ...]) -> tuple[Participant, ...]:
    """Return the members of complete teams; notify the others that they don't take part."""
    state = step.state
    for member in (participant for participant in there if participant.asks):
        step.note(Departure(member.number))
        step.write_to(state.users[member.number], PlaceInEvent("not-let-in"))
    there = tuple(member for member in there if not member.asks)
    small = [member for member in there if len(state.team(state.team_of[member.id], IN)) < state.boards]
    for member in small:
        step.note(Departure(member.number))
        step.write_to(state.users[member.number], TeamTooSmall(state.boards))
    return tuple(member for member in there if member not in small)


def captain_of(state: TournamentState, side: str) -> UserId | None:
    """Return the captain of the team of this name; None while it has no members."""
    number = next((number for number, name in state.teams.items() if name == side), None)
    members = () if number is None else state.team(number, IN, WAITING)
    return state.users[members[0].number] if members else None


def move_up(step: TournamentTransaction) -> None:
    """Move users from the waiting list to free places that are not reserved, and notify them."""
    free = step.state.settings.limit - len(step.state.having(IN)) - step.state.kept_free(step.now)
    for member in step.state.having(WAITING)[: max(free, 0)]:
        step.note(MoveUp(member.number))
        step.write_to(step.state.user(member.id), PlaceInEvent("moved-up"))


def _may_enter(state: TournamentState, user_id: UserId, now: datetime) -> bool:
    """Return whether a user could enter, apart from the entry requirements."""
    former = state.member(user_id)
    is_free = former is None or former.status not in (IN, WAITING, OUT)
    is_late = state.late_round() is not None or state.has_open_rosters(now)
    return is_free and state.row.status in UNDER_WAY and (state.row.status == OPEN or is_late)


def _must_be_under_way(state: TournamentState) -> None:
    if state.row.status not in UNDER_WAY:
        raise Refusal("event-over", status=state.row.status)


def _must_let_in(state: TournamentState, user_id: UserId) -> None:
    """Raise `Refusal` if the user has entered already, has withdrawn or has ruled here."""
    former = state.member(user_id)
    _must_be_under_way(state)
    must_have_no(Interest.RULED, user_id, state, "has-decided")
    if former is not None and former.status in (IN, WAITING):
        raise Refusal("already-entered", waiting=former.status == WAITING)
    if former is not None and former.status == OUT:
        raise Refusal("out-of-event")
    if state.is_duel:
        raise Refusal("not-your-duel")


def _entered_participant(state: TournamentState, user_id: UserId) -> Participant:
    member = state.member(user_id)
    if member is None or member.status == LEFT:
        raise Refusal("not-entered")
    if member.status == OUT:
        raise Refusal("out-of-event")
    return member


def _first_round_of(state: TournamentState, now: datetime) -> int:
    """Return the number of the first round that a new entrant plays; refuse `entry-closed`."""
    if state.row.status == OPEN:
        return 1
    if state.arena_ends is not None and now >= state.arena_ends:
        raise Refusal("entry-closed")
    coming = state.late_round()
    if coming is None:
        raise Refusal("entry-closed")
    return coming
