"""Queries about matches: the table, its history and lists; they change nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from games.core.game import CHANCE, Seat, audience
from service.errors import Refusal
from service.history.disclosure import DisclosurePolicy
from service.match import match_log as logs
from service.match import match_session as lives
from service.match.known_positions import view_of
from service.match.match_changes import asked_people, log_entry, outcome_of
from service.match.match_repository import LONG_LOG, MatchRepository
from service.match.match_rows import MatchRows, actions_of_others
from service.match.match_session import MatchSession
from service.play.drafts import brings
from service.records import LogEntry, MatchAnnouncement, MatchView, visible
from storage.rows import CANCELLED, EXPIRED, FINISHED, LIVE, LOST, MatchId, MatchRow, SeatRow, UserId, WaitingGame
from tournament.results import ELSEWHERE

ALL = 10_000
"""More games than are live in any server."""


class MatchQueries:
    """The views of matches, each limited to what its viewer may see."""

    def __init__(self, repository: MatchRepository, disclosure: DisclosurePolicy) -> None:
        self._repository = repository
        self._disclosure = disclosure

    async def in_channel(self, channel_id: int) -> MatchRow:
        """Return the live match of a channel, else the one that ended there last; refuse `no-match`."""
        match_row = await self._repository.store.matches.in_channel(channel_id)
        if match_row is None:
            raise Refusal("no-match", channel=channel_id)
        return match_row

    async def match(self, match_id: MatchId) -> MatchRow:
        """Return one match as it stands; refuse `no-match`."""
        return await self._repository.match(match_id)

    async def is_open(self, match: MatchRow) -> bool:
        """Return whether all of a match may be seen by everyone, its secret too."""
        return await self._disclosure.is_open(match)

    async def seats(self, match_id: MatchId) -> tuple[SeatRow, ...]:
        """Return the seats; in a lobby, in the order of joining."""
        return await self._repository.store.matches.seats(match_id)

    async def seated(self, match_id: MatchId) -> tuple[MatchRow, tuple[SeatRow, ...]]:
        """Return one match and its seats, read at most once; refuse `no-match`."""
        return await self._repository.seated(match_id)

    async def when(self, match_id: MatchId, version: int) -> datetime:
        """Return when a match came to a version; refuse as `table`."""
        live = await self._repository.seen(match_id)
        return live.log[version - 1].at if version else live.match.started_at or live.match.created_at

    async def table(self, match_id: MatchId, user_id: UserId | None = None, *, version: int | None = None) -> MatchView:
        """Return the table as this person sees it (None, or a person without a seat: a spectator), now or at a version.

        For turn messages: `table(post.match_id, None, version=post.upto)`. Refuses: `no-match`, `not-running` (a lobby).
        """
        live = await self._repository.seen(match_id)
        return _table(live, *await self._position(live, version), _viewer(live, user_id))

    async def moment(
        self,
        match_id: MatchId,
        *,
        version: int | None = None,
        since: int = 0,
        asked: UserId | None = None,
        seat: Seat | None = None,
    ) -> MatchAnnouncement:
        """Return all that a public message tells: the table at `version`, the entries from `since` on, and choices.

        The choices are those of the person `asked`, or of voters for `seat`. Refuse as `table`.
        """
        live = await self._session_with_events(match_id, since)
        state, shown = await self._position(live, version)
        table = _table(live, state, shown, None)
        seat = seat if seat is not None and live.seats[seat].is_town else _viewer(live, asked)
        legal = tuple(live.game.legal(state, seat)) if seat is not None and seat in table.asked else ()
        values = await brings(live.game, state, seat, [(choice,) for choice in legal]) if seat is not None else ()
        is_open = await self._disclosure.is_open(live.match)
        entries = _entries(live, since, shown, None, is_open=is_open)
        advice = None
        if seat is not None and legal and (teaching := live.teaching) is not None:
            advice = await asyncio.to_thread(teaching.advice, live.game, state, seat)
        return MatchAnnouncement(table, entries, legal, dict(zip(legal, values, strict=True)), advice)

    async def history(
        self, match_id: MatchId, user_id: UserId | None = None, *, since: int = 0, upto: int | None = None
    ) -> tuple[LogEntry, ...]:
        """Return the log rows with `since <= seq < upto` and their events, as this user may see them.

        "Since your last turn": `history(post.match_id, None, since=call.since, upto=post.upto)`.
        """
        live = await self._session_with_events(match_id, since)
        last = live.version if upto is None else min(upto, live.version)
        is_open = await self._disclosure.is_open(live.match)
        return _entries(live, since, last, _viewer(live, user_id), is_open=is_open)

    async def record(self, match_id: MatchId, user_id: UserId | None = None) -> tuple[LogEntry, ...]:
        """Return the entries as `history` does, and for unknown rules the rows without their events.

        Then secret actions can't be told from others, so before the end each person is shown only their own.
        """
        try:
            return await self.history(match_id, user_id)
        except Refusal as refused:
            if refused.code != "rules-changed":
                raise
        rows = await self._repository.rows(match_id)
        is_open = await self._disclosure.is_open(rows.match)
        has_secrets = self._repository.has_secrets(rows.match) and not is_open
        return _plain_entries(rows, _viewer(rows, user_id), has_secrets=has_secrets, is_open=is_open)

    async def guild_matches(self, guild_id: int, *, ended: bool = False, limit: int = ALL) -> tuple[MatchRow, ...]:
        """Return the lobbies and running games of a server, or with `ended` those that ended, newest first."""
        match_rows = await self._repository.store.matches.of_guild(
            guild_id, (FINISHED, CANCELLED, EXPIRED) if ended else LIVE, limit
        )
        return tuple(row for row in match_rows if (row.result or {}).get("how") != ELSEWHERE)

    async def lost(self, guild_id: int) -> tuple[MatchRow, ...]:
        """Return the games of a server that rest because their channel is closed, newest first."""
        return await self._repository.store.matches.of_guild(guild_id, (LOST,), ALL)

    async def waited_for(self, guild_id: int) -> tuple[UserId, ...]:
        """Return the people whom the running games of a server wait for, each once."""
        return await self._repository.store.matches.waited_for(guild_id)

    async def any_running(self, guild_ids: Collection[int]) -> bool:
        """Return whether a game runs in one of these servers."""
        return await self._repository.store.matches.any_running(guild_ids)

    async def waiting_for(self, user_id: UserId) -> tuple[WaitingGame, ...]:
        """Return all games that wait for this person, longest wait first."""
        return await self._repository.store.matches.waiting_for(user_id)

    async def runs_on(self, user_id: UserId) -> tuple[MatchRow, ...]:
        """Return a person's games whose clocks no vacation stops: tournament games, and live ones."""
        rows = [await self._repository.match(match_id) for match_id in await self._repository.store.matches.running(user_id)]
        return tuple(row for row in rows if row.terms.pace.has_clock and not (row.terms.pace.rests and row.terms.vacations))

    async def lobbies(
        self, guild_id: int, *, beside: int | None = None, limit: int = 25
    ) -> tuple[tuple[MatchRow, tuple[SeatRow, ...]], ...]:
        """Open lobbies of a server and who sits there, newest first; `beside`: only those whose message stands in that channel."""
        rows = await self._repository.store.matches.lobbies(guild_id, beside=beside, limit=limit)
        return tuple([(match, await self.seats(match.id)) for match in rows])

    async def games_of(self, user_id: UserId, guild_id: int | None) -> tuple[MatchRow, ...]:
        """Return the lobbies and running games of a server (None: private messages) with this user seated, oldest first."""
        return tuple(
            [await self.match(match_id) for match_id in await self._repository.store.matches.live_of_user(user_id, guild_id)]
        )

    async def _position(self, live: MatchSession, version: int | None) -> tuple[Any, int]:
        """Return the state at a version (None: now), and that version."""
        shown = live.version if version is None else max(0, min(version, live.version))
        if shown == live.version:
            return live.state, shown
        return await self._repository.work(lives.state_at, live, shown), shown

    async def _session_with_events(self, match_id: MatchId, since: int) -> MatchSession:
        live = await self._repository.seen(match_id)
        if _knows_events(live, since):
            return live

        async def knowing(live: MatchSession) -> MatchSession:
            is_long = len(live.log) > LONG_LOG
            return self._repository.told_more(
                await self._repository.work(lives.with_all_events, live) if is_long else lives.with_all_events(live)
            )

        return (await self._repository.unit_of_work.look(self._repository.of(match_id).also(knowing)))[1]


