"""The reasons, with Traders & Builders, why one turn is better than another: goods, and builders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.carcassonne.expansions.traders.builder import BUILDER
from games.carcassonne.expansions.traders.goods import GOODS
from games.carcassonne.view import BoardView, PieceView
from text.carcassonne.expansions.explanations import named
from text.carcassonne.terms import counted
from text.carcassonne.turn_reasons import ComparedPositions, TurnReason
from text.translator import Translator

_TOKEN, _MOST, _AT_WORK = 1.0, 5.0, 4.0
"""Points that a token, the most of a kind and a builder at work bring, or so."""


def goods(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about seats that have more goods than in the other position."""
    brought = []
    for mine, other in zip(_stores(pair.better), _stores(pair.other), strict=True):
        more = sum(mine.tokens.values()) - sum(other.tokens.values())
        if more > 0:
            what = pair.of(pair.words.say("goods"), (mine.seat,))
            worth = _TOKEN * more + _MOST * (mine.most - other.most)
            brought.append(
                TurnReason(
                    worth * pair.side(mine.seat),
                    pair.line(what, _goods_text(mine, pair.words), _goods_text(other, pair.words)),
                    "goods",
                )
            )
    return brought


class _Store(NamedTuple):
    """The goods of one seat."""

    seat: int
    tokens: Mapping[str, int]
    most: int
    """Of how many kinds nobody has more."""


def _stores(view: BoardView) -> list[_Store]:
    """Return the goods of each seat, in seat order."""
    all_tokens = [{kind: number for kind, number in seat.extras if kind in GOODS} for seat in view.seats]
    tops = {kind: max(tokens.get(kind, 0) for tokens in all_tokens) for kind in GOODS}
    return [
        _Store(seat, tokens, sum(0 < tokens.get(kind, 0) == tops[kind] for kind in GOODS)) for seat, tokens in enumerate(all_tokens)
    ]


def _goods_text(store: _Store, words: Translator) -> str:
    goods = ", ".join(counted(kind, number, words) for kind, number in store.tokens.items() if number)
    if not store.most:
        return goods or words.say("none")
    return words.count("{goods}; most of {number} kind", "{goods}; most of {number} kinds", store.most, goods=goods)


def builders(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about seats with a builder on an open feature in the better position only."""
    working, placed = {piece.seat for piece in _pieces_at_work(pair.other)}, []
    for piece in _pieces_at_work(pair.better):
        if piece.seat is not None and piece.seat not in working:
            sentence = pair.words.say("the next tile you add there gives you a second one")
            placed.append(TurnReason(_AT_WORK * pair.side(piece.seat), pair.line(named(pair, piece), sentence), "builder"))
    return placed


def _pieces_at_work(view: BoardView) -> list[PieceView]:
    going_on = {segment for feature in view.features if feature.ends for segment in feature.segments}
    return [piece for piece in view.pieces if piece.kind == BUILDER and (piece.x, piece.y, piece.part) in going_on]


REASONS = (goods, builders)
