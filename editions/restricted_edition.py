"""Editions with some aids left out: parts of texts and pictures that tell what players must find out themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from clocks.assistance import EVERY, AssistLevel
from editions.edition import Edition, Tapping
from games.core.game import Event, Seat
from text.protocol import GameTexts, HoldingTexts, RemainingTileTexts, ScoreLine, ScoreTexts
from text.translator import Translator


def restrict_to_aids(edition: Edition, aids: frozenset[AssistLevel]) -> Edition:
    """Return the edition with only these aids; parts of its texts and pictures that show more are left out.

    Legal squares are withheld by the scene instead, because typed moves are parsed by them.
    """
    if aids == EVERY:
        return edition
    hidden = frozenset() if AssistLevel.OVERLAYS in aids else edition.words.overlays
    painter = replace(
        edition.painter,
        views=tuple(view for view in edition.painter.views if view not in hidden),
        stock=edition.painter.stock if AssistLevel.STOCK in aids else None,
        hole=edition.painter.hole if AssistLevel.ODDS in aids else None,
        with_owners=edition.painter.with_owners if AssistLevel.OVERLAYS in aids else None,
        with_holes=edition.painter.with_holes if AssistLevel.ODDS in aids else None,
        tapping=None if edition.painter.tapping is None else partial(_tapping, edition.painter.tapping, aids),
    )
    return replace(edition, words=_restrict_texts(edition.words, aids, hidden), painter=painter)


def _tapping(whole: Callable[[], Tapping], aids: frozenset[AssistLevel]) -> Tapping:
    tapping = whole()
    return replace(
        tapping,
        owners=tapping.owners if AssistLevel.OVERLAYS in aids else None,
        worth=tapping.worth if AssistLevel.OVERLAYS in aids and AssistLevel.FORECAST in aids else None,
        stock=tapping.stock if AssistLevel.STOCK in aids else None,
    )


def _restrict_texts(words: GameTexts, aids: frozenset[AssistLevel], hidden: frozenset[str]) -> GameTexts:
    is_ahead = AssistLevel.FORECAST in aids
    return replace(
        words,
        stock=words.stock if AssistLevel.STOCK in aids or words.stock is None else _CountOnlyStock(words.stock),
        holes=words.holes if AssistLevel.ODDS in aids else None,
        forecast=words.forecast if is_ahead else None,
        scores=words.scores if is_ahead or words.scores is None else _PastScores(words.scores),
        holdings=_holdings(words.holdings, aids),
        views={view: seen_view for view, seen_view in words.views.items() if view not in hidden},
    )


def _holdings(holdings: HoldingTexts | None, aids: frozenset[AssistLevel]) -> HoldingTexts | None:
    if holdings is None or AssistLevel.OVERLAYS not in aids:
        return None
    return holdings if AssistLevel.FORECAST in aids else _HoldingsWithoutWorth(holdings)


@dataclass(frozen=True)
class _CountOnlyStock:
    """`RemainingTileTexts` with only the number of tiles left, not their kinds."""

    words: RemainingTileTexts

    def label(self, words: Translator) -> str:
        return self.words.label(words)

    def left(self, view: Any, words: Translator) -> str:
        return self.words.number(view, words)

    count = number = left


@dataclass(frozen=True)
class _HoldingsWithoutWorth:
    """`HoldingTexts` without the present values of holdings."""

    words: HoldingTexts

    def held(self, view: Any, names: Sequence[str], words: Translator, *, worth: bool = False) -> Sequence[str]:  # noqa: ARG002
        return self.words.held(view, names, words, worth=False)


@dataclass(frozen=True)
class _PastScores:
    """`ScoreTexts` with only points already scored."""

    words: ScoreTexts

    def scored(self, events: Sequence[Event], view: Any) -> Sequence[Any]:
        return self.words.scored(events, view)

    def ahead(self, view: Any) -> Sequence[Any]:  # noqa: ARG002
        return ()

    def line(self, thing: Any, view: Any, names: Sequence[str], words: Translator) -> ScoreLine:
        return self.words.line(thing, view, names, words)

    def why(self, thing: Any, view: Any, viewer: Seat | None, names: Sequence[str], words: Translator) -> list[str]:
        return self.words.why(thing, view, viewer, names, words)

    def has_place(self, thing: Any) -> bool:
        return self.words.has_place(thing)
