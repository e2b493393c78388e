"""A barred person with games of every kind: all of them end well, and every event comes to its end."""

from __future__ import annotations

from datetime import timedelta

from service.records import MatchLocation
from service.tournaments.duels import DuelRequest
from service.tournaments.queries import EventMatch
from storage.rows import PERSON, SERVER, UserId
from storage.tournament_rows import CANCELLED, FINISHED
from tests.service.conftest import begin
from tests.service.tournaments.conftest import SERVER as PLACE
from tests.service.tournaments.conftest import Fair, fair

__all__ = ["fair"]

OPERATOR, BARRED, BEN = UserId(999), UserId(1), UserId(2)


async def test_ten_running_games_two_in_tournaments_a_duel_and_an_appointment_all_end_well(fair: Fair) -> None:
    events = [await fair.started(4, "swiss:2"), await fair.started(6, "swiss:2")]
    games = [(await begin(fair.services, BARRED, BEN, place=MatchLocation(7, 700 + n))).match.id for n in range(8)]
    open_duel = await fair.services.tournaments.duels.challenge(
        PLACE, BARRED, BEN, DuelRequest("tiny", {"rounds": "12"}, "daily"), name="Duel", now=fair.now
    )
    meets = fair.services.tournaments.scheduling
    hour = fair.now + timedelta(hours=30)
    await meets.propose(events[0], BARRED, [hour], now=fair.now)
    other = next(user for game in await fair.services.tournaments.queries.matches(events[0]) for user in _opponents(game))
    assert await meets.accept(events[0], other, 0, 0, now=fair.now) == hour
    await fair.settle()
    assert len(await fair.store.people.live_with(BARRED)) == 10

    await fair.services.exclusion.bar(BARRED, PERSON, OPERATOR, now=fair.now)
    fair.absent = {BARRED}
    await fair.settle()

    assert await fair.store.people.live_with(BARRED) == ()
    for match_id in games:
        assert {seat.user_id for seat in await fair.services.match_queries.seats(match_id) if seat.is_human} == {BEN}
    assert (await fair.state(open_duel.row.id)).row.status == CANCELLED
    for event_id in events:
        state = await fair.play_out(event_id)
        assert state.row.status == FINISHED and state.champion != BARRED
        assert all("1" not in map(str, couple) for couple in state.rounds[1].couples)


async def test_events_of_a_barred_server_are_called_off_and_their_games_end(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    games = [match.match_id for match in await fair.services.tournaments.queries.matches(event_id)]
    assert games

    await fair.services.exclusion.bar(7, SERVER, OPERATOR, now=fair.now)
    await fair.settle()

    assert (await fair.state(event_id)).row.status == CANCELLED
    assert {(await fair.services.match_queries.match(match_id)).status for match_id in games} == {"cancelled"}


def _opponents(game: EventMatch) -> list[UserId]:
    """Return who plays against the barred person."""
    users = [seat.user_id for seat in game.seats if seat.user_id is not None]
    return [user for user in users if BARRED in users and user != BARRED]
