"""The records of a match: an export in two forms, and the opened bag."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from clocks import serialization
from games.core.game import CHANCE
from service.clocks.clock_service import Clocks
from service.errors import Refusal
from service.history import log_check
from service.history.disclosure import DisclosurePolicy
from service.history.match_queries import MatchQueries
from service.lobby.match_start import words_digest
from service.match import match_log as logs
from service.match import match_session as lives
from service.match import sealed_bag
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_session import MatchSession
from service.match.seating import in_joining_order, in_play_order
from service.records import LogEntry, RecomputedDraw, Verification
from storage import log_chain
from storage.log_chain import LogChain
from storage.rows import ActionRow, MatchId, SeatRow, UserId

RECORD = "bastide-1"
"""The format of exported records."""


class RecordExport:
    """The exported records, which can be checked independently."""

    def __init__(
        self,
        repository: MatchRepository,
        match_queries: MatchQueries,
        disclosure: DisclosurePolicy,
        clocks: Clocks,
        clock: Callable[[], datetime],
    ) -> None:
        """`clock` says up to when clocks that run are told."""
        self._repository = repository
        self._disclosure = disclosure
        self._match_queries = match_queries
        self._clocks = clocks
        self._clock = clock

    async def export(self, match_id: MatchId, user_id: UserId | None = None) -> Mapping[str, Any]:
        """Return the record for `json.dumps`: all of it once the match is open, before that what this person may know.

        Needs no rules: see `MatchQueries.record` for what is left out where they are not known here. Refuses: `no-match`, `not-
        running` (a lobby).
        """
        entries = await self._match_queries.record(match_id, user_id)
        rows = await self._repository.rows(match_id)
        match = rows.match
        record: dict[str, Any] = {
            "format": RECORD,
            "game": match.game,
            "rules_version": match.rules_version,
            "options": dict(match.options),
            "order": match.order,
            "terms": match.terms.dump(),
            "status": match.status,
            "created_at": match.created_at.isoformat(),
            "started_at": _iso(match.started_at),
            "ended_at": _iso(match.ended_at),
            "commitment": match.commitment,
            "bag": match.bag,
            "estimates": [{"since": since, "version": version} for since, version in match.estimates],
            "seats": [_export_seat(s) for s in rows.seats],
            "log": [],
            "result": match.result,
        }
        if (drawn := await self._repository.store.maps.text(match.options.get("map", ""))) is not None:
            record["map"] = drawn  # any game may offer maps; one that was added here is known to nobody else
        upto = match.ended_at or self._clock()
        if (history := await self._clocks.events(match, rows.seats, upto)) is not None:
            record["clock"] = serialization.write(*history, upto)
        chain, key = await self._repository.store.matches.chain(match_id), None
        if await self._disclosure.is_open(match):
            key = await self._repository.store.matches.secret(match_id)
            record["secret"] = key.key.hex()
        previous = log_chain.hashes_to_export(chain, rows.log, key)
        record["log"] = [_export_row(e, previous.get(e.seq)) for e in entries]
        if chain is not None:
            record["last"] = chain.last
        return record

    async def notation(self, match_id: MatchId, user_id: UserId | None = None) -> str:
        """Return the record in one line: `bastide-1 game@rules options | seat:action; ...`, `h` for the house, `?` if hidden."""
        entries = await self._match_queries.record(match_id, user_id)
        return _line(await self._repository.rows(match_id), [(row.seat, row.text) for row in entries])

    async def finished(self, match_id: MatchId) -> str | None:
        """Return the same line for a match that is open to all, without replaying it; None before."""
        match = await self._repository.match(match_id)
        if match.started_at is None or not await self._disclosure.is_open(match):
            return None
        rows = await self._repository.rows(match_id)
        return _line(rows, [(row.seat, row.text) for row in rows.log])

    async def verify(self, match_id: MatchId) -> Verification:
        """Open the sealed bag, recompute every draw, and compare the stored log with its hashes.

        Refuses: `not-ended`, `bag-shared`, `rules-changed`, and `log-changed` for a log that was changed to one against the rules.
        """
        try:
            live = await self._repository.seen(match_id)
        except Refusal as refused:
            if refused.code == "rules-changed":
                await self._must_be_as_played(match_id)
            raise
        await self._disclosure.must_be_open(live.match)
        stored = await self._repository.loaded(match_id)
        chain = await self._repository.store.matches.chain(match_id)
        return await self._repository.work(verify_draws, live, stored.log, chain)

    async def _must_be_as_played(self, match_id: MatchId) -> None:
        """Refuse `log-changed` where hashes tell which row made a log impossible to replay."""
        stored, store = await self._repository.loaded(match_id), self._repository.store.matches
        await self._disclosure.must_be_open(stored.match)
        game = self._repository.games.at(stored.match.game, stored.match.rules_version)
        chain = await store.chain(match_id)
        if game is None or chain is None:
            return
        secret = await store.secret(match_id)
        check = await self._repository.work(log_check.check_log, stored.match, stored.seats, stored.log, chain, secret, game)
        if check.row is not None:
            raise Refusal("log-changed", turn=check.turn, row=check.row + 1, text=stored.log[check.row].text[:60])

    async def last_hash(self, match_id: MatchId) -> str | None:
        """Return the hash of the last row of a match's log; None without any: a lobby, or a game from before there were hashes."""
        return await self._repository.store.matches.last_hash(match_id)


