"""Transcripts of whole games for people to read: `python -m tools.write playthroughs` renews them in `tests/golden`.

There is one file for each game and each set of options in `SETS`. The first turns are described in full (the position, the legal
actions, the chosen one, its events), and later every moment at which a kind of event occurs for the first time. The last line is a
digest of all the rest. After changing a rule, renew the files and read the differences.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from editions.registry import GAMES
from games.core.game import CHANCE, AnyGame, Event, Seat
from tools.text_boards import drawn

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden" / "playthroughs"

TOLD = 22
"""So many actions are told in full, the house's included."""

SHOWN = 12
"""Of longer lists of actions so many are named."""

COLUMNS = 120
"""Longer lines are broken."""


class PlaythroughSpec(NamedTuple):
    """Parameters of one transcript: game, options, number of seats and seed."""

    game: str
    options: Mapping[str, str]
    seats: int
    seed: int


FOUR = "inns,traders,dragon,tower"

SETS: Mapping[str, PlaythroughSpec] = {
    "base": PlaythroughSpec("carcassonne", {}, 2, 1),
    "base-without-farmers": PlaythroughSpec("carcassonne", {"farmers": "off"}, 3, 2),
    "first-edition": PlaythroughSpec("carcassonne", {"edition": "first"}, 2, 3),
    "winter": PlaythroughSpec("carcassonne", {"edition": "winter"}, 3, 4),
    "tile-in-hand": PlaythroughSpec("carcassonne", {"in_hand": "on"}, 3, 31),
    "inns": PlaythroughSpec("carcassonne", {"expansions": "inns"}, 2, 5),
    "traders": PlaythroughSpec("carcassonne", {"expansions": "traders"}, 2, 6),
    "traders-builder-asked": PlaythroughSpec("carcassonne", {"expansions": "traders", "builder_second_part": "ask"}, 2, 7),
    "dragon": PlaythroughSpec("carcassonne", {"expansions": "dragon"}, 3, 8),
    "dragon-after-scoring": PlaythroughSpec(
        "carcassonne", {"expansions": "dragon", "dragon_timing": "after_scoring", "princess": "must"}, 2, 9
    ),
    "tower": PlaythroughSpec("carcassonne", {"expansions": "tower"}, 2, 10),
    "tower-forced": PlaythroughSpec("carcassonne", {"expansions": "tower", "capture": "forced"}, 3, 11),
    "river": PlaythroughSpec("carcassonne", {"expansions": "river"}, 2, 13),
    "abbot": PlaythroughSpec("carcassonne", {"expansions": "abbot"}, 2, 14),
    "new-box": PlaythroughSpec("carcassonne", {"expansions": "river,abbot"}, 3, 15),
    "four-expansions": PlaythroughSpec("carcassonne", {"expansions": FOUR}, 4, 12),
    "tutorial": PlaythroughSpec("carcassonne", {"map": "tutorial"}, 2, 13),
    "benelux": PlaythroughSpec("carcassonne", {"map": "benelux", "towns": "a,b,c"}, 3, 14),
    "cards": PlaythroughSpec("cardcassonne", {}, 2, 15),
    "cards-five": PlaythroughSpec("cardcassonne", {}, 5, 16),
}


class PlayedAction(NamedTuple):
    """One action of a game, with the position before it, the legal actions and its events."""

    number: int
    """From 1."""
    seat: Seat
    position: list[str]
    """Before it, as the one who acts sees it."""
    open: list[str]
    """All that could have been done."""
    text: str
    events: list[Event]


class PlayedGame(NamedTuple):
    """A whole game: its actions, and the lines of its final position."""

    steps: list[PlayedAction]
    end: list[str]
    """The last position and the result."""


def played(about: PlaythroughSpec, games: Mapping[str, AnyGame] = GAMES) -> PlayedGame:
    """Play a random game that favours rare actions: a verb is drawn first, each equally likely, then one of its actions."""
    game, chance = games[about.game], random.Random(about.seed)
    state, steps = game.start(game.options(about.options), about.seats), list[PlayedAction]()
    while seats_to_act := game.to_act(state):
        seat = chance.choice(list(seats_to_act))
        action, texts = _choose_action(game, state, seat, chance)
        position = [] if seat == CHANCE else drawn(game, state, seat)
        events: list[Event] = []
        game.advance(state, seat, action, events.append)
        steps.append(PlayedAction(len(steps) + 1, seat, position, texts, game.write(action), events))
    outcome = game.outcome(state)
    assert outcome is not None
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners)
    return PlayedGame(steps, [*drawn(game, state, None), f"  {winners} won: {' : '.join(map(str, outcome.scores))}"])


