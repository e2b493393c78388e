"""Presses that end or begin an event: each does only that which its sender saw."""

from __future__ import annotations

import asyncio

import pytest

from cogs.messages import component_ids
from cogs.messages.tournaments import tournament_messages
from service.errors import Refusal
from service.tournaments.duels import DuelRequest
from storage.rows import UserId
from storage.tournament_rows import CANCELLED, OPEN, RUNNING
from tests.service.tournaments.conftest import SERVER, Fair

ANNA, BEN = UserId(1), UserId(2)
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
