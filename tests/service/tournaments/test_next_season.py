"""The next season of a tournament: who is in it first, where they are seeded, and what leads back to the seasons before."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from service.errors import Refusal
from service.tournaments import next_season
from service.tournaments.state import IN, WAITING, TournamentState
from service.tournaments.tournament_settings import preset_settings
from service.users.preferences import TOURNAMENTS, WARNINGS
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair
from tests.service.tournaments.test_events import refused
from tests.service.tournaments.test_teams import joined
from tournament import progression as courses
from tournament.first_player import seeding

WEEK = timedelta(days=7)


async def over(fair: Fair, people: int, stages: str, **changes: Any) -> TournamentState:
    """Return an event that is over."""
    return await fair.play_out(await fair.started(people, stages, **changes))


async def succeeded(fair: Fair, state: TournamentState, held: timedelta = WEEK, **changes: Any) -> TournamentState:
    """Return its next season, open for entry."""
    settings = next_season.next_season_settings(state)
    given: dict[str, Any] = {"name": next_season.next_name(state), "held": held, "now": fair.now, **changes}
    after: TournamentState = await fair.services.tournaments.next_season.succeed(state.row.id, SERVER, ORGANISER, settings, **given)
    await fair.settle()
    return after


async def entered(fair: Fair, event_id: EventId, *people: int) -> list[str]:
    """Return each person's status on entering."""
    enter = fair.services.tournaments.registration.enter
    return [(await enter(event_id, UserId(person), now=fair.now)).status for person in people]


def users(state: TournamentState) -> list[int]:
    """People in the order in which they would be seeded now."""
    return [state.user(who) for who in seeding([member.entrant for member in state.having(IN)], state.row.seed)]


async def test_the_terms_are_the_same_and_who_was_in_is_seeded_by_their_places(fair: Fair) -> None:
    state = await over(fair, 4, "swiss:2", round_length=timedelta(days=9))
    after = await succeeded(fair, state)

    same = {**state.row.settings, "former": state.row.id, "season": 2, "starts_at": None}
    assert after.row.settings == same and after.row.name == "Cup 2"
    assert await entered(fair, after.row.id, 9, 4, 3, 2, 1) == [IN] * 5
    after = await fair.state(after.row.id)
    assert users(after) == [*(int(state.user(who)) for who in state.final), 9], "a new one is behind them"
    await fair.restart()
    assert users(await fair.state(after.row.id)) == users(after)


async def test_places_are_held_until_a_date_and_then_go_to_who_waits(fair: Fair) -> None:
    state = await over(fair, 3, "groups:1", most=3)
    after = await succeeded(fair, state)

    assert await entered(fair, after.row.id, 8, 9) == [WAITING, WAITING], "all three places are held"
    assert await entered(fair, after.row.id, 2) == [IN]
    await fair.wait(days=6, hours=23)
    assert (await fair.state(after.row.id)).member(UserId(8)).status == WAITING  # type: ignore[union-attr]
    await fair.wait(hours=2)

    state = await fair.state(after.row.id)
    assert [state.member(UserId(user)).status for user in (2, 8, 9)] == [IN] * 3  # type: ignore[union-attr]
    assert await entered(fair, after.row.id, 1) == [WAITING], "the date is past"
    assert [code for user, code, _ in fair.letters if user == 8] == ["moved-up"]


async def test_who_was_in_is_told_in_private_if_they_want_it(fair: Fair) -> None:
    state = await over(fair, 3, "swiss:1")
    await fair.services.user_settings.prefer(UserId(2), TOURNAMENTS, WARNINGS)

    await succeeded(fair, state)

    assert sorted(user for user, code, _ in fair.letters if code == "next-season") == [1, 3]