def _choose_action(game: AnyGame, state: Any, seat: Seat, chance: random.Random) -> tuple[Any, list[str]]:
    if seat == CHANCE:
        odds = [(game.write(action), weight) for action, weight in game.odds(state)]
        return game.deal(state, chance.randrange), [f"{text} x{weight}" for text, weight in odds]
    legal = {game.write(action): action for action in game.legal(state, seat)}
    verbs = list(dict.fromkeys(text.split()[0] for text in legal))
    verb = chance.choice(verbs)
    return legal[chance.choice([text for text in legal if text.split()[0] == verb])], list(legal)


def transcript(about: PlaythroughSpec, games: Mapping[str, AnyGame] = GAMES, *, by: str = "tools.write playthroughs") -> str:
    """Play the game and return the text of its file, which names `by`, the command that renews it."""
    steps, end = played(about, games)
    options = " ".join(f"{key}={value}" for key, value in about.options.items()) or "no options"
    lines = [f"# {about.game}, {about.seats} players, {options}", f"# Renewed by python -m {by}", ""]
    seen, before, untold = set[str](), list[str](), 0
    for step in steps:
        fresh = {step.text.split()[0], *map(_kind, step.events)} - seen
        seen |= fresh
        if step.number > TOLD and not fresh:
            untold += 1
            continue
        lines += [*_gap(untold), *_step_lines(step, before)]
        before, untold = step.position or before, 0
    lines += [*_gap(untold), "== the end", *end, f"  {len(steps)} actions, {_pin(steps)}"]
    return "\n".join(lines) + "\n"


def _kind(event: Event) -> str:
    """Return the text that identifies an event's kind: its class name and the values of its kind-like fields.

    A kind that occurs for the first time is described in full.
    """
    fields = event._asdict()
    return " ".join([type(event).__name__, *(str(fields[name]) for name in ("kind", "reason", "role", "why") if name in fields)])


def _gap(untold: int) -> list[str]:
    return [f"... {untold} more", ""] if untold else []


def _pin(steps: Sequence[PlayedAction]) -> str:
    """Return a digest that changes with any action or event, whether or not the transcript describes it."""
    whole = "".join(f"{step.seat} {step.text} {step.open} {step.events}\n" for step in steps)
    return sha256(whole.encode()).hexdigest()[:16]


def _step_lines(step: PlayedAction, before: Sequence[str]) -> Iterator[str]:
    """Yield the lines of one action in full; the position only if it differs from the one described before."""
    if step.position and step.position != before:
        yield from (*step.position, "")
    yield f"== {step.number}. {'house' if step.seat == CHANCE else f'seat {step.seat}'}: {step.text}"
    more = [f"and {len(step.open) - SHOWN} more"] if len(step.open) > SHOWN else []
    yield from _wrap(f"  of {len(step.open)}: {' | '.join(step.open[:SHOWN] + more)}")
    for event in step.events:
        yield from _wrap(f"  -> {_value_text(event)}")
    yield ""


def _value_text(value: object) -> str:
    """Return nested plain data as text, such as `Scored road gains=[Gain 0 4 ...]`, with an event's field names."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return " ".join([type(value).__name__, *(f"{name}={_short_value(field)}" for name, field in value._asdict().items())])
    return _short_value(value)


def _short_value(value: object) -> str:
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return f"{type(value).__name__}({' '.join(map(_short_value, value))})"
    if isinstance(value, tuple):
        return f"[{' '.join(map(_short_value, value))}]"
    return str(value)


def _wrap(line: str) -> list[str]:
    return textwrap.wrap(line, COLUMNS, subsequent_indent="     ", break_long_words=False, break_on_hyphens=False)


def renew() -> None:
    """Write all transcripts again, and delete files that belong to none."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, about in SETS.items():
        (FOLDER / f"{name}.txt").write_text(transcript(about), encoding="utf-8")
    for path in FOLDER.glob("*.txt"):
        if path.stem not in SETS:
            path.unlink()
