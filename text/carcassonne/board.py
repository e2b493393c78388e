"""The position as text, complete enough to play without a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.carcassonne.actions import Action
from games.carcassonne.view import BoardView, MarkView, PieceView, TileView
from games.carcassonne.view_builder import tile_emoji
from text.carcassonne.action_names import written
from text.carcassonne.choices import choice, spots, told_apart
from text.carcassonne.phrasebook import asking, phrases
from text.carcassonne.placement_list import spot
from text.carcassonne.printed_board import printed_lines
from text.carcassonne.questions import numbers
from text.carcassonne.segment_names import is_alone
from text.carcassonne.standings import panel
from text.carcassonne.terms import role_name
from text.carcassonne.tiles import as_it_lies, tile_name
from text.message_templates import labelled
from text.play import turn_texts
from text.translator import Translator, phrase
from text.users.player_names import safe


def board(view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return the whole position as text, row by row."""
    words, rows = words.unillustrated, dict[int, list[TileView]]()
    for tile in view.tiles:
        rows.setdefault(tile.y, []).append(tile)
    lines = [words.say("The board, row by row from north to south, each row from west to east.")]
    for y in sorted(rows):
        told = [_tile(tile, view, names, words) for tile in sorted(rows[y], key=lambda t: t.x)]
        lines.append(words.say("Row {row}: {tiles}", row=view.squares.row_number(y), tiles=" ".join(told)))
    lines[:0] = printed_lines(view, words)
    lines += marks(view, words)
    lines.append(panel(view, names, words))
    return "\n".join([*lines, *_closing_lines(view, names, words)])


def _closing_lines(view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    asked = ask(view, names, words)
    left = words.count("{number} tile is left.", "{number} tiles are left.", view.left)
    return [left, asked] if asked else [left]


def _tile(tile: TileView, view: BoardView, names: Sequence[str], words: Translator) -> str:
    square = view.squares.name(tile.x, tile.y)
    told = words.say("{square} {edges}", square=square, edges=as_it_lies(tile.tile, tile.turn, words))
    figures = [figure(p, view, names, words) for p in view.pieces if (p.x, p.y) == (tile.x, tile.y)]
    if not figures:
        return words.say("{tile}.", tile=told)
    return words.say("{tile}; {figures}.", tile=told, figures=", ".join(figures))


def figure(piece: PieceView, view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return a figure with its owner: `knight (Anna)`, `farmer (Ben, south)`, or `dragon` without one."""
    role = role_name(piece.kind, piece.role, words)
    if piece.seat is None:
        return role
    name = safe(names[piece.seat])
    if not piece.part or is_alone(view, piece.x, piece.y, piece.part):
        return words.say("{figure} ({name})", figure=role, name=name)
    side = told_apart(piece.kind, view, piece.x, piece.y, piece.part, words)
    return words.say("{figure} ({name}, {side})", figure=role, name=name, side=side)


def marks(view: BoardView, words: Translator) -> list[str]:
    """Return a sentence for each mark on the board that isn't printed on a tile."""
    return [mark(told, view, words) for told in view.marks if told.kind in phrases().standing]


def mark(told: MarkView, view: BoardView, words: Translator) -> str:
    """Return the sentence about a mark on the board."""
    return phrases().standing[told.kind](view.squares.name(told.x, told.y), told.value, words)


def hand(view: BoardView, words: Translator) -> str:
    """Return the description of the tile to be placed; empty if none is."""
    return tile_name(view.hand, words) if view.hand else ""


def ask(view: BoardView, names: Sequence[str], words: Translator, *, viewer: int | None = None) -> str:
    """Return who has to do what next, `viewer` addressed directly; empty if the game waits for no player."""
    if not view.to_act:
        return ""
    name = "" if view.to_act[0] == viewer else safe(names[view.to_act[0]])
    if view.decision == "place" and view.hand:
        tile = words.sign(tile_emoji(view.hand, 0)) + tile_name(view.hand, words)
        if not name:
            return words.say("Place your tile: {tile}.", tile=tile)
        return words.say("{name} is placing a tile: {tile}.", name=name, tile=tile)
    return (DECISIONS.get(view.decision) or phrases().decisions[view.decision])(name, words)


DECISIONS: Mapping[str, Callable[[str, Translator], str]] = {
    "place": asking(phrase("{name} is placing a tile."), phrase("Place your tile.")),
    "deploy": asking(phrase("{name} may place a meeple."), phrase("You may place a meeple.")),
}
"""What the decisions of every game ask for."""


def legal_sentences(view: BoardView, legal: Sequence[Action], names: Sequence[str], words: Translator) -> list[str]:
    """Return a line for each legal placement, and a sentence for each other choice."""
    words, placements = words.unillustrated, [action for action in legal if action.verb == "place"]
    lines = [spot(named_spot, view, words) for named_spot in spots(view, placements)]
    others = [action for action in legal if action.verb not in ("place", "skip")]
    typed = written(view, legal, words)
    for number, action in sorted(zip(numbers(view, others), others, strict=True), key=lambda each: (not each[0], each[0])):
        texts = choice(action, view, names, words)
        what = " ".join(part for part in (texts.group, texts.label) if part)
        told = labelled(what, texts.detail, words) if what and texts.detail else what or texts.detail
        name = typed[action] if placements or not number else number  # beside spots a number means a spot
        lines.append(words.say("{number} · {choice}", number=name, choice=told))
    return lines + [choice(action, view, names, words).label for action in legal if action.verb == "skip"]


def hint(view: BoardView, legal: Sequence[Action], words: Translator) -> str:
    """Return the hint about typing a move, with a placement or the first other choice as its example."""
    answers = sorted((action for action in legal if action.verb != "skip"), key=lambda action: action.verb != "place")
    if not answers:
        return ""
    return turn_texts.reply_with(written(view, legal, words)[answers[0]], words)
