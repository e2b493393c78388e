"""The completeness of words: all that can be said has some, all are within bounds, none hide outside the catalogue."""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from ai import FORMER, PLAYERS
from cogs.messages.play.draft import BUTTON
from cogs.refusals import CODES as DISCORD_CODES
from editions.registry import EDITIONS, GAMES
from games.carcassonne import events
from games.carcassonne.catalog import tiles
from games.carcassonne.events import FeatureScored
from games.carcassonne.expansion import HOME, all_expansions, expansion_modules
from games.carcassonne.tile import BASE_KINDS, Shape
from games.core.errors import CODES
from service.errors import CODES as SERVICE_CODES
from service.lobby.lobbies import ORDERS as KNOWN_ORDERS
from tests.everything import ALL as ALL_INSTALLED
from tests.everything import EXPANSIONS
from tests.text.played import played
from text import carcassonne
from text.carcassonne import (
    alt,
    autocomplete,
    board,
    choices,
    guide,
    move_log,
    parse_errors,
    remaining_tiles,
    score_lines,
    segment_names,
    standings,
    terms,
)
from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import WHERE, place, where
from text.carcassonne.terms import role_name, standing_role
from text.carcassonne.tiles import as_it_lies, tile_name
from text.commands import COMMANDS, DESCRIPTION, OPTIONS, ORDERS
from text.help import topics
from text.labels import LABELS, label
from text.lobby import game_list_texts
from text.play import departure_texts
from text.protocol import LABEL
from text.refusals import PLAIN, SPOKEN, permissions
from text.template import gathered
from text.translator import Translator, languages, translator_for
from text.users import members

TEXT = Path(carcassonne.__file__).parents[1]
IN_EVERY_LANGUAGE = pytest.mark.parametrize("spoken", [translator_for(locale) for locale in languages()], ids=languages())


