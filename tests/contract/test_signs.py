"""Signs: what words write can be drawn, what is drawn can be uploaded, and no sign stands where only letters are shown."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator, Mapping

import pytest
from PIL import Image

from editions.registry import EDITIONS
from games.carcassonne.view_builder import mark_emoji
from games.core.emoji_names import LONGEST, seat_emoji
from games.core.game import CHANCE, Event
from render.art.artwork import artwork
from render.art.figures import COLOURS
from tests.contract.shown import NAMES
from tests.everything import ALL as ALL_INSTALLED
from text.message_templates import alike
from text.translator import translator_for
from text.users.player_names import colour
from tools.selfplay import house

EVERYTHING = {"expansions": ALL_INSTALLED}
GAMES = [
    ("carcassonne", EVERYTHING),
    ("carcassonne", {"edition": "winter"}),
    ("carcassonne", {"map": "germany"}),
    ("cardcassonne", {}),
]


class Asked(Mapping[str, str]):
    """As if there was every sign; notes which are asked for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return f"<:{name}_0a1b2c:123456789012345678>"

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@pytest.mark.parametrize(("game_id", "options"), GAMES, ids=str)
def test_every_sign_that_words_write_can_be_drawn(game_id: str, options: dict[str, str]) -> None:
    """Through a whole random game: stories, standings, choices, hands, the stock, the result."""
    edition, asked, chance = EDITIONS[game_id], Asked(), random.Random(4)
    game, say, shown = edition.game, edition.words.say, translator_for("en").illustrated(asked)
    state, events = game.start(game.options(options), 3), list[Event]()
    while seats := game.to_act(state):
        seat = seats[0]
        if seat != CHANCE and chance.random() < 0.2:
            view, legal = game.view(state, seat), game.legal(state, seat)
            for action in legal:
                texts = say.choice(action, view, NAMES, shown)
                assert "<:" not in f"{texts.group}{texts.label}{texts.detail}{texts.short}"
            letters = [say.alt(view, "turn", NAMES, shown), say.board(view, NAMES, shown)]
            letters += say.legal_sentences(view, legal, NAMES, shown)
            assert "<:" not in "".join(letters)
        action = house(game, state, chance) if seat == CHANCE else chance.choice(game.legal(state, seat))
        game.advance(state, seat, action, events.append)
    view = game.view(state, None)
    story = [*say.log(events, view, NAMES, shown), say.standings(view, NAMES, shown), say.panel(view, NAMES, shown)]
    plain = [
        *say.log(events, view, NAMES, translator_for("en")),
        say.standings(view, NAMES, translator_for("en")),
        say.panel(view, NAMES, translator_for("en")),
    ]

    assert [alike(line) for line in story] == [alike(line) for line in plain]
    assert edition.painter.signs is not None
    assert len(asked.names) > 20
    assert asked.names <= set(edition.painter.signs.names()), asked.names - set(edition.painter.signs.names())


@pytest.mark.parametrize("game_id", EDITIONS)
def test_every_sign_has_a_name_that_discord_takes(game_id: str) -> None:
    signs = EDITIONS[game_id].painter.signs
    assert signs is not None
    for name in signs.names():
        assert re.fullmatch(r"[A-Za-z0-9_]{2,}", name), name
        assert len(name) <= LONGEST, name


@pytest.mark.parametrize("game_id", EDITIONS)
def test_signs_are_squares_that_discord_takes(game_id: str) -> None:
    """Some of them; each sign looks like no other one."""
    signs = EDITIONS[game_id].painter.signs
    assert signs is not None
    drawn = {name: signs.draw(name) for name in (*signs.names()[:12], *signs.names()[12::40])}
    for png in drawn.values():
        picture = Image.open(io.BytesIO(png))
        assert picture.size == (128, 128)
        assert len(png) < 256 << 10
    assert len(set(drawn.values())) == len(drawn)


def test_every_symbol_of_the_tiles_can_be_drawn() -> None:
    """Those that are printed on tiles, and goods, whose icon stands for what is printed nowhere."""
    symbols = {mark_emoji(mark) for mark in ("shield", *artwork().marks, *artwork().goods)}
    signs = EDITIONS["carcassonne"].painter.signs
    assert signs is not None

    assert len({signs.draw(name) for name in symbols}) == len(symbols) > len(artwork().goods) > 0


def test_the_colours_of_names_are_those_of_the_figures() -> None:
    assert [seat_emoji(seat) for seat in range(6)] == [f"{colour.name}_meeple" for colour in COLOURS]


def test_a_dot_stands_in_for_a_sign_that_is_missing() -> None:
    shown = translator_for("en").illustrated({"red_meeple": "<:red_meeple_0a1b2c:123456789012345678>"})

    assert colour(0, shown) == "<:red_meeple_0a1b2c:123456789012345678>\u00a0"
    assert colour(1, shown) == "🔵\u00a0"
    assert shown.unillustrated is translator_for("en")