def verify_draws(live: MatchSession, stored: tuple[ActionRow, ...] = (), chain: LogChain | None = None) -> Verification:
    """Return every draw of an ended match beside what the secret says."""
    state = live.game.start(live.options, len(live.seats))
    draws: list[RecomputedDraw] = []
    mix = logs.mix(live.log, live.match.bag)
    bag = sealed_bag.mixed_secret(live.secret, mix)
    for row in logs.standing_rows(live.log):
        if row.seat == CHANCE:
            odds = [(live.game.write(action), weight) for action, weight in live.game.odds(state)]
            index = logs.draws_before(live.log[: row.seq], live.match.bag)
            draws.append(RecomputedDraw(row.seq, index, row.text, sealed_bag.draw(bag, index, odds)))
        lives.replay_rows(live.game, state, (row,))
    commitment = live.match.commitment
    fits = sealed_bag.commitment(live.secret) == commitment
    was_invited = any(seat.mirror is not None and seat.joined == 0 for seat in live.seats)
    order, words_fit = _seat_order_matches_draw(live, mix), _words_fit(live, mix)
    moves = None if chain is None else log_check.check_log(live.match, live.seats, stored, chain, live.secret, live.game)
    return Verification(live.secret.key.hex(), commitment, fits, order, tuple(draws), mix, was_invited, words_fit, moves)


def _seat_order_matches_draw(live: MatchSession, mix: str | None) -> bool | None:
    if live.match.order != "random":
        return None
    added = words_digest(live.match, live.seats) if mix is None else logs.words_digest(mix)
    order = in_play_order(live.match, sealed_bag.with_words(live.secret, added), in_joining_order(live.seats))
    return [s.joined for s in order] == [s.joined for s in live.seats]


def _words_fit(live: MatchSession, mix: str | None) -> bool | None:
    """Return whether the players' words were mixed in; None without any, and after a player was forgotten."""
    added = "" if mix is None else logs.words_digest(mix)
    if not added or any((seat.user_id or 0) < 0 for seat in live.seats):
        return None
    return words_digest(live.match, live.seats) == added


def _line(rows: MatchRows, log: Iterable[tuple[int, str]]) -> str:
    match = rows.match
    options = ",".join(f"{key}={value}" for key, value in match.options.items())
    moves = "; ".join(f"{_seat_letter(seat)}:{text or '?'}" for seat, text in log)
    return f"{RECORD} {match.game}@{match.rules_version} seats={len(rows.seats)} {options} | {moves}"


def _export_seat(seat: SeatRow) -> dict[str, Any]:
    user = None if seat.user_id is None else str(seat.user_id)
    row = {"seat": seat.seat, "user": user, "computer": seat.level, "left": seat.left, "joined": seat.joined}
    return row if seat.word is None else {**row, "word": seat.word}


def _export_row(row: LogEntry, previous: str | None) -> dict[str, Any]:
    known: dict[str, Any] = {"seq": row.seq, "seat": row.seat, "text": row.text, "at": row.at.isoformat()}
    if previous is not None:
        known["previous"] = previous
    return {**known, "undone": True} if row.undone else known


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _seat_letter(seat: int) -> str:
    return "h" if seat == CHANCE else str(seat)
