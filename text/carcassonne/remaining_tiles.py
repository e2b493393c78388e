"""The texts about the tiles left to draw, and the odds of an empty square: "2 tiles fit of 31 left. Chance: next draw 6 % ..."."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import comb

from games.carcassonne.illegal_move_reasons import demands, empty_squares, fitting_turns
from games.carcassonne.view import BoardView
from games.carcassonne.view_builder import tile_emoji
from text import labels
from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import side_name
from text.carcassonne.tiles import tile_name
from text.protocol import Misread
from text.translator import Translator, meant

AHEAD = 3
"""How many draws the odds look ahead."""

_WANTED = {"C": meant("edge", "city"), "R": meant("edge", "road"), "F": meant("edge", "field")}


def left(view: BoardView, words: Translator) -> str:
    """Return the tiles left in the bag, by kind."""
    if not view.left:
        return _remaining_line(view, words)
    return "\n".join([_remaining_line(view, words), *_kinds(dict(view.bag), words), *_tiles_elsewhere(view, words)])


def count(view: BoardView, words: Translator) -> str:
    """Return the number of tiles left to draw, and a line for each tile in hands, out of the game or beside the board."""
    return "\n".join([_remaining_line(view, words), *_tiles_elsewhere(view, words)])


def number(view: BoardView, words: Translator) -> str:
    """Return the number of tiles left to draw."""
    return words.count("{number} tile left to draw.", "{number} tiles left to draw.", view.left)


def label(words: Translator) -> str:
    """Return the label of the button that shows the tiles left."""
    return labels.label("tiles", words)


def _remaining_line(view: BoardView, words: Translator) -> str:
    if not view.left:
        return words.say("The bag is empty.")
    if view.left < sum(number for _, number in view.bag):
        return words.count("{number} tile left to draw, out of these:", "{number} tiles left to draw, out of these:", view.left)
    left = words.count("{number} tile is left.", "{number} tiles are left.", view.left)
    first = sum(number for stack in view.stacks for _, number in stack)
    if not first:
        return left
    stack = words.count("The next tile comes from a separate stack.", "The next {number} tiles come from a separate stack.", first)
    return f"{left} {stack}"


def _tiles_elsewhere(view: BoardView, words: Translator) -> list[str]:
    """Return the lines about tiles in players' hands, out of the game, and beside the board."""
    gone = [words.say("Out of the game: {tile}", tile=_spoken_tile(tile_id, words)) for tile_id in view.discarded]
    aside = [
        remark(tile_name(tile_id, words), words) for book in phrases().books if (remark := book.aside) for tile_id in view.aside
    ]
    return [*_tiles_in_hands(view.in_hands, words), *gone, *aside]


def _tiles_in_hands(tiles: Sequence[str], words: Translator) -> list[str]:
    """Return the line about the tiles in players' hands, which have left the bag; empty without any."""
    return (
        [words.say("In players' hands: {tiles}", tiles=", ".join(_spoken_tile(tile_id, words) for tile_id in tiles))]
        if tiles
        else []
    )


def _spoken_tile(tile_id: str, words: Translator) -> str:
    return words.sign(tile_emoji(tile_id, 0)) + tile_name(tile_id, words)


def square(view: BoardView, text: str) -> tuple[int, int]:
    """Return the square that a text names.

    Raises `Misread` if it names none.
    """
    xy = view.squares.read(text)
    if xy is None:
        raise Misread("not-a-square", text=text[:30], squares=tuple(view.squares.name(*hole) for hole in empty_squares(view)))
    return xy


def odds(view: BoardView, square: tuple[int, int], words: Translator) -> str:
    """Return the lines about an empty square: the chance that a fitting tile is drawn, and which tiles fit.

    If the square isn't next to a tile, or isn't empty, a sentence that says so.
    """
    name = view.squares.name(*square)
    if any((t.x, t.y) == square for t in view.tiles):
        return words.say("{square}: there's already a tile there.", square=name)
    wanted = demands(view, square)
    if square not in empty_squares(view):
        return (
            words.say("{square} can't be reached yet.", square=name)
            if view.printed
            else words.say("There's no tile next to {square} yet.", square=name)
        )
    fit = {tile_id: number for tile_id, number in view.bag if fitting_turns(view, tile_id, square)}
    held_tiles = [tile_id for tile_id in view.in_hands if fitting_turns(view, tile_id, square)]
    return "\n".join(
        [_odds(view, name, fit, words), _shape(wanted, words), *_kinds(fit, words), *_tiles_in_hands(held_tiles, words)]
    )


def _odds(view: BoardView, name: str, fitting_tiles: Mapping[str, int], words: Translator) -> str:
    fit = sum(fitting_tiles.values())
    if not fit:
        return words.say("{square}: none of the tiles left fits.", square=name)
    ahead, whole = min(AHEAD, view.left), sum(number for _, number in view.bag)
    return words.count(
        "{square}: {number} of the {left} tiles left fits. Chance: next draw {percent} %, within {ahead} draws {later} %",
        "{square}: {number} of the {left} tiles left fit. Chance: next draw {percent} %, within {ahead} draws {later} %",
        fit,
        square=name,
        left=whole,
        percent=percent(view, fitting_tiles, 1),
        ahead=ahead,
        later=percent(view, fitting_tiles, ahead),
    )


def percent(view: BoardView, wanted: Collection[str], draws: int) -> int:
    """Return the chance, in whole percent, that at least one of the wanted tiles is among the next `draws` tiles."""
    missed = 1.0
    for stack in _counts_by_stack(view):
        size, drawn = sum(stack.values()), min(draws, sum(stack.values()))
        others = sum(number for tile_id, number in stack.items() if tile_id not in wanted)
        missed *= comb(others, drawn) / comb(size, drawn)
        draws -= drawn
    return round(100 * (1 - missed))


def _counts_by_stack(view: BoardView) -> list[dict[str, int]]:
    """Return the numbers of the tiles left in each stack, in the order in which the stacks are drawn."""
    first = [dict(stack) for stack in view.stacks]
    rest = {tile_id: number for tile_id, number in view.bag if not any(tile_id in stack for stack in first)}
    return [*first, rest]


def _shape(wanted: tuple[str, ...], words: Translator) -> str:
    sides = [
        words.say("{side} {edge}", side=side_name(side, words), edge=words.say(_WANTED.get(letter) or phrases().edges[letter]))
        for side, letter in enumerate(wanted)
        if letter
    ]
    return words.say("Needs: {sides}.", sides=", ".join(sides))


def _kinds(fit: dict[str, int], words: Translator) -> list[str]:
    kinds: dict[str, list[str]] = {}
    for tile_id, number in fit.items():
        kinds.setdefault(tile_name(tile_id, words), []).extend([tile_id] * number)
    return [
        words.say("{number} × {tile}", number=len(same), tile=words.sign(tile_emoji(same[0], 0)) + name)
        for name, same in sorted(kinds.items(), key=lambda pair: -len(pair[1]))
    ]