def _sentences(path: Path) -> set[str]:
    """Return the sentences in a module's calls.

    Extraction overlooks those in an f-string or behind a variable that is called as one of the functions.
    """
    texts = set()
    for call in (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        args = call.args[:1] if name in ("say", "phrase", "sentence", "pattern", "filled") else []
        args += call.args[1:2] if name in ("sense", "meant") else []
        args += call.args[:2] if name in ("plural", "counting", "numbered") or (name == "count" and len(call.args) > 2) else []
        texts |= {arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
    return texts


def test_the_template_overlooks_no_sentence() -> None:
    known = {text for message in gathered() for text in (message.id if isinstance(message.id, tuple) else (message.id,))}
    missed = {path.name: left for path in TEXT.rglob("*.py") if (left := _sentences(path) - known)}

    assert missed == {}


def test_every_refusal_has_one_sentence() -> None:
    assert set(PLAIN) | set(SPOKEN) == CODES | SERVICE_CODES | DISCORD_CODES
    assert not set(PLAIN) & set(SPOKEN)


def test_every_computer_player_and_seat_order_has_a_name() -> None:
    assert set(members.LEVELS) == set(members.WHO) == {*PLAYERS, *FORMER}
    assert set(ORDERS) == set(KNOWN_ORDERS)


def test_every_event_is_told() -> None:
    parts = {events.ScoringLine, events.SeatPoints, events.ScoredFigure}
    packages = [m for m in expansion_modules() if hasattr(import_module(f"{HOME}.{m}"), "__path__")]
    added = [import_module(f"{HOME}.{m}.events") for m in packages if find_spec(f"{HOME}.{m}.events")]
    kinds = {c for home in (events, *added) for _, c in inspect.getmembers(home, inspect.isclass) if c.__module__ == home.__name__}

    assert set(move_log.TELL) | set(phrases().tell) == kinds - parts
    assert not set(move_log.TELL) & set(phrases().tell)


def test_every_verb_and_decision_is_said() -> None:
    assert {verb.name for e in all_expansions() for verb in e.verbs} <= set(choices.SAY) | set(phrases().say)
    assert {decision for e in all_expansions() for decision, _ in e.offers} <= set(board.DECISIONS) | set(phrases().decisions)


def test_every_figure_role_and_mark_has_a_name() -> None:
    assert {piece.id for e in all_expansions() for piece in e.pieces} <= set(terms.PIECES) | set(phrases().pieces)
    assert {piece.id for e in all_expansions() for piece in e.pieces} <= {"small"} | set(phrases().supply)
    kinds = {*BASE_KINDS, *(kind for e in all_expansions() for kind in e.kinds)}
    roles = {kind.role for kind in kinds if kind.role} | {p.id for e in all_expansions() for p in e.pieces if not p.follower}
    assert roles <= set(terms.ROLES) | set(phrases().roles)
    marks = set(terms.MARKS) | set(phrases().marks)
    assert {mark for e in all_expansions() for mark in e.symbols} <= marks
    assert {mark for t in tiles().values() for mark in (*t.marks, *(m for s in t.segments for m in s.marks))} <= marks
    assert {str(kind) for kind in kinds} == set(segment_names.KINDS) | set(phrases().kinds)


@pytest.mark.parametrize("game", GAMES)
@IN_EVERY_LANGUAGE
def test_every_option_and_value_has_words(game: str, spoken: Translator) -> None:
    for option in GAMES[game].schema():
        name, description = EDITIONS.explain[game].option(option.key, spoken)
        assert 0 < len(name) <= LABEL
        assert 0 < len(description) <= DESCRIPTION
        for value in option.fits() if option.kind in ("choice", "set", "flag") else (option.write(option.default),):
            assert 0 < len(EDITIONS.explain[game].value(option.key, value, spoken)) <= DESCRIPTION


def test_every_score_of_whole_games_is_explained() -> None:
    alone = [played(7, 2, expansions=name) for name in EXPANSIONS]
    games = [played(7, 4), played(7, 4, edition="first"), played(1, 3, expansions=ALL_INSTALLED), *alone]
    scored = [e for game in games for e in game.events if isinstance(e, FeatureScored)]

    assert {line.what for e in scored for g in e.gains for line in g.lines} <= set(terms.COUNTED) | set(phrases().counted) | set(
        phrases().alone
    )
    assert {tag for e in scored for g in e.gains for tag in g.tags} <= set(score_lines.TAGS) | set(phrases().tags) | set(
        phrases().nothing
    ) | set(score_lines.NOTHING)
    assert {e.kind for e in scored} <= set(score_lines.UNFINISHED) | set(phrases().unfinished) | set(phrases().others)


def test_every_kind_and_reason_of_points_has_a_name() -> None:
    """Of every expansion that is installed, whether or not a played game happens to bring it."""
    declared = {reason for expansion in all_expansions() for reason in expansion.sources}
    kinds = {str(kind) for expansion in all_expansions() for kind in (*BASE_KINDS, *expansion.kinds)}
    named = {*kinds, *phrases().paid, *phrases().others}
    assert declared <= named, f"{declared - named}: give it a name in `paid` or `others` of the expansion's words"


@pytest.mark.parametrize("what", [*terms.COUNTED, *phrases().counted])
def test_everything_counted_can_be_said(what: str) -> None:
    assert re.search(r"\b2\b", terms.counted(what, 2, translator_for("en")))


@IN_EVERY_LANGUAGE
def test_labels_fit_a_phone(spoken: Translator) -> None:
    assert {key: shown for key in LABELS if len(shown := label(key, spoken)) > BUTTON} == {}


@IN_EVERY_LANGUAGE
def test_descriptions_of_commands_fit(spoken: Translator) -> None:
    sentence = {key: spoken.say(message) for key, message in {**COMMANDS, **OPTIONS}.items()}

    assert {key: text for key, text in sentence.items() if not 0 < len(text) <= DESCRIPTION} == {}


@IN_EVERY_LANGUAGE
def test_every_figure_on_every_segment_has_a_label_that_fits(spoken: Translator) -> None:
    long = set()
    for tile in tiles().values():
        for turn in range(4):
            for segment in (segment for segment in tile.turned(turn) if segment.kind.role):
                where_text = where(segment, tile.turned(turn))
                side = spoken.say(WHERE[where_text]) if where_text else ""
                for piece in (*terms.PIECES, *phrases().titles):
                    figure = role_name(piece, standing_role(piece, segment.kind), spoken)
                    sentence = spoken.say("{figure}, {side}", figure=figure, side=side)
                    long |= {sentence} if len(sentence) > LABEL and segment.kind.shape not in (Shape.AROUND, Shape.SPOT) else set()

    assert not long


@IN_EVERY_LANGUAGE
def test_no_two_places_of_a_tile_share_a_name(spoken: Translator) -> None:
    for tile in tiles().values():
        for turn in range(4):
            segments = tile.turned(turn)
            named = [place(segment, segments, spoken) for segment in segments]
            assert len(set(named)) == len(named), (tile.id, turn, named)
            assert all(not (where_text := where(segment, segments)) or where_text in WHERE for segment in segments)


def test_the_base_tiles_are_told_apart_by_their_names() -> None:
    named = [tile_name(tile.id, translator_for("en")) for tile in tiles().values() if tile.id.startswith("base/")]

    assert len(named) == 24 + 8, "eight of them with a garden as well"
    assert len(set(named)) == 24 + 8


@IN_EVERY_LANGUAGE
def test_every_tile_can_be_described_as_it_lies(spoken: Translator) -> None:
    for tile in tiles().values():
        for turn in range(4):
            assert 0 < len(as_it_lies(tile.id, turn, spoken)) <= 100


@IN_EVERY_LANGUAGE
def test_every_help_topic_fits_a_message(spoken: Translator) -> None:
    for key, title in guide.topics(spoken):
        assert 0 < len(title) <= 100
        assert 0 < len(guide.help(key, spoken)) <= topics.LONGEST


def test_every_table_of_sentences_is_a_table_of_strings() -> None:
    """What is said with a key must be there; a typing slip in a table would only show when a player meets it."""
    tables = (
        alt.KINDS,
        remaining_tiles._WANTED,
        phrases().values,
        standings.sources(),
        game_list_texts.STATUS,
        permissions.PERMISSIONS,
        departure_texts.VACATED,
    )

    assert all(isinstance(value, str) and value for table in tables for value in table.values())
    assert all(callable(offer) for offer in (*parse_errors.MISREADS.values(), *autocomplete.OFFERS.values()))


def _loose_strings(path: Path) -> list[str]:
    """English in a module that no translator would ever see."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in (
                "say",
                "count",
                "sense",
                "phrase",
                "meant",
                "sentence",
                "pattern",
                "plural",
                "filled",
                "counting",
                "numbered",
            ):
                known |= {id(part) for arg in node.args for part in ast.walk(arg)}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            known.add(id(node.value))
        if isinstance(node, ast.Dict):
            known |= {id(key) for key in node.keys}
    loose = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in known]
    return [text for text in loose if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", text)]


def test_no_sentence_hides_from_translators() -> None:
    paths = [
        p for p in TEXT.rglob("*.py") if p.name not in ("template.py", "translations.py", "translator_comments.py", "vocabulary.py")
    ]

    assert len(paths) > 100
    assert [(path.relative_to(TEXT), hidden) for path in paths for hidden in _loose_strings(path)] == []
