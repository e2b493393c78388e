"""The texts of The Tower."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action
from games.carcassonne.expansions.tower.events import FigureCaptured, PrisonerRansomed, PrisonersExchanged, TowerRaised
from games.carcassonne.expansions.tower.towers import FOUNDATION
from games.carcassonne.tile import Tile
from games.carcassonne.view import BoardView
from text.carcassonne.choices import aimed, group, standing_figure, standing_name
from text.carcassonne.event_narrator import EventNarrator
from text.carcassonne.expansions.explanations.tower import REASONS
from text.carcassonne.phrasebook import Phrasebook, asking
from text.carcassonne.terms import PIECES, piece_name, piece_typed, role_name
from text.protocol import ChoiceTexts
from text.translator import Translator, meant, phrase
from text.users.player_names import plain


def _tower_raised(told: EventNarrator, event: TowerRaised) -> None:
    told.note(told.words.say("tower at {square} raised to {height}", square=told.square(event.x, event.y), height=event.height))


def _narrate_captured(told: EventNarrator, event: FigureCaptured) -> None:
    text = told.words.say(
        "captured by {name}: {figure} ({owner}), {square}",
        name=told.name(event.seat),
        owner=told.name(event.owner),
        figure=piece_name(event.piece, told.words),
        square=told.square(event.x, event.y),
    )
    told.note(text)


def _narrate_exchanged(told: EventNarrator, event: PrisonersExchanged) -> None:
    text = told.words.say(
        "exchange: {figure} → {name}, {other_figure} → {other}",
        name=told.name(event.seat),
        figure=piece_name(event.piece, told.words),
        other=told.name(event.other),
        other_figure=piece_name(event.other_piece, told.words),
    )
    told.note(text)


def _narrate_ransomed(told: EventNarrator, event: PrisonerRansomed) -> None:
    text = told.words.say(
        "ransom: {figure} → {name} (from {holder})",
        name=told.name(event.seat),
        figure=piece_name(event.piece, told.words),
        holder=told.name(event.holder),
    )
    told.note(text)


def _raise(action: Action, view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    height = 1 + next((m.value for m in view.marks if m.kind == "tower" and (m.x, m.y) == action.square), 0)
    reach = words.count("reaches {number} square in each direction", "reaches {number} squares in each direction", height)
    return ChoiceTexts(
        group(action, view), words.say("tower to height {height}", height=height), reach, words.sense("typed", "raise")
    )


def _capture(action: Action, view: BoardView, names: Sequence[str], words: Translator) -> ChoiceTexts:
    figure = standing_name(action, view, names, words)
    short = aimed(words.sense("typed", "capture"), action, view, words)
    return ChoiceTexts(group(action, view), figure, "", short, brief=standing_figure(action, view, words))


def _exchange(action: Action, _view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    piece = piece_name(action.what, words)
    verb = words.sense("typed", "exchange")
    return ChoiceTexts("", piece, "", f"{verb} {piece_typed(action.what, words)}")


def _ransom(action: Action, _view: BoardView, names: Sequence[str], words: Translator) -> ChoiceTexts:
    piece = piece_name(action.what, words)
    name = plain(names[action.seat])[:12]
    detail = words.say("paid to {name}; you may place the figure this turn", name=name)
    label = words.say("ransom for {figure} ({name})", name=name, figure=piece)
    verb = words.sense("typed", "ransom")
    brief = words.say("{figure} ({name})", figure=piece, name=name)
    return ChoiceTexts("", label, detail, f"{verb} {piece_typed(action.what, words)} {action.seat + 1}", brief=brief)


def _guard(action: Action, view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    role = role_name(action.what, "guard", words)
    short = words.sense("typed", "guard") if action.what in PIECES else role
    return ChoiceTexts(group(action, view), role, words.say("closes the tower; no points"), short)


def _foundation(tile: Tile, words: Translator) -> list[str]:
    return [words.say("tower foundation")] if any(s.kind is FOUNDATION for s in tile.segments) else []


WORDS = Phrasebook(
    reasons=REASONS,
    worths={
        "prisoners soon": "prisoners",
        "prisoners": "prisoners",
        "tower pieces": "pieces",
        "tower danger": "towers",
        "tower danger, points": "towers",
    },
    topics={
        "prisoners": phrase("prisoners"),
        "pieces": phrase("tower pieces"),
        "towers": phrase("danger from towers"),
    },
    legend={"mark tower": phrase("tower foundation"), "piece tower": phrase("tower")},
    roles={"guard": phrase("tower guard")},
    role_words={"guard": ("g", "guard", "watch")},
    refused={
        ("no-such-place", "guard"): phrase("There's no tower for a guard."),
        ("occupied", "guard"): phrase("That tower already has a guard."),
        ("not-there", "guard"): phrase("You can't put a guard there now."),
    },
    kinds={"tower": phrase("tower foundation")},
    printed=_foundation,
    counted={"tower-pieces": lambda number, words: words.count("{number} tower piece", "{number} tower pieces", number)},
    say={"guard": _guard, "raise": _raise, "capture": _capture, "exchange": _exchange, "ransom": _ransom},
    elsewhere={"raise": meant("kind", "Tower"), "guard": meant("kind", "Guard"), "ransom": meant("kind", "Ransom")},
    decisions={
        "capture": asking(phrase("{name} may capture a meeple."), phrase("You may capture a meeple.")),
        "exchange": asking(phrase("{name} chooses which figure comes back."), phrase("Choose which figure comes back.")),
    },
    takes={"guard": "guard"},
    verb_words={
        "raise": ("tower", "raise", "piece"),
        "capture": ("capture", "take", "catch"),
        "exchange": ("exchange", "return"),
        "ransom": ("ransom", "buy", "free"),
    },
    tell={
        TowerRaised: _tower_raised,
        FigureCaptured: _narrate_captured,
        PrisonersExchanged: _narrate_exchanged,
        PrisonerRansomed: _narrate_ransomed,
    },
    brings=(TowerRaised, FigureCaptured, PrisonersExchanged, PrisonerRansomed),
    returned={
        "tower": phrase("back to {name}: {figure} from {square}"),
        "exchange": phrase("back to {name} by exchange: {figure}"),
        "ransom": phrase("back to {name} for a ransom: {figure}"),
    },
    paid={"ransom": phrase("ransom")},
    sources={"ransom": phrase("ransoms {points}")},
    standing={
        "tower": lambda square, value, words: words.count(
            "The tower at {square} is {number} floor high.",
            "The tower at {square} is {number} floors high.",
            value,
            square=square,
        ),
    },
    options={
        "ransom_needs_points": (phrase("Ransom"), phrase("Whether you need the points to pay a ransom, or can go below 0.")),
        "capture": (phrase("Capture"), phrase("Whether a tower that reaches a figure has to take one.")),
        "abandoned_tower": (phrase("Abandoned tower"), phrase("Whether a tower can grow again once its guard is gone.")),
        "tower_pieces": (
            phrase("Tower pieces"),
            phrase("How many each player has; usually depends on the number of players."),
        ),
        "ransom_price": (phrase("Price of a ransom"), phrase("How many points a prisoner costs.")),
    },
    values={
        ("expansions", "tower"): phrase("The Tower"),
        ("tower_pieces", "0"): phrase("as usual"),
        ("capture", "optional"): phrase("may take a figure"),
        ("capture", "forced"): phrase("must take a figure"),
        ("abandoned_tower", "reopens"): phrase("can grow again"),
        ("abandoned_tower", "stays_closed"): phrase("stays closed"),
    },
    help={
        "expansions": phrase(
            "The Tower: raise towers to capture meeples within reach; a ransom of 3 points brings one back. A guard "
            "on top closes a tower."
        ),
    },
)
