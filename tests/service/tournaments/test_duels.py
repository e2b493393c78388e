"""Duels: challenged, accepted, declined; one thread, one result, and one change of the ratings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from service.tournaments.duels import MOST_CHALLENGES, DuelRequest
from service.tournaments.state import TournamentState
from service.tournaments.tournament_settings import LAPSES_AFTER
from storage.rows import UserId
from storage.tournament_rows import CANCELLED, FINISHED, OPEN, RUNNING, EventId, EventMatch
from tests.service.tournaments.conftest import SERVER, Fair
from tests.service.tournaments.test_events import refused

ANNA, BEN, CHI = UserId(1), UserId(2), UserId(3)


async def challenged(fair: Fair, by: UserId = ANNA, other: UserId = BEN, **changes: Any) -> EventId:
    """Return a challenge whose message is posted."""
    wanted = DuelRequest("tiny", {"rounds": "12"}, "daily")._replace(**changes)
    state = await fair.services.tournaments.duels.challenge(SERVER, by, other, wanted, name="Duel", now=fair.now)
    await fair.settle()
    return state.row.id


async def begun(fair: Fair, **changes: Any) -> EventId:
    """Return a duel of anna and ben whose first game has begun."""
    event_id = await challenged(fair, **changes)
    await fair.services.tournaments.duels.accept(event_id, BEN, now=fair.now)
    await fair.settle()
    return event_id


async def game(fair: Fair, event_id: EventId) -> EventMatch:
    """Return the newest game."""
    return (await fair.services.tournaments.queries.matches(event_id))[-1]


async def lost_by(fair: Fair, event_id: EventId, user: UserId, after: int = 20) -> TournamentState:
    """Resign from the running game, after so many turns of both together."""
    match = await game(fair, event_id)
    for _ in range(after):
        assert await fair.turn(match.match_id)
    await fair.services.resignations.resign(match.match_id, user, now=fair.now)
    await fair.settle()
    return await fair.state(event_id)


async def ratings(fair: Fair) -> dict[int, tuple[int, int]]:
    """Return the rated games and wins of all who have a rating."""
    ratings = await fair.store.stats.ratings(SERVER.guild_id or 0, "tiny duel", [ANNA, BEN])
    return {user: (each_rating.games, each_rating.wins) for user, each_rating in ratings.items()}


async def test_a_duel_is_played_in_one_thread_told_once_and_rated_once(fair: Fair) -> None:
    event_id = await begun(fair, games=3)
    begins = [(await game(fair, event_id)).seats[0].user_id]
    await lost_by(fair, event_id, BEN)
    begins.append((await game(fair, event_id)).seats[0].user_id)
    rated = [await ratings(fair)]
    await lost_by(fair, event_id, ANNA)
    begins.append((await game(fair, event_id)).seats[0].user_id)
    after = await lost_by(fair, event_id, BEN)

    matches = await fair.services.tournaments.queries.matches(event_id)
    assert begins[0] == begins[2] != begins[1] and after.row.status == FINISHED
    assert len({match.channel_id for match in matches}) == 1 and len(matches) == 3
    assert [kind for _, kind in fair.posted].count("pairing") == 1
    assert fair.bulletins == ["duel-over"] and fair.said[0][0] == matches[0].channel_id
    rated.append(await ratings(fair))
    assert rated == [{}, {ANNA: (1, 1), BEN: (1, 0)}]
    assert await fair.services.stats_backfill.prove(0) == 0, "a recount comes to the same"


async def test_a_duel_given_up_is_lost_and_counts_if_a_game_was_played(fair: Fair) -> None:
    event_id = await begun(fair, games=3)
    await lost_by(fair, event_id, BEN)
    await fair.services.tournaments.registration.leave(event_id, BEN, now=fair.now)
    await fair.settle()

    assert (await fair.state(event_id)).row.status == FINISHED
    assert await ratings(fair) == {ANNA: (1, 1), BEN: (1, 0)}, "no loss is escaped by leaving before the last game"

    other = await begun(fair, games=3)
    await fair.services.tournaments.registration.leave(other, BEN, now=fair.now)
    await fair.settle()
    assert (await fair.state(other)).row.status == FINISHED
    assert await ratings(fair) == {ANNA: (1, 1), BEN: (1, 0)}, "nobody has played it"


async def test_only_who_was_challenged_accepts_and_either_calls_it_off(fair: Fair) -> None:
    events = fair.services.tournaments
    event_id = await challenged(fair)
    for user in (ANNA, CHI):
        await refused("not-your-duel", events.duels.accept(event_id, user, now=fair.now))
    await refused("not-your-duel", events.registration.enter(event_id, CHI, now=fair.now))
    await refused("not-entered", events.registration.leave(event_id, CHI, now=fair.now))
    await events.registration.leave(event_id, BEN, now=fair.now)
    declined = await fair.state(event_id)
    await refused("event-over", events.duels.accept(event_id, BEN, now=fair.now))
    again = await challenged(fair)
    await events.registration.leave(again, ANNA, now=fair.now)
    withdrawn = await fair.state(again)

    assert (declined.row.status, declined.called_off) == (CANCELLED, "declined")
    assert (withdrawn.row.status, withdrawn.called_off) == (CANCELLED, "withdrawn")
    assert not fair.bulletins and [code for _, code, _ in fair.letters] == ["duel-declined"]


async def test_a_challenge_lapses_and_one_that_was_accepted_does_not(fair: Fair) -> None:
    waits = await challenged(fair)
    plays = await begun(fair, by=CHI, pace="relaxed")
    await fair.wait(seconds=LAPSES_AFTER.total_seconds() - 60)
    before = (await fair.state(waits)).row.status
    await fair.wait(minutes=2)
    state = await fair.state(waits)

    assert before == OPEN
    assert (state.row.status, state.called_off) == (CANCELLED, "lapsed")
    assert (await fair.state(plays)).called_off == ""


async def test_challenges_have_their_bounds_and_are_no_tournaments(fair: Fair) -> None:
    challenge = fair.services.tournaments.duels.challenge
    wanted = DuelRequest("tiny", {}, "daily")
    first = await challenged(fair)
    for by, other, code in ((ANNA, ANNA, "no-rival"), (ANNA, BEN, "duel-there"), (BEN, ANNA, "duel-there")):
        await refused(code, challenge(SERVER, by, other, wanted, name="Duel", now=fair.now))
    for number in range(10, 10 + MOST_CHALLENGES - 1):
        await challenged(fair, ANNA, UserId(number))
    await refused("too-many-challenges", challenge(SERVER, ANNA, CHI, wanted, name="Duel", now=fair.now))
    await refused("bad-terms", challenge(SERVER, CHI, BEN, wanted._replace(pace="soon"), name="Duel", now=fair.now))
    await fair.services.user_settings.block(BEN, CHI)
    await refused("no-rival", challenge(SERVER, CHI, BEN, wanted, name="Duel", now=fair.now))

    assert await fair.services.tournaments.queries.of_guild(7) == ()
    assert not (await fair.state(await begun_without_clock(fair))).settings.rated
    assert first


async def begun_without_clock(fair: Fair) -> EventId:
    """Return a duel of others without a clock."""
    event_id = await challenged(fair, UserId(20), UserId(21), pace="none")
    await fair.services.tournaments.duels.accept(event_id, UserId(21), now=fair.now)
    return event_id


async def test_somebody_who_leaves_the_server_ends_their_duels(fair: Fair) -> None:
    waits, plays = await challenged(fair, CHI, BEN), await begun(fair, games=3)
    await fair.services.resignations.retire(BEN, now=fair.now)
    await fair.settle()

    states = [await fair.state(event_id) for event_id in (waits, plays)]
    assert [state.row.status for state in states] == [CANCELLED, FINISHED]
    assert states[1].results[1, 1].winner is not None and states[1].user(states[1].results[1, 1].winner) == ANNA


async def test_a_live_duel_waits_for_the_challenger_who_is_told(fair: Fair) -> None:
    event_id = await begun(fair, pace="live")
    before = await fair.services.tournaments.queries.matches(event_id)
    await fair.services.tournaments.round_scheduler.ready(event_id, ANNA, now=fair.now)
    await fair.settle()

    assert not before and await game(fair, event_id)
    assert [(user, code) for user, code, _ in fair.letters] == [(ANNA, "accepted-live")]


async def test_a_process_that_ends_anywhere_goes_on_by_looking(fair: Fair) -> None:
    event_id = await challenged(fair)
    await fair.restart()
    await fair.services.tournaments.duels.accept(event_id, BEN, now=fair.now)
    await fair.restart()
    await fair.settle()
    await lost_by(fair, event_id, BEN, after=4)
    await fair.restart()
    await fair.settle()

    state = await fair.state(event_id)
    assert state.row.status == FINISHED and len(await fair.services.tournaments.queries.matches(event_id)) == 1
    assert [kind for _, kind in fair.posted].count("pairing") == 1
    assert fair.now - state.row.created_at < timedelta(days=1) and RUNNING not in (state.row.status,)


async def test_duels_that_are_played_are_not_read_to_find_tables_without_a_thread(
    fair: Fair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be ten thousand of them."""
    for number in range(6):
        event_id = await challenged(fair, UserId(10 + number), UserId(20 + number))
        await fair.services.tournaments.duels.accept(event_id, UserId(20 + number), now=fair.now)
        await fair.settle()
    waiting = await challenged(fair)
    read: list[EventId] = []
    load = fair.store.events.load

    async def noted(event_id: EventId) -> Any:
        read.append(event_id)
        return await load(event_id)

    monkeypatch.setattr(fair.store.events, "load", noted)
    fair.services.tournaments.repository.forget_all()
    assert await fair.services.tournaments.tables.unseated() == () and read == []

    await fair.services.tournaments.duels.accept(waiting, BEN, now=fair.now)
    await fair.services.timers.tick(fair.now)
    fair.services.tournaments.repository.forget_all()
    read.clear()
    (table,) = await fair.services.tournaments.tables.unseated()
    assert table.event_id == waiting and set(read) == {waiting}
    assert len(await fair.services.tournaments.tables.unseated(among=[waiting])) == 1
    assert await fair.services.tournaments.tables.unseated(among=[EventId(waiting - 1)]) == ()


async def test_a_server_that_is_full_has_room_for_no_duel(fair: Fair) -> None:
    event_id = await challenged(fair)
    await fair.services.server_settings.choose(SERVER.guild_id or 0, "games", ["5"])
    for number in range(5):
        other = await challenged(fair, UserId(10 + number), UserId(20 + number))
        await fair.services.tournaments.duels.accept(other, UserId(20 + number), now=fair.now)
        await fair.settle()
    await refused("server-games-full", fair.services.tournaments.duels.accept(event_id, BEN, now=fair.now))
    await refused("server-games-full", challenged(fair, CHI, UserId(30)))
