"""The account of reaching people: whatever one person does, another one is pinged by them a few times at most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

import pytest

from service.clocks.ping_policy import LIMITS
from service.errors import Refusal
from service.tournaments.duels import DuelRequest
from storage.rows import Post, UserId
from tests.service.tournaments.conftest import SERVER, Fair

PEST, VICTIM = UserId(1), UserId(2)
HOUR = timedelta(hours=1)
SOON, DAY = timedelta(minutes=10), timedelta(days=1)


class Ears:
    """Times of the pings that others have caused the victim."""

    def __init__(self, fair: Fair) -> None:
        self.fair, self.pinged = fair, defaultdict[UserId, list[datetime]](list)
        self.said = 0
        self.edited: list[int] = []
        arrive = fair.post

        async def post(post: Post) -> int:
            number = await arrive(post)
            self.said += 1
            if post.cause is not None and post.cause.by is not None and post.cause.by != VICTIM:
                reach = await fair.services.ping_policy.reach(post, (VICTIM,), fair.now)
                self.pinged[post.cause.by] += [fair.now] * len(reach.aloud)
            return number

        async def replace(_post: Post, message_id: int) -> bool:
            self.edited.append(message_id)
            return True

        fair.post = post  # type: ignore[method-assign]
        fair.replace = replace  # type: ignore[method-assign]

    def most(self, window: timedelta, by: UserId = PEST) -> int:
        """Return the most pings of one person within any such time."""
        times = self.pinged[by]
        return max((sum(first <= each < first + window for each in times) for first in times), default=0)


async def tried(press: Callable[[], Awaitable[object]]) -> None:
    """Press; whatever is refused is refused."""
    try:
        await press()
    except Refusal:
        return


async def challenge_and_withdraw(fair: Fair) -> None:
    """Challenge the victim and take it back, so that the next challenge is possible."""
    events, wanted = fair.services.tournaments, DuelRequest("tiny", {"rounds": "12"}, "daily")
    state = await events.duels.challenge(SERVER, PEST, VICTIM, wanted, name="Duel", now=fair.now)
    await fair.settle()
    await tried(lambda: events.registration.leave(state.row.id, PEST, now=fair.now))
    await fair.settle()


async def test_who_challenges_and_withdraws_all_day_pings_five_times_in_ten_minutes_and_twenty_a_day(fair: Fair) -> None:
    ears = Ears(fair)

    for _ in range(60):
        await challenge_and_withdraw(fair)
        fair.now += timedelta(minutes=1)

    assert ears.said >= 60, "every challenge is said, if without a ping"
    assert (ears.most(SOON), ears.most(DAY)) == (LIMITS.pair.soon, LIMITS.pair.a_day) == (5, 20)


async def test_four_hundred_proposals_of_a_time_in_25_seconds_ping_at_most_five_times_and_edit_their_predecessor(
    fair: Fair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nothing else limits how often somebody proposes."""
    monkeypatch.setattr("service.tournaments.appointment.MOST_PROPOSALS", 1000)
    event_id, ears = await fair.started(2, "swiss:1"), Ears(fair)

    async def propose(hours: int) -> None:
        moments = [fair.now + hours * HOUR]
        await fair.services.tournaments.scheduling.propose(event_id, PEST, moments, now=fair.now)

    for number in range(400):
        await tried(partial(propose, 20 + number % 50))
        if number % 4 == 0:
            await fair.settle()
        fair.now += timedelta(milliseconds=60)
    await fair.settle()

    assert len(fair.appointments) == 1 and len(set(ears.edited)) == 1, "one message, which is edited"
    assert len(ears.edited) <= 100, "what a later proposal replaces is not even sent"
    assert ears.most(SOON) == 1


async def test_an_answered_proposal_is_followed_by_a_message_of_its_own(fair: Fair) -> None:
    event_id, ears = await fair.started(2, "swiss:1"), Ears(fair)
    scheduling = fair.services.tournaments.scheduling

    await scheduling.propose(event_id, PEST, [fair.now + 20 * HOUR], now=fair.now)
    await fair.settle()
    await scheduling.accept(event_id, VICTIM, 0, 0, now=fair.now)
    await fair.settle()
    await scheduling.propose(event_id, PEST, [fair.now + 30 * HOUR], now=fair.now)
    await fair.settle()

    assert [payload["code"] for _, payload in fair.appointments] == ["proposed", "agreed", "proposed"]
    assert ears.edited == []


async def test_the_same_proposal_again_writes_nothing(fair: Fair) -> None:
    event_id, moments = await fair.started(2, "swiss:1"), [fair.now + 20 * HOUR]
    scheduling, log = fair.services.tournaments.scheduling, fair.services.tournaments.repository.log
    await scheduling.propose(event_id, PEST, moments, now=fair.now)
    before = await log(event_id)

    await scheduling.propose(event_id, PEST, moments, now=fair.now)

    assert await log(event_id) == before


async def test_pings_that_the_game_owes_cost_nothing_and_are_never_held_back(fair: Fair) -> None:
    ears = Ears(fair)
    for _ in range(8):
        await challenge_and_withdraw(fair)
    assert ears.most(SOON) == 5
    heard: list[str] = []
    arrive = fair.post

    async def post(post: Post) -> int:
        if (await fair.services.ping_policy.reach(post, (VICTIM,), fair.now)).aloud:
            heard.append(post.payload.get("code", post.kind))
        return await arrive(post)

    fair.post = post  # type: ignore[method-assign]
    await fair.started(2, "swiss:1")

    assert {"pairing", "play"} <= set(heard), heard


async def test_who_has_blocked_somebody_is_pinged_by_nothing_that_they_do(fair: Fair) -> None:
    """A challenge is refused; a proposal in a tournament where they meet is said without a ping."""
    event_id, ears = await fair.started(2, "swiss:1"), Ears(fair)
    await fair.services.user_settings.block(VICTIM, PEST)

    await fair.services.tournaments.scheduling.propose(event_id, PEST, [fair.now + 20 * HOUR], now=fair.now)
    await fair.settle()

    assert len(fair.appointments) == 1 and ears.pinged[PEST] == []
