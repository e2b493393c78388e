"""The tool that replays records would notice any difference."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.conformance.__main__ import main
from tools.conformance.replay import Difference, Replay, read

RECORDS = Path(__file__).parents[2] / "records"

Record = dict[str, Any]


def _first(record: Record, kind: str, having: Callable[[Record], object] = bool) -> Record:
    step: Record = next(step for step in record["steps"] if step["t"] == kind and having(step))
    return step


SPOILED: dict[str, Callable[[Record], object]] = {
    "a placement too few": lambda r: _first(r, "place")["legal"].pop(),
    "a turn too many": lambda r: _first(r, "place", lambda s: len(s["legal"][0][2]) < 4)["legal"][0].__setitem__(2, [0, 1, 2, 3]),
    "a wood action too few": lambda r: _first(r, "wood", lambda s: len(s["legal"]) > 2)["legal"].pop(0),
    "a point too many": lambda r: _first(r, "score", lambda s: s["points"])["points"][0].__setitem__("points", 99),
    "another item": lambda r: _first(r, "score", lambda s: s["points"])["points"][0]["items"].__setitem__("tiles", 77),
    "another feature": lambda r: _first(r, "score", lambda s: s["points"])["points"][0].__setitem__("at", [0, 0, "cloister"]),
    "a goods token too many": lambda r: _first(r, "score", lambda s: s["goods"])["goods"][0].__setitem__("count", 9),
    "another total": lambda r: _first(r, "state")["totals"].__setitem__(0, 5),
    "another supply": lambda r: _first(r, "state")["supply"]["small"].__setitem__(0, 1),
    "a figure gone": lambda r: _first(r, "state", lambda s: s["figures"])["figures"].pop(),
    "a tile too few": lambda r: _first(r, "state").__setitem__("left", 3),
    "another dragon": lambda r: _first(r, "state", lambda s: s["dragon"]).__setitem__("dragon", [9, 9]),
    "another fairy": lambda r: _first(r, "state", lambda s: s["fairy"])["fairy"].__setitem__("at", [9, 9]),
    "another companion": lambda r: _first(r, "state", lambda s: s["fairy"] and s["fairy"]["with"])["fairy"].__setitem__(
        "with", None
    ),
    "a higher tower": lambda r: _first(r, "state", lambda s: s["towers"])["towers"][0].__setitem__(2, 8),
    "a tower piece more": lambda r: _first(r, "state")["pieces"].__setitem__(0, 11),
    "a prisoner less": lambda r: _first(r, "state", lambda s: s["prisoners"])["prisoners"].pop(),
    "a capture too few": lambda r: _first(r, "capture")["legal"].pop(0),
    "a dragon step too many": lambda r: _first(r, "dragon")["legal"].append([50, 50]),
    "an effect that was not": lambda r: _first(r, "wood").__setitem__("effects", [["exchanged"]]),
    "an effect forgotten": lambda r: _first(r, "dragon", lambda s: "effects" in s).pop("effects"),
    "an income too many": lambda r: _first(r, "income").__setitem__("points", 2),
    "a ransom too many": lambda r: _first(r, "place").__setitem__("ransoms", [["ransom", 1, "small"]]),
    "another final score": lambda r: r["final"]["totals"].__setitem__(0, 500),
    "a final line too few": lambda r: r["final"]["points"].pop(),
    "a final line too many": lambda r: r["final"]["points"].append(r["final"]["points"][0]),
}


QUICK = ("a goods token too many", "a dragon step too many")
"""One of a state and one of a question; the others in `make soak`."""


@pytest.mark.parametrize(
    "fault", [*QUICK, *(pytest.param(fault, marks=pytest.mark.soak) for fault in sorted({*SPOILED} - {*QUICK}))]
)
def test_a_spoiled_record_is_noticed(fault: str) -> None:
    """Every kind of difference is found: nothing that a record says goes unread."""
    record = copy.deepcopy(read(RECORDS / "bigbox-004.json.gz"))
    SPOILED[fault](record)

    with pytest.raises(Difference):
        Replay(record).run()


def test_the_command_fails_when_there_is_nothing_to_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty folder proves nothing."""
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == "0 passed, 0 failed\n"
