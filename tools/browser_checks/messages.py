"""Sampled turn messages in the sandbox's page on a phone, photographed and measured.

A message fits if its words, its picture and its first buttons are visible without scrolling, in a window of 390 by 900 pixels. The
check passes if 95 % of the messages fit, none is much higher, and no square of a board is too small where a tile must be placed.
Words and lines are counted in one language.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from discord.utils import format_dt

from clocks.terms import NO_CLOCK
from cogs.images import match_images
from cogs.match_context import MatchContext
from cogs.messages import layout
from cogs.messages.message_parts import Message
from cogs.messages.play import turn_messages
from editions.registry import EDITIONS, GAMES
from games.carcassonne.game import big_box
from games.core.game import Seat
from render.carcassonne import painter
from sandbox.simulated_server import Sandbox
from service.records import LogEntry
from storage.rows import MatchId, MatchRow, SeatRow, UserId
from text.clocks import clock_texts
from text.translator import Translator, translator_for
from tools.browser_checks.phone import browsing
from tools.samples import KINDS, NAMES, SampledQuestion, asked

HIGH = 900
"""Pixels that are seen without scrolling."""
MOST = 1100
"""Pixels that no message needs up to its first buttons."""
WHOLE = 950
"""Pixels of a whole message at most."""
SEEN = 1600
"""Pixels of the window while it is photographed, so that no message is cut off."""
SHARE = 0.95
SQUARE = 18
"""Pixels of a board's square at least where a tile is to be laid."""
EACH = 5
"""Turns of one game."""
LATE = 999
"""Rows of the log of a game that is no longer young."""
NOW = datetime(2026, 11, 22, 18, tzinfo=UTC)


class MessageSize(NamedTuple):
    """The measures of one message in the page."""

    name: str
    pixels: float
    """From its upper end to the lower end of its first row of buttons."""
    whole: float
    """Its whole height."""
    words: int
    """Of its text."""
    lines: int
    """Of its text, as the page breaks them."""
    picture: float = 0.0
    """Pixels that its picture is wide."""
    square: float = math.inf
    """Pixels of a square of the board in its picture, where a tile is to be laid."""


BIG_BOX = ("big-box", "carcassonne", {"expansions": ",".join(big_box())}, 4)
"""The largest game at a table of four: sampled where it is asked for."""


