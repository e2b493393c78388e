"""The engine protocol from both sides: our engine for others, and other programs in our arena."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ai import FORMER
from ai.arena_game import ArenaGame, play_arena_game
from editions.registry import GAMES
from tools import arena
from tools.engine import Engine, conversation
from tools.external_engines import EngineFailed, ExternalEngine

GAME = GAMES["carcassonne"]
SHORT = {"tiles": "twelve"}

TRIVIAL = """
import sys
legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word in ("bastide", "game"):
        print("name first of all"); print("ready", flush=True)
    elif word == "legal":
        legal = rest.split("; ")
    elif word == "go":
        print("info thinking"); print("move " + {answer}, flush=True)
    elif word == "quit":
        break
"""
"""A program that knows no rules."""


@pytest.fixture
def trivial(tmp_path: Path) -> object:
    """Return a function from an answer's expression to the engine's call."""

    def written(answer: str) -> str:
        path = tmp_path / "trivial.py"
        path.write_text(TRIVIAL.replace("{answer}", answer), encoding="utf-8")
        return f"{sys.executable} {path}"

    return written


def test_our_engine_answers_a_position_with_a_whole_turn() -> None:
    lines = [
        "bastide 1",
        "game carcassonne 2 expansions=river,abbot",
        "position -1 draw river/rv08",
        "legal ",
        "go 1000",
        "quit",
        "?",
    ]

    greeting, ready, begun, move = conversation(Engine("citizen"), lines)

    assert (greeting, ready, begun) == ("name Bastide citizen", "ready", "ready")
    placed, put = move.removeprefix("move ").split("; ")
    assert placed.startswith("place ") and put.startswith("deploy abbot ")


def test_our_engine_follows_a_position_that_goes_on_or_is_another() -> None:
    """The same answer whether the rows came one after the other, all at once, or after other ones."""
    begun = ["game carcassonne 2"]
    rows = ["-1 draw base/V", "0 place 1,0 r1", "0 skip", "-1 draw base/U"]
    grown = [f"position {'; '.join(rows[:number])}" for number in (1, 4)]

    answers = {
        tuple(conversation(Engine("greedy"), [*begun, *told, "go 1000"]))[-1]
        for told in (grown, grown[1:], ["position -1 draw base/B", *grown])
    }

    assert len(answers) == 1


@pytest.mark.parametrize(
    "line", ["go 1000", "game chess 2", "game carcassonne 9", "position -1 draw base/D", "bastide 7", "castle"]
)
def test_our_engine_answers_mistakes_with_a_sentence_and_goes_on(line: str) -> None:
    *_, wrong, name, ready = conversation(Engine("greedy"), [line, "bastide 1"])

    assert wrong.startswith("error ") and len(wrong) > len("error ")
    assert (name, ready) == ("name Bastide greedy", "ready")


def test_a_foreign_program_plays_a_whole_game_in_the_arena(trivial: object) -> None:
    player = ExternalEngine(trivial("legal[0]"))  # type: ignore[operator]

    result = play_arena_game(ArenaGame(GAME, SHORT, [player, FORMER["greedy"]], 3))

    assert result.scores[1] > result.scores[0]
    assert result.done[0]["place"] == 6, "half of twelve tiles"


def test_our_engine_plays_in_the_arena_as_its_level_does() -> None:
    """Spoken to or called, greedy is greedy."""
    engine = ExternalEngine(f"{sys.executable} -m tools.engine --level greedy")

    spoken = play_arena_game(ArenaGame(GAME, SHORT, [engine, FORMER["random"]], 4))

    assert spoken.scores[0] > spoken.scores[1]


@pytest.mark.parametrize("answer", ["'castle e1 g1'", "''", "sys.exit()"])
def test_what_is_no_move_ends_the_arena_with_a_sentence(trivial: object, answer: str) -> None:
    player = ExternalEngine(trivial(answer))  # type: ignore[operator]

    with pytest.raises(EngineFailed, match="trivial"):
        play_arena_game(ArenaGame(GAME, SHORT, [player, FORMER["random"]], 3))


def test_an_engine_is_named_by_its_command() -> None:
    (wanted,), _ = arena.read(["--a", "engine:./mine --fast", "--b", "greedy", "--pairs", "1"])

    assert wanted.a == "engine:./mine --fast"
    assert arena.player("engine:./mine --fast") == ExternalEngine("./mine --fast")


@pytest.mark.parametrize(
    "arguments", [["--a", "engine:", "--b", "greedy"], ["--a", "engine:x", "--b", "greedy", "--game", "cardcassonne"]]
)
def test_an_engine_without_a_command_or_with_secrets_is_refused(arguments: list[str]) -> None:
    """Other seats' cards can't be told."""
    with pytest.raises(SystemExit):
        arena.read(arguments)
