"""Line-ups of teams: a captain hands one in privately, and both sides are revealed when the round is published."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.letters import PlaceInEvent
from service.tournaments.log.entrant_events import Departure, TeamApproval, TeamLineup, Withdrawal
from service.tournaments.registration import captain_of, move_up
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.state import IN, LEFT, WAITING, Participant, TournamentState
from storage.rows import UserId
from storage.tournament_rows import OPEN, UNDER_WAY, EventId
from tournament.results import EntrantId


class Lineups:
    """The use-case of handing in line-ups; an unpublished one is shown only to its captain."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def hand_in(
        self, event_id: EventId, captain: UserId, players: Sequence[UserId], *, now: datetime
    ) -> tuple[Participant, ...]:
        """Set the players of the boards from the next round on, first board first; return the complete line-up.

        Refuses `no-event`, `not-entered`, `no-teams`, `no-captain` (captain), `bad-lineup` (why: `team` of a player, `twice`,
        `many`; boards).
        """

        def decide(state: TournamentState) -> Decision[tuple[Participant, ...]]:
            team = _own_team(state, captain)
            numbers = [_player(state, team, player) for player in players]
            if len(set(numbers)) < len(numbers) or not 0 < len(numbers) <= state.boards:
                why = "twice" if len(set(numbers)) < len(numbers) else "many"
                raise Refusal("bad-lineup", why=why, boards=state.boards)
            step = TournamentTransaction(state, now)
            step.note(TeamLineup(int(team), tuple(numbers)), captain)
            return Decision(lambda: _lineup(step.state, team), self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)


class RosterApproval:
    """The use-cases of captains who accept or remove team members, until rosters are locked."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def let_in(self, event_id: EventId, captain: UserId, number: int, *, now: datetime) -> Participant:
        """Accept the entrant with this number into the captain's team.

        Refuses `no-event`, `event-running`, `event-over`, `rosters-locked` (at), `no-teams`, `no-captain` (captain), `nobody-asks`.
        """

        def decide(state: TournamentState) -> Decision[Participant]:
            _must_be_unlocked(state, now)
            member = state.members.get(number)
            if member is None or not member.asks or member.status == LEFT:
                raise Refusal("nobody-asks")
            if (leads := captain_of(state, member.team)) != captain:
                raise Refusal("no-captain", captain=leads)
            step = TournamentTransaction(state, now)
            step.note(TeamApproval(number), captain)
            step.write_to(state.users[number], PlaceInEvent("let-in"))
            return Decision(lambda: step.state.members[number], self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def take_off(self, event_id: EventId, captain: UserId, number: int, *, now: datetime) -> Participant:
        """Remove the entrant with this number from the captain's team, or decline their request to join it.

        Refuses as `let_in`, and `not-in-team`, `sits-now` (they play a board of an open round).
        """

        def decide(state: TournamentState) -> Decision[Participant]:
            _must_be_unlocked(state, now)
            member = state.members.get(number)
            if member is None or member.status not in (IN, WAITING) or state.users[number] == captain:
                raise Refusal("not-in-team")
            if (leads := captain_of(state, member.team)) != captain:
                raise Refusal("no-captain", captain=leads)
            sits = state.sits_at(member.id)
            if sits is not None and sits in state.open_tables():
                raise Refusal("sits-now")
            step = TournamentTransaction(state, now)
            step.note(Departure(number) if state.row.status == OPEN or member.asks else Withdrawal(number, "captain"), captain)
            step.write_to(state.users[number], PlaceInEvent("taken-off"))
            if state.row.status == OPEN:
                move_up(step)
            step.wake()
            return Decision(lambda: step.state.members[number], self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)


def _must_be_unlocked(state: TournamentState, now: datetime) -> None:
    """Raise `Refusal` if captains can no longer change their teams."""
    if state.row.status not in UNDER_WAY:
        raise Refusal("event-over", status=state.row.status)
    if not state.boards:
        raise Refusal("no-teams")
    if not state.has_open_rosters(now):
        locked_at = state.settings.rosters_lock_at
        raise Refusal("event-running", status=state.row.status) if locked_at is None else Refusal("rosters-locked", at=locked_at)


def _lineup(state: TournamentState, team: EntrantId) -> tuple[Participant, ...]:
    return tuple(state.members[int(who)] for who in state.lineup(team))


def _own_team(state: TournamentState, user_id: UserId) -> EntrantId:
    """Return the team of which the user is captain; refuse `no-teams`, `not-entered`, `no-captain` (captain)."""
    if not state.boards:
        raise Refusal("no-teams")
    member = state.must_have(user_id, IN)
    team = state.team_of[member.id]
    captain = next(iter(state.team(team, IN)), None)
    if captain != member:
        raise Refusal("no-captain", captain=None if captain is None else state.users[captain.number])
    return team


def _player(state: TournamentState, team: EntrantId, user_id: UserId) -> int:
    member = state.member(user_id)
    if member is None or member.status != IN or member.asks or state.team_of[member.id] != team:
        raise Refusal("bad-lineup", why="team", boards=state.boards)
    return member.number
