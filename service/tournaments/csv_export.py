"""The export of an event as CSV tables for a spreadsheet: entrants with places, and pairings with results."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any


def entrants(record: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return the entrants with the newest standings as CSV.

    `record` is the result of `TournamentQueries.export`.
    """
    lines = {line["id"]: line for table in record["standings"] for line in table["lines"]}
    keys = list(dict.fromkeys(key for line in lines.values() for key in line if key not in ("id", "rank")))
    places = {who: place for place, who in enumerate(record["final"], 1)}
    rows = [["id", "name", "status", "place", "rank", *keys]]
    for entrant in record["entrants"]:
        who = entrant["id"]
        line = lines.get(who, {})
        own = [line.get(key, "") for key in keys]
        rows.append([who, names[who], entrant["status"], places.get(who, ""), line.get("rank", ""), *own])
    return _csv_text(rows)


def pairings(record: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return every pairing as CSV, byes and skipped rounds included."""
    rows = [["round", "stage", "table", "first", "second", "others", "how", "winner", "score", "games"]]
    for round_ in record["rounds"]:
        for pairing in round_["pairings"]:
            score = "" if not pairing.get("score") else "-".join(map(str, pairing["score"]))
            games = " ".join("-".join(map(str, game)) for game in pairing.get("games", ()))
            who = [names.get(pairing.get(key) or 0, "") for key in ("first", "second", "winner")]
            place = [round_["round"], round_["stage"], pairing.get("table", "")]
            others = ", ".join(names.get(other, "") for other in pairing.get("others", ()))
            rows.append([*place, who[0], who[1], others, pairing.get("how", ""), who[2], score, games])
    return _csv_text(rows)


def _csv_text(rows: list[list[Any]]) -> str:
    sheet = io.StringIO()
    csv.writer(sheet).writerows([[_harmless(value) for value in row] for row in rows])
    return sheet.getvalue()


def _harmless(value: Any) -> Any:
    """Return the value; text that a spreadsheet would run as a formula is quoted."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") and len(value) > 1 else value
