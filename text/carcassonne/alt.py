"""The alt texts of pictures of the tile game, at most `ALT` characters each, by kind of picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.carcassonne.view import BoardView
from text.carcassonne.board import figure, marks
from text.carcassonne.move_log import facing
from text.carcassonne.standings import standings
from text.carcassonne.tiles import as_it_lies, tile_name
from text.message_templates import series, whole_words
from text.protocol import ALT, Part
from text.translator import Translator, phrase
from text.users.player_names import plain

KINDS: Mapping[str, str] = {
    "turn": phrase("Part of the board around the latest moves."),
    "whole": phrase("The whole board."),
    "spots": phrase("The board with numbers where the tile fits."),
    "preview": phrase("The board with your tile in place."),
    "figures": phrase("The board with your choices numbered."),
    "fields": phrase("The board with each field in its owner's colour."),
    "owners": phrase("The board with each feature in its owner's colour."),
    "coordinates": phrase("The board with a name on every square."),
    "score": phrase("The score track with everyone's marker."),
    "explained": phrase("The board with the tiles of one score tinted."),
    "tile": phrase("Your tile."),
    "lobby": phrase("A small board to look at before the game starts."),
    "legend": phrase("How to read the board: edges, figures and marks."),
    "end": phrase("The final points, best first, each total as a bar split by where the points came from."),
}
"""What each kind of picture is."""

_NEWEST = 6


def alt(view: BoardView, kind: str, names: Sequence[str], words: Translator, *, part: Part | None = None) -> str:
    """Return the alt text of a picture of `kind`, at most `ALT` characters; what the message beside it says is left out."""
    words, plain_names = words.unillustrated, [plain(name) for name in names]
    texts = [words.say(KINDS[kind]), _spoken_part(part, view, words), *TOLD.get(kind, _position)(view, plain_names, words)]
    return whole_words(" ".join(each for each in texts if each).replace("\\", "").replace("\u200b", ""), ALT)


def _spoken_part(part: Part | None, view: BoardView, words: Translator) -> str:
    if part is None:
        return ""
    (west, north), (east, south) = part
    low, high = sorted((north, south), key=view.squares.row_number)
    return words.say("Shown: {first} to {last}.", first=view.squares.name(west, low), last=view.squares.name(east, high))


def _hand(view: BoardView, _names: Sequence[str], words: Translator) -> list[str]:
    return [words.say("Tile to place: {tile}.", tile=tile_name(view.hand, words))] if view.hand else []


def _no_lines(_view: BoardView, _names: Sequence[str], _words: Translator) -> list[str]:
    return []


def _points(view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    return [words.say("Points: {standings}.", standings=standings(view, names, words))]


def _laid_tile_line(view: BoardView, _names: Sequence[str], words: Translator) -> list[str]:
    """Return the line about the tile just placed, or an empty list without one."""
    laid = next((t for t in reversed(view.tiles) if (t.x, t.y) == view.current), None)
    if laid is None:
        return []
    square = " ".join(p for p in (view.squares.name(laid.x, laid.y), facing(laid.tile, laid.turn)) if p)
    return [words.say("{square}: {edges}.", square=square, edges=as_it_lies(laid.tile, laid.turn, words))]


def _board_lines(view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    """Return the lines about the board's extent, its figures, and the newest tiles; the message has the standings."""
    figures = ", ".join(_figure_list(view, names, words, _NEWEST))
    newest = [words.say("Newest on the board: {figures}.", figures=figures)] if figures else []
    return [
        _extent(view, words),
        *marks(view, words),
        *_tiles_in_hand(view, names, words),
        *newest,
        *_last_moves(view, names, words),
    ]


def _tiles_in_hand(view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    """Return the lines about the tiles that players hold for their next turn."""
    held_tiles = [(names[seat.seat], tile_name(seat.held, words)) for seat in view.seats if seat.held]
    told = series((words.say("{name} {tile}", name=name, tile=tile) for name, tile in held_tiles), words)
    return [words.say("Next tiles: {tiles}.", tiles=told)] if held_tiles else []


def _position(view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    parts = [_extent(view, words), *marks(view, words), *_tiles_in_hand(view, names, words)]
    if view.pieces:
        parts.append(words.say("On the board: {figures}.", figures=", ".join(_figure_list(view, names, words))))
    return parts


TOLD: Mapping[str, Callable[[BoardView, Sequence[str], Translator], list[str]]] = {
    "turn": _board_lines,
    "spots": _hand,
    "preview": _laid_tile_line,
    "figures": _laid_tile_line,
    "tile": _hand,
    "legend": _no_lines,
    "end": _points,
    "score": _no_lines,
    "explained": _no_lines,
}
"""What is told of the kinds of pictures that do not tell the whole position: of private steps only what changed."""


def _extent(view: BoardView, words: Translator) -> str:
    xs, ys = [t.x for t in view.tiles], [t.y for t in view.tiles]
    if not xs:
        return words.say("No tiles on the board yet.")
    low, high = sorted((min(ys), max(ys)), key=view.squares.row_number)
    first, last = view.squares.name(min(xs), low), view.squares.name(max(xs), high)
    return words.count("{number} tile, at {first}.", "{number} tiles, from {first} to {last}.", len(xs), first=first, last=last)


def _last_moves(view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    moves = [t for t in view.tiles[-min(len(view.seats), _NEWEST) :] if t.seat is not None]
    return [
        words.say(
            "{name} {square}: {edges}.",
            name=names[t.seat],
            square=" ".join(p for p in (view.squares.name(t.x, t.y), facing(t.tile, t.turn)) if p),
            edges=as_it_lies(t.tile, t.turn, words),
        )
        for t in reversed(moves)
        if t.seat is not None
    ]


def _figure_list(view: BoardView, names: Sequence[str], words: Translator, most: int | None = None) -> list[str]:
    """Return the figures on the board with their squares, those on the newest tiles first; at most `most` if given."""
    newest = {(t.x, t.y): t.number for t in view.tiles}
    ordered = sorted(view.pieces, key=lambda p: -newest[p.x, p.y])[:most]
    return [
        words.say("{figure} {square}", figure=figure(p, view, names, words), square=view.squares.name(p.x, p.y)) for p in ordered
    ]
