"""Questions about matches: the table, its history, lists, the record, and the opened bag. Nothing here changes anything."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from games.core.game import HOUSE, Seat, audience
from service import live as lives
from service import log as logs
from service import sealed_bag
from service.errors import Refusal
from service.live import Live
from service.records import Draw, Entry, Table, Verification, visible
from service.seating import seated
from service.tables import LONG_LOG, Tables, asked_people, entry, outcome_of
from storage.records import CANCELLED, EXPIRED, FINISHED, LIVE, MatchId, MatchRow, NewPost, Post, SeatRow, UserId, Waiting

RECORD = "bastide-1"
"""The format of exported records."""


class Looking(Tables):
    """What can be seen, by whom."""

    async def in_channel(self, channel_id: int) -> MatchRow:
        """The live match of a channel, else the one that ended there last. Refuses: `no-match`."""
        found = await self.store.match_in(channel_id)
        if found is None:
            raise Refusal("no-match", channel=channel_id)
        return found

    async def match(self, match_id: MatchId) -> MatchRow:
        """One match as it stands. Refuses: `no-match`."""
        if (known := self._live.get(match_id)) is not None:
            return known.match
        return (await self.loaded(match_id)).match

    async def seats(self, match_id: MatchId) -> tuple[SeatRow, ...]:
        """Who sits where; in a lobby, in the order of joining."""
        return await self.store.seats(match_id)

    async def table(self, match_id: MatchId, user_id: UserId | None = None, *, version: int | None = None) -> Table:
        """The table as this person sees it (None, or a person without a seat: a spectator), now or at an earlier version.

        For turn messages: `table(post.match_id, None, version=post.upto)`. Refuses: `no-match`, `not-running` (a lobby).
        """
        async with self.lock(match_id):
            live = await self.live(match_id)
        shown = live.version if version is None else max(0, min(version, live.version))
        state = live.state
        if shown != live.version:
            state = await self.work(lives.state_at, live, shown)
        return _table(live, state, shown, _viewer(live, user_id))

    async def history(
        self, match_id: MatchId, user_id: UserId | None = None, *, since: int = 0, upto: int | None = None
    ) -> tuple[Entry, ...]:
        """Log rows with `since <= seq < upto` and their events, as this person may see them.

        "Since your last turn": `history(post.match_id, None, since=post.payload["since"], upto=post.upto)`.
        """
        live = await self._with_events(match_id, since)
        back = logs.taken_back(live.log)
        last = live.version if upto is None else min(upto, live.version)
        rows = (entry(live, seq, seq in back) for seq in range(max(0, since), last))
        return tuple(_as_seen(live, row, _viewer(live, user_id)) for row in rows)

    async def guild_matches(self, guild_id: int, *, ended: bool = False, limit: int = 25) -> tuple[MatchRow, ...]:
        """Lobbies and running games of a server, or those that ended, newest first."""
        return await self.store.matches_of_guild(guild_id, (FINISHED, CANCELLED, EXPIRED) if ended else LIVE, limit)

    async def turns(self, user_id: UserId) -> tuple[Waiting, ...]:
        """All games that wait for this person, longest wait first."""
        return await self.store.waiting_for(user_id)

    async def games_of(self, user_id: UserId, guild_id: int) -> tuple[MatchRow, ...]:
        """Lobbies and running games of a server in which this person sits, oldest first."""
        return tuple([await self.match(match_id) for match_id in await self.store.live_of_user(user_id, guild_id)])

    async def export(self, match_id: MatchId, user_id: UserId | None = None) -> Mapping[str, Any]:
        """The record for `json.dumps`: after the end everything, before it what this person may know and never the secret."""
        entries = await self.history(match_id, user_id)
        async with self.lock(match_id):
            live = await self.live(match_id)
        match = live.match
        record: dict[str, Any] = {
            "format": RECORD,
            "game": match.game,
            "rules_version": match.rules_version,
            "options": dict(match.options),
            "order": match.order,
            "status": match.status,
            "created_at": match.created_at.isoformat(),
            "started_at": _iso(match.started_at),
            "ended_at": _iso(match.ended_at),
            "commitment": match.commitment,
            "seats": [_exported_seat(s) for s in live.seats],
            "log": [_exported(e) for e in entries],
            "result": match.result,
        }
        if (drawn := await self.store.map_text(match.options.get("map", ""))) is not None:
            record["map"] = drawn  # any game may offer maps; one that was added here is known to nobody else
        return {**record, "secret": live.secret.key.hex()} if _is_open(match) else record

    async def notation(self, match_id: MatchId, user_id: UserId | None = None) -> str:
        """The record in one line: `bastide-1 game@rules options | seat:action; ...`, `h` for the house, `?` for what is hidden."""
        record = await self.export(match_id, user_id)
        options = ",".join(f"{k}={v}" for k, v in record["options"].items())
        moves = "; ".join(f"{_short(e['seat'])}:{e['text'] or '?'}" for e in record["log"])
        return f"{RECORD} {record['game']}@{record['rules_version']} seats={len(record['seats'])} {options} | {moves}"

    async def verify(self, match_id: MatchId) -> Verification:
        """Open the sealed bag and recompute every draw. Refuses: `not-ended`."""
        async with self.lock(match_id):
            live = await self.live(match_id)
        if not _is_open(live.match):
            raise Refusal("not-ended", status=live.match.status)
        return await self.work(verified, live)

    async def posted(self, match_id: MatchId, kind: str, message_id: int, *, channel_id: int, now: datetime) -> None:
        """Remember a message that did not go through the outbox, such as the lobby message that answered a command."""
        sent = NewPost(kind, {}, secrets.token_hex(10), channel_id)
        await self.store.note_posted(match_id, sent, message_id, now)

    async def last_post(self, match_id: MatchId, kind: str) -> Post | None:
        """The newest message of a kind, with its `message_id`: for editing it."""
        return await self.store.last_post(match_id, kind)

    async def _with_events(self, match_id: MatchId, since: int) -> Live:
        async with self.lock(match_id):
            live = await self.live(match_id)
            if all(row.seq in live.told for row in live.log[max(0, since) :] if logs.kind_of(row) == logs.ACTION):
                return live
            if len(live.log) > LONG_LOG:
                return self.keep(await self.work(lives.with_all_events, live))
            return self.keep(lives.with_all_events(live))


def verified(live: Live) -> Verification:
    """Every draw of an ended match beside what the secret says."""
    state = live.game.start(live.options, len(live.seats))
    draws: list[Draw] = []
    for row in logs.standing(live.log):
        if row.seat == HOUSE:
            odds = [(live.game.write(action), weight) for action, weight in live.game.odds(state)]
            index = logs.draws_before(live.log[: row.seq])
            draws.append(Draw(row.seq, index, row.text, sealed_bag.draw(live.secret, index, odds)))
        lives.replayed(live.game, state, (row,))
    commitment = live.match.commitment
    fits = sealed_bag.commitment(live.secret) == commitment
    return Verification(live.secret.key.hex(), commitment, fits, _order_fits(live), tuple(draws))


def _order_fits(live: Live) -> bool | None:
    if live.match.order != "random":
        return None
    joined = sorted(live.seats, key=lambda seat: seat.joined)
    order = seated(live.match, live.secret, joined)
    return [s.joined for s in order] == [s.joined for s in live.seats]


def _is_open(match: MatchRow) -> bool:
    return match.status in (FINISHED, CANCELLED)


def _viewer(live: Live, user_id: UserId | None) -> Seat | None:
    seat = live.seat_of(user_id)
    return seat.seat if seat is not None and seat.is_human else None


def _table(live: Live, state: Any, version: int, viewer: Seat | None) -> Table:
    if version == live.version:
        asked = asked_people(live)
    else:
        asked = tuple(s for s in live.game.to_act(state) if s != HOUSE)
    legal = tuple(live.game.legal(state, viewer)) if viewer is not None and viewer in asked else ()
    return Table(
        live.match,
        live.seats,
        viewer,
        version,
        live.game.view(state, viewer),
        asked,
        legal,
        tuple(live.game.scores(state)),
        outcome_of(live) if version == live.version else None,
    )


def _as_seen(live: Live, row: Entry, viewer: Seat | None) -> Entry:
    """The row with only what `viewer` may know of it; after the end that is everything."""
    if _is_open(live.match):
        return row
    params = row.params
    if row.kind == logs.UNDO and params is not None:
        taken = [r.seq for r in logs.standing(live.log[: row.seq]) if r.seq >= params["to"]]
        params = {"to": params["to"], "texts": [_text_seen(live, seq, viewer) for seq in taken]}
    return replace(row, events=visible(row.events, viewer), text=_text_seen(live, row.seq, viewer), params=params)


def _text_seen(live: Live, seq: int, viewer: Seat | None) -> str:
    """The text of a row; empty if another seat played it and something of what it caused is hidden from `viewer`."""
    row = live.log[seq]
    is_own = viewer is not None and row.seat == viewer
    hidden = any((seats := audience(e)) is not None and viewer not in seats for e in live.told.get(seq, ()))
    return row.text if is_own or not hidden else ""


def _exported_seat(seat: SeatRow) -> dict[str, Any]:
    user = None if seat.user_id is None else str(seat.user_id)
    return {"seat": seat.seat, "user": user, "computer": seat.level, "left": seat.left, "joined": seat.joined}


def _exported(row: Entry) -> dict[str, Any]:
    known = {"seq": row.seq, "seat": row.seat, "text": row.text, "at": row.at.isoformat()}
    return {**known, "undone": True} if row.undone else known


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _short(seat: int) -> str:
    return "h" if seat == HOUSE else str(seat)
