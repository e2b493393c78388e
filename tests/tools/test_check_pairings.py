"""Pairings and standings from the shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools import check_pairings

FIELD = [{"id": f"p{n}", "rating": 1600 - n} for n in range(1, 9)]
ROUNDS: list[dict[str, Any]] = [
    {"round": 1, "first": "p1", "second": "p5", "score": [71, 64], "how": "played"},
    {"round": 1, "first": "p6", "second": "p2", "score": [40, 64]},
    {"round": 1, "first": "p3", "second": "p7", "how": "resigned", "winner": "p3", "score": [40, 35]},
    {"round": 1, "first": "p8", "second": "p4", "how": "duel", "games": [[71, 64], [50, 61], [80, 77]]},
]


def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str, sheet: Any) -> tuple[int, str, str]:
    path = tmp_path / "event.json"
    path.write_text(sheet if isinstance(sheet, str) else json.dumps(sheet))
    status = check_pairings.main([what, str(path)])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def sheet(**changed: Any) -> dict[str, Any]:
    return {"preset": "slow-swiss", "seed": "any text", "round": 2, "entrants": FIELD, "results": ROUNDS} | changed


def test_the_next_round_is_printed_with_its_cost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(tmp_path, capsys, "pair", sheet())
    answer = json.loads(out)

    assert status == 0
    assert {frozenset(p.values()) for p in answer["pairings"]} == {
        frozenset(pair) for pair in (("p1", "p3"), ("p2", "p8"), ("p4", "p6"), ("p5", "p7"))
    }
    assert answer["bye"] is None
    assert answer["cost"] == [0] * 8
    assert answer["broken"] == []


def test_a_rule_that_had_to_be_broken_has_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = told(tmp_path, capsys, "pair", sheet(entrants=FIELD[:2], results=[ROUNDS[0] | {"second": "p2"}]))

    assert json.loads(out)["broken"] == [
        {"rule": "met-before", "entrants": ["p1", "p2"], "reason": check_pairings.REASONS["unavoidable"]}
    ]


def test_standings_have_every_tie_break_of_the_preset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = told(tmp_path, capsys, "standings", sheet())
    first = json.loads(out)["standings"][0]

    assert first == {
        "id": "p2",
        "rank": 1,
        "points": 1.0,
        "buchholz-cut-1": 0.0,
        "difference": 24,
        "sonneborn-berger": 0.0,
    }


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ("[]", "no-object"),
        ("{", "Expecting"),
        (sheet(preset="blitz"), "preset: unknown-preset"),
        (sheet(entrants=[{"id": "p1"}, {"id": "p1"}], results=[]), "entrants[1].id: twice"),
        (sheet(entrants=[{"id": "p1", "rating": "good"}], results=[]), "entrants[0].rating: no-number"),
        (sheet(entrants=[{"rating": 3}], results=[]), "entrants[0].id: missing"),
        (sheet(entrants=[{"id": "p1", "elo": 3}], results=[]), "entrants[0]: unknown-key"),
        (sheet(results=[{"round": 1, "first": "p1", "second": "p9", "score": [1, 2]}]), "results[0].second: unknown-entrant"),
        (sheet(results=[{"round": 1, "first": "p1", "second": "p1", "score": [1, 2]}]), "results[0]: against-oneself"),
        (sheet(results=[{"round": 1, "first": "p1", "second": "p2"}]), "results[0].score: needs-score"),
        (sheet(results=[{"round": 1, "first": "p1", "second": "p2", "score": [1, "2"]}]), "results[0].score: no-number"),
        (sheet(results=[{"round": 1, "first": "p1", "second": "p2", "how": "flag"}]), "results[0].winner: needs-winner"),
        (sheet(results=[{"round": 1, "first": "p1", "second": "p2", "how": "duel"}]), "results[0].games: needs-games"),
        (sheet(results=[{"round": 1, "first": "p1", "second": None, "score": [1, 2]}]), "results[0].second: needs-second"),
        (sheet(results=[{"round": 1, "first": "p1", "second": "p2", "how": "bye"}]), "results[0].second: no-second"),
        (sheet(results=[{"round": 1, "first": "p1", "second": "p2", "how": "lost"}]), "results[0].how: unknown-how"),
        (sheet(results=[{"round": 0, "first": "p1", "second": "p2", "score": [1, 2]}]), "results[0].round: no-number"),
        (sheet(results=[ROUNDS[0], ROUNDS[0] | {"second": "p2"}]), "results[1]: paired-twice"),
        (sheet(results=[ROUNDS[0] | {"winner": "p1"}]), "results[0].winner: no-winner"),
        (sheet(entrants=FIELD[:1], results=[]), "nobody-to-pair"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(
    wrong: Any, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = told(tmp_path, capsys, "pair", wrong)

    assert status == 2
    assert out == ""
    assert place in err
    assert len(err.splitlines()) == 1


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_pairings.main(["standings", str(tmp_path / "none.json")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


TABLE = {"round": 1, "seats": ["p1", "p2", "p3", "p4"], "score": [57, 44, 30, 12], "gone": ["p1"]}


def test_tables_of_three_to_five_are_drawn_and_ranked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = {"round": 1, "seats": ["p5", "p6", "p7", "p8"], "how": "ruling", "winner": "p8"}
    file = sheet(preset="tables", results=[TABLE, other])

    _, out, _ = told(tmp_path, capsys, "standings", file)
    ranked = json.loads(out)["standings"]
    assert [(line["id"], line["points"]) for line in ranked[:3]] == [("p2", 5.0), ("p8", 5.0), ("p3", 3.0)]
    assert next(line for line in ranked if line["id"] == "p1") == {"id": "p1", "rank": 8, "points": 1, "share": 0, "points-for": 0}
    _, out, _ = told(tmp_path, capsys, "pair", file)
    drawn = json.loads(out)["tables"]
    assert sorted(who for table in drawn for who in table) == [entrant["id"] for entrant in FIELD]
    assert [len(set(table) & set(TABLE["seats"])) for table in drawn] == [2, 2], "as few as possible meet again"  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seats": ["p1", "p2"]}, "results[0].seats: no-table"),
        ({"seats": ["p1", "p2", "p2"]}, "results[0].seats: twice"),
        ({"seats": ["p1", "p2", "p3", "p99"]}, "results[0].seats[3]: unknown-entrant"),
        ({"gone": ["p8"]}, "results[0].seats: no-table"),
        ({"score": [1, 2]}, "results[0].score: no-number"),
        ({"how": "flag"}, "results[0].how: unknown-how"),
        ({"first": "p1"}, "results[0]: unknown-key"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], said: str
) -> None:
    status, _, err = told(tmp_path, capsys, "standings", sheet(preset="tables", results=[{**TABLE, **changed}]))

    assert status == 2 and said in err


def test_a_whole_event_is_simulated_with_everybody_in_its_standings(capsys: pytest.CaptureFixture[str]) -> None:
    """With games of Carcassonne; other kinds, and the laws, are tested with a smaller game."""
    assert (
        check_pairings.main(["simulate", "--preset", "evening", "--entrants", "4", "--seed", "5", "--tiles", "twelve", "--json"])
        == 0
    )
    story = json.loads(capsys.readouterr().out)

    assert story["finished"] and not story["wrong"] and story["rounds"] == 3
    assert len(story["standings"]) == 4


def test_an_event_that_cannot_be_played_is_not_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_pairings.main(["simulate", "--entrants", "4", "--stages", "knock-out:8"]) == 2
    assert "bad-event" in capsys.readouterr().err
    assert check_pairings.main(["simulate", "--preset", "feast"]) == 2
    assert "unknown-preset" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ([{"round": 1, "first": {}, "second": "p2", "score": [1, 2]}], "results[0].first: unknown-entrant (value {})"),
        ([{"round": 1, "first": "p1", "second": [], "score": [1, 2]}], "results[0].second: unknown-entrant (value [])"),
        ([{"round": 1, "first": "p1", "second": "p2", "how": [], "score": [1, 2]}], "results[0].how: unknown-how"),
        ([{"round": 1, "first": "p1", "second": "p2", "how": "resigned", "winner": {}}], "results[0].winner: no-winner"),
        ([{"round": 1, "first": "p1", "second": "p2", "score": {}}], "results[0].score"),
        ([{"round": 1, "seats": ["p1", {}, "p3"], "score": [1, 2, 3]}], "results[0].seats[1]: unknown-entrant (value {})"),
        ([7], "results[0]"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: Any, where: str
) -> None:
    status, _, err = told(tmp_path, capsys, "standings", sheet(results=wrong))

    assert status == 2 and where in err and "Traceback" not in err


@pytest.mark.parametrize("given", [{"preset": {}}, {"entrants": [{"id": {}}]}, {"seed": {}}, {"round": "x"}])
def test_the_rest_of_a_sheet_is_checked_too(tmp_path: Path, capsys: pytest.CaptureFixture[str], given: dict[str, Any]) -> None:
    status, _, err = told(tmp_path, capsys, "standings", sheet(**{"results": [], **given}))

    assert status == 2 and next(iter(given)) in err


def test_text_that_is_no_json_is_refused_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = told(tmp_path, capsys, "standings", '{"preset":\n "cup",,}')

    assert status == 2 and "line 2" in err
