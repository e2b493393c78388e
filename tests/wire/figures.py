"""Figures of a load: users' waiting times, the program's processor time, and indicators of how reliable they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.wire.records import Json

SHARES = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("most", 1.0))


def percentile(values: Sequence[float], share: float) -> float | None:
    """Return in milliseconds the value that this share of `values`, given in seconds, does not exceed; None without values."""
    return round(sorted(values)[max(0, round(share * len(values)) - 1)] * 1000, 1) if values else None


@dataclass
class Figures:
    """Collected measurements, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    """From the moment at which the program could hear of a press."""
    answered: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    """From the press of Confirm to the next turn message, in channels without trouble."""
    committed: list[float] = field(default_factory=list)
    """Each transaction that wrote, from the wish until its end, the drafts included."""
    late: list[float] = field(default_factory=list)
    """How late the program's event loop was, each time that it was looked at."""
    held: list[tuple[float, str]] = field(default_factory=list)
    """What held the loop for long, by the processor time that it took, and what it was; only where that was asked for."""
    paused: list[float] = field(default_factory=list)
    """Each full collection of garbage, in processor time."""
    lasted_s: float = 0.0
    """For how long people pressed."""
    worked_s: float = 0.0
    """Processor time of the program meanwhile: it does not depend on what else the machine does."""
    looped_s: float = 0.0
    """The part of it on the loop's own thread, where the answers wait."""
    ours_late: list[float] = field(default_factory=list)
    """How late the people's own loop was, which measures: nothing is known more exactly than that."""
    ours_s: float = 0.0
    """Processor time of the people and of the stand-in."""
    silent: int = 0
    """Presses without an acknowledgement or without an answer."""
    requests: int = 0
    """What Discord was asked meanwhile, answers to presses included."""
    troubled: int = 0
    """Channels that hang, are limited, fail or refuse."""
    troubles: int = 0
    """How often one of them did so."""
    resident_mb: list[int] = field(default_factory=list)

    @property
    def press_ms(self) -> float:
        """Processor time of the program per press, in milliseconds."""
        return self.worked_s * 1000 / max(1, len(self.acknowledged))

    @property
    def turn_ms(self) -> float:
        """Processor time of the program per turn with all its presses, in milliseconds."""
        return self.worked_s * 1000 / max(1, len(self.turns))

    def told(self) -> dict[str, Any]:
        """Return counts, percentiles and shares by their printed names."""
        counts = {"presses": len(self.acknowledged), "silent": self.silent, "troubled": self.troubled, "troubles": self.troubles}
        counts["turns"] = len(self.turns)
        requests = {
            "requests a press": round((self.requests - len(self.turns)) / max(1, len(self.acknowledged)), 2),
            "requests a turn": round(self.requests / max(1, len(self.turns)), 2),
        }
        requests |= {"transactions a turn": round(len(self.committed) / max(1, len(self.turns)), 2)}
        requests |= {"presses a turn": round(len(self.acknowledged) / max(1, len(self.turns)), 2)}
        works = {"ms a press": round(self.press_ms, 2), "ms a turn": round(self.turn_ms, 2), **dict(self._works())}
        return {**counts, **requests, **dict(self._wait_lines()), **works, "resident MB": self.resident_mb}

    def take(self, seen: Json, begun: float, ended: float) -> None:
        """Add the observations of a program's loop watch (`shim/watched_loop.py`) between two wall clock times."""
        within = {name: [word for word in what if begun <= word[0] <= ended] for name, what in seen.items()}
        self.late += [late_s for _, late_s, _ in within["late"]]
        self.held = sorted([*self.held, *((held_s, what) for _, held_s, what in within["held"])])
        self.paused += [paused_s for _, paused_s in within["paused"]]
        self.committed += [took_s for _, took_s in within["committed"]]
        self.looped_s += within["late"][-1][2] - within["late"][0][2] if within["late"] else 0.0

    def _wait_lines(self) -> Iterator[tuple[str, str]]:
        waits = {
            "acknowledged": self.acknowledged,
            "answered": self.answered,
            "committed": self.committed,
            "next turn": self.turns,
            "loop late": self.late,
            "those who measure late": self.ours_late,
        }
        for name, values in waits.items():
            for label, share in SHARES:
                yield f"{name} {label}", f"{percentile(values, share)} ms"

    def _works(self) -> Iterator[tuple[str, str]]:
        presses = max(1, len(self.acknowledged))
        for name, seconds in (("processor time a press", self.worked_s), ("of it on the loop", self.looped_s)):
            yield name, f"{seconds * 1000 / presses:.1f} ms"
        for name, seconds in (("of a core", self.worked_s), ("of a core by those who measure", self.ours_s)):
            yield name, f"{100 * seconds / self.lasted_s if self.lasted_s else 0:.0f} %"
        if self.held:
            yield "loop held most", f"{percentile([held_s for held_s, _ in self.held], 1.0)} ms"
        yield "garbage collected most", f"{percentile(self.paused, 1.0)} ms"
