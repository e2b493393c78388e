"""The JSON format in which entrants and results are read from outside, and standings and pairings are written.

Everything is validated, and errors name the place of the mistake (`results[3].score`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.multiplayer_tables import LARGEST, SMALLEST
from tournament.presets import TournamentPreset, preset
from tournament.results import (
    ALONE,
    BY_HAND,
    DOUBLE_WALKOVER,
    DUEL,
    FLAG,
    HOWS,
    PLAYED,
    RESIGNED,
    RULING,
    WALKOVER,
    Entrant,
    EntrantId,
    InvalidTournamentError,
    Result,
    Round,
)
from tournament.standings import Standing

MOST_ENTRANTS = 5_000
LONGEST_NAME = 100
_NEED_WINNER = (RESIGNED, FLAG, WALKOVER)


@dataclass(frozen=True, slots=True)
class PairingFile:
    """The contents of an event file: entrants, results and settings."""

    preset: TournamentPreset
    seed: str
    round: int
    """The round to be paired."""
    entrants: tuple[Entrant, ...]
    results: tuple[Result, ...]


def read(data: Any) -> PairingFile:
    """Return the event that `data` describes. Raises `InvalidTournamentError` with the place of the first mistake.

    Codes: `no-object`, `no-list`, `missing`, `unknown-key`, `no-text`, `no-number`, `unknown-preset`, `too-many`, `twice`,
    `unknown-entrant`, `against-oneself`, `unknown-how`, `needs-second`, `no-second`, `needs-winner`, `no-winner`, `needs-score`,
    `no-score`, `needs-games`, `no-table`, `paired-twice`.
    """
    whole = _object(data, "", ("preset", "seed", "round", "entrants", "results"))
    kind = preset(_text(whole, "preset", ""))
    entrants = _entrants(_list(whole, "entrants"))
    results = _results(_list(whole, "results"), frozenset(e.id for e in entrants))
    last = max((result.round for result in results), default=0)
    seed = whole.get("seed", "")
    if not isinstance(seed, str | int):
        raise InvalidTournamentError("no-text", "seed", value=seed)
    return PairingFile(kind, str(seed), _whole_number(whole, "round", "", default=last + 1), entrants, results)


def write_standings(table: Sequence[Standing]) -> dict[str, Any]:
    """Return standings as plain data, every tie-break by name."""
    return {"standings": [{"id": line.id, "rank": line.rank, **line.values} for line in table]}


def write_round(round_: Round, reasons: Mapping[str, str]) -> dict[str, Any]:
    """Return a round's pairings as plain data; `reasons` maps the reasons of rule violations to sentences."""
    return {
        "pairings": [{"first": pairing.first, "second": pairing.second} for pairing in round_.pairings],
        "bye": round_.bye,
        "cost": list(round_.cost),
        "broken": [{"rule": b.rule, "entrants": list(b.entrants), "reason": reasons[b.reason]} for b in round_.broken],
    }


def _entrants(rows: Sequence[Any]) -> tuple[Entrant, ...]:
    if len(rows) > MOST_ENTRANTS:
        raise InvalidTournamentError("too-many", "entrants", most=MOST_ENTRANTS)
    entrants: dict[str, Entrant] = {}
    for number, row in enumerate(rows):
        where = f"entrants[{number}]"
        entrant = _entrant(_object(row, where, ("id", "rating", "team", "from_round", "withdrawn_after")), where)
        if entrant.id in entrants:
            raise InvalidTournamentError("twice", f"{where}.id", value=entrant.id)
        entrants[entrant.id] = entrant
    return tuple(entrants.values())


def _entrant(row: Mapping[str, Any], where: str) -> Entrant:
    rating, team = row.get("rating"), row.get("team")
    if rating is not None and (isinstance(rating, bool) or not isinstance(rating, int | float) or not abs(rating) < 1e9):
        raise InvalidTournamentError("no-number", f"{where}.rating", value=rating)
    if team is not None and not isinstance(team, str):
        raise InvalidTournamentError("no-text", f"{where}.team", value=team)
    gone = row.get("withdrawn_after")
    return Entrant(
        EntrantId(_text(row, "id", where)),
        rating,
        team,
        _whole_number(row, "from_round", where, default=1),
        None if gone is None else _whole_number(row, "withdrawn_after", where, least=0),
    )


def _results(rows: Sequence[Any], known: frozenset[EntrantId]) -> tuple[Result, ...]:
    results: list[Result] = []
    seen: set[tuple[int, EntrantId]] = set()
    for number, row in enumerate(rows):
        where = f"results[{number}]"
        make, keys = (_table, _OF_TABLES) if isinstance(row, dict) and "seats" in row else (_result, _OF_PAIRS)
        result = make(_object(row, where, keys), where, known)
        for who in result.seats:
            if (result.round, who) in seen:
                raise InvalidTournamentError("paired-twice", where, value=who, round=result.round)
            seen.add((result.round, who))
        results.append(result)
    return tuple(results)


_OF_PAIRS = ("round", "first", "second", "how", "winner", "score", "games")
_OF_TABLES = ("round", "seats", "how", "winner", "score", "gone")