def _knows_events(live: MatchSession, since: int) -> bool:
    return all(row.seq in live.told for row in live.log[max(0, since) :] if logs.kind_of(row) in logs.MOVES)


def _entries(live: MatchSession, since: int, upto: int, viewer: Seat | None, *, is_open: bool) -> tuple[LogEntry, ...]:
    back = logs.undone_numbers(live.log)
    entries = [log_entry(live, seq, seq in back, live.told) for seq in range(max(0, since), upto)]
    if since <= 0 and entries:
        _, opening = live.game.opening(live.options, len(live.seats))
        entries[0] = replace(entries[0], opening=tuple(visible(opening, viewer)))
    return (
        tuple(entries)
        if is_open
        else tuple(_visible_entry(live, row, viewer, partial(_is_secret, live, viewer)) for row in entries)
    )


def _plain_entries(rows: MatchRows, viewer: Seat | None, *, has_secrets: bool, is_open: bool) -> tuple[LogEntry, ...]:
    back = logs.undone_numbers(rows.log)
    hidden = actions_of_others(rows, viewer) if has_secrets else frozenset()
    entries = (log_entry(rows, seq, seq in back, {}) for seq in range(rows.version))
    return tuple(entries) if is_open else tuple(_visible_entry(rows, row, viewer, hidden.__contains__) for row in entries)


