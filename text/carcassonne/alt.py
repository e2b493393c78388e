"""Alt text: what each kind of picture shows, at most 1024 characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.view import BoardView
from text.carcassonne.board import ask, figure
from text.carcassonne.choices import cut
from text.carcassonne.standing import standings
from text.carcassonne.story import facing
from text.carcassonne.tiles import as_it_lies, tile_name
from text.language import Words, phrase
from text.names import plain
from text.protocol import ALT

KINDS: Mapping[str, str] = {
    "turn": phrase("Part of the board around the last moves."),
    "whole": phrase("The whole board."),
    "spots": phrase("The board with numbers on the squares where the tile fits."),
    "preview": phrase("The board with your tile as it would lie."),
    "figures": phrase("The board with numbers on the places for a figure."),
    "meadows": phrase("The board with every meadow tinted by its owner."),
    "owners": phrase("The board with every feature tinted by its owner."),
    "coordinates": phrase("The board with a name on every square."),
    "score": phrase("The score track with everybody's marker."),
    "explained": phrase("The board with the counted tiles of a score tinted."),
    "tile": phrase("The tile in hand."),
    "lobby": phrase("A small board to look at before the game starts."),
    "legend": phrase("How to read the board: edges, figures and marks."),
    "end": phrase("The final points in order, each sum as a bar of what brought it."),
}
"""What each kind of picture is."""

_NEWEST = 6


def alt(view: BoardView, kind: str, names: Sequence[str], words: Words) -> str:
    """See `Saying.alt`."""
    plain_names = [plain(name) for name in names]
    parts = [words.say(KINDS[kind])]
    if kind == "tile" and view.hand:
        parts.append(words.say("{tile}.", tile=tile_name(view.hand, words)))
    elif kind == "end":
        parts.append(words.say("Points: {standings}.", standings=standings(view, plain_names, words)))
    elif kind not in ("legend", "tile"):
        parts += _position(view, plain_names, words)
    return cut(" ".join(part for part in parts if part), ALT).replace("\\", "").replace("\u200b", "")


def _position(view: BoardView, names: Sequence[str], words: Words) -> list[str]:
    parts = [_extent(view, words), *_last_moves(view, names, words), ask(view, names, words)]
    parts.append(words.say("Points: {standings}.", standings=standings(view, names, words)))
    if view.pieces:
        parts.append(words.say("Figures: {figures}.", figures=", ".join(_figures(view, names, words))))
    return parts


def _extent(view: BoardView, words: Words) -> str:
    xs, ys = [t.x for t in view.tiles], [t.y for t in view.tiles]
    if not xs:
        return words.say("No tile lies yet.")
    first, last = view.squares.name(min(xs), max(ys)), view.squares.name(max(xs), min(ys))
    return words.count(
        "{number} tile, from {first} to {last}.", "{number} tiles, from {first} to {last}.", len(xs), first=first, last=last
    )


def _last_moves(view: BoardView, names: Sequence[str], words: Words) -> list[str]:
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


def _figures(view: BoardView, names: Sequence[str], words: Words) -> list[str]:
    newest = {(t.x, t.y): t.number for t in view.tiles}
    ordered = sorted(view.pieces, key=lambda p: -newest[p.x, p.y])
    return [
        words.say("{figure} {square}", figure=figure(p, view, names, words), square=view.squares.name(p.x, p.y)) for p in ordered
    ]