def sampled(turns: int, seed: int, words: Translator, kind: str = "") -> Iterator[tuple[str, MatchContext, SampledQuestion]]:
    """Yield name, context and decision of sampled turns, over all kinds of games, early and late.

    Half of them are about the tile or card that begins a turn. With `kind` only that kind of game is sampled.
    """
    chance = random.Random(seed)
    kinds = [each for each in (*KINDS, BIG_BOX) if each[0] == kind] if kind else KINDS
    for number in range(0, turns, EACH):
        name, game_id, given, seats = kinds[number // EACH % len(kinds)]
        questions = list(asked(GAMES[game_id], given, seats, chance))
        first = [question for question in questions if question.view.decision in ("place", "lay")]
        for place in range(number, min(number + EACH, turns)):
            sampled = chance.choice(first if chance.random() < 0.5 and first else questions)
            yield f"{place:03}-{name}-{sampled.view.decision}", scene(game_id, given, seats, sampled, words), sampled


def scene(
    game_id: str, given: Any, seats: int, question: SampledQuestion, words: Translator, *, version: int | None = None
) -> MatchContext:
    """Return the public match context of a sampled decision, after `version` rows of its log."""
    version = LATE if version is None else version
    match = MatchRow(MatchId(1), game_id, given, 1, 1, 1, UserId(1), "running", seats, "random", "en", "c0ffee", version, NOW)
    rows = tuple(SeatRow(Seat(seat), UserId(seat + 1)) for seat in range(seats))
    acting = tuple(Seat(seat) for seat in question.view.to_act)
    return MatchContext(
        match=replace(match, terms=NO_CLOCK),
        seats=rows,
        viewer=None,
        view=question.view,
        legal=(),
        asked=acting,
        names=list(NAMES[:seats]),
        game=GAMES[game_id],
        edition=EDITIONS[game_id],
        words=words,
        version=version,
    )


async def message(context: MatchContext, question: SampledQuestion) -> Message:
    """Return the turn message of a decision, as the outbox builds it."""
    entries = (LogEntry(1, Seat(-1), "action", "", NOW, tuple(question.events)),)
    picture = turn_messages.with_full_alt_text(context, entries, await match_images.turn(context, entries, question.legal))
    end = NOW + timedelta(days=2)
    until = clock_texts.until(format_dt(end, "f"), format_dt(end, "R"), context.words)
    return turn_messages.turn(context, entries, question.legal, picture=picture, user_id=1, time=[until])


async def measured(folder: Path, turns: int, seed: int, language: str, kind: str = "") -> list[MessageSize]:
    """Post every sampled message in the sandbox, photograph it into `folder`, and return the measures."""
    async with browsing(SEEN, scale=2) as (sandbox, bot, page):
        asked = sampled(turns, seed, translator_for(language), kind)
        heights = []
        for name, context, question in asked:
            size = await photographed(sandbox, bot, page, folder, name, await message(context, question))
            heights.append(size._replace(square=_square(context, question, size.picture)))
        return heights


def _square(context: MatchContext, question: SampledQuestion, wide: float) -> float:
    """Return the width in pixels of a board square in a picture shown `wide` pixels wide.

    It is infinite if no tile is to be placed.
    """
    spots = context.spots(question.legal)
    if context.edition.painter.regions is None or not spots:
        return math.inf
    frame = painter._turn(question.view, question.events, spots, ()).frame()
    return frame.place.px * wide / frame.width


async def photographed(sandbox: Sandbox, bot: Any, page: Any, folder: Path, name: str, built: Message) -> MessageSize:
    """Post the message `built` in the sandbox, photograph it as `name`, and return its measures."""
    sent = await bot.get_partial_messageable(sandbox.channel.id).send(view=layout.view(built), files=layout.files(built))
    for each in tuple(sandbox.preview._pages.values()):
        sandbox.preview._publish(each)
    shown = page.locator(f".channel-message[data-message-id='{sent.id}']")
    await shown.wait_for(timeout=15_000)
    await page.wait_for_function(LOADED, arg=[str(sent.id), len(built.files)])
    pixels, lines = await shown.evaluate(HEIGHT), await shown.evaluate(LINES)
    whole, wide = await shown.evaluate("(message) => message.getBoundingClientRect().height"), await shown.evaluate(WIDE)
    await shown.screenshot(path=folder / f"{name}.png")
    await sent.delete()
    return MessageSize(name, pixels, whole, len(" ".join(built.texts()).split()), lines, wide)


LOADED = """([id, count]) => {
    const message = document.querySelector(`.channel-message[data-message-id='${id}']`);
    const shown = [...(message ? message.querySelectorAll('img') : [])].filter((image) => image.naturalWidth > 100);
    return shown.length >= count;
}"""
"""Whether every picture of a message is there."""

HEIGHT = """(message) => {
    const button = message.querySelector('.component-button');
    const last = button ? button.parentElement.getBoundingClientRect() : message.getBoundingClientRect();
    return last.bottom - message.getBoundingClientRect().top;
}"""

"""Pixels up to the lower end of the first row of buttons."""

WIDE = """(message) => {
    const pictures = [...message.querySelectorAll('img')].filter((image) => image.naturalWidth > 100);
    return Math.max(0, ...pictures.map((image) => image.getBoundingClientRect().width));
}"""
"""Pixels that its widest picture takes."""

LINES = """(message) => {
    const lines = (text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const feet = [...range.getClientRects()].filter((box) => box.width > 1).map((box) => box.bottom).sort((a, b) => a - b);
        return feet.filter((foot, place) => place === 0 || foot - feet[place - 1] > 9).length;
    };
    return [...message.querySelectorAll('.text-display')].reduce((sum, text) => sum + lines(text), 0);
}"""
"""Lines of all its texts; what differs by few pixels stands in one line."""


def report(sizes: Sequence[MessageSize], *, check: bool) -> int:
    """Print how many messages fit and their sizes; return 1 if `check` is set and too few fit."""
    for each in sorted(sizes, key=lambda each: -each.pixels)[:12]:
        print(f"{each.pixels:6.0f} of {each.whole:4.0f} px  {each.words:3} words  {each.lines:2} lines  {each.name}")
    fitting = sum(each.pixels <= HIGH for each in sizes) / len(sizes)
    highest = max(each.pixels for each in sizes)
    base = statistics.median([each.words for each in sizes if "-base-" in each.name] or [0])
    middle, tall = statistics.median(each.whole for each in sizes), max(each.whole for each in sizes)
    spoken, lines = (statistics.median(getattr(each, name) for each in sizes) for name in ("words", "lines"))
    print(f"{fitting:.1%} of {len(sizes)} within {HIGH} px, highest {highest:.0f}")
    print(f"whole message: {middle:.0f} px at the median, {tall:.0f} at most; {max(each.words for each in sizes)} words at most")
    print(f"at the median {spoken:g} words in {lines:g} lines; base game: {base:g} words; most lines {max(e.lines for e in sizes)}")
    smallest = min(sizes, key=lambda each: each.square)
    print(f"a board's square where a tile is to be laid: {smallest.square:.1f} px at least ({smallest.name})")
    return int(check and (fitting < SHARE or highest > MOST or tall > WHOLE or smallest.square < SQUARE))