def _viewer(rows: MatchRows, user_id: UserId | None) -> Seat | None:
    seat = rows.seat_of(user_id)
    return seat.seat if seat is not None and seat.is_human else None


def _table(live: MatchSession, state: Any, version: int, viewer: Seat | None) -> MatchView:
    if version == live.version:
        seats_to_act = asked_people(live)
    else:
        seats_to_act = tuple(s for s in live.game.to_act(state) if s != CHANCE)
    legal = tuple(live.game.legal(state, viewer)) if viewer is not None and viewer in seats_to_act else ()
    return MatchView(
        live.game,
        live.match,
        live.seats,
        viewer,
        version,
        view_of(live.game, state, viewer),
        seats_to_act,
        legal,
        tuple(live.game.scores(state)),
        outcome_of(live) if version == live.version else None,
    )


def _visible_entry(rows: MatchRows, row: LogEntry, viewer: Seat | None, is_hidden: Callable[[int], bool]) -> LogEntry:
    """Return the row with only what `viewer` may know of it while the match is not open to all."""
    text, params = "" if is_hidden(row.seq) else row.text, row.params
    if row.kind == logs.UNDO and params is not None:
        first = int(params.get("to", 0))
        taken = [r for r in logs.standing_rows(rows.log[: row.seq]) if r.seq >= first]
        params = {"to": first, "texts": ["" if is_hidden(r.seq) else r.text for r in taken]}
    return replace(row, events=visible(row.events, viewer), text=text, params=params)


def _is_secret(live: MatchSession, viewer: Seat | None, seq: int) -> bool:
    """Return whether another seat played the row and some of its events are hidden from `viewer`."""
    if viewer is not None and live.log[seq].seat == viewer:
        return False
    return any((seats := audience(e)) is not None and viewer not in seats for e in live.told.get(seq, ()))
