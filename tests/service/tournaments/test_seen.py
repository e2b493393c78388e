"""Presses that end or begin an event: each does only that which its sender saw."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from datetime import timedelta

import pytest

from cogs.messages import component_ids
from cogs.messages.tournaments import tournament_messages
from service.errors import Refusal
from service.tournaments.duels import DuelRequest
from storage.rows import UserId
from storage.tournament_rows import CANCELLED, OPEN, RUNNING, EventId
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair

ANNA, BEN = UserId(1), UserId(2)
Press = Awaitable[object]
CHALLENGE = DuelRequest("tiny", {"rounds": "12"}, "daily")


@pytest.mark.parametrize("first", ["accept", "leave"])
async def test_withdrawing_a_duel_in_the_moment_it_is_accepted_never_gives_it_up(fair: Fair, first: str) -> None:
    tournaments = fair.services.tournaments
    event_id = (await tournaments.duels.challenge(SERVER, ANNA, BEN, CHALLENGE, name="A duel", now=fair.now)).row.id
    presses = {
        "accept": lambda: tournaments.duels.accept(event_id, BEN, now=fair.now),
        "leave": lambda: tournaments.registration.leave(event_id, ANNA, now=fair.now, saw=OPEN),
    }
    order = [first, *(set(presses) - {first})]

    answers = await asyncio.gather(*(presses[press]() for press in order), return_exceptions=True)

    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(refused) == 1 and refused[0].code in ("event-changed", "event-over"), "one of the two is told that it came too late"
    state = await fair.state(event_id)
    assert state.row.status == (RUNNING if first == "accept" else CANCELLED)
    assert not any(member.status == "out" for member in state.members.values()), "nobody has given it up unasked"


@pytest.mark.parametrize("name", ["x" * 100, "🦊" * 40, "\u202e" + "שלום" * 20])
async def test_a_long_name_of_a_team_is_kept_until_the_rules_are_accepted_and_in_no_button(fair: Fair, name: str) -> None:
    event_id = await fair.opened(0)
    registration = fair.services.tournaments.registration
    await registration.keep_team(event_id, ANNA, name, now=fair.now)

    assert await registration.kept_team(event_id, ANNA) == name
    assert await registration.kept_team(event_id, BEN) == ""
    assert "team" not in tournament_messages.rules_first.__annotations__, "no button can be given what somebody has typed"
    assert component_ids.LONGEST == 100


async def test_every_pair_of_opposite_presses_about_an_event_does_one_thing_and_says_so_to_the_other(fair: Fair) -> None:
    """In both orders: the second is refused, because it has changed, and does nothing."""
    events = fair.services.tournaments

    async def opened() -> EventId:
        return await fair.opened(4, "swiss:3")

    async def running() -> EventId:
        return await fair.started(4, "swiss:3")

    def start(event_id: EventId, _saw: str) -> Press:
        return events.registration.start(event_id, ORGANISER, now=fair.now)

    def cancel(event_id: EventId, saw: str) -> Press:
        return events.registration.cancel(event_id, ORGANISER, now=fair.now, saw=saw)

    def close(event_id: EventId, saw: str) -> Press:
        return events.rulings.close_round(event_id, ORGANISER, now=fair.now, saw=saw)

    for begun, press, other in ((opened, start, cancel), (running, close, cancel), (running, close, close)):
        for first, second in ((press, other), (other, press)):
            event_id = await begun()
            saw = (await fair.state(event_id)).stands
            await first(event_id, saw)
            await fair.settle()
            before = (await fair.state(event_id)).row.version
            with pytest.raises(Refusal) as refused:
                await second(event_id, saw)
            assert refused.value.code in ("event-changed", "event-over", "event-not-running"), (first, second)
            await fair.settle()
            assert (await fair.state(event_id)).row.version == before, "the second has done nothing"


async def test_hours_accepted_in_the_moment_another_is_proposed_are_those_that_were_seen(fair: Fair) -> None:
    event_id, hours = await fair.started(2, "swiss:1"), [fair.now + timedelta(hours=n) for n in (20, 30)]
    scheduling = fair.services.tournaments.scheduling
    await scheduling.propose(event_id, ANNA, hours[:1], now=fair.now)
    number = (await fair.state(event_id)).hours.count
    await scheduling.propose(event_id, ANNA, hours[1:], now=fair.now)

    with pytest.raises(Refusal) as refused:
        await scheduling.accept(event_id, BEN, number, 0, now=fair.now)

    assert refused.value.code == "hour-not-open"
