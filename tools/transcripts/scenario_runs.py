"""Runs of the evenings of `scenarios` in every language, each in its own process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import NamedTuple

from text.translations import glossary
from text.translator import ENGLISH, SOURCE, languages
from tools.transcripts.deterministic_bot import opened
from tools.transcripts.recorder import PLACE, Recorder, Sentence, Sighting
from tools.transcripts.scenarios import KEPT, SCENES, WHOLE


class Evening(NamedTuple):
    """The result of a scene played in a language: its transcript and the recorded sentences."""

    transcript: str
    seen: dict[Sentence, Sighting]


async def _evening(language: str, scene: str) -> Evening:
    recorder = Recorder()
    with recorder.listening():
        async with opened(language, scene) as server:
            await {**SCENES, **WHOLE}[scene](server)
    seen = {sentence: Sighting(sighting.place, server.plain(sighting.example)) for sentence, sighting in recorder.seen.items()}
    lines = [f"# {scene}, {language}. Renewed by python -m tools.transcripts", *server.lines]
    return Evening("\n".join(lines) + "\n", seen)


def evening(language: str, scene: str) -> Evening:
    """Play a scene in a language and return its result."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)  # much of what is played here goes wrong on purpose
    try:
        return asyncio.run(_evening(language, scene))
    finally:
        logging.disable(before)


def composed(kind: str) -> dict[Sentence, Sighting]:
    """Return the recorded sentences of a random game's messages: rare moves, refused texts, every help topic."""
    from tests.text.messages import GAMES, messages  # positions of all kinds of games are there

    recorder = Recorder()
    token = PLACE.set(f"a game of {kind}")
    with recorder.listening():
        for _ in messages(GAMES[kind], ENGLISH):
            """Composing is all that is wanted."""
    PLACE.reset(token)
    return recorder.seen


def evenings() -> Mapping[tuple[str, str], Evening]:
    """Return all evenings by language and scene; languages are English and every complete translation."""
    spoken = [language for language in languages() if language == SOURCE or glossary(language).complete]
    wanted = [(language, scene) for language in spoken for scene in (SCENES if language == SOURCE else KEPT)]
    with _pool() as pool:
        return dict(zip(wanted, pool.starmap(evening, wanted, chunksize=1), strict=True))


def games() -> Sequence[dict[Sentence, Sighting]]:
    """Return the recorded sentences of messages for every kind of game, one mapping each."""
    from tests.text.messages import GAMES

    with _pool() as pool:
        return pool.map(composed, GAMES, chunksize=1)


def _pool() -> Pool:
    return get_context("spawn").Pool(maxtasksperchild=1)
