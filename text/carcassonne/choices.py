"""Legal actions, said for buttons and lists, and numbered by place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.tile import Kind, Shape
from games.carcassonne.view import BoardView, PieceView
from games.carcassonne.why import feature_at
from text.carcassonne.places import is_alone, place_at, segment_at, side_at
from text.carcassonne.terms import PIECES, role_name, standing_role
from text.carcassonne.tiles import as_it_lies, tile_name
from text.language import Words
from text.names import plain
from text.protocol import DETAIL, LABEL, ChoiceWords, Spot


def choice(action: Action, view: BoardView, names: Sequence[str], words: Words) -> ChoiceWords:
    """See `GameWords.choice`."""
    said = SAY[action.verb](action, view, names, words)
    return ChoiceWords(said.group, cut(said.label, LABEL), cut(said.detail, DETAIL), said.short)


def cut(text: str, longest: int) -> str:
    """The text, shortened with an ellipsis where it is too long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def spots(view: BoardView, legal: Sequence[Action]) -> tuple[Spot, ...]:
    """See `GameWords.spots`: where the tile may lie, or a game may start. Figures are no spots: each is a choice of its own."""
    found: dict[tuple[int, int], list[Action]] = {}
    for action in legal:
        if action.verb in ("place", "start"):
            found.setdefault(action.square, []).append(action)
    squares = sorted(found, key=lambda square: (square[1], square[0]))
    return tuple(Spot(n, square, view.squares.name(*square), tuple(found[square])) for n, square in enumerate(squares, 1))


def square_of(action: Action, view: BoardView) -> tuple[int, int]:
    """The square that an action is about: the one it names, or that of the tile just placed."""
    if action.cell != NOWHERE:
        return action.square
    assert view.current is not None, action
    return view.current


def _group(action: Action, view: BoardView) -> str:
    return "" if action.cell == NOWHERE else view.squares.name(*action.square)


