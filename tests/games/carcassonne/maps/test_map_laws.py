"""Whole random games on every map, with every variant, under the laws of the protocol; and that the maps never change."""

from __future__ import annotations

import re
from hashlib import sha256
from itertools import combinations, product
from random import Random
from time import monotonic

import pytest

from editions.registry import GAMES
from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.design import MapDesign
from games.carcassonne.expansions.maps.map_errors import CODES, InvalidMapError
from games.carcassonne.expansions.maps.reader import read_map
from games.carcassonne.expansions.maps.spelling import SPELT
from games.core.errors import IllegalActionError
from games.core.game import CHANCE
from tests.contract.laws import walk
from tests.games.carcassonne.maps.drawn import changed, registered
from text.input_vocabulary import spellings
from tools.selfplay import main

GAME = GAMES["carcassonne"]
TOWNS = [",".join(chosen) for size in range(4) for chosen in combinations("abc", size)]
DAILY = [
    (map_id, TOWNS[-(number % 2)]) for number, map_id in enumerate(library.BUILT_IN) if number % 2 == 0 or map_id == "tutorial"
]
"""Maps with none or with all of the towns' variants; the others and other choices in `make soak`."""


@pytest.mark.parametrize(
    ("map_id", "towns"),
    [pytest.param(*case, marks=() if case in DAILY else pytest.mark.soak) for case in product(library.BUILT_IN, TOWNS)],
)
def test_a_random_game_on_a_map_keeps_every_law(map_id: str, towns: str) -> None:
    """Texts, copies, snapshots, replay, views, points: see `laws`; 2 and 5 players, 2 and 3 start squares."""
    starts = "2" if map_id == "tutorial" else "3"
    for seats, more in ((2, {}), (5, {"starts": starts, "farmers": "off"})):
        walk(GAME, {"map": map_id, "towns": towns, **more}, seats, seed=len(towns) + seats)


def test_a_random_game_on_a_registered_map_keeps_every_law() -> None:
    """With joined big cities, a closed side and another number of meeples."""
    big = 'place E4 big "Zweite" shields=1 open=NEW\nplace C3'
    map_id = registered("tutorial", ("~..B.S.~", "~..BBS.~"), ("place C3", big), ("meeples: 7", "meeples: 4"))

    for seed in range(3):
        walk(GAME, {"map": map_id, "towns": "a,b,c"}, 3, seed)


FROZEN = {
    "tutorial": "c20364ddf5b89f0164f10101889cf93fdd943ab11ea04225ba579e4bf2fb1d8f",
    "benelux": "9ae083d0db8062e4731dda1b1889fa8abb0d1c696e088a867413d02b0113ef52",
    "germany": "e21c057649f9da1170f303bb60215bb069565b28b4f215da55c9fdeaa02191c6",
    "france": "3d54f04a57217ef0cab8f4ec168c7bcbaf1fe2ac584ed78cc303dc07d2e7d612",
    "britain": "8169ccc2dad1d764d58d6d054338d7034b546e089416b13dfa70a236e2601778",
}
"""SHA-256 of every published map. A change would change the replay of every match on it: draw a new map with a new id."""


@pytest.mark.parametrize("map_id", library.BUILT_IN)
def test_a_published_map_never_changes(map_id: str) -> None:
    assert sha256(library.text_of(map_id).encode()).hexdigest() == FROZEN[map_id]


@pytest.mark.parametrize("map_id", sorted(SPELT))
def test_names_are_read_with_their_accents_though_the_file_has_none(map_id: str) -> None:
    """Every name of the table is one of its map's; without accents it is the one of the file. Another's map keeps its own."""
    design, drawn = library.design_of(map_id), read_map(library.text_of(map_id))
    names, plain = _names(design), _names(drawn)

    assert SPELT[map_id].keys() <= set(plain)
    assert [SPELT[map_id].get(name, name) for name in plain] == names
    assert not set(names) & SPELT[map_id].keys()
    assert all(before.casefold() in spellings([after]) for before, after in SPELT[map_id].items() if "ł" not in after)
    assert _names(library.design_of(library.register(library.text_of(map_id)))) == plain


