"""Refusals and messages around the table."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from clocks.errors import Senseless
from editions.offered import EDITIONS, GAMES
from games.carcassonne.expansions.maps.bad_map import BadMap
from games.core.errors import IllegalAction
from text import faults
from text.language import words
from text.lobby import gathering, listing, setup
from text.people import forgetting, members
from text.play import ending, leaving, looking, moving, sealing
from text.protocol import Explaining, Misread
from text.refusals import PLAIN, SPOKEN, refusal
from tournament.records import BadEvent

EN = words("en")
WORDS = EDITIONS["carcassonne"].words

SOON = datetime(2026, 1, 2, tzinfo=UTC)

PARAMS: dict[str, dict[str, Any]] = {
    "not-for-so-many": {"number": 4},
    "which-team": {"names": ["**Reds** @everyone"]},
    "no-captain": {"captain": 7},
    "bad-lineup": {"why": "many", "boards": 3},
    "unreadable": {"text": "**x** @everyone"},
    "unknown-option": {"key": "farm", "choices": ("farmers", "meeples")},
    "bad-option": {"key": "edition", "value": "third", "choices": ("base", "first")},
    "option-needs": {"key": "princess", "needs": ("expansions", "dragon")},
    "option-clash": {"key": "expansions", "value": "inns", "other": "map", "other_value": "benelux"},
    "bad-seats": {"seats": 9, "low": 2, "high": 6},
    "bad-terms": {"found": Senseless("no-pace", value="**weekly** @everyone")},
    "bad-gift": {"most": timedelta(days=30)},
    "no-return": {"left": "once"},
    "word-too-long": {"most": 40},
    "no-free-seat": {"why": "none"},
    "no-hints": {"why": "terms"},
    "too-many-analyses": {"most": 20},
    "too-new-here": {"days": 14},
    "unknown-game": {"game": "chess", "choices": ("carcassonne",)},
    "unknown-level": {"level": "god", "choices": ("random", "greedy")},
    "bad-order": {"value": "x", "choices": ("random",)},
    "lobby-full": {"seats": 4, "most": 5},
    "too-many-lobbies": {"most": 3},
    "server-lobbies-full": {"most": 50},
    "too-many-games": {"most": 25},
    "too-soon": {"again": datetime(2026, 1, 2, tzinfo=UTC)},
    "move-made": {"at": datetime(2026, 1, 2, tzinfo=UTC)},
    "too-many-requests": {"most": 3},
    "request-rests": {"again": datetime(2026, 1, 2, tzinfo=UTC)},
    "request-over": {"status": "lapsed"},
    "bad-pause": {"most": 30},
    "too-many-seated": {"seated": 4, "seats": 3},
    "not-in-lobby": {"status": "running"},
    "not-running": {"status": "finished"},
    "map-file-name": {"name": "@everyone.png", "choices": (".map", ".txt")},
    "map-too-large": {"most": 64},
    "bad-map": {"found": BadMap(3, 7, "bad-square", square="Z99"), "say": WORDS.uploads},
    "too-many-maps": {"most": 50},
    "missing-permissions": {"names": ("send_messages", "attach_files")},
    "own-permissions": {"names": ("send_messages",)},
    "channel-hidden": {"names": ("Anna", "@everyone")},
    "record-too-large": {"most": 1024},
    "record-field": {"field": "@everyone"},
    "record-row": {"row": 4, "text": "@everyone"},
    "record-result": {"had": (1, 2), "has": (3, 4)},
    "not-among": {"value": "@everyone", "choices": ("json", "line")},
    "bad-value": {"value": "@everyone"},
    "too-soon-to-ask": {"days": 7},
    "server-games-full": {"most": 100},
    "on-vacation": {"end": SOON},
    "on-vacation-already": {"end": SOON},
    "vacation-too-short": {"least": timedelta(hours=48)},
    "vacation-too-soon": {"ahead": timedelta(hours=24), "most": 2},
    "vacation-too-long": {"left": timedelta(days=3), "budget": timedelta(days=30)},
    "may-not-open": {"role": "<@&9>"},
    "which-event": {"names": ("@everyone", "Cup")},
    "bad-event": {"found": BadEvent("unknown-preset", "preset", value="@everyone", choices=("cup",))},
    "no-name": {"most": 80},
    "too-many-events": {"most": 5},
    "check-in-later": {"opens": SOON},
    "no-skip": {"why": "most", "most": 2},
    "already-skipped": {"round": 2},
    "no-ruling": {"choices": ("draw", "walkover")},
    "no-length": {"most": timedelta(days=30)},
    "no-appeal": {"why": "late"},
    "too-many-deputies": {"most": 3},
    "entry-limit": {"why": "games", "least": 3, "have": 1},
    "no-seed": {"most": 8},
    "bad-seats-wanted": {"value": "@everyone", "low": 2, "high": 6, "most": 6, "least": 2},
    "misread": {"misread": Misread("no-topic", text="@everyone", topics=("fields",)), "say": WORDS.read, "view": None},
}

UNCHANGED = (gathering.setting, gathering.thread_name, gathering.lobby_alt, looking.move_as_written)
"""Said with something that is no name, or where Discord shows text as it is."""


@pytest.mark.parametrize("code", [*PLAIN, *SPOKEN])
def test_every_refusal_is_a_sentence(code: str) -> None:
    said = refusal(code, PARAMS.get(code, {}), EN)

    assert not said[0].islower()
    assert said.endswith((".", ").", "?"))
    assert "{" not in said
    assert "@everyone" not in said


def _refused(given: dict[str, str], *, say: Explaining | None = WORDS.explain) -> str:
    with pytest.raises(IllegalAction) as caught:
        GAMES["carcassonne"].options(given)
    return refusal(caught.value.code, {**caught.value.params, "say": say}, EN)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"edition": "third"},
            "Not possible here: “third”. Edition can be: Base game (`base`), First edition (`first`), Winter edition (`winter`).",
        ),
        ({"meeples": "99"}, "Not possible here: “99”. Meeples can be: 0-9."),
        (
            {"farm": "off"},
            "There is no setting “farm”. Perhaps you mean: Farmers, Farmer scoring (`farm_rule`).",
        ),
        (
            {"princess": "must"},
            "Choose this first: The Princess & the Dragon (`expansions=dragon`). Without it this does nothing: Princess.",
        ),
        ({"starts": "3"}, "Choose this first: Map. Without it this does nothing: Start tiles (`starts`)."),
        (
            {"tiles": "twelve", "expansions": "inns,tower"},
            "These settings exclude each other: twelve, for a first game (`tiles=twelve`) and "
            "Inns & Cathedrals and The Tower (`expansions=inns,tower`).",
        ),
    ],
)
def test_a_refused_option_is_said_in_words_and_as_it_is_typed(given: dict[str, str], said: str) -> None:
    assert _refused(given) == said


def test_a_name_that_is_like_none_gets_all_settings() -> None:
    assert "Dragon steps (`dragon_steps`)" in _refused({"zzz": "1"})
    assert _refused({"**zzz** @everyone": "1"}).count("@everyone") == 0


def test_a_file_reads_its_own_keys() -> None:
    assert _refused({"edition": "third"}, say=None).endswith("edition can be: base, first, winter.")


VALUES: dict[str, Any] = {
    "level": "greedy",
    "names": ["Anna", "@everyone"],
    "moves": [],
    "players": ["Anna"],
    "known": ["a", "b"],
    "wrong": [],
    "added": [("Anna", "@everyone")],
    "why": "resigned",
    "reason": "forbidden",
    "state": "running",
    "where": "<#1>",
    "title": "Base game",
    "sound": True,
    "secret_fits": True,
    "order_fits": True,
}


def _example(parameter: inspect.Parameter) -> Any:
    if parameter.name in VALUES:
        return VALUES[parameter.name]
    if parameter.name == "words":
        return EN
    return 3 if "int" in str(parameter.annotation) else "@everyone"


SAID_BY = (ending, faults, forgetting, gathering, leaving, listing, looking, members, moving, sealing)
"""The modules whose functions are all sentences."""

SENTENCES = [
    sentence
    for said in SAID_BY
    for name, sentence in inspect.getmembers(said, inspect.isfunction)
    if sentence.__module__ == said.__name__ and name != "short_seal"
]


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda f: f.__name__)
def test_every_message_can_be_said(sentence: Callable[..., str]) -> None:
    parameters = inspect.signature(sentence).parameters
    given = {name: _example(p) for name, p in parameters.items()}
    if sentence is listing.status:
        given["name"] = "running"
    if sentence is ending.over:
        given |= {"scores": (41, 30), "name": ("Anna", "Ben").__getitem__}

    said = sentence(**given)

    assert said
    assert "{" not in said
    if parameters.keys() & {"name", "names", "players"}:
        assert "@everyone" not in said or sentence in UNCHANGED


def test_the_lobby_reads_like_a_lobby() -> None:
    assert gathering.lobby_title("Inns & Cathedrals", EN) == "New game · Inns & Cathedrals"
    assert gathering.lobby_seats(["Anna", "Ben"], 4, EN) == "Seats: Anna · Ben · 2 free"
    assert gathering.lobby_seats(["Anna", "Ben"], 2, EN, host=1) == "Seats: Anna · Ben (host)"
    assert sealing.sealed("9f3a" + "0" * 56 + "c01e", EN) == "Sealed bag 9f3a…c01e"


def test_the_end_reads_like_an_end() -> None:
    assert ending.finished(18, "71 tiles", EN) == "Game finished · 18 days · 71 tiles"
    assert ending.finished(0, "1 tile", EN) == "Game finished · less than a day · 1 tile"
    assert sealing.bag_opened("ab", "9f3a", EN, sound=False).endswith("DOES NOT match 9f3a")


def test_a_failed_check_of_the_bag_is_told_plainly() -> None:
    said = sealing.verified(70, EN, secret_fits=True, order_fits=False, wrong=["12: base/D, not base/E"])

    assert "The secret fits the seal." in said
    assert "DOES NOT follow" in said
    assert "1 draw differs: 12: base/D, not base/E" in said


def test_a_host_may_type_options() -> None:
    assert setup.given(edition=" Winter ", expansions="Inns, tower", rules="farmers=off, small_city:2 animal_tiles") == {
        "edition": "winter",
        "expansions": "inns, tower",
        "farmers": "off",
        "small_city": "2",
        "animal_tiles": "on",
    }
    assert setup.given(rules="map=benelux towns=a,c, animal_table=3, 6, 9,farmers=off") == {
        "map": "benelux",
        "towns": "a,c",
        "animal_table": "3,6,9",
        "farmers": "off",
    }
    assert setup.given() == {}


def test_a_game_is_found_by_id_or_name() -> None:
    assert setup.game(None, EDITIONS.explain) == next(iter(GAMES))
    assert setup.game(" Carcassonne ", EDITIONS.explain, EN) == "carcassonne"
    assert setup.game("chess", EDITIONS.explain, EN) == "chess"
    assert setup.games("carcassonne", EDITIONS.explain, EN)[0] == ("Carcassonne", "carcassonne")


@pytest.mark.parametrize(
    ("option", "current", "offer"),
    [
        ("edition", "win", ("Winter edition", "winter")),
        ("expansions", "", ("Inns & Cathedrals", "inns")),
        ("expansions", "inns,tow", ("Inns & Cathedrals + The Tower", "inns,tower")),
        ("rules", "", ("Farmers: off", "farmers=off")),
        ("rules", "farmers=off mee", ("Meeples: 1", "farmers=off meeples=1")),
    ],
)
def test_the_options_of_a_new_game_are_completed(option: str, current: str, offer: tuple[str, str]) -> None:
    game = GAMES["carcassonne"]
    offers = setup.offers(option, current, game.schema(), EDITIONS.explain[game.id], EN)

    assert offers[0] == offer
    assert len(offers) <= 25
