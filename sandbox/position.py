"""Opening a game in the sandbox at a chosen decision, from an exported record or from a file that the sandbox wrote."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from games.core.game import CHANCE, AnyGame, Seat
from service.match import match_log as logs
from service.match import match_session as lives
from service.match import sealed_bag
from service.match.match_posts import TurnCall
from service.match.match_transaction import match_post
from storage.changes import QueuePosts
from storage.rows import RUNNING, ActionRow, MatchId, MatchRow, NewMatch, SeatRow, Secret, UserId, of_match

FORMAT = "bastide-1"
"""As `service.history.record_export` writes it; the secret and the rows of a running game are added here."""


class PositionError(Exception):
    """Raised when a file contains no position that can be opened; the message says why."""


def read(place: str) -> tuple[Mapping[str, Any], int | None]:
    """Return the record in the file and the number of its log rows to keep, for `FILE` or `FILE:ROWS`.

    None rows: up to the last decision. Raises `PositionError`.
    """
    name, _, rows = place.rpartition(":") if place.rpartition(":")[2].isdecimal() else (place, "", "")
    try:
        record = json.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PositionError(f"{name} can't be read as a record: {error}") from error
    if not isinstance(record, dict) or record.get("format") != FORMAT or not record.get("seats") or "log" not in record:
        raise PositionError(f"{name} is no record: export a game with /game action:export")
    return record, int(rows) if rows else record.get("rows")


async def open_in(
    services: Any, record: Mapping[str, Any], rows: int | None, people: Sequence[int], guild_id: int, channel_id: int, now: datetime
) -> MatchId:
    """Open the game of a record in a channel, after `rows` log rows, and post the turn.

    `people`: user ids for the seats of human players. Raises `PositionError` if no player has to act then, or the record's rules
    version is unknown.
    """
    game = services.repository.games.at(record["game"], record["rules_version"])
    if game is None:
        raise PositionError(f"rules {record['rules_version']} of {record['game']} are not known here")
    log = _cut([ActionRow(row["seq"], Seat(row["seat"]), row["text"], now) for row in record["log"]], rows)
    seats = tuple(
        SeatRow(Seat(number), None if seat["computer"] else UserId(people[number % len(people)]), seat["computer"], joined=number)
        for number, seat in enumerate(record["seats"])
    )
    seats_to_act = _seats_to_act(game, record, log)
    secret = Secret(bytes.fromhex(record["secret"]) if record.get("secret") else secrets.token_bytes(32))
    seated = tuple(_seat_row(seat, log, now) if seat.seat in seats_to_act and seat.user_id is not None else seat for seat in seats)
    row = MatchRow(
        id=MatchId(0),
        game=record["game"],
        options=record["options"],
        rules_version=record["rules_version"],
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=UserId(people[0]),
        status=RUNNING,
        seats_wanted=len(seats),
        order="joined",
        locale="en",
        commitment=sealed_bag.commitment(secret),
        version=len(log),
        created_at=now,
        started_at=now,
        bag=record.get("bag", 1),
    )
    match = await services.store.matches.open(NewMatch(row, secret, seated, actions=tuple(log)))
    posts = [
        match_post(match, TurnCall(0, first=True), user_id=seat.user_id, seat=seat.seat, upto=len(log))
        for seat in seated
        if seat.seat in seats_to_act and seat.user_id is not None
    ]
    await services.store.commit(QueuePosts(of_match(match.id), now, tuple(posts)))
    services.computers.think(match.id)
    return MatchId(match.id)


def _cut(log: Sequence[ActionRow], rows: int | None) -> list[ActionRow]:
    """Return the first `rows` log rows; if `rows` is None, those before the last player's decision."""
    if rows is not None:
        return list(log[:rows])
    decisions = [number for number, row in enumerate(log) if row.seat != CHANCE]
    return list(log[: decisions[-1]]) if decisions else list(log)


def _seats_to_act(game: AnyGame, record: Mapping[str, Any], log: Sequence[ActionRow]) -> tuple[Seat, ...]:
    """Return the seats that must act after these log rows. Raises `PositionError` if there are none."""
    options = game.options(record["options"])
    state = game.start(options, len(record["seats"]))
    lives.replay_rows(game, state, logs.standing_rows(log))
    seats_to_act = tuple(seat for seat in game.to_act(state) if seat != CHANCE)
    if not seats_to_act:
        raise PositionError(f"after row {len(log)} no player has to act: name another number of rows behind a colon")
    return seats_to_act


def _seat_row(seat: SeatRow, log: Sequence[ActionRow], now: datetime) -> SeatRow:
    return SeatRow(seat.seat, seat.user_id, told=len(log), waiting_since=now, joined=seat.joined)


async def newest_game_text(services: Any, guild_id: int) -> str:
    """Return a server's newest running game in the file format of `read`; empty if there is none."""
    guild = await services.store.matches.of_guild(guild_id, (RUNNING,), 1)
    if not guild:
        return ""
    match = guild[0]
    loaded = await services.store.matches.load(match.id)
    secret = await services.store.matches.secret(match.id)
    record = {
        "format": FORMAT,
        "game": match.game,
        "rules_version": match.rules_version,
        "options": dict(match.options),
        "bag": match.bag,
        "seats": [{"seat": seat.seat, "user": str(seat.user_id or ""), "computer": seat.level} for seat in loaded.seats],
        "log": [{"seq": row.seq, "seat": row.seat, "text": row.text} for row in loaded.log],
        "rows": len(loaded.log),
        "secret": secret.key.hex(),
    }
    return json.dumps(record)
