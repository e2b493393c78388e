"""Replays of finished games for the page: the table after each turn, what happened in it, and the analysis."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from ai.game_analysis import AnalysedDecision, GameAnalysis
from cogs import match_context
from cogs.app_context import AppContext
from cogs.messages.history import analysis as analysis_messages
from editions.edition import Json
from games.core.emoji_names import COLOURS
from service.history.analyses import MISTAKE
from service.history.replay import ReplayedTurn, ReplayFrame
from storage.rows import MatchId, MatchRow
from text.history import analysis
from text.users.player_names import plain as plain_name
from web.plain import plain, plain_lines
from web.readers import Reader, must_see
from web.tables import plays
from workers.pool import LazyPickledSequence

GAMES = 8
"""Most games that are kept ready: one is a few hundred kilobytes."""


@dataclass(frozen=True)
class _Course:
    frames: tuple[ReplayFrame, ...]
    tables: LazyPickledSequence[ReplayedTurn]


class Replays:
    """Replays of finished games for the page, with a cache of the last few games."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._ready: OrderedDict[tuple[MatchId, int], _Course] = OrderedDict()
        self._making = asyncio.Lock()

    async def overview(self, reader: Reader) -> Json:
        """Return the number of steps and, if the game was analysed, the points lost and expected per turn.

        Refuses `not-ended`, `bag-shared`.
        """
        match = await self._open(reader)
        course = await self._course(match)
        judged = await self._app.services.analyses.of(match.id)
        return {
            "steps": len(course.tables),
            "turns": [sorted(frame.seats) for frame in course.frames],
            "lost": [_points_lost(judged, frame) for frame in course.frames] if judged else None,
            "expected": [_expected_points(judged, frame) for frame in course.frames] if judged else None,
        }

    async def step(self, reader: Reader, number: int) -> Json:
        """Return the table after `number` turns, in the form of `web.tables.table_json`.

        Refuses `not-ended`, `bag-shared`. Raises `IndexError` if there are fewer turns.
        """
        match = await self._open(reader)
        course = await self._course(match)
        if not 0 <= number < len(course.tables):
            raise IndexError(number)
        context = match_context.speaking(await match_context.load(self._app, match.id, None, reader.words), reader.words)
        turn = course.tables[number]
        points = _points(course.frames, number, len(context.seats))
        tapping = context.edition.painter.tapping and context.edition.painter.tapping()
        told = tapping.seats(turn.view) if tapping else [{} for _ in context.seats]
        return {
            "match": match.id,
            "version": number,
            "status": match.status,
            "title": plain(context.say.progress(turn.view, reader.words)),
            "locale": reader.words.locale,
            "viewer": None,
            "asked": sorted(course.frames[number - 1].seats) if number else [],
            "seats": [
                {
                    "name": plain_name(context.names[seat.seat]),
                    "colour": COLOURS[seat.seat % len(COLOURS)],
                    "score": points[seat.seat],
                    "plays": plays(seat),
                    "clock": None,
                    "detail": "",
                    **told[seat.seat],
                }
                for seat in context.seats
            ],
            "progress": plain(context.say.progress(turn.view, reader.words)),
            "ask": "",
            "story": {
                "lines": plain_lines(context.say.story(turn.events, turn.view, context.names, reader.words)),
                "moved": tapping.moved(turn.events) if tapping else [],
            },
            "table": await asyncio.to_thread(tapping.table, turn.view) if tapping else None,
            "draft": None,
            "may": {},
            "art": f"/b/art/{match.game}/{tapping.version()}" if tapping else "",
            "analysis": await self._judgement_lines(reader, context, course, number),
        }

    async def _judgement_lines(
        self, reader: Reader, context: match_context.MatchContext, course: _Course, number: int
    ) -> list[str]:
        """Return sentences about the costly decisions of a turn; empty without an analysis."""
        judged = await self._app.services.analyses.of(context.match.id)
        if judged is None or number == 0:
            return []
        costly = [decision for decision in _decisions(judged, course.frames[number - 1]) if decision.loss >= MISTAKE]
        lines: list[str] = []
        for compared in await self._app.services.analyses.compared(context.match.id, costly):
            best = analysis_messages.turn_in_words(context, compared.best)
            when = analysis_messages.turn_of_decision(context, compared)
            lines += [analysis.own_line(when, compared.decision.loss, reader.words), analysis.better(best, reader.words)]
        return plain_lines(lines)

    async def _open(self, reader: Reader) -> MatchRow:
        match = await must_see(self._app, reader)
        await self._app.services.disclosure.must_be_open(match)
        return match

    async def _course(self, match: MatchRow) -> _Course:
        key = match.id, match.version
        async with self._making:  # one at a time: it is the most that a page can ask for
            if key not in self._ready:
                replays = self._app.services.turn_replays
                self._ready[key] = _Course(await replays.frames(match.id), await replays.course(match.id))
                if len(self._ready) > GAMES:
                    self._ready.popitem(last=False)
            self._ready.move_to_end(key)
            return self._ready[key]


def _points(frames: tuple[ReplayFrame, ...], number: int, seats: int) -> list[int]:
    gains = [(0,) * seats, *(frame.gains for frame in frames[:number])]
    return list(list(accumulate(gains, lambda had, gained: tuple(map(sum, zip(had, gained, strict=True)))))[-1])


def _decisions(judged: GameAnalysis, frame: ReplayFrame) -> list[AnalysedDecision]:
    return [decision for decision in judged.decisions if frame.since <= decision.since < frame.upto]


def _points_lost(judged: GameAnalysis, frame: ReplayFrame) -> float:
    """Return the points lost by the decisions of a turn; 0 below `MISTAKE`."""
    lost: float = sum(decision.loss for decision in _decisions(judged, frame))
    return round(lost, 1) if lost >= MISTAKE else 0


def _expected_points(judged: GameAnalysis, frame: ReplayFrame) -> list[float] | None:
    """Return the expected final points of each seat after a turn; None if unknown."""
    in_points: Any = next((points for version, points in reversed(judged.course) if version <= frame.upto), None)
    return None if in_points is None else [round(point, 1) for point in in_points]
