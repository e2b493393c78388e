"""Application of changes: maps each kind of change to its SQL. Everything runs in the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection

from storage import changes as kinds
from storage.changes import (
    AddExternalResult,
    Change,
    CommitMatch,
    CommitTournament,
    CompleteTimer,
    DropRow,
    ExpectRevision,
    PutRow,
    QueuePosts,
    SetTimers,
    WakeTournament,
    WithdrawExternalResult,
)
from storage.puzzle_rows import PuzzleRow
from storage.queries import (
    deletion,
    drafts,
    finished_games,
    maps,
    matches,
    outbox,
    puzzles,
    row_tables,
    stats,
    timers,
    tournaments,
    users_and_guilds,
    votes,
)
from storage.queries.aggregate_revisions import advance
from storage.queries.compaction import compact_match
from storage.rows import LIVE, NewPost, NewTimer, Subject, of_match, of_person, of_server
from storage.stats import MatchCounting
from storage.tournament_rows import of_event, tables_named

C = TypeVar("C")


def apply_all(con: Connection, changes: Sequence[Change], tallying: MatchCounting | None = None) -> Mapping[Subject, int]:
    """Apply changes in order and return the new revisions of the written subjects.

    Afterwards it counts the matches that end by these changes (unless `tallying` is None) and compacts them.
    """
    written = (subject(change) for change in changes if (subject := APPLIED[type(change)][1]) is not None)
    revisions = advance(con, [change for change in changes if isinstance(change, ExpectRevision)], written)
    _apply_in_order(con, changes)
    for change in changes:
        if isinstance(change, CommitMatch) and change.match.status not in LIVE:
            if tallying is not None:
                stats.count_ended(con, change.match, tallying)
            compact_match(con, change.match.id)
        if isinstance(change, AddExternalResult | WithdrawExternalResult) and tallying is not None:
            _count_brought(con, change, tallying)
    return revisions


def _count_brought(con: Connection, change: AddExternalResult | WithdrawExternalResult, tallying: MatchCounting) -> None:
    """Count an imported result in the statistics; after a withdrawal, recount the server without it."""
    if isinstance(change, AddExternalResult):
        row = tournaments.imported_result(con, change.event_id, change.round, change.table)
        assert row is not None, "it was written just now"
        stats.count_ended(con, row, tallying)
    else:
        event = tournaments.event_by_id(con, change.event_id)
        if event is not None and event.guild_id is not None:
            stats.begin_again(con, event.guild_id, tallying)


def _apply_in_order(con: Connection, changes: Sequence[Change]) -> None:
    for change in changes:
        APPLIED[type(change)][0](con, change)


def next_due(changes: Sequence[Change]) -> datetime | None:
    """Return when the earliest timer set by these changes falls due; None if they set none."""
    return min((due for change in changes for due in _dues(change)), default=None)


def _dues(change: Change) -> list[datetime]:
    if isinstance(change, CommitMatch | SetTimers):
        return [timer.due_at for timer in change.timers]
    if isinstance(change, CompleteTimer):
        return [] if change.again_at is None else [change.again_at]
    return [change.at] if isinstance(change, WakeTournament) else []


def posts_of(changes: Sequence[Change]) -> Iterator[tuple[Subject, NewPost]]:
    """Yield the posts that changes queue, each with its topic."""
    for change in changes:
        if isinstance(change, CommitMatch):
            yield from ((of_match(change.match.id), post) for post in change.posts)
        elif isinstance(change, QueuePosts):
            yield from ((change.topic, post) for post in change.posts)


def writes_posts(change: Change) -> bool:
    """Return whether the change queues a message, or makes one due again."""
    if isinstance(change, CommitMatch) and change.revive_posts:
        return True
    return isinstance(change, CommitMatch | QueuePosts) and bool(change.posts)


def _commit(con: Connection, change: CommitMatch) -> None:
    match_id = change.match.id
    if change.only_advances:
        matches.advance_match(con, match_id, change.match.version, logged=len(change.actions))
    else:
        matches.update_match(con, change.match, logged=len(change.actions))
    if change.all_seats is not None:
        matches.replace_seats(con, match_id, change.all_seats, live=change.match.status in LIVE)
    matches.append_actions(con, match_id, change.actions)  # the first row carries the hash of the seats too
    matches.update_seats(con, match_id, change.changed_seats)
    if change.snapshot is not None:
        matches.put_snapshot(con, match_id, change.snapshot)
    _apply_in_order(con, _posts_and_timers(change))


def _posts_and_timers(change: CommitMatch) -> list[Change]:
    """Return the posts, timers and drafts of a commit as changes of their own."""
    its, at = of_match(change.match.id), change.at
    revive_in = change.match.channel_id if change.revive_posts else None
    return [
        QueuePosts(its, at, change.posts, change.kill_posts, revive_in, change.again),
        SetTimers(its, at, change.timers, change.drop_timers),
        kinds.DeleteDrafts(its, change.drop_drafts),
    ]


def _post(con: Connection, change: QueuePosts) -> None:
    if change.kill is not None:
        outbox.kill_posts(con, change.topic, change.at, change.kill)
    if change.revive_in is not None:
        outbox.send_again(con, change.again)
        outbox.revive_posts(con, change.topic, change.revive_in, change.at)
    outbox.add_posts(con, change.topic, change.posts, change.at)


def _set_timers(con: Connection, change: SetTimers) -> None:
    if change.instead_of is not None:
        timers.drop_timers(con, change.subject, change.instead_of, change.at)
    timers.add_timers(con, change.subject, change.timers, change.at)


def _commit_event(con: Connection, change: CommitTournament) -> None:
    tournaments.update_event(con, change.event, logged=len(change.entries))
    tournaments.append(con, change.event.id, change.entries)
    tournaments.add_entrants(con, change.event.id, change.entrants)


def _wake_event(con: Connection, change: WakeTournament) -> None:
    place = tournaments.place_of(con, change.match_id)
    if place is not None:
        event_id, round_, table = place
        timers.add_timers(con, of_event(event_id), (NewTimer(change.kind, change.at, tables_named((round_, table))),), change.at)


def _take_back(con: Connection, change: WithdrawExternalResult) -> None:
    row = tournaments.imported_result(con, change.event_id, change.round, change.table)
    if row is not None:
        tournaments.detach_match(con, row.id)
        deletion.erase_match(con, row.id, change.at)


def _changes_of(
    kind: type[C], apply: Callable[[Connection, C], None], subject: Callable[[C], Subject] | None = None
) -> tuple[type, tuple[Callable[[Connection, Any], None], Callable[[Any], Subject] | None]]:
    return kind, (apply, subject)


def _event_of(change: Any) -> Subject:
    return of_event(change.event_id)


def _match_of(change: Any) -> Subject:
    return of_match(change.match_id)


def _person_of(change: Any) -> Subject:
    return of_person(change.user_id)


def _server_of(change: Any) -> Subject:
    return of_server(change.guild_id)


APPLIED: Mapping[type, tuple[Callable[[Connection, Any], None], Callable[[Any], Subject] | None]] = dict(
    (
        _changes_of(CommitMatch, _commit, lambda it: of_match(it.match.id)),
        _changes_of(ExpectRevision, lambda _con, _it: None),  # `apply_all` checks it before anything is written
        _changes_of(PutRow, row_tables.put, row_tables.subject_put),
        _changes_of(DropRow, row_tables.drop, row_tables.subject_dropped),
        _changes_of(QueuePosts, _post),
        _changes_of(SetTimers, _set_timers),
        _changes_of(CompleteTimer, lambda con, it: timers.timer_done(con, it.timer, it.at, it.again_at)),
        _changes_of(
            kinds.SaveDraft, lambda con, it: drafts.put_draft(con, it.user_id, it.subject, it.draft), lambda it: it.subject
        ),
        _changes_of(kinds.DeleteDrafts, lambda con, it: drafts.drop_drafts(con, it.subject, it.people), lambda it: it.subject),
        _changes_of(kinds.SaveGuessScores, lambda con, it: votes.count_guesses(con, it.guild_id, it.month, it.scores)),
        _changes_of(kinds.ShareBag, lambda con, it: matches.share_bag(con, it.match_id, it.of), _match_of),
        _changes_of(kinds.TakeSeat, lambda con, it: matches.take_seat(con, it.match_id, it.seat, it.user_id), _match_of),
        _changes_of(
            kinds.SaveClockEvents, lambda con, it: timers.add_clock_events(con, it.match_id, it.first, it.events), _match_of
        ),
        _changes_of(kinds.EraseMatch, lambda con, it: deletion.erase_match(con, it.match_id, it.at), _match_of),
        _changes_of(kinds.EraseGuild, lambda con, it: deletion.erase_server(con, it.guild_id, it.at)),
        _changes_of(CommitTournament, _commit_event, lambda it: of_event(it.event.id)),
        _changes_of(WakeTournament, _wake_event),
        _changes_of(AddExternalResult, lambda con, it: tournaments.bring(con, it.event_id, it.round, it.table, it.new), _event_of),
        _changes_of(WithdrawExternalResult, _take_back, _event_of),
        _changes_of(kinds.DeleteAnalysis, lambda con, it: finished_games.drop(con, it.match_id)),
        _changes_of(kinds.SaveAnalysis, lambda con, it: finished_games.add(con, it.match_id, it.judged, it.at)),
        _changes_of(kinds.SavePuzzle, lambda con, it: puzzles.add(con, PuzzleRow(0, it.data, it.at, it.guild_id, it.match_id))),
        _changes_of(kinds.MarkPuzzlePosted, lambda con, it: puzzles.post(con, it.day), lambda it: of_server(it.day.guild_id)),
        _changes_of(
            kinds.SavePuzzleAnswer, lambda con, it: puzzles.answer(con, it.answer), lambda it: of_server(it.answer.guild_id)
        ),
        _changes_of(
            kinds.SaveMistakes, lambda con, it: puzzles.add_own(con, it.user_id, it.match_id, it.puzzles, it.at), _person_of
        ),
        _changes_of(
            kinds.SaveMistakeAnswer, lambda con, it: puzzles.put_off(con, it.user_id, it.puzzle_id, it.again_at), _person_of
        ),
        _changes_of(kinds.SaveMap, lambda con, it: maps.add_map(con, it.map), lambda it: of_server(it.map.guild_id)),
        _changes_of(kinds.DelistMap, lambda con, it: maps.remove_map(con, it.guild_id, it.map_id, it.at), _server_of),
        _changes_of(kinds.DeleteMatchFollows, lambda con, it: users_and_guilds.unfollow_match(con, it.match_id, it.upto)),
    )
)
"""For each kind of change, the function that applies it, and the subject whose revision it advances (None: no subject's)."""
