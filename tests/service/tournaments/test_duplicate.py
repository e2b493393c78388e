"""Rounds in which every table gets the same bag, through the real services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.core.game import CHANCE
from service.match import sealed_bag
from service.tournaments import queries
from storage.rows import EndedMatch, MatchId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair, settings
from tests.service.tournaments.test_events import refused

TWO_TABLES: Mapping[str, Any] = {"preset": "duplicate", "pace": "evening", "options": {"rounds": "3"}}


async def draws(fair: Fair, match_id: MatchId) -> list[str]:
    """Return the house's draws in a match."""
    return [row.text for row in (await fair.services.repository.seen(match_id)).log if row.seat == CHANCE]


async def ended(fair: Fair, match_id: MatchId) -> EndedMatch:
    """Return a match that has ended, as puzzles are made out of it."""
    fair.services.puzzles.making.is_shown = everybody_reads
    return next(match for match in await fair.store.matches.ended(7, 100) if match.id == match_id)


async def everybody_reads(*_where: int) -> bool:
    return True


async def secrets(fair: Fair, event_id: EventId) -> list[bytes]:
    """Return the secret of each match, in the order of rounds and tables."""
    matches = await fair.services.tournaments.queries.matches(event_id)
    return [(await fair.store.matches.secret(match.match_id)).key for match in matches]


async def test_all_tables_of_a_round_draw_the_same_and_each_round_something_else(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2", **TWO_TABLES)

    state = await fair.play_out(event_id)

    matches = await fair.services.tournaments.queries.matches(event_id)
    drawn = [await draws(fair, match.match_id) for match in matches]
    assert len(drawn[0]) == 6 and drawn[0] == drawn[1] and drawn[2] == drawn[3]
    keys = await secrets(fair, event_id)
    assert keys[0] == keys[1] != keys[2] == keys[3]
    for match, key in zip(matches, keys, strict=True):
        row = await fair.services.match_queries.match(match.match_id)
        assert row.commitment == sealed_bag.hashlib.sha256(key).hexdigest()
    assert state.row.status == "finished"


async def test_nothing_of_a_round_is_shown_before_its_last_table_has_ended(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2", **TWO_TABLES)
    first, other = await fair.services.tournaments.queries.matches(event_id)
    while await fair.turn(first.match_id):
        pass
    await fair.settle()

    state = await fair.state(event_id)
    assert set(state.results) == {(1, 1)} and state.shown.results == {} and state.shown.games == {}
    record = await fair.services.tournaments.queries.export(event_id)
    assert all("score" not in pairing for pairing in record["rounds"][0]["pairings"]) and record["seed"] is None
    while await fair.turn(other.match_id):
        pass
    await fair.settle()

    state = await fair.state(event_id)
    assert set(state.shown.results) == {(1, 1), (1, 2)}
    leads = queries.against_the_field(state, state.rounds[0])
    assert len(leads) == 4 and sum(leads.values()) == pytest.approx(0)


async def test_the_secret_of_a_bag_opens_when_the_last_table_that_draws_from_it_is_done(fair: Fair) -> None:
    """Anyone who gave up at once could verify or export the game, and knew every tile that the other tables were about to draw."""
    event_id = await fair.started(4, "swiss:1", **TWO_TABLES)
    first, other = await fair.services.tournaments.queries.matches(event_id)
    loser, archive = first.seats[1].user_id, fair.services.record_export
    assert loser is not None
    await fair.services.resignations.resign(first.match_id, loser, now=fair.now)
    await fair.settle()
    assert (await fair.services.match_queries.match(first.match_id)).status == "finished"
    assert (await fair.services.match_queries.match(other.match_id)).status == "running"

    await refused("bag-shared", archive.verify(first.match_id))
    await refused("bag-shared", fair.services.analyses.ask(first.match_id, 1, now=fair.now))
    assert "secret" not in await archive.export(first.match_id, loser)
    assert not await fair.services.match_queries.is_open(await fair.services.match_queries.match(first.match_id))
    assert await archive.finished(first.match_id) is None
    assert (await archive.notation(first.match_id)).count("h:") == len(await draws(fair, first.match_id)) == 1
    assert await fair.services.turn_replays.frames(first.match_id) == (), "no turn was played there"
    assert not await fair.services.puzzles.making._is_open(await ended(fair, first.match_id), 7, 70)
    (user,) = [seat.user_id for seat in other.seats if seat.waiting_since is not None and seat.user_id is not None]
    await refused("no-hints", fair.services.hints.ask(other.match_id, user, now=fair.now))
    while await fair.turn(other.match_id):
        pass
    await fair.settle()

    assert (await archive.verify(first.match_id)).is_sound and (await archive.verify(other.match_id)).is_sound
    assert "secret" in await archive.export(first.match_id)


async def test_an_event_that_is_called_off_keeps_its_seed_while_its_games_go_on(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:1", **TWO_TABLES)
    first, other = await fair.services.tournaments.queries.matches(event_id)
    await fair.services.tournaments.registration.cancel(event_id, ORGANISER, now=fair.now)
    while await fair.turn(first.match_id):
        pass

    await refused("bag-shared", fair.services.record_export.verify(first.match_id))
    assert (await fair.services.tournaments.queries.export(event_id))["seed"] is None
    while await fair.turn(other.match_id):
        pass

    assert (await fair.services.record_export.verify(first.match_id)).is_sound
    assert (await fair.services.tournaments.queries.export(event_id))["seed"] is not None


async def test_an_event_with_other_presets_keeps_a_bag_for_each_table(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:1")

    assert len(set(await secrets(fair, event_id))) == 2
    state = await fair.state(event_id)
    assert state.shown is state


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"pace": "event"}, "duplicate-live"),
        ({"pace": "live", "stages": "swiss:2 best-of=3"}, "duplicate-once"),
        ({"pace": "live", "stages": "swiss:2 -> ladder"}, "duplicate-once"),
    ],
)
async def test_the_same_bag_is_for_those_who_play_at_the_same_time_one_game_each(
    fair: Fair, changes: dict[str, str], code: str
) -> None:
    wanted = settings(**{"preset": "duplicate", "stages": "swiss:2", **changes})

    refusal = await refused("bad-event", fair.services.tournaments.creation.open(SERVER, ORGANISER, "Cup", wanted, now=fair.now))

    assert refusal.params["found"].code == code
