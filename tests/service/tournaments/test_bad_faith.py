"""The attempts of people in bad faith, each of which gained once.

The first of them, that one who has left decides nothing, is in `test_interests`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from service.tournaments.repository import DUE
from service.tournaments.tournament_settings import played, usual
from service.wiring.services import Services
from storage.rows import UserId
from storage.tournament_rows import EventId, EventMatch, of_event
from tests.service.conftest import ANNA, BEN, refusal
from tests.service.play import test_requests
from tests.service.tournaments.conftest import ORGANISER, Fair
from tournament.presets import PRESETS


@pytest.mark.parametrize("by", [ANNA, BEN])
async def test_3_a_moderator_who_plays_takes_no_turn_back(services: Services, by: UserId) -> None:
    """The next tile has shown by then that the move was a mistake."""
    match_id = await test_requests.played(services, ANNA, BEN, turns=2)

    refused = await refusal(services.take_back.rule(match_id, ANNA, by=by, now=test_requests.LATER))

    assert refused.code == "own-game"
    assert (await services.match_queries.table(match_id)).asked == (0,), "nothing has changed"


LIVE = {"pace": "live", "first_turn": timedelta(minutes=10)}


@pytest.mark.parametrize(("people", "stages"), [(2, "knock-out"), (2, "arena:2"), (3, "swiss:1"), (4, "tables:1")])
async def test_2_a_player_who_does_not_come_to_a_live_game_has_lost_it_after_ten_minutes(
    fair: Fair, people: int, stages: str
) -> None:
    """A pairing alone in its batch: its event has looked at it before anybody was asked to move, and sleeps for hours."""
    event_id = await fair.opened(people, stages, **LIVE)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.wait(minutes=0 if stages.startswith("arena") else 10)
    late = {seat.user_id for match in await matches_of(fair, event_id) for seat in match.seats if seat.waiting_since is not None}
    assert late, "the game has begun without anybody saying that they are there"

    await fair.wait(minutes=11)

    state = await fair.state(event_id)
    assert all(state.members[state.numbers[user]].no_shows == 1 for user in late if user is not None)
    warned = {user for user, code, _ in fair.letters if code.removesuffix("-table") in ("late", "warned")}
    assert warned >= late


async def test_2_the_event_looks_again_when_a_first_turn_is_asked_for_and_not_only_when_a_game_begins(fair: Fair) -> None:
    event_id = await fair.opened(2, "knock-out", **LIVE)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.wait(minutes=10)

    (match,) = await matches_of(fair, event_id)
    asked = next(seat.waiting_since for seat in match.seats if seat.waiting_since is not None)
    due = [timer.due_at for timer in await fair.store.timers.of(of_event(event_id)) if timer.kind == DUE]
    assert due == [asked + timedelta(minutes=5)], "the first warning is next"


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_11_times_follow_from_the_pace_whatever_the_kind(preset: str) -> None:
    usually = usual(preset, "tiny")
    live, slow = (played(usually, stages=usually.stages, pace=pace) for pace in ("live", "event"))

    minutes = 5 if live.is_arena else 10
    assert (live.first_turn, live.preview, live.round_length) == (timedelta(minutes=minutes), timedelta(), None)
    if not slow.is_arena:
        assert (slow.first_turn, slow.round_length) == (timedelta(hours=48), timedelta(days=28))
    assert played(live, stages=live.stages, pace=usually.pace) == usually, "back again"


def test_11_a_time_that_was_chosen_stays() -> None:
    chosen = replace(usual("cup", "tiny"), first_turn=timedelta(hours=5))

    assert played(chosen, stages=chosen.stages, pace="live").first_turn == timedelta(hours=5)
    assert played(chosen, stages="nonsense", pace="live").pace == "live", "refused when it is opened"


async def matches_of(fair: Fair, event_id: EventId) -> Sequence[EventMatch]:
    return await fair.services.tournaments.queries.matches(event_id)
