"""Benchmark of traffic between the bot as a process and a stand-in for Discord: requests per turn, recovery from an outage."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.measuring import Figure, in_new_process

LOAD = ("--sound", "--floor", "--games", "20", "--rate", "4", "--warm", "30", "--seconds", "60")
"""Twenty games, in which nobody is in a hurry, and that the program knows already; then the same with the least bot."""


def figures(_games: int | None = None, _address: str | None = None) -> Iterator[Figure]:
    """Yield requests and processor time per press and per turn, then the times of recovery after an outage of 20 seconds.

    Recovery is measured until the delayed turn message arrives, and until the gateway is connected again.
    """
    measured = in_new_process("tests.wire.load", *LOAD)
    yield Figure("requests to Discord for a press", measured["requests a press"], "", "<= 1.5")
    yield Figure("requests to Discord for a turn, its presses included", measured["requests a turn"])
    for what, aim in (("press", "<= 3.3"), ("turn", "<= 3.7")):
        yield Figure(f"processor time of a {what} with thirty tiles", measured[f"ms a {what}"], "ms")
        yield Figure(f"the same of the least bot in the same run: a {what}", measured["floor"][f"ms a {what}"], "ms")
        yield Figure(f"a {what} over the least bot's", measured[f"{what} over floor"], "x", aim)
    measured = in_new_process("tests.wire.recovery")
    yield Figure("recovery after 20 s: turn message posted", round(measured["posted_s"], 1), "s", "<= 5")
    yield Figure("recovery after 20 s: gateway connected", round(measured["back_s"], 1), "s", "<= 5")
