"""Rulings in words."""

from __future__ import annotations

from cogs.fair import Fair
from storage.event_records import EventEntry
from text.events import board, letters
from tournament.records import EntrantId


def ruled(seen: Fair, row: EventEntry) -> str:
    """One ruling in words, without its reason."""
    what, told = row.payload, dict(row.payload)
    if row.kind == "draw":
        return board.broken("changed", [], "by-hand", seen.words) if not what["broken"] else _changed(seen, row)
    kinds_ = {"withdraw": "disqualify", "replay": "replay", "substitute": "substitute"}
    told["what"] = _outcome(row) if row.kind == "result" else kinds_.get(row.kind) or what["what"]
    named = what.get("winner") or what.get("entrant") or what.get("out")
    told["name"] = seen.name(EntrantId(str(named))) if named else ""
    if "round" in what:
        told["round"] = seen.round_name(seen.state.rounds[what["round"] - 1])
    return letters.appealed(told, seen.words) if row.kind == "appealed" else letters.ruling(told, seen.words)


def _changed(seen: Fair, row: EventEntry) -> str:
    rule, who, reason = row.payload["broken"][-1]
    return board.broken(rule, [seen.name(EntrantId(str(number))) for number in who], reason, seen.words)


def _outcome(row: EventEntry) -> str:
    if row.payload["winner"] is not None:
        return "win"
    return "neither" if row.payload["how"] == "double-walkover" else "draw"