async def test_who_had_left_has_no_place_held(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    await fair.services.tournaments.registration.leave(event_id, UserId(3), now=fair.now)
    after = await succeeded(fair, await fair.play_out(event_id))

    assert sorted(after.users.values()) == [1, 2, 4]


async def test_divisions_of_the_next_season_are_those_after_promotion_and_relegation(fair: Fair) -> None:
    state = await over(fair, 6, "league:2")
    first, second = courses.parts_of(state.course, 0)
    wanted = {*first[:2], second[0]}

    after = await succeeded(fair, state)
    await entered(fair, after.row.id, 6, 5, 4, 3, 2, 1)
    await fair.services.tournaments.registration.start(after.row.id, ORGANISER, now=fair.now)
    await fair.settle()

    then = await fair.state(after.row.id)
    upper, lower = courses.parts_of(then.course, 0)
    assert {then.user(who) for who in upper} == {state.user(who) for who in wanted}
    assert {then.user(who) for who in lower} == {state.user(who) for who in (*first, *second) if who not in wanted}


async def test_who_stays_away_makes_room_in_the_division_above(fair: Fair) -> None:
    state = await over(fair, 6, "league:2")
    first, second = courses.parts_of(state.course, 0)
    after = await succeeded(fair, state)
    missing = state.user(first[0])

    await entered(fair, after.row.id, *(user for user in range(1, 8) if user != missing))
    await fair.services.tournaments.registration.start(after.row.id, ORGANISER, now=fair.now)
    await fair.settle()

    then = await fair.state(after.row.id)
    upper, lower = courses.parts_of(then.course, 0)
    assert {then.user(who) for who in upper} == {state.user(who) for who in (first[1], second[0], first[2])}
    assert 7 in [then.user(who) for who in lower], "who is new begins below"


async def test_a_ladder_goes_on_where_it_was_ended(fair: Fair) -> None:
    event_id = await fair.started(3, "ladder:2")
    events = fair.services.tournaments
    top, _, last = (int(who) for who in courses.ranking((await fair.state(event_id)).course))
    await events.challenges.challenge(event_id, UserId(last), top, now=fair.now)
    await fair.settle()
    (match,) = await events.queries.matches(event_id)
    await fair.services.resignations.resign(match.match_id, UserId(top), now=fair.now)
    await fair.settle()
    await events.early_end.end(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    state = await fair.state(event_id)

    after = await succeeded(fair, state)
    await entered(fair, after.row.id, 1, 2, 3)
    await events.registration.start(after.row.id, ORGANISER, now=fair.now)
    await fair.settle()

    then = await fair.state(after.row.id)
    assert [then.user(who) for who in courses.ranking(then.course)] == [state.user(who) for who in state.final]


async def test_teams_are_seeded_as_they_finished(fair: Fair) -> None:
    settings: dict[str, Any] = {"stages": "swiss:1 boards=2", "options": {"rounds": "1"}, "preview": timedelta()}
    event_id = await fair.opened(0, **settings)
    for person, team in ((1, "Reds"), (2, "Reds"), (3, "Blues"), (4, "Blues")):
        await joined(fair, event_id, UserId(person), team)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    state = await fair.play_out(event_id)
    winners = state.teams[state.final[0]]

    after = await succeeded(fair, state)
    for person, team in ((3, "Blues"), (4, "Blues"), (1, "Reds"), (2, "Reds")):
        await joined(fair, after.row.id, UserId(person), team)

    then = await fair.state(after.row.id)
    best = min(then.course.entrants, key=lambda each: each.seed or 99)
    assert then.teams[best.id] == winners


async def test_there_is_one_next_season_though_two_press_at_once(fair: Fair) -> None:
    state = await over(fair, 3, "swiss:1")

    results = await asyncio.gather(succeeded(fair, state), succeeded(fair, state), return_exceptions=True)

    assert sorted(type(outcome).__name__ for outcome in results) == ["Refusal", "TournamentState"]
    (error,) = [outcome for outcome in results if isinstance(outcome, Refusal)]
    assert error.code == "has-successor" and error.params["name"] == "Cup 2"
    (after,) = [outcome for outcome in results if isinstance(outcome, TournamentState)]
    await fair.services.tournaments.registration.cancel(after.row.id, ORGANISER, now=fair.now)
    assert (await succeeded(fair, state)).row.id != after.row.id, "one that was called off is no season"


async def test_the_seasons_lead_to_each_other(fair: Fair) -> None:
    first = await over(fair, 3, "swiss:1")
    second = await succeeded(fair, first)
    await entered(fair, second.row.id, 1, 2, 3)
    await fair.services.tournaments.registration.start(second.row.id, ORGANISER, now=fair.now)
    await fair.settle()
    third = await succeeded(fair, await fair.play_out(second.row.id))

    for event_id in (first.row.id, second.row.id, third.row.id):
        seasons = await fair.services.tournaments.next_season.seasons(event_id)
        assert [(season_announced.event_id, season_announced.number) for season_announced in seasons] == [
            (third.row.id, 3),
            (second.row.id, 2),
            (first.row.id, 1),
        ]
    assert seasons[2].champion == first.final[0] and seasons[0].champion is None and third.row.name == "Cup 3"


async def test_only_what_is_over_has_a_next_season_and_places_are_not_held_for_ever(fair: Fair) -> None:
    running = await fair.started(3, "swiss:1")
    await refused("event-not-over", succeeded(fair, await fair.state(running)))
    state = await fair.play_out(running)
    await refused("no-length", succeeded(fair, state, timedelta(days=61)))


@pytest.mark.parametrize(
    ("name", "expected"), [("Cup", "Cup 2"), ("Liga 7", "Liga 8"), ("Liga 2026/27", "Liga 2026/27 2"), ("x" * 32, "x" * 30 + " 2")]
)
async def test_the_next_name_counts_on(fair: Fair, name: str, expected: str) -> None:
    opened = await fair.services.tournaments.creation.open(
        SERVER, ORGANISER, name, preset_settings("slow-swiss", "tiny"), now=fair.now
    )

    assert next_season.next_name(opened) == expected
