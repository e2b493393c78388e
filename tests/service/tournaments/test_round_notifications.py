"""Letters about rounds: to everybody who plays, once, and to nobody who wants none."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.errors import Refusal
from service.users.preferences import TOURNAMENTS, WARNINGS
from storage.rows import UserId
from tests.service.tournaments.conftest import ORGANISER, Fair


async def test_everybody_is_told_of_every_round_once(fair: Fair) -> None:
    event_id = await fair.started(5, "swiss:3")
    await fair.restart()
    state = await fair.play_out(event_id)

    told = [(what["round"], user, code) for user, code, what in fair.called]
    expected = [
        (drawn.number, int(who), "play" if len(drawn.seats(table)) > 1 else "bye")
        for drawn in state.rounds
        for table in range(1, len(drawn.couples) + 1)
        for who in drawn.seats(table)
    ]
    assert sorted(told) == sorted(expected)
    assert all("until" in what for _, code, what in fair.called if code == "play")


async def test_where_everybody_is_present_they_are_called_at_publication(fair: Fair) -> None:
    await fair.started(2, "swiss:1", pace="bank=20min increment=5s cap=20min", first_turn=timedelta(minutes=10), round_length=None)

    assert sorted((user, code) for user, code, _ in fair.called) == [(1, "come"), (2, "come")]
    await fair.wait(minutes=11)
    assert len(fair.called) == 2, "not again when the game begins"


async def test_who_wants_no_such_letters_gets_warnings_only(fair: Fair) -> None:
    await fair.services.user_settings.prefer(UserId(1), TOURNAMENTS, WARNINGS)
    event_id = await fair.started(2, "swiss:1")
    assert [user for user, _, _ in fair.called] == [2]

    assert await fair.services.tournaments.rulings.message(event_id, ORGANISER, "Hello", now=fair.now) == 1
    fair.absent = {1, 2}
    await fair.wait(hours=49)

    first = int((await fair.state(event_id)).rounds[0].pairing(1).first)
    assert {code for user, code, _ in fair.letters if user == first} >= {"late", "warned", "no-show"}
    assert "message" not in {code for user, code, _ in fair.letters if user == 1}


async def test_organisers_write_a_handful_of_times_a_day(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    write = fair.services.tournaments.rulings.message
    for _ in range(5):
        await write(event_id, ORGANISER, "Hello", now=fair.now)

    with pytest.raises(Refusal) as refused:
        await write(event_id, ORGANISER, "Hello", now=fair.now + timedelta(hours=23))
    assert refused.value.code == "too-many-messages"

    assert await write(event_id, ORGANISER, "Hello", now=fair.now + timedelta(hours=24)) == 2
