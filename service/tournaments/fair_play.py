"""Reports for neutral organisers about possible unfair play: repeated opponents, short losses, agreed results.

None of it proves bad faith, and nothing follows from it automatically: friends play each other, and players give up for good
reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from service.match import eligibility
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.result_events import ResultApproval, ResultProposal
from service.tournaments.permissions import must_be_neutral
from service.tournaments.repository import TournamentRepository
from service.tournaments.state import Place, TournamentState
from storage.rows import UserId
from storage.stats import OpponentStats
from storage.tournament_rows import EventId, EventMatch
from tournament.result_points import result_side
from tournament.results import BY_HAND, ELSEWHERE, RULING, TEAM, UNPLAYED, WIN, EntrantId, Result

OFTEN = 3
"""Two who have met so often in a tournament are told."""
KNOWN = 10
"""So are two with so many rated games against each other in the server."""
NEWEST = 50
"""So many tournaments and duels are looked through for the people who run the bot."""
MOST = 20
"""Lines of each kind that are told, the most striking first."""


@dataclass(frozen=True, slots=True)
class RepeatedOpponents:
    """Two entrants who have met unusually often."""

    one: EntrantId
    other: EntrantId
    met: int
    """Their pairings in this tournament."""
    won: tuple[int, int]
    """How many of them each has won."""
    rated: int = 0
    """Their rated games against each other in the server, in tournaments or not."""
    rated_won: tuple[int, int] = (0, 0)
    """Games against each other that each has won there."""


@dataclass(frozen=True, slots=True)
class ShortLoss:
    """A game that was given up before half of its turns."""

    round: int
    loser: EntrantId
    winners: tuple[EntrantId, ...]
    match: EventMatch


@dataclass(frozen=True, slots=True)
class AgreedResult:
    """A pairing whose result the players agreed on."""

    result: Result
    rates: bool
    """Whether it counts for ratings."""


@dataclass(frozen=True, slots=True)
class FairPlayReport:
    """The findings about an event that a neutral organiser may want to check."""

    repeated: tuple[RepeatedOpponents, ...]
    short: tuple[ShortLoss, ...]
    agreed: tuple[AgreedResult, ...]
    left_out: int = 0
    """Lines beyond the `MOST` of each kind."""

    @property
    def is_empty(self) -> bool:
        """Whether there are no findings."""
        return not (self.repeated or self.short or self.agreed)


class FairPlay:
    """The use-case of fair-play reports."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def report(self, event_id: EventId, by: UserId) -> FairPlayReport:
        """Return the findings about an event.

        Refuses `no-event`, `own-ruling` (to users who have ever entered).
        """
        state = await self._tournaments.state(event_id)
        must_be_neutral(state, by, "inspect")
        matches = await self._tournaments.store.events.matches(event_id)
        short = tuple(_short_losses(state, matches))
        by_consent = _agreed_pairings(await self._tournaments.log(event_id))
        agreed = tuple(
            AgreedResult(result, place in state.rated)
            for place, result in sorted(state.results.items())
            if result.how == ELSEWHERE or (result.how == RULING and place in by_consent)
        )
        suspects = {frozenset((short_loss.loser, winner)) for short_loss in short for winner in short_loss.winners}
        suspects |= {frozenset(agreed_result.result.seats) for agreed_result in agreed}
        repeated = await self._repeated_opponents(state, suspects)
        kinds: tuple[Sequence[object], ...] = (repeated, short, agreed)
        return FairPlayReport(repeated[:MOST], short[-MOST:], agreed[-MOST:], sum(max(0, len(kind) - MOST) for kind in kinds))

    async def newest(self) -> list[TournamentState]:
        """Return the newest running tournaments of all servers, for the hosts of the bot."""
        ids = sorted(await self._tournaments.store.events.under_way(), reverse=True)
        states = [await self._tournaments.state(event_id) for event_id in ids[:NEWEST]]
        return [state for state in states if not state.is_duel]

    async def _repeated_opponents(
        self, state: TournamentState, suspects: set[frozenset[EntrantId]]
    ) -> tuple[RepeatedOpponents, ...]:
        met = _meetings(state)
        again = {pair for pair, results in met.items() if len(results) > 1}
        pairs = [tuple(sorted(pair, key=int)) for pair in again | suspects if len(pair) == 2]
        told = []
        for entrant, other in sorted(pairs):
            results = met.get(frozenset((entrant, other)), ())
            known = await self._opponent_stats(state, entrant, other)
            if len(results) >= OFTEN or known.rated >= KNOWN:
                won = (_wins(results, entrant), _wins(results, other))
                told.append(RepeatedOpponents(entrant, other, len(results), won, known.rated, (known.won, known.lost)))
        return tuple(sorted(told, key=lambda pair: (-pair.met, -pair.rated, int(pair.one), int(pair.other))))

    async def _opponent_stats(self, state: TournamentState, entrant: EntrantId, other: EntrantId) -> OpponentStats:
        users = (state.user(entrant), state.user(other))
        if state.row.guild_id is None or min(users) <= 0:  # somebody is forgotten
            return OpponentStats()
        return await self._tournaments.store.stats.against(state.row.guild_id, *users)


def _agreed_pairings(log: Sequence[LogRow]) -> set[Place]:
    """Return the round and table of each pairing whose players agreed on its result."""
    proposed = {row.seq: row.event.place for row in log if isinstance(row.event, ResultProposal)}
    return {proposed[row.event.proposal] for row in log if isinstance(row.event, ResultApproval) and row.event.proposal in proposed}


def _meetings(state: TournamentState) -> Mapping[frozenset[EntrantId], Sequence[Result]]:
    """Return the results between each two entrants who have met."""
    met: dict[frozenset[EntrantId], list[Result]] = {}
    for _, result in sorted(state.results.items()):
        if result.how not in (*UNPLAYED, TEAM):
            for pair in combinations(result.seats, 2):
                met.setdefault(frozenset(pair), []).append(result)
    return met


def _wins(results: Sequence[Result], who: EntrantId) -> int:
    return sum(result_side(result, who).halves == WIN for result in results if not result.others)


def _short_losses(state: TournamentState, matches: Sequence[EventMatch]) -> Iterator[ShortLoss]:
    for match in matches:
        result = state.results.get((match.round, match.table))
        is_played = result is not None and result.how not in (*BY_HAND, *UNPLAYED)  # a ruling ends a game as if it was given up
        early = () if match.result is None or not is_played else match.result.get(eligibility.EARLY, ())
        there = {seat.seat: state.member(seat.user_id) for seat in match.seats if seat.user_id is not None}
        for at in early:
            if (loser := there.get(at)) is not None:
                winners = tuple(
                    participant.id for seat, participant in there.items() if participant is not None and seat not in early
                )
                yield ShortLoss(match.round, loser.id, winners, match)
