"""The matches of an event: opened for its tables, and ended when they no longer matter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from clocks.terms import DuelContext
from games.core.game import Seat
from service.clocks.clock_service import Clocks
from service.core.change_scope import Decision
from service.core.post_content import content_of
from service.errors import Refusal
from service.guilds.channel_changes import ChannelChanges
from service.lobby.lobbies import Lobbies
from service.match import eligibility, final_ranking, sealed_bag
from service.match import match_log as logs
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_transaction import people_seated
from service.play.resignations import ResignationService
from service.records import MatchLocation
from service.tournaments import no_shows, pairing_outcomes
from service.tournaments.appointment import APPOINTED
from service.tournaments.creation import terms_of
from service.tournaments.event_posts import PairingPost
from service.tournaments.no_shows import last_step_reached
from service.tournaments.repository import SEATED, TournamentRepository, TournamentTransaction, gently
from service.tournaments.round_deadlines import in_overtime
from service.tournaments.state import NOBODY, OUT, REFEREE, Place, TournamentState
from storage.changes import CommitMatch, SetTimers
from storage.errors import ConflictError
from storage.rows import FINISHED, LIVE, LOBBY, LOST, LoadedMatch, MatchId, MatchRow, NewMatch, NewTimer, SeatRow, Secret, UserId
from storage.rows import RUNNING as RUNNING_MATCH
from storage.sharding import WHOLE, ShardSet
from storage.tournament_rows import RUNNING, EventId, EventMatch, of_event, tables_named
from tournament import duels
from tournament.history import DrawnRound
from tournament.results import BY_HAND, FLAG, RESIGNED, UNPLAYED, WALKOVER, EntrantId

WAKES_AFTER = timedelta(minutes=1)
"""A game that has begun wakes its event after so long, whatever becomes of the process that seats its batch."""


@dataclass(frozen=True, slots=True)
class PendingTable:
    """A table whose message exists but whose first game has no thread yet."""

    event_id: EventId
    round: int
    table: int
    channel_id: int
    message_id: int


class TournamentTables:
    """The use-cases that open, continue and end the matches of an event."""

    def __init__(
        self,
        tournaments: TournamentRepository,
        repository: MatchRepository,
        lobbies: Lobbies,
        resignations: ResignationService,
        channel_changes: ChannelChanges,
        clocks: Clocks,
    ) -> None:
        self._clocks = clocks
        self._tournaments = tournaments
        self._repository = repository
        self._lobbies = lobbies
        self._resignations = resignations
        self._channel_changes = channel_changes

    async def unseated(self, part: ShardSet = WHOLE, among: Collection[EventId] | None = None) -> tuple[PendingTable, ...]:
        """Return every table, in a part of the servers, whose game only waits for its thread.

        `among`: only tables of these events.
        """
        pending_tables: list[PendingTable] = []
        for event_id in sorted(await self._tournaments.store.events.unseated(part) if among is None else among):
            pending_tables += await self._unseated_tables(event_id, part)
        return tuple(pending_tables)

    async def _unseated_tables(self, event_id: EventId, part: ShardSet) -> list[PendingTable]:
        state = await self._tournaments.state(event_id)
        if state.row.status != RUNNING or not part.covers(state.row.guild_id) or not state.open_tables():
            return []
        newest_game = {(match.round, match.table): match for match in await self._tournaments.store.events.matches(event_id)}
        begun = {place for place, match in newest_game.items() if match.status != LOST}
        wanted = {(drawn.number, table) for drawn, table in state.open_tables() if not state.awaits(drawn, table)} - begun
        posts = await self._tournaments.store.posts.of(of_event(event_id)) if wanted else ()
        newest = {(its.round, its.table): post for post in posts if isinstance(its := content_of(post), PairingPost)}
        return [
            PendingTable(event_id, *place, post.channel_id, post.message_id)
            for place, post in sorted(newest.items())
            if place in wanted
            and post.message_id is not None
            and post.channel_id is not None
            # a thread has the number of the message that it was made from: a lost game stays until there is a newer message
            and (place not in newest_game or newest_game[place].channel_id != post.message_id)
        ]

    async def post_again(self, table: PendingTable, *, now: datetime) -> None:
        """Post a table's message again, because it was deleted before its thread was created."""

        def decide(state: TournamentState) -> Decision[TournamentState]:
            step = TournamentTransaction(state, now)
            step.pairing(table.round, table.table)
            return self._tournaments.decided(step)

        await self._tournaments.unit_of_work.change(self._tournaments.of(table.event_id), decide, now=now)

    async def seat(self, table: PendingTable, channel_id: int, *, now: datetime) -> None:
        """Start the first game of a table in its new thread, or move a game whose thread was deleted there.

        Does nothing if the table no longer needs it. After a batch the caller calls `wake` once; otherwise a timer does a minute
        later.
        """
        async with self._tournaments.looks(table.event_id):
            state = await self._tournaments.state(table.event_id)
            place = (table.round, table.table)
            drawn = state.open_by_place.get(place)
            if state.row.status != RUNNING or drawn is None:
                return
            starter = pairing_outcomes.next_start(state, drawn, table.table)
            assert starter is not None, "a pairing without games is open"
            matches = await self._tournaments.store.events.matches(table.event_id, *place)
            if not matches:
                await self._begin(state, drawn, table.table, 1, starter, channel_id, now, NewTimer(SEATED, now + WAKES_AFTER))
            elif matches[-1].status == LOST:
                await self._channel_changes.rehome(matches[-1].match_id, channel_id, now=now)

    async def wake(self, event_id: EventId, now: datetime) -> None:
        """Set a timer that wakes the event, because new games have new deadlines for absence."""
        await self._tournaments.unit_of_work.write(SetTimers(of_event(event_id), now, (NewTimer(SEATED, now),), instead_of=SEATED))

    async def go_on(self, state: TournamentState, by_place: Mapping[Place, list[EventMatch]], now: datetime) -> None:
        """Start the next game of every open table, and end games of decided ones; the caller holds `TournamentRepository.looks`.

        A new game wakes the event when its first turn begins, in the same transaction.
        """
        open_: Mapping[Place, DrawnRound] = state.open_by_place
        for place, matches in by_place.items():
            last = matches[-1]
            if last.status == LOBBY:
                await self._start(last.match_id, now)
            elif place not in open_ or last.match_id in state.settled:
                result = state.results.get(place)
                winner = None if result is None or result.winner is None else state.user(result.winner)
                # What a ruling or the players' agreement ends was not played to its end: it counts for no rating.
                played = last.match_id not in state.void and (result is None or result.how not in (*UNPLAYED, *BY_HAND))
                lost = FLAG if result is not None and result.how == FLAG else RESIGNED
                gives_up = state.is_duel and bool(state.having(OUT)) and result is not None and result.how == WALKOVER
                await self.end(last, now, winner, how=lost if played or gives_up else WALKOVER, gives_up=gives_up)
            elif last.status == RUNNING_MATCH and in_overtime(state, place, now):
                await self._clocks.overtime(last.match_id, now=now)
            if place in state.hours.ever and last.status == RUNNING_MATCH:
                agreed = state.hours.agreed.get(place)
                await self._clocks.stand_until(last.match_id, None if agreed is None else agreed.at, APPOINTED, now=now)
            if place in open_ and last.match_id not in state.settled:
                await self._stand_in(state, open_[place], last, now)
            if place in open_ and last.match_id in state.settled:
                starter = pairing_outcomes.next_start(state, open_[place], place[1])
                if starter is not None:
                    wakes = NewTimer(SEATED, now + WAKES_AFTER, tables_named(place))
                    await self._begin(state, open_[place], place[1], last.game + 1, starter, last.channel_id, now, wakes)

    async def _stand_in(self, state: TournamentState, drawn: DrawnRound, match: EventMatch, now: datetime) -> None:
        """Let a computer play on for a player who has left a table of three to five."""
        if not drawn.pairing(match.table).is_table or match.status != RUNNING_MATCH:
            return
        gone = {state.user(who) for who in pairing_outcomes.absent_entrants(state, drawn, match.table)}
        for seat in match.seats:
            if seat.user_id in gone and seat.left is None:
                await self._resignations.resign(match.match_id, seat.user_id, now=now)

    async def scores(self, match: EventMatch) -> tuple[int, ...]:
        """Return the present points of a match by seat; refuse `rules-changed` if its rules are unknown here."""
        if match.result is not None:
            return tuple(match.result["scores"])
        live = await self._repository.seen(match.match_id)
        return live.game.scores(live.state)

    async def was_played(self, match: EventMatch) -> bool:
        """Return whether users have made at least half of a whole game's turns; refuse `rules-changed`."""
        live = await self._repository.seen(match.match_id)
        whole = live.game.turns(live.game.options(live.match.options), len(live.seats)) * len(live.seats)
        return 2 * sum(made.people for made in eligibility.turns_by_player(live.log, len(live.seats))) >= whole

    async def missed(
        self, state: TournamentState, by_place: Mapping[Place, Sequence[EventMatch]], now: datetime
    ) -> Mapping[int, timedelta]:
        """Return by match how long a late first turn could not be played, as in an outage."""
        missed_times: dict[int, timedelta] = {}
        async for drawn, table, match in gently(no_shows.first_games(state, by_place)):
            late = no_shows.awaited_player(state, drawn, table, match, {})
            if late is not None and last_step_reached(now - late.since, state.settings.first_turn) is not None:
                seat = pairing_outcomes.seat_of(state, drawn.pairing(table), match, late.who)
                assert seat.waiting_since is not None
                missed_times[match.match_id] = await self._clocks.missed_by(
                    match.match_id, seat.seat, seat.waiting_since, now, besides=REFEREE
                )
        return missed_times

    async def used(self, match: EventMatch, *, now: datetime) -> Mapping[UserId, timedelta]:
        """Return how much of their own time each player of a match has used so far."""
        spent = await self._clocks.used(match.match_id, now)
        return {seat.user_id: spent[seat.seat] for seat in match.seats if seat.user_id is not None}

    async def end(
        self, match: EventMatch, now: datetime, winner: UserId | None = None, *, how: str = RESIGNED, gives_up: bool = False
    ) -> None:
        """End a match in its present position, because it is decided for the event; do nothing if it is over.

        The `winner` wins; None: each player who has not given up. `how` is stored with the result: a walkover counts for no rating.
        With `gives_up` the loser gives up the duel.
        """
        if match.status not in LIVE:
            return

        def decide(loaded: tuple[LoadedMatch, Mapping[str, object]]) -> Decision[None]:
            old, result = loaded
            if old.match.status not in LIVE:
                return Decision(lambda: None)
            given_up = {eligibility.GIVEN_UP: True} if gives_up else {}
            ended = replace(old.match, status=FINISHED, ended_at=now, result={**result, **given_up})
            seats = tuple(replace(seat, waiting_since=None) for seat in old.seats)
            dropped = people_seated(seats)
            commit = CommitMatch(ended, now, changed_seats=seats, drop_drafts=dropped, kill_posts="decided")
            return Decision(lambda: None, (self._repository.putting(commit),))

        of = self._repository.of_loaded(match.match_id).also(lambda old: self._result(old, winner, how))
        await self._repository.unit_of_work.change(of, decide, now=now)

    async def _result(self, old: LoadedMatch, winner: UserId | None, how: str) -> Mapping[str, object]:
        """Return the result of a match that its event ends."""
        turns: Callable[[], int] | None = None
        try:
            live = await self._repository.live(old.match.id)
            scores = list(live.game.scores(live.state))
            turns = lambda: live.game.turns(live.options, len(live.seats))  # noqa: E731
        except Refusal:  # never begun, or by rules that are not known here
            scores = [0] * len(old.seats)
        won = [seat.seat for seat in old.seats if (seat.left is None if winner is None else seat.user_id == winner)]
        lost = [seat.seat for seat in old.seats if won and seat.seat not in won]
        counts = final_ranking.rated_flags(MatchRows(old.match, old.seats, old.log), lost, turns)
        return {"scores": scores, "winners": won, "how": how, **counts}

    async def _begin(
        self,
        state: TournamentState,
        drawn: DrawnRound,
        table: int,
        game: int,
        starter: EntrantId,
        channel_id: int,
        now: datetime,
        wakes: NewTimer,
    ) -> None:
        order = drawn.pairing(table).seats
        users = tuple(state.user(who) for who in (starter, *(who for who in order if who != starter)))
        if min(users) < 0:
            return  # somebody was forgotten, and is about to be out
        told_to = await self._tournaments.matches.told_to(state.row.guild_id, state.row.channel_id)
        match = replace(self._row(state, users, channel_id, now), told_to=told_to)
        if state.is_duel:
            series = await self._series(state, drawn, table, starter)
            match = replace(match, terms=replace(match.terms, series=series))
        secret = _shared_secret(state, drawn, game) if state.settings.kind.duplicate else sealed_bag.seal()
        seats = tuple(SeatRow(Seat(person), user, joined=person) for person, user in enumerate(users))
        new = NewMatch(replace(match, commitment=sealed_bag.commitment(secret)), secret, seats)
        try:
            kept = await self._tournaments.store.events.open_match(state.row.id, drawn.number, table, game, new, wakes)
        except ConflictError:
            return  # it is there already, or its thread holds another game yet: the next look tries again
        await self._start(kept.id, now)

    async def _series(self, state: TournamentState, drawn: DrawnRound, table: int, starter: EntrantId) -> DuelContext:
        """Return the standing of a duel, from the view of the player who begins its next game."""
        pairing, games = drawn.pairing(table), state.games.get((drawn.number, table), ())
        lead, difference = duels.lead_of_first(games, pairing)
        sign = 1 if starter == pairing.first else -1
        results = [match.result or {} for match in await self._tournaments.store.events.matches(state.row.id, drawn.number, table)]
        counts = any(_was_played(result) for result in results if result)
        return DuelContext(drawn.best_of, len(games), sign * lead, sign * difference, counts)

    def _row(self, state: TournamentState, users: Sequence[UserId], channel_id: int, now: datetime) -> MatchRow:
        settings, event = state.settings, state.row
        host = NOBODY if event.host_id in users else event.host_id
        place = MatchLocation(event.guild_id, channel_id)
        row = self._lobbies.row(
            place, host, settings.game, settings.options, now=now, wanted=len(users), order="joined", locale=event.locale
        )
        # Another message would mix something else into each of the same bags.
        bag = logs.BY_STANDING if settings.kind.duplicate else row.bag
        return replace(row, bag=bag, terms=terms_of(settings, {}))

    async def _start(self, match_id: MatchId, now: datetime) -> None:
        await self._lobbies.start(match_id, NOBODY, now=now, moderator=True)


def _was_played(result: Mapping[str, Any]) -> bool:
    """Return whether a game of a duel was really played: it counts for both, and neither gave it up early."""
    return result.get("how") != WALKOVER and not result.get(eligibility.PLACES) and not result.get(eligibility.EARLY)


def _shared_secret(state: TournamentState, drawn: DrawnRound, game: int) -> Secret:
    """Return the secret that all tables of a round share, derived from the event's seed, which is published at its end.

    A replayed game gets another secret.
    """
    return Secret(sealed_bag.derived_seed(Secret(state.row.seed.encode()), f"duplicate {drawn.number} {game}"))
