"""The command that plays in the sandbox's page: `python -m tools.browser_checks FOLDER [--way panels|typing] [STORY ...]`.

A story is a whole game of one kind (`base`, `first`, `winter`, `grandmaster`, `map`, `cards`, `river-abbot`, `big-box`),
`tournament`, `newcomer`, or `practice`, which also measures its messages. Everything is pressed or typed in a real browser, 390
pixels wide like a phone. Screenshots of each stage are written to the folder, with `--language fr` of a server that speaks French.
It ends with an error if an element could not be reached or was wider than the screen.

`messages` and `drafts` play nothing: they photograph and measure sampled turn messages, and sampled steps at which a figure is
chosen (`--turns 200`). With `--check` they end with an error unless these fit a phone.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tools.browser_checks import drafts, events, games, messages, newcomer
from tools.browser_checks.phone import HIGH, Phone, browsing

PANELS, TYPING = "panels", "typing"
TOURNAMENT, NEWCOMER, PRACTICE, MESSAGES, DRAFTS = "tournament", "newcomer", "practice", "messages", "drafts"
HIGHEST = 2_400
"""Pixels of a window in which no message of a practice game is cut off."""
BY_PANELS = {NEWCOMER: newcomer.by_panels, PRACTICE: newcomer.practice_game}
"""Stories of people who press and type nothing."""
STORIES = (*games.KINDS, TOURNAMENT, *BY_PANELS)


async def play(phone: Phone, story: str, way: str) -> None:
    """Play one story on the phone, by `panels` or by `typing`."""
    if story in BY_PANELS:
        await BY_PANELS[story](phone)
    elif story == TOURNAMENT:
        await (events.by_panels if way == PANELS else events.by_typing)(phone)
    else:
        await (games.by_panels if way == PANELS else games.by_typing)(phone, story)


async def told(story: str, way: str, folder: Path, language: str) -> str:
    """Play a story in a new browser; return the number of presses and the time as text.

    Raises the error of a step that fails, after a last screenshot.
    """
    begun = time.monotonic()
    async with browsing(HIGHEST if story == PRACTICE else HIGH, language=language) as (sandbox, _, page):
        page.set_default_timeout(30_000)
        await page.locator(".channel-message").first.wait_for()
        phone = Phone(sandbox, page, folder, story, language)
        try:
            await play(phone, story, way)
        except BaseException:
            await phone.keep("stuck")
            raise
    return f"{phone.presses} presses and commands, {time.monotonic() - begun:.0f} s"


def main(arguments: Sequence[str]) -> int:
    """Play the stories one after the other and print a line for each; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.browser_checks", description="Play whole games in the sandbox's page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "stories", nargs="*", metavar="STORY", help=f"some of {', '.join(STORIES)}; all without any; or {MESSAGES}, {DRAFTS}"
    )
    parser.add_argument("--way", choices=(PANELS, TYPING), help="both without it")
    parser.add_argument("--turns", type=int, default=200, help="how many messages")
    parser.add_argument("--seed", type=int, default=11, help="of the messages")
    parser.add_argument("--language", default="en", help="of the server, or of the messages")
    parser.add_argument("--kind", default="", help="of game, such as big-box; all without it")
    parser.add_argument("--check", action="store_true", help="an error unless the messages fit")
    wanted = parser.parse_intermixed_args(arguments)
    if wanted.stories == [MESSAGES]:
        wanted.folder.mkdir(parents=True, exist_ok=True)
        message_sizes = asyncio.run(messages.measured(wanted.folder, wanted.turns, wanted.seed, wanted.language, wanted.kind))
        return messages.report(message_sizes, check=wanted.check)
    if wanted.stories == [DRAFTS]:
        wanted.folder.mkdir(parents=True, exist_ok=True)
        steps = asyncio.run(drafts.measured(wanted.folder, wanted.turns, wanted.seed, wanted.language))
        return drafts.report(steps, check=wanted.check)
    failed = False
    for story in wanted.stories or STORIES:
        ways = (wanted.way,) if wanted.way else (PANELS, TYPING)
        for way in (PANELS,) if story in BY_PANELS else ways:
            folder = wanted.folder / f"{story}-{way}"
            folder.mkdir(parents=True, exist_ok=True)
            try:
                text = asyncio.run(told(story, way, folder, wanted.language))
            except Exception as error:
                failed = True
                text = f"STUCK {error!r}"
            print(f"{story} by {way}: {text}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
