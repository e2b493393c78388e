"""A kick or a mute by an opponent in a tournament: the clock stands once, and anyone who organises and does not play is told."""

from __future__ import annotations

from datetime import timedelta

from service.tournaments.moderation_abuse import LASTS, SHIELDED
from storage.rows import UserId
from tests.service.tournaments.conftest import ORGANISER, Fair


async def test_organisers_are_told_once_and_the_first_turn_may_come_so_much_later(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    victim = next(seat.user_id for seat in match.seats if seat.waiting_since is not None)
    other = next(seat.user_id for seat in match.seats if seat.user_id != victim)
    assert victim is not None and other is not None
    shielding = fair.services.tournaments.abuse_guard
    assert await shielding.games(7, victim) == {match.match_id: (other,)} and await shielding.until(match.match_id, victim) is None

    ends = fair.now + LASTS
    for _ in range(2):
        assert await shielding.shield(match.match_id, victim, other, now=fair.now) == ends
        await fair.wait(hours=1)

    assert [user for user, code, _ in fair.letters if code == SHIELDED] == [ORGANISER]
    await fair.wait(hours=60)
    assert (await fair.state(event_id)).results == {}, "48 hours for the first turn would be over"
    assert [code for user, code, _ in fair.letters if user == victim] == []
    await fair.wait(days=6)
    assert (await fair.state(event_id)).results[1, match.table].winner == (await fair.state(event_id)).member(other).id  # type: ignore[union-attr]


async def test_where_everybody_is_present_no_clock_stands(fair: Fair) -> None:
    event_id = await fair.opened(2, "swiss:1", pace="evening", first_turn=timedelta(minutes=10))
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    await fair.wait(minutes=11)
    (match,) = await fair.services.tournaments.queries.matches(event_id)

    assert await fair.services.tournaments.abuse_guard.shield(match.match_id, UserId(1), UserId(2), now=fair.now) is None