def _place(action: Action, view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    detail = as_it_lies(view.hand, action.turn, words) if view.hand else ""
    return ChoiceWords(_group(action, view), f"{action.turn * 90}°", detail, str(action.turn * 90))


def _deploy(action: Action, view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    x, y = square_of(action, view)
    kind = segment_at(view, x, y, action.part).kind
    role = role_name(action.what, standing_role(action.what, kind), words)
    place = place_at(view, x, y, action.part, words)
    label = role if kind.shape in (Shape.AROUND, Shape.SPOT) else words.say("{figure}, {place}", figure=role, place=place)
    short = role if is_alone(view, x, y, action.part) else f"{role} {side_at(view, x, y, action.part, words)}".strip()
    return ChoiceWords(_group(action, view), label, _feature(view, x, y, action.part, kind, words), short)


def _feature(view: BoardView, x: int, y: int, part: str, kind: Kind, words: Words) -> str:
    """How large the feature is and whether it is complete."""
    if kind.shape is Shape.SPOT:
        return ""
    feature = feature_at(view, x, y, part)
    if feature is None or feature.complete:
        return words.say("complete: scores at once")
    if kind is Kind.CLOISTER:
        there = sum(max(abs(t.x - x), abs(t.y - y)) <= 1 for t in view.tiles)
        return words.say("{there} of 9 tiles lie", there=there)
    size = len({(sx, sy) for sx, sy, _ in feature.segments})
    return _OPEN[kind](size, words)


_OPEN: Mapping[Kind, Callable[[int, Words], str]] = {
    Kind.CITY: lambda size, words: words.count("open city of {number} tile", "open city of {number} tiles", size),
    Kind.ROAD: lambda size, words: words.count("open road of {number} tile", "open road of {number} tiles", size),
    Kind.MEADOW: lambda size, words: words.count("meadow on {number} tile", "meadow on {number} tiles", size),
}


def _skip(_action: Action, view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    if view.decision == "deploy" and view.to_act:
        kept = sum(number for kind, number in view.seat(view.to_act[0]).supply if kind in ("small", "big"))
        return ChoiceWords("", words.say("none (keep {number})", number=kept), words.say("No figure goes on this tile."), "-")
    return ChoiceWords("", words.say("none"), "", "-")


def _draw(action: Action, _view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    return ChoiceWords("", tile_name(action.what, words), action.what, action.what)


def _figure(action: Action, view: BoardView) -> PieceView:
    """The player's figure on the segment that an action names."""
    x, y = square_of(action, view)
    return next(p for p in view.pieces if (p.x, p.y, p.part) == (x, y, action.part) and p.seat is not None)


def _standing(action: Action, view: BoardView, names: Sequence[str], words: Words) -> str:
    """`Ben's knight` for an action that names a figure on the board by its square and segment."""
    figure = _figure(action, view)
    assert figure.seat is not None
    return words.say("{name}'s {figure}", name=plain(names[figure.seat])[:10], figure=role_name(figure.kind, figure.role, words))


def _aimed(verb: str, action: Action, view: BoardView, words: Words) -> str:
    """What to type for an action upon a figure on the board: `fairy farmer`, with the side where two stand on one tile."""
    x, y = square_of(action, view)
    figure = _figure(action, view)
    side = "" if is_alone(view, x, y, action.part) else side_at(view, x, y, action.part, words)
    return " ".join(part for part in (verb, role_name(figure.kind, figure.role, words), side) if part)


def _fairy(action: Action, view: BoardView, names: Sequence[str], words: Words) -> ChoiceWords:
    if not action.part:
        return ChoiceWords(_group(action, view), words.say("fairy"), words.say("the fairy goes to this tile"), "fairy")
    detail = words.say("the fairy goes to {figure}", figure=_standing(action, view, names, words))
    label = words.say("fairy to {place}", place=place_at(view, *square_of(action, view), action.part, words))
    return ChoiceWords(_group(action, view), label, detail, _aimed("fairy", action, view, words))


def _princess(action: Action, view: BoardView, names: Sequence[str], words: Words) -> ChoiceWords:
    figure = _standing(action, view, names, words)
    label = words.say("home: {figure}", figure=figure)
    return ChoiceWords(
        _group(action, view), label, words.say("The princess sends {figure} home.", figure=figure), words.say("princess")
    )


def _raise(action: Action, view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    height = 1 + next((m.value for m in view.marks if m.kind == "tower" and (m.x, m.y) == action.square), 0)
    reach = words.count("reaches {number} square each way", "reaches {number} squares each way", height)
    return ChoiceWords(_group(action, view), words.say("tower to height {height}", height=height), reach, "raise")


def _capture(action: Action, view: BoardView, names: Sequence[str], words: Words) -> ChoiceWords:
    figure = _standing(action, view, names, words)
    return ChoiceWords(
        _group(action, view), figure, words.say("{figure} is captured", figure=figure), _aimed("capture", action, view, words)
    )


def _exchange(action: Action, _view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    piece = words.say(PIECES[action.what])
    return ChoiceWords("", words.say("get back the {figure}", figure=piece), "", f"exchange {action.what}")


def _ransom(action: Action, _view: BoardView, names: Sequence[str], words: Words) -> ChoiceWords:
    piece = words.say(PIECES[action.what])
    name = plain(names[action.seat])[:12]
    detail = words.say("You pay {name} and can place the {figure} in this turn.", name=name, figure=piece)
    label = words.say("ransom {figure}: {name}", name=name, figure=piece)
    return ChoiceWords("", label, detail, f"ransom {action.what} {action.seat + 1}")


def _guard(action: Action, view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    role = role_name(action.what, "guard", words)
    short = words.say("big guard") if action.what == "big" else words.say("guard")
    return ChoiceWords(_group(action, view), role, words.say("closes the tower; scores nothing"), short)


def _again(_action: Action, _view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    return ChoiceWords(
        "", words.say("draw a second tile"), words.say("The builder brings a second part of this turn."), words.say("again")
    )


def _dragon(action: Action, view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    eaten = sum((p.x, p.y) == action.square and p.seat is not None for p in view.pieces)
    detail = words.count("eats {number} figure", "eats {number} figures", eaten) if eaten else words.say("eats nobody")
    square = view.squares.name(*action.square)
    return ChoiceWords(square, words.say("dragon to {square}", square=square), detail, square.lower())


def _start(action: Action, view: BoardView, _names: Sequence[str], words: Words) -> ChoiceWords:
    square = view.squares.name(*action.square)
    return ChoiceWords(square, words.say("start at {square}", square=square), "", square.lower())


Say = Callable[[Action, BoardView, Sequence[str], Words], ChoiceWords]
SAY: Mapping[str, Say] = {
    "draw": _draw,
    "lay": _draw,
    "start": _start,
    "place": _place,
    "deploy": _deploy,
    "skip": _skip,
    "fairy": _fairy,
    "princess": _princess,
    "guard": _guard,
    "again": _again,
    "raise": _raise,
    "capture": _capture,
    "exchange": _exchange,
    "ransom": _ransom,
    "dragon": _dragon,
}
"""How each verb is said."""