def _names(design: MapDesign) -> list[str]:
    return [mark.name for mark in (*design.places, *design.borders, *design.ferries, *design.islands)]


def test_a_registered_map_is_known_by_its_text_alone() -> None:
    """The same text has the same id, another text another one, whatever the map calls itself."""
    first, two = registered("tutorial"), registered("tutorial", ("Pont", "Veer"))
    text = library.text_of("tutorial")

    assert first == registered("tutorial") == library.id_for(library.read_checked(text), text)
    assert first != two
    assert library.knows(first)
    assert library.design_of(two).ferries[0].name == "Veer"
    assert GAME.options({"map": first})["map"] == first


def test_an_unknown_map_is_refused_until_its_text_is_registered() -> None:
    """Anyone who opens a stored match registers its map first."""
    text = changed("tutorial", ("Oostdorp", "Nergens anders"))
    with pytest.raises(IllegalActionError, match="bad-option"):
        GAME.options({"map": library.id_for(library.read_checked(text), text)})

    assert GAME.options({"map": library.register(text)})


def test_the_shell_plays_a_map(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m tools.selfplay --option map=tutorial --option towns=a,c --seats 3 --seed 1`."""
    assert main(["--option", "map=tutorial", "--option", "towns=a,c", "--seats", "3", "--seed", "1"]) == 0

    assert capsys.readouterr().out.count("seat ") == 3


def test_the_opening_can_be_saved_at_every_step() -> None:
    """A snapshot taken while chance still picks start squares goes on as the game did."""
    state = GAME.start(GAME.options({"map": "benelux", "starts": "3"}), 2)
    while GAME.to_act(state) == (CHANCE,) and not state.hand >= 0:
        again = GAME.load(GAME.dump(state))
        assert GAME.odds(again) == GAME.odds(state)
        assert GAME.view(again, None) == GAME.view(state, None)
        GAME.advance(state, CHANCE, GAME.odds(state)[-1][0], lambda _event: None)


def _spoilt(text: str, chance: Random) -> str:
    """Return a map on which a few signs of the grid, words, numbers or whole lines are others."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 4)):
        number = chance.randrange(len(lines))
        line, what = lines[number], chance.randrange(6)
        if what == 0 and line:
            place = chance.randrange(len(line))
            lines[number] = line[:place] + chance.choice("~.SB#=LC?x \t\0") + line[place + 1 :]
        elif what == 1:
            lines[number] = re.sub(r"\d+", lambda _: str(chance.choice((0, 1, 2, 7, 12, 26, 99, -1, 10**9))), line, count=1)
        elif what == 2:
            lines.insert(number, line)
        elif what == 3 and len(lines) > 5:
            del lines[number]
        elif what == 4:
            other = chance.randrange(len(lines))
            lines[number], lines[other] = lines[other], line
        else:
            lines[number] = (
                line.replace("C", "D", 1) if "C" in line else line + chance.choice((" open=NESW", " shields=9", "\u202e"))
            )
    return "\n".join(lines)


@pytest.mark.parametrize("tries", [60, pytest.param(5_000, marks=pytest.mark.soak)])
def test_a_hostile_map_is_refused_with_its_line_or_played_to_its_end(tries: int) -> None:
    """None hangs, none stops in the middle, and none is let in that can't be played."""
    chance, played = Random(tries), 0
    for _ in range(tries):
        text = _spoilt(library.text_of(chance.choice(("tutorial", "benelux"))), chance)
        begun = monotonic()
        try:
            map_id = library.register(text)
        except InvalidMapError as error:
            assert error.code in CODES and error.line <= len(text.splitlines()) + 1
            continue
        finally:
            assert monotonic() - begun < 20
        if played < 2 + tries // 100:
            played += 1
            walk(GAME, {"map": map_id, "towns": "a"}, 2, played)
    assert played > 1, "some are let in"
