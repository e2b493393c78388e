"""Whatever is printed as possible is read as that choice, in every language; no wrong text is read as another kind of action."""

from __future__ import annotations

import random

import pytest

from editions.registry import EDITIONS
from games.carcassonne.actions import Action
from tests.contract.laws import drawn_options
from tests.everything import ALL as ALL_INSTALLED
from tests.rules.table import Table
from tests.text.played import GAME, Position, played
from text.carcassonne.action_names import places_figure, written
from text.carcassonne.move_parser import typed
from text.carcassonne.vocabulary import all_role_words
from text.protocol import AmbiguousMove, Misread
from text.translator import languages, translator_for

SPOKEN = [translator_for(language) for language in languages()]
WORDS_OF = EDITIONS[GAME.id].words
WORDS = 6
"""Words that are tried at a position."""

CASES = [
    ({"expansions": ALL_INSTALLED, "capture": "forced", "builder_second_part": "ask"}, 1),
    ({"expansions": "dragon,tower", "fairy_placement": "tile", "princess": "must"}, 2),
    ({"expansions": "abbot,river,inns"}, 3),
    ({"expansions": "traders,tower", "meeples": "3"}, 4),
]


def check_names(position: Position, every: bool = True) -> None:
    """Check every name of every choice, printed in each language and read in `every` one, or in its own and the next."""
    for number, printed in enumerate(SPOKEN):
        names = written(position.view, position.legal, printed)
        assert len(set(names.values())) == len(names), names
        for action, text in names.items():
            for reader in SPOKEN if every else (printed, SPOKEN[number - 1]):
                try:
                    assert typed(text, position.view, position.legal, reader) == (action, ""), text
                except Misread as misread:
                    raise AssertionError((text, GAME.write(action), misread.code, misread.params)) from misread


def check_refusals(position: Position) -> None:
    """Check that a bare figure word means placing or is refused, and refusals offer only acceptable texts."""
    if position.view.decision == "place":
        return
    chance = random.Random(len(position.legal))
    every = sorted({word for role in all_role_words().values() for word in role} | {"big", "raise", "fairy", "tower", "princess"})
    for word in chance.sample(every, WORDS):
        for words in chance.sample(SPOKEN, 1):
            try:
                action, _ = typed(word, position.view, position.legal, words)
            except Misread as misread:
                choices = misread.params.get("choices", ())
                assert isinstance(choices, tuple)
                for text in choices:
                    assert _is_accepted(text, position, words), (word, text)
            else:
                assert position.view.decision != "deploy" or _is_meant(word, action), (word, GAME.write(action))


def _is_meant(word: str, action: Action) -> bool:
    return places_figure(action) or word in ("raise", "fairy", "tower", "princess") or action.verb == "skip"


def _is_accepted(text: str, position: Position, words: object) -> bool:
    try:
        return bool(typed(str(text), position.view, position.legal, words))  # type: ignore[arg-type]  # a translator
    except AmbiguousMove:
        return True


@pytest.mark.parametrize(("options", "seed"), CASES, ids=str)
def test_what_is_printed_as_possible_is_accepted_as_that_move(options: dict[str, str], seed: int) -> None:
    positions = [position for position in played(seed, 3, **options).positions if position.view.decision != "place"]
    for position in random.Random(seed).sample(positions, min(4, len(positions))):
        check_names(position, every=False)
        check_refusals(position)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(300))
def test_what_is_printed_as_possible_is_accepted_with_any_options(seed: int) -> None:
    for position in played(seed, 2 + seed % 4, **drawn_options(GAME, random.Random(seed))).positions[::3]:
        check_names(position)
        check_refusals(position)


def test_two_fields_of_a_far_tile_that_no_words_tell_apart_have_a_name_each() -> None:
    """East (south) and south (east) are the same words; the name says which segment is meant."""
    table = Table.laid("(0,0) B r0; (5,5) tr12 r0", expansions="dragon,traders").pile().draw("dr19")
    table.do(next(text for text in table.legal if text.startswith("place")))
    legal = tuple(GAME.legal(table.state, 0))
    names = written(table.view, legal, SPOKEN[0])
    far = {action.part: names[action] for action in legal if action.square == (5, 5) and action.what == "small"}

    assert {"f2", "f3"} <= {*far} and len({*far.values()}) == len(far)
    for action in legal:
        for reader in SPOKEN:
            assert typed(names[action], table.view, legal, reader) == (action, ""), names[action]


def test_a_figure_that_cannot_be_placed_never_moves_the_fairy() -> None:
    """`knight` beside a knight of one's own, on a tile without a city."""
    total = 0
    for position in played(2, 3, expansions="dragon").positions:
        kinds = {action.verb for action in position.legal}
        if position.view.decision == "deploy" and "fairy" in kinds:
            names = written(position.view, position.legal, SPOKEN[0])
            for role in ("knight", "highwayman", "monk", "farmer"):
                if not any(action.verb == "deploy" and role in names[action] for action in position.legal):
                    with pytest.raises(Misread) as refused:
                        typed(role, position.view, position.legal, translator_for("en"))
                    refusal = WORDS_OF.read.refusal(refused.value.code, refused.value.params, position.view, translator_for("en"))
                    total += refused.value.code in ("no-such-place", "occupied")
                    assert refused.value.code in ("no-such-place", "occupied", "not-there"), refusal
    assert total > 20