def _table(row: Mapping[str, Any], where: str, known: frozenset[EntrantId]) -> Result:
    """Return the result of a table of three to five: its entrants in the order of play, and their points."""
    how, round_ = row.get("how", PLAYED), _whole_number(row, "round", where)
    if how not in (PLAYED, RULING, WALKOVER, DOUBLE_WALKOVER):
        raise InvalidTournamentError("unknown-how", f"{where}.how", value=how, choices=(PLAYED, RULING, WALKOVER, DOUBLE_WALKOVER))
    seats, gone = _ids(row, "seats", where, known), _ids(row, "gone", where, known)
    if not SMALLEST <= len(seats) <= LARGEST or not set(gone) <= set(seats):
        raise InvalidTournamentError("no-table", f"{where}.seats", value=list(seats), least=SMALLEST, most=LARGEST)
    winner, score = _winner(row, where, how, seats), _score(row, where, how, len(seats))
    return Result(round_, seats[0], seats[1], how, winner, score, others=seats[2:], gone=gone)


def _ids(row: Mapping[str, Any], key: str, where: str, known: frozenset[EntrantId]) -> tuple[EntrantId, ...]:
    given = row.get(key, [])
    if not isinstance(given, list):
        raise InvalidTournamentError("no-list", f"{where}.{key}")
    entrants = tuple(_checked_entrant(who, f"{where}.{key}[{index}]", known) for index, who in enumerate(given))
    if len(set(entrants)) < len(entrants):
        raise InvalidTournamentError("twice", f"{where}.{key}", value=next(who for who in entrants if entrants.count(who) > 1))
    return entrants


def _result(row: Mapping[str, Any], where: str, known: frozenset[EntrantId]) -> Result:
    how = row.get("how", PLAYED)
    if how not in HOWS:
        raise InvalidTournamentError("unknown-how", f"{where}.how", value=how, choices=HOWS)
    first = _checked_entrant(row.get("first"), f"{where}.first", known)
    second = None if row.get("second") is None else _checked_entrant(row["second"], f"{where}.second", known)
    if (second is None) != (how in ALONE):
        raise InvalidTournamentError("needs-second" if second is None else "no-second", f"{where}.second", how=how)
    if first == second:
        raise InvalidTournamentError("against-oneself", where, value=first)
    winner = _winner(row, where, how, (first, second))
    score = _score(row, where, how)
    games = _games(row, where) if how == DUEL else ()
    return Result(_whole_number(row, "round", where), first, second, how, winner, score, games)


def _winner(row: Mapping[str, Any], where: str, how: str, pair: Sequence[EntrantId | None]) -> EntrantId | None:
    winner = row.get("winner")
    if winner is None:
        if how in _NEED_WINNER:
            raise InvalidTournamentError("needs-winner", f"{where}.winner", how=how)
        return None
    if winner not in pair or how not in (*_NEED_WINNER, *BY_HAND):
        raise InvalidTournamentError("no-winner", f"{where}.winner", value=winner, how=how)
    return EntrantId(winner)


def _score(row: Mapping[str, Any], where: str, how: str, number: int = 2) -> tuple[int, ...] | None:
    given = row.get("score")
    if given is None:
        if how == PLAYED:
            raise InvalidTournamentError("needs-score", f"{where}.score", how=how)
        return None
    if how in (*ALONE, WALKOVER, DOUBLE_WALKOVER, DUEL):
        raise InvalidTournamentError("no-score", f"{where}.score", how=how)
    return _points(given, f"{where}.score", number)


def _games(row: Mapping[str, Any], where: str) -> tuple[tuple[int, int], ...]:
    games = row.get("games")
    if not isinstance(games, list) or not games:
        raise InvalidTournamentError("needs-games", f"{where}.games")
    pairs = [_points(game, f"{where}.games[{number}]", 2) for number, game in enumerate(games)]
    return tuple((own, other) for own, other in pairs)


def _points(given: Any, where: str, number: int) -> tuple[int, ...]:
    if not isinstance(given, list) or len(given) != number or not all(type(n) is int and abs(n) < 10_000 for n in given):
        raise InvalidTournamentError("no-number", where, value=given)
    return tuple(given)


def _checked_entrant(who: Any, where: str, known: frozenset[EntrantId]) -> EntrantId:
    if not isinstance(who, str) or who not in known:
        raise InvalidTournamentError("unknown-entrant", where, value=who)
    return EntrantId(who)


def _object(data: Any, where: str, keys: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise InvalidTournamentError("no-object", where)
    for key in data:
        if key not in keys:
            raise InvalidTournamentError("unknown-key", where, value=key, choices=tuple(keys))
    return data


def _list(whole: Mapping[str, Any], key: str) -> Sequence[Any]:
    rows = whole.get(key, [])
    if not isinstance(rows, list):
        raise InvalidTournamentError("no-list", key)
    return rows


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME:
        raise InvalidTournamentError("missing" if value is None else "no-text", f"{where}.{key}".strip("."), value=value)
    return value


def _whole_number(row: Mapping[str, Any], key: str, where: str, *, default: int | None = None, least: int = 1) -> int:
    value = row.get(key, default)
    if type(value) is not int or not least <= value < 1000:
        raise InvalidTournamentError("missing" if value is None else "no-number", f"{where}.{key}".strip("."), value=value)
    return value
