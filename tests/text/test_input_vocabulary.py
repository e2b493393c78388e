"""Typed text: every legal choice can be typed, other text is answered with what would fit."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editions.registry import EDITIONS
from games.carcassonne.actions import NOWHERE, Action, act
from games.carcassonne.catalog import tile
from games.carcassonne.tile import SegmentKind
from games.carcassonne.view import BoardView
from games.core.game import Seat
from tests.everything import ALL as ALL_INSTALLED
from tests.games.carcassonne.maps.drawn import MapTable
from tests.text.played import GAME, NAMES, Position, after, played, stepped
from text.protocol import LABEL, Misread
from text.translator import translator_for

WORDS_OF = EDITIONS[GAME.id].words
EN = translator_for("en")
ALL_SETS = {"expansions": ALL_INSTALLED}


def positions(seed: int = 1) -> tuple[Position, ...]:
    return played(seed).positions + played(seed, 3, **ALL_SETS).positions


def at(decision: str, *, seed: int = 1, least: int = 1) -> Position:
    """Return the first decision of this kind with so many choices."""
    return next(p for p in played(seed).positions if p.view.decision == decision and len(p.legal) >= least)


def read(text: str, position: Position) -> tuple[Action, str]:
    action, rest = WORDS_OF.read.typed(text, position.view, position.legal, EN)
    return action, rest


def refused(text: str, position: Position) -> str:
    with pytest.raises(Misread) as caught:
        read(text, position)
    return WORDS_OF.read.refusal(caught.value.code, caught.value.params, position.view, EN)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_every_legal_choice_can_be_typed_as_it_is_said(seed: int) -> None:
    for position in positions(seed)[::14]:
        for action in position.legal:
            texts = WORDS_OF.say.choice(action, position.view, NAMES, EN)
            assert 0 < len(texts.label) <= LABEL
            assert len(texts.detail) <= 100
            typed, rest = read(f"{texts.group} {texts.short}", position)
            assert (after(position.state, position.seat, typed), rest) == (after(position.state, position.seat, action), "")


@pytest.mark.parametrize("kind", ["small", "big"])
def test_which_figure_comes_back_in_an_exchange_can_be_typed_as_it_is_said(kind: str) -> None:
    """The bare name "meeple" would not do: readers leave it out, as it says nothing in any other answer."""
    view, choices = at("deploy").view, [act("exchange", what="small"), act("exchange", what="big")]
    wanted = act("exchange", what=kind)
    texts = WORDS_OF.say.choice(wanted, view, NAMES, EN)

    assert WORDS_OF.read.typed(texts.short, view, choices, EN) == (wanted, "")


@pytest.mark.parametrize("seed", range(2))
def test_choices_of_one_group_have_different_labels(seed: int) -> None:
    for position in positions(seed):
        labels = [WORDS_OF.say.choice(a, position.view, NAMES, EN)[:2] for a in position.legal]
        assert len(set(labels)) == len(labels)


def test_a_whole_turn_is_read_step_by_step() -> None:
    for position in played(3).positions:
        if position.view.decision == "place":
            action = position.legal[-1]
            after_it = stepped(position, action)
            figures = [a for a in after_it.legal if a.verb == "deploy"]
            if figures and after_it.view.decision == "deploy":
                texts = WORDS_OF.say.choice(figures[0], after_it.view, NAMES, EN)
                square = position.view.squares.name(*action.square)

                placed, rest = read(f"{square.lower()}, {action.turn * 90}° {texts.short.upper()}", position)
                put, nothing = read(rest, after_it)

                assert (placed, put, nothing) == (action, figures[0], "")


def test_a_square_that_is_named_again_belongs_to_the_next_step() -> None:
    """`L8 raise L8`: a tower, and then the dragon; a square alone may be said twice."""
    choices = ((p, a) for p in played(1, 3, **ALL_SETS).positions for a in p.legal if a.verb == "raise" and a.cell != NOWHERE)
    position, tower = next(choices)
    texts = WORDS_OF.say.choice(tower, position.view, NAMES, EN)
    square = texts.group.lower()

    assert read(f"{square} {texts.short} {square} {square}", position) == (tower, f"{square} {square}")
    walks = replace(position.view, decision="dragon")
    assert WORDS_OF.read.typed(f"{square} {square}", walks, [act("dragon", cell=tower.cell)], EN)[1] == ""


def test_a_spot_may_be_named_by_its_number() -> None:
    position = at("place", least=3)
    for spot in WORDS_OF.say.spots(position.view, position.legal):
        action = spot.actions[0]
        assert read(f"{spot.number} {action.turn * 90} -", position) == (action, "-")
        assert read(f"#{spot.number} {action.turn * 90}", position) == (action, "")


def test_spots_are_numbered_from_north_to_south_and_west_to_east() -> None:
    spots = WORDS_OF.say.spots(at("place", least=8).view, at("place", least=8).legal)

    assert [s.number for s in spots] == list(range(1, len(spots) + 1))
    assert [s.square for s in spots] == sorted((s.square for s in spots), key=lambda xy: (xy[1], xy[0]))


@pytest.mark.parametrize(
    ("word", "turn"), [("90", 1), ("r1", 1), ("right", 1), ("r", 1), ("left", 3), ("u", 2), ("270°", 3), ("0", 0)]
)
def test_facings_have_names(word: str, turn: int) -> None:
    position = next(
        p
        for p in played(2).positions
        for spot in WORDS_OF.say.spots(p.view, p.legal)
        if p.view.decision == "place" and turn in {a.turn for a in spot.actions} and len(spot.actions) > 1
    )
    spot = next(
        s for s in WORDS_OF.say.spots(position.view, position.legal) if turn in {a.turn for a in s.actions} and len(s.actions) > 1
    )

    assert read(f"{spot.name} {word}", position)[0].turn == turn


def test_a_facing_that_looks_the_same_means_the_legal_one() -> None:
    position = next(p for p in played(2).positions if p.view.hand and tile(p.view.hand).alike == (0, 1, 0, 1))
    action = position.legal[0]
    square = position.view.squares.name(*action.square)

    assert read(f"{square} {action.turn * 90 + 180}", position)[0] == action


def test_a_plain_tile_may_be_typed_in_a_turn_that_only_an_idle_symbol_tells_apart() -> None:
    """tr23 on a map: 180 degrees is the same as none, and 270 as 90."""
    table = MapTable.on("germany", "J5 N r3").draw("tr23")
    state, seat = table.state, Seat(0)
    position = Position(state, seat, GAME.view(state, seat), GAME.legal(state, seat), ())
    first = position.legal[0]
    square = position.view.squares.name(*first.square)

    assert [read(f"{square} {first.turn * 90 + more}", position)[0] for more in (0, 180)] == [first, first]


def test_the_only_facing_need_not_be_typed() -> None:
    position, spot = next(
        (p, s)
        for p in played(1).positions
        if p.view.decision == "place"
        for s in WORDS_OF.say.spots(p.view, p.legal)
        if len(s.actions) == 1
    )

    assert read(f"{spot.name} none", position) == (spot.actions[0], "none")
    assert read(f"{spot.number} k", position) == (spot.actions[0], "k")


SYNONYMS = {
    SegmentKind.CITY: ("k", "knight", "city", "Knight!", "the knight"),
    SegmentKind.ROAD: ("h", "highwayman", "thief", "road", "t"),
    SegmentKind.CLOISTER: ("m", "monk", "monastery", "cloister"),
    SegmentKind.FIELD: ("f", "farmer", "field", "farm", "meadow"),
}


@pytest.mark.parametrize(("kind", "word"), [(kind, word) for kind, all_ in SYNONYMS.items() for word in all_])
def test_figures_have_synonyms(kind: SegmentKind, word: str) -> None:
    position, action = next(
        (p, a)
        for seed in range(9)
        for p in played(seed).positions
        if p.view.decision == "deploy" and p.view.hand is None
        for a in p.legal
        if a.verb == "deploy" and _kind(p, a) is kind and [_kind(p, b) for b in p.legal if b.verb == "deploy"].count(kind) == 1
    )

    assert read(word, position) == (action, "")


def _kind(position: Position, action: Action) -> SegmentKind:
    lying = position.view.tiles[-1]
    return next(s.kind for s in tile(lying.tile).segments if s.name == action.part)


@pytest.mark.parametrize("word", ["-", "none", "no", "skip", "pass", "–", "nothing"])
def test_no_figure_is_a_choice(word: str) -> None:
    assert read(word, at("deploy"))[0].verb == "skip"


def test_a_small_figure_is_meant_unless_another_is_named() -> None:
    position, big = next(
        (p, a)
        for p in played(1, 3, **ALL_SETS).positions
        if p.view.decision == "deploy"
        for a in p.legal
        if a.verb == "deploy" and a.what == "big" and a.cell == NOWHERE and a._replace(what="small") in p.legal
    )
    texts = WORDS_OF.say.choice(big, position.view, NAMES, EN)

    assert read(texts.short, position)[0] == big
    assert read(texts.short.removeprefix("big "), position)[0].what == "small"


def test_a_refused_facing_names_the_clash_and_what_would_fit() -> None:
    position, square = _start_with("base/E")

    refusal = refused(f"{square} 0 knight", position)

    assert refusal == "M14 at 0° doesn't fit: field against city (M13, south). Rotation that fits: M14 180°."


def _start_with(hand: str) -> tuple[Position, str]:
    """Return the start tile with a tile in hand, and the name of the square north of it."""
    state = GAME.start(GAME.options({}), 2)
    GAME.advance(state, -1, next(a for a, _ in GAME.odds(state) if a.what == hand), lambda _event: None)
    return Position(state, GAME.to_act(state)[0], GAME.view(state, None), tuple(GAME.legal(state, 0)), ()), "M14"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Tell me the square, the rotation and the meeple, such as “N12 90 knight”; “-” means no meeple."),
        ("M13 0", "There's already a tile at M13. Squares that fit: L13, N13, M12."),
        ("Q9", "There's no tile next to Q9. Squares that fit: L13, N13, M12."),
        ("7", "There's no spot 7. Squares that fit: L13, N13, M12."),
        ("banana", "“banana” isn't a square such as N12. Squares that fit: L13, N13, M12."),
        ("M12", "The tile fits at M12 in more than one rotation. Which one? Rotations that fit: M12 0°, M12 270°."),
        ("M12 45", "Rotation “45” doesn't fit at M12. Rotations that fit: M12 0°, M12 270°."),
        ("M12 90", "M12 at 90° doesn't fit"),
    ],
)
def test_a_refusal_says_what_would_fit(text: str, said: str) -> None:
    position, _ = _start_with("base/V")

    assert refused(text, position).startswith(said)


def test_a_role_without_a_place_is_explained() -> None:
    position = stepped(_start_with("base/V")[0], _start_with("base/V")[0].legal[0])

    assert refused("monk", position) == ("This tile has no monastery. Possible: " + ", ".join(_shorts(position)) + ".")
    assert refused("banana", position).startswith("“banana” isn't one of your choices. Possible: highwayman, ")
    assert refused("9", position).startswith("There's no choice number 9. Possible: ")


def _shorts(position: Position) -> list[str]:
    return [WORDS_OF.say.choice(a, position.view, NAMES, EN).short for a in position.legal if a.verb != "skip"]


def test_what_is_left_after_a_whole_move_is_too_much() -> None:
    view = at("deploy").view

    with pytest.raises(Misread) as caught:
        WORDS_OF.read.typed("knight **now**", view, (), EN)

    assert WORDS_OF.read.refusal(caught.value.code, caught.value.params, view, EN).startswith("Leave out “knight now”")


TYPICAL = """n12 M13 m14 aa 3 90 180 r u knight k h f m farmer north se - none big pig builder guard fairy ransom 0 999999 ²"""
WORDISH = st.sampled_from(re.split(" ", TYPICAL))
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDISH, max_size=5).map(" ".join))


@settings(max_examples=400)
@given(text=TEXTS, which=st.integers(min_value=0))
def test_any_text_is_a_legal_action_or_a_sentence(text: str, which: int) -> None:
    position = positions()[which % len(positions())]
    view: BoardView = position.view
    try:
        action, rest = WORDS_OF.read.typed(text, view, position.legal, EN)
    except Misread as misread:
        refusal = WORDS_OF.read.refusal(misread.code, misread.params, view, EN)
        assert refusal.endswith((".", "°."))
        assert len(refusal) < 700
    else:
        assert action in position.legal
        assert len(rest) < len(text) + 1


@settings(max_examples=200)
@given(
    text=st.text(max_size=30),
    which=st.integers(min_value=0),
    option=st.sampled_from(["spot", "rotation", "meeple", "where", "piece", "square"]),
)
def test_autocomplete_offers_at_most_25_lines_that_can_be_used(text: str, which: int, option: str) -> None:
    position = positions()[which % len(positions())]

    offers = WORDS_OF.read.autocomplete(option, text, position.view, position.legal, NAMES, EN)

    assert len(offers) <= 25
    assert all(0 < len(label) <= 100 and 0 < len(value) <= 100 for label, value in offers)
    assert len({value for _, value in offers}) == len(offers)


def test_what_autocomplete_offers_is_understood() -> None:
    for position in positions(2)[::18]:
        for option in ("spot", "meeple"):
            for _, value in WORDS_OF.read.autocomplete(option, "", position.view, position.legal, NAMES, EN):
                if option == "spot":
                    assert WORDS_OF.holes.square(position.view, value) in {a.square for a in position.legal if a.cell != NOWHERE}
                else:
                    assert read(value, position)[0] in position.legal


def test_autocomplete_narrows_to_what_was_typed() -> None:
    position = at("place", least=6)
    square = position.view.squares.name(*position.legal[0].square)

    assert (
        next(v for _, v in WORDS_OF.read.autocomplete("spot", square.lower(), position.view, position.legal, NAMES, EN)) == square
    )


@pytest.mark.parametrize(("text", "nothing"), [("-", True), ("", True), (" None. ", True), ("k", False), ("- k", False)])
def test_a_rest_may_ask_for_nothing(text: str, nothing: bool) -> None:
    assert WORDS_OF.read.is_nothing(text, EN) is nothing


def test_a_named_square_is_read_and_anything_else_refused() -> None:
    view = at("place").view

    assert WORDS_OF.holes.square(view, " n12 ") == (1, 1)
    with pytest.raises(Misread, match="not-a-square"):
        WORDS_OF.holes.square(view, "twelve")
