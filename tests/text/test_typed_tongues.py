"""Moves typed in every language, whatever language the game is played in; a letter that means two things is asked back."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from editions.registry import EDITIONS
from games.core.errors import RuleRefusedError
from tests.everything import ALL as ALL_INSTALLED
from tests.text.cardcassonne import card_positions
from tests.text.played import GAME, NAMES, Position, after, played
from text.cardcassonne.vocabulary import card_of
from text.cardcassonne.vocabulary import tokens as card_tokens
from text.input_vocabulary import folded
from text.protocol import AmbiguousMove, Misread
from text.translator import LOCALES, languages, translator_for

TILES, CARDS = EDITIONS[GAME.id].words, EDITIONS[card_positions.GAME.id].words
EN = translator_for("en")


def meant(read: Any, text: str, position: Any) -> object:
    """Return the action that a text is read as, or why it is none."""
    try:
        action, rest = read.typed(text, position.view, position.legal, EN)
    except (Misread, AmbiguousMove, RuleRefusedError) as refused:
        return refused.code
    return action, bool(rest)


def is_read(answer: object) -> bool:
    """Return whether an answer is an action that leaves no word over."""
    return isinstance(answer, tuple) and not answer[1]


def asked_for(decision: str) -> list[Position]:
    """Return all positions of a game in which this is asked."""
    return [p for p in played(1, 3, expansions="inns,traders").positions if p.view.decision == decision]


@pytest.mark.parametrize(
    ("english", "others"),
    [
        (
            "knight",
            (
                "ridder",
                "Ritter",
                "stad",
                "als Ritter",
                "chevalier",
                "dans la ville",
                "caballero",
                "en la ciudad",
                "cavaleiro",
                "na cidade",
            ),
        ),
        ("highwayman", ("struikrover", "Wegelagerer", "weg", "Straße", "strasse", "op de weg", "auf der Straße")),
        (
            "monk",
            (
                "monnik",
                "Mönch",
                "Moench",
                "monch",
                "klooster",
                "im Kloster",
                "moine",
                "abbaye",
                "monje",
                "monasterio",
                "monge",
                "monastério",
            ),
        ),
        ("farmer", ("boer", "Bauer", "weide", "auf die Wiese", "paysan", "pré", "pre", "campesino", "fazendeiro")),
        ("farmer south", ("boer zuid", "Bauer süd", "Bauer Süden", "Bauer sued", "paysan sud", "campesino sur", "fazendeiro sul")),
        ("knight west", ("ridder west", "Ritter Westen")),
        ("highwayman east", ("struikrover oost", "Wegelagerer Ost", "struikrover o")),
        ("farmer north-east", ("boer noordoost", "boer noord-oost", "Bauer nordost")),
        (
            "big knight",
            (
                "grote ridder",
                "großer Ritter",
                "grosser Ritter",
                "groot r",
                "grand chevalier",
                "caballero grande",
                "cavaleiro grande",
            ),
        ),
        ("none", ("geen", "niemand", "kein", "keiner", "nichts", "geen horige")),
    ],
)
def test_figures_are_understood_in_every_language(english: str, others: tuple[str, ...]) -> None:
    answers = [meant(TILES.read, english, p) for p in asked_for("deploy")]

    assert any(isinstance(answer, tuple) for answer in answers), "nobody could play it: the test would prove nothing"
    for other in others:
        meanings = [meant(TILES.read, other, p) for p in asked_for("deploy")]
        assert [a for a in meanings if is_read(a)] == [a for a in answers if is_read(a)], other


@pytest.mark.parametrize(("english", "others"), [("90", ("rechts",)), ("270", ("links",)), ("180", ("om", "halb"))])
def test_rotations_are_understood_in_every_language(english: str, others: tuple[str, ...]) -> None:
    positions = asked_for("place")[::5]
    for other in others:
        for position in positions:
            square = TILES.say.choice(position.legal[0], position.view, NAMES, EN).group
            assert meant(TILES.read, f"{square} {other}", position) == meant(TILES.read, f"{square} {english}", position)


def test_a_letter_that_means_two_things_is_asked_back() -> None:
    """`b` is big, and short for a farmer in Dutch and German; where only one of them can be played, it is clear."""
    asked = 0
    for position in asked_for("deploy"):
        if any(a.what == "big" for a in position.legal) and isinstance(meant(TILES.read, "farmer", position), tuple):
            assert meant(TILES.read, "b", position) == "which-one"
            asked += 1
    assert asked


def test_english_letters_stay_what_they_were() -> None:
    for position in asked_for("deploy"):
        for letter, word in (("k", "knight"), ("h", "highwayman"), ("m", "monk"), ("f", "farmer")):
            assert meant(TILES.read, letter, position) == meant(TILES.read, word, position)


@pytest.mark.parametrize("every", [50, pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("locale", languages())
def test_every_legal_choice_can_be_typed_as_it_is_said_in_its_language_with_accents_and_without(locale: str, every: int) -> None:
    spoken = translator_for(locale)
    for position in played(1, 3, expansions=ALL_INSTALLED).positions[::every]:
        for action in position.legal:
            texts = TILES.say.choice(action, position.view, NAMES, spoken)
            for text in dict.fromkeys((f"{texts.group} {texts.short}", folded(f"{texts.group} {texts.short}"))):
                typed, rest = TILES.read.typed(text, position.view, position.legal, spoken)
                assert rest == "", text
                assert after(position.state, position.seat, typed) == after(position.state, position.seat, action), text


@pytest.mark.parametrize("locale", languages())
def test_every_legal_card_can_be_typed_as_it_is_said_in_its_language_with_accents_and_without(locale: str) -> None:
    spoken = translator_for(locale)
    for position in card_positions.played(1).positions:
        for action in position.legal:
            texts = CARDS.say.choice(action, position.view, NAMES, spoken)
            for text in dict.fromkeys((f"{texts.group} {texts.short}", folded(f"{texts.group} {texts.short}"))):
                assert CARDS.read.typed(text, position.view, position.legal, spoken) == (action, ""), text


@pytest.mark.parametrize("locale", languages())
def test_a_plain_role_never_means_a_titled_figure(locale: str) -> None:
    """The title comes first in English, and last in Spanish: `caballero grande`."""
    spoken = translator_for(locale)
    tried = 0
    for position in asked_for("deploy"):
        for action in position.legal:
            if action.verb == "deploy" and action.what == "big":
                plain = action._replace(what="small")
                if plain in position.legal:
                    texts = TILES.say.choice(plain, position.view, NAMES, spoken)
                    typed, _ = TILES.read.typed(f"{texts.group} {texts.short}", position.view, position.legal, spoken)
                    assert typed.what == "small", texts.short
                    tried += 1
    assert tried


def test_no_word_of_two_languages_is_lost_or_means_two_things() -> None:
    """In a server with several languages *casa* is a building in Spanish, and a square in Portuguese."""
    meanings: dict[tuple[str, str], set[str]] = {}
    for path in LOCALES.glob("*/typed.toml"):
        for section, lines in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for meaning, words in lines.items():
                for word in words:
                    meanings.setdefault((section, folded(word)), set()).add(meaning)
    twice = {word: each for (section, word), each in meanings.items() if len(each) > 1 and len(word) > 1}
    assert twice == {}

    fillers = {word for section, word in meanings if section == "filler"}
    of_tiles = {word for section, word in meanings if section in ("role", "figure", "side", "verb", "nothing", "facing")}
    of_cards = {word for section, word in meanings if section in ("card", "animal", "row", "decision")}
    assert fillers & of_tiles == set()
    assert {word for word in fillers & of_cards if card_tokens(word) != [word]} == set()


@pytest.mark.parametrize("said", ["casa azul", "edificio azul", "edifício azul", "bâtiment bleu"])
def test_a_building_is_read_in_every_language_beside_the_others(said: str) -> None:
    assert card_of(card_tokens(said), EN) == card_of(card_tokens("blue building"), EN) != None  # noqa: E711


@pytest.mark.parametrize(
    ("english", "others"),
    [
        ("yellow person 3 yellow", ("gele persoon 3 geel", "gelbe Person 3 gelb", "gele persoon 3 klooster")),
        ("green building green", ("groen gebouw groen", "grünes Gebäude grün", "gruene gebaeude gruen")),
        ("blue pig blue", ("varken blauw", "Schwein blau")),
        ("claim red", ("meeple rood", "Gefolgsmann rot")),
        ("red horse red", ("paard rood", "Pferd rot")),
    ],
)
def test_cards_are_understood_in_every_language(english: str, others: tuple[str, ...]) -> None:
    positions = [p for seed in range(4) for p in card_positions.played(seed).positions if any(a.verb == "hide" for a in p.legal)]
    answers = [meant(CARDS.read, english, p) for p in positions]

    assert any(isinstance(answer, tuple) for answer in answers), "nobody could play it: the test would prove nothing"
    for other in others:
        assert [a for a in map(lambda p: meant(CARDS.read, other, p), positions) if isinstance(a, tuple)] == [  # noqa: C417
            a for a in answers if isinstance(a, tuple)
        ], other
