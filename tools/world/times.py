"""Laws about time: whoever's clock runs out is told once, and nobody is called too often."""

from __future__ import annotations

from collections import Counter

from service.clocks.clocks import CLOCK
from service.clocks.reminders import REMINDER
from service.review import log as logs
from storage.records import RUNNING
from tools.world.witness import Seen

MOST_REMINDERS = 3


def one_timer_waits_for_the_clocks(seen: Seen) -> str | None:
    """A match that runs has one at most; any other has none."""
    waiting = sum(timer.kind == CLOCK for timer in seen.timers)
    most = 1 if seen.match.status == RUNNING else 0
    return None if waiting <= most else f"{waiting} timers wait for the clocks of a match that is {seen.match.status}"


def nobody_is_reminded_more_than_three_times_a_turn(seen: Seen) -> str | None:
    """What did not arrive in private and comes in the game instead is the same reminder."""
    reminders = (post for post in seen.posts if post.kind == REMINDER and post.dead_at is None)
    often = Counter((post.seat, post.upto) for post in reminders)
    return next((f"seat {seat} was reminded {n} times of its turn" for (seat, _), n in often.items() if n > MOST_REMINDERS), None)


def every_timeout_is_told(seen: Seen) -> str | None:
    """Once each, with the move that a computer made."""
    if seen.match.status != RUNNING:
        return None  # what was told of a match that is over may have been tidied away
    happened = sum(logs.kind_of(row) == logs.TIMEOUT for row in seen.log)
    told = sum(post.kind == "notice" and post.payload.get("code") == "timed-out" for post in seen.posts)
    return None if happened == told else f"time ran out {happened} times, and {told} messages say so"


LAWS = (one_timer_waits_for_the_clocks, nobody_is_reminded_more_than_three_times_a_turn, every_timeout_is_told)
