"""The stages of an event, one after the other, and the text that an organiser writes them in: `swiss:5 -> knock-out:8 final=3`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.knockout import CHAMPIONSHIP, SEEDED
from tournament.records import BadEvent

SWISS, KNOCK_OUT, GROUPS = "swiss", "knock-out", "groups"
KINDS = (SWISS, KNOCK_OUT, GROUPS)
BEST_OF = (1, 3, 5)
MOST_ROUNDS = 30
MOST_STAGES = 4
_SETTINGS = ("best-of", "final", "shape", "twice")


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage."""

    kind: str
    size: int = 0
    """Swiss: rounds; knock-out: how many go on into it; groups: how many groups. 0: as suits the number of entrants."""
    best_of: int = 1
    """Games of a pairing: 1, 3 or 5."""
    final: int = 0
    """Games of a knock-out's last round; 0: as the others."""
    shape: str = SEEDED
    """Of a knock-out: `seeded` or `championship`, in which a draw sends on the higher placed instead of one more game."""
    twice: bool = False
    """Groups: everybody meets everybody twice, with changed starts."""

    @property
    def must_decide(self) -> bool:
        """Whether a pairing that is level gets one more game."""
        return self.kind == KNOCK_OUT and self.shape != CHAMPIONSHIP


def read(text: str) -> tuple[Stage, ...]:
    """The stages that `text` names. Raises `BadEvent`: `no-stage`, `too-many-stages`, `unknown-stage`, `stage-size`,
    `unknown-setting`, `stage-setting`, `not-eight`.
    """
    parts = [part.strip() for part in text.replace("→", "->").split("->")]
    if not text.strip():
        raise BadEvent("no-stage")
    if len(parts) > MOST_STAGES:
        raise BadEvent("too-many-stages", most=MOST_STAGES)
    return tuple(_stage(part) for part in parts)


def write(stages: Sequence[Stage]) -> str:
    """The text that `read` understands."""
    return " -> ".join(_written(stage) for stage in stages)


def _written(stage: Stage) -> str:
    text = f"{stage.kind}:{stage.size}" if stage.size else stage.kind
    text += f" best-of={stage.best_of}" if stage.best_of != 1 else ""
    text += f" final={stage.final}" if stage.final else ""
    text += f" shape={stage.shape}" if stage.shape != SEEDED else ""
    return text + (" twice" if stage.twice else "")


def _stage(text: str) -> Stage:
    head, *settings = text.lower().split() or [""]
    kind, colon, size = head.partition(":")
    if kind not in KINDS:
        raise BadEvent("unknown-stage", value=head, choices=KINDS)
    most = MOST_ROUNDS if kind == SWISS else 512
    if colon and not (size.isdecimal() and (1 if kind != KNOCK_OUT else 2) <= int(size) <= most):
        raise BadEvent("stage-size", value=head, most=most)
    stage = Stage(kind, int(size) if colon else 0)
    for setting in settings:
        stage = _set(stage, setting)
    if stage.shape == CHAMPIONSHIP and stage.size not in (0, 8):
        raise BadEvent("not-eight", have=stage.size)
    return replace(stage, size=8) if stage.shape == CHAMPIONSHIP else stage


def _set(stage: Stage, setting: str) -> Stage:
    key, _, value = setting.partition("=")
    if key not in _SETTINGS:
        raise BadEvent("unknown-setting", value=key, choices=_SETTINGS)
    if key == "best-of" and value in map(str, BEST_OF):
        return replace(stage, best_of=int(value))
    if key == "final" and value in map(str, BEST_OF) and stage.kind == KNOCK_OUT:
        return replace(stage, final=int(value))
    if key == "shape" and value in (SEEDED, CHAMPIONSHIP) and stage.kind == KNOCK_OUT:
        return replace(stage, shape=value)
    if key == "twice" and not value and stage.kind == GROUPS:
        return replace(stage, twice=True)
    raise BadEvent("stage-setting", value=setting, stage=stage.kind)


def rounds_for(entrants: int) -> int:
    """The rounds of a Swiss that nobody has numbered: enough to leave one unbeaten, three at least where they can be paired."""
    return max(1, min(max(3, (entrants - 1).bit_length()), entrants - 1))


def fitted(stages: Sequence[Stage], entrants: int) -> tuple[Stage, ...]:
    """The stages with every number filled in for so many entrants. Raises `BadEvent`: `too-few` (have, least), `too-many-rounds`
    (rounds, most).
    """
    found: list[Stage] = []
    left = entrants
    for stage in stages:
        found.append(_fitted(stage, left))
        left = found[-1].size if stage.kind == KNOCK_OUT else left
    return tuple(found)


def _fitted(stage: Stage, entrants: int) -> Stage:
    if stage.kind == SWISS:
        rounds = stage.size or rounds_for(entrants)
        if entrants < 2:
            raise BadEvent("too-few", have=entrants, least=2)
        if rounds > max(entrants - 1, 1):
            raise BadEvent("too-many-rounds", rounds=rounds, most=max(entrants - 1, 1))
        return replace(stage, size=rounds)
    size = stage.size or (entrants if stage.kind == KNOCK_OUT else 1)
    least = max(2, size if stage.kind == KNOCK_OUT else 2 * size)
    if entrants < least:
        raise BadEvent("too-few", have=entrants, least=least)
    return replace(stage, size=size)


def rounds_of(stage: Stage, entrants: int) -> int:
    """How many rounds a fitted stage has with so many entrants."""
    if stage.kind == SWISS:
        return stage.size
    if stage.kind == KNOCK_OUT:
        return (stage.size - 1).bit_length()
    largest = -(-entrants // stage.size)
    return (largest - 1 + largest % 2) * (2 if stage.twice else 1)
