"""The texts of The Princess & the Dragon."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action
from games.carcassonne.expansions.dragon.events import DragonMoved, FairyMoved, TileSetAside
from games.carcassonne.view import BoardView
from text.carcassonne.choices import aimed, group, square_of, standing_figure, standing_name
from text.carcassonne.event_narrator import EventNarrator
from text.carcassonne.expansions.explanations.dragon import REASONS
from text.carcassonne.phrasebook import Phrasebook, asking
from text.carcassonne.segment_names import place_at
from text.carcassonne.tiles import tile_name
from text.protocol import ChoiceTexts
from text.translator import Translator, meant, phrase


def _set_aside(told: EventNarrator, event: TileSetAside) -> None:
    text = told.words.say("set aside until the first volcano: {tile}", tile=tile_name(event.tile, told.words))
    told.line.notes.append(text)
    told.fresh()


def _dragon_moved(told: EventNarrator, event: DragonMoved) -> None:
    square = told.square(event.x, event.y)
    if event.seat is None:
        told.note(told.words.say("the dragon comes to {square}", square=square))
        return
    name = told.name(event.seat)
    if told.running and told.line.notes[-1:] == [told.running]:
        told.line.notes.pop()
        told.running = told.words.say("{walk}, {square} ({name})", walk=told.running, square=square, name=name)
    else:
        told.running = told.words.say("dragon {square} (moved by {name})", square=square, name=name)
    told.note(told.running)


def _fairy_moved(told: EventNarrator, event: FairyMoved) -> None:
    told.note(told.words.say("fairy to {square}", square=told.square(event.x, event.y)))


def _fairy(action: Action, view: BoardView, names: Sequence[str], words: Translator) -> ChoiceTexts:
    if not action.part:
        return ChoiceTexts(group(action, view), words.say("fairy"), words.say("moves to this tile"), words.sense("typed", "fairy"))
    label = words.say("fairy → {figure}", figure=standing_name(action, view, names, words))
    place = place_at(view, *square_of(action, view), action.part, words)
    short = aimed(words.sense("typed", "fairy"), action, view, words)
    return ChoiceTexts(group(action, view), label, place, short, brief=words.say("fairy"))


def _princess(action: Action, view: BoardView, names: Sequence[str], words: Translator) -> ChoiceTexts:
    figure = standing_name(action, view, names, words)
    label = words.say("send back {figure}", figure=figure)
    brief = words.say("send back {figure}", figure=standing_figure(action, view, words))
    detail = words.say("goes back to its player")
    return ChoiceTexts(group(action, view), label, detail, words.sense("typed", "princess"), brief=brief)


def _dragon(action: Action, view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    eaten = sum((p.x, p.y) == action.square and p.seat is not None for p in view.pieces)
    detail = words.count("eats {number} figure", "eats {number} figures", eaten) if eaten else words.say("eats nobody")
    square = view.squares.name(*action.square)
    return ChoiceTexts(square, words.say("dragon to {square}", square=square), detail, square.lower())


def _towards(action: Action, view: BoardView) -> str:
    """Return the direction of a step of the dragon, as a key of `WHERE`."""
    x, y = action.square
    dragon = next((p for p in view.pieces if p.kind == "dragon"), None)
    return {(0, -1): "n", (1, 0): "e", (0, 1): "s", (-1, 0): "w"}.get((x - dragon.x, y - dragon.y), "") if dragon else ""


WORDS = Phrasebook(
    reasons=REASONS,
    worths={
        "fairy income": "fairy",
        "fairy income, long": "fairy",
        "fairy bonus": "fairy",
        "princess danger": "princess",
        "portal": "portal",
        "dragon danger": "dragon",
        "dragon danger, points": "dragon",
    },
    topics={
        "fairy": phrase("fairy"),
        "princess": phrase("danger from princesses"),
        "portal": phrase("magic portal"),
        "dragon": phrase("danger from the dragon"),
    },
    roles={"dragon": phrase("dragon"), "fairy": phrase("fairy")},
    pieces={"dragon": phrase("dragon"), "fairy": phrase("fairy")},
    marks={
        "volcano": phrase("volcano"),
        "dragon": phrase("dragon symbol"),
        "portal": phrase("magic portal"),
        "princess": phrase("princess"),
    },
    say={"fairy": _fairy, "princess": _princess, "dragon": _dragon},
    elsewhere={"fairy": meant("kind", "Fairy"), "princess": meant("kind", "Princess"), "deploy": meant("kind", "Portal")},
    decisions={"dragon": asking(phrase("{name} moves the dragon one square."), phrase("Move the dragon one square."))},
    aims={"dragon": _towards},
    verb_words={"fairy": ("fairy",), "princess": ("princess", "remove", "home"), "dragon": ("dragon", "step")},
    tell={TileSetAside: _set_aside, DragonMoved: _dragon_moved, FairyMoved: _fairy_moved},
    brings=(DragonMoved, FairyMoved),
    paid={"fairy-income": phrase("point for the fairy")},
    returned={
        "dragon": phrase("eaten: {figure} ({name}), {square}"),
        "princess": phrase("sent back by the princess: {figure} ({name}), {square}"),
    },
    others={"fairy-bonus": phrase("fairy bonus")},
    alone={"fairy": phrase("fairy bonus")},
    sources={"fairy": phrase("fairy {points}")},
    aside=lambda tile, words: words.say("Set aside until the first volcano: {tile}", tile=tile),
    options={
        "fairy_placement": (phrase("Fairy"), phrase("Whether the fairy stands next to a figure or just on a tile.")),
        "fairy_final_scoring": (
            phrase("Fairy at the end"),
            phrase("Whether the fairy's 3 points count in final scoring too."),
        ),
        "dragon_timing": (phrase("Dragon moves"), phrase("Whether the dragon moves before or after scoring.")),
        "princess": (phrase("Princess"), phrase("Whether the princess may or must send a knight back.")),
        "volcano_wood": (phrase("Figures after a volcano"), phrase("What you may do after placing a volcano.")),
        "dragon_tiles_before_volcano": (phrase("Early dragon tiles"), phrase("What happens to them before the first volcano.")),
        "dragon_steps": (phrase("Dragon steps"), phrase("How many squares the dragon moves.")),
    },
    values={
        ("expansions", "dragon"): phrase("The Princess & the Dragon"),
        ("fairy_placement", "follower"): phrase("with a figure"),
        ("fairy_placement", "tile"): phrase("on a tile"),
        ("dragon_timing", "before_scoring"): phrase("before scoring"),
        ("dragon_timing", "after_scoring"): phrase("after scoring"),
        ("princess", "may"): phrase("may send a knight back"),
        ("princess", "must"): phrase("must send a knight back"),
        ("volcano_wood", "not_on_tile"): phrase("anything, but not on that tile"),
        ("volcano_wood", "none"): phrase("nothing"),
        ("dragon_tiles_before_volcano", "set_aside"): phrase("set aside"),
        ("dragon_tiles_before_volcano", "placed_without_effect"): phrase("placed without effect"),
    },
    help={
        "expansions": phrase(
            "The Princess & the Dragon: a volcano brings the dragon, and dragon tiles make it move and eat figures. "
            "The fairy protects a figure and scores. The princess sends a knight back. A magic portal lets you place "
            "a meeple on any free spot."
        ),
    },
)
