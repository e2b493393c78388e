"""Applies changes: maps each kind of change to its SQL. Everything runs in the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection

from storage import changes as kinds
from storage.changes import (
    Change,
    Commit,
    EventCommit,
    EventWoken,
    PostsQueued,
    ResultBrought,
    ResultTakenBack,
    Revised,
    TimerDone,
    TimersSet,
)
from storage.event_records import of_event
from storage.queries import drafts, ended, erasing, events, maps, matches, outbox, people, puzzles, stats, timers, votes
from storage.queries.compaction import tidy
from storage.queries.subject_revisions import advance
from storage.records import LIVE, NewTimer, PuzzleRow, Subject, of_match, of_person, of_server
from storage.stats import Tallying

C = TypeVar("C")


def apply_all(con: Connection, changes: Sequence[Change], tallying: Tallying | None = None) -> Mapping[Subject, int]:
    """Apply changes in order; the new revisions of the written subjects.

    Then counts the matches that end by them (unless `tallying` is None) and compacts those.
    """
    written = (subject(change) for change in changes if (subject := APPLIED[type(change)][1]) is not None)
    revisions = advance(con, [change for change in changes if isinstance(change, Revised)], written)
    _in_order(con, changes)
    for change in changes:
        if isinstance(change, Commit) and change.match.status not in LIVE:
            if tallying is not None:
                stats.count_ended(con, change.match, tallying)
            tidy(con, change.match.id)
        if isinstance(change, ResultBrought | ResultTakenBack) and tallying is not None:
            _count_brought(con, change, tallying)
    return revisions


def _count_brought(con: Connection, change: ResultBrought | ResultTakenBack, tallying: Tallying) -> None:
    """Count an imported result; if one was taken back, count the whole server again without it."""
    if isinstance(change, ResultBrought):
        row = events.brought(con, change.event_id, change.round, change.table)
        assert row is not None, "it was written just now"
        stats.count_ended(con, row, tallying)
    else:
        event = events.event_by_id(con, change.event_id)
        if event is not None and event.guild_id is not None:
            stats.begin_again(con, event.guild_id, tallying)


def _in_order(con: Connection, changes: Sequence[Change]) -> None:
    for change in changes:
        APPLIED[type(change)][0](con, change)


def next_due(changes: Sequence[Change]) -> datetime | None:
    """When the earliest timer set by these changes falls due; None if they set none."""
    return min((due for change in changes for due in _dues(change)), default=None)


def _dues(change: Change) -> list[datetime]:
    if isinstance(change, Commit | TimersSet):
        return [timer.due_at for timer in change.timers]
    if isinstance(change, TimerDone):
        return [] if change.again_at is None else [change.again_at]
    return [change.at] if isinstance(change, EventWoken) else []


def writes_posts(change: Change) -> bool:
    """Whether the change queues a message."""
    return isinstance(change, Commit | PostsQueued) and bool(change.posts)


def _commit(con: Connection, change: Commit) -> None:
    match_id = change.match.id
    if change.only_advances:
        matches.advance_match(con, match_id, change.match.version, logged=len(change.actions))
    else:
        matches.update_match(con, change.match, logged=len(change.actions))
    matches.append_actions(con, match_id, change.actions)
    if change.all_seats is not None:
        matches.replace_seats(con, match_id, change.all_seats, live=change.match.status in LIVE)
    matches.update_seats(con, match_id, change.changed_seats)
    if change.snapshot is not None:
        matches.put_snapshot(con, match_id, change.snapshot)
    _in_order(con, _posts_and_timers(change))


def _posts_and_timers(change: Commit) -> list[Change]:
    """The posts, timers and drafts of a commit as changes of their own."""
    its, at = of_match(change.match.id), change.at
    revive_in = change.match.channel_id if change.revive_posts else None
    return [
        PostsQueued(its, at, change.posts, change.kill_posts, revive_in, change.again),
        TimersSet(its, at, change.timers, change.drop_timers),
        kinds.DraftsDropped(its, change.drop_drafts),
    ]


def _post(con: Connection, change: PostsQueued) -> None:
    if change.kill is not None:
        outbox.kill_posts(con, change.topic, change.at, change.kill)
    if change.revive_in is not None:
        outbox.send_again(con, change.again)
        outbox.revive_posts(con, change.topic, change.revive_in, change.at)
    outbox.add_posts(con, change.topic, change.posts, change.at)


def _set_timers(con: Connection, change: TimersSet) -> None:
    if change.instead_of is not None:
        timers.drop_timers(con, change.subject, change.instead_of, change.at)
    timers.add_timers(con, change.subject, change.timers, change.at)


def _commit_event(con: Connection, change: EventCommit) -> None:
    events.update_event(con, change.event, logged=len(change.entries))
    events.append(con, change.event.id, change.entries)
    events.add_entrants(con, change.event.id, change.entrants)


def _wake_event(con: Connection, change: EventWoken) -> None:
    event_id = events.event_of(con, change.match_id)
    if event_id is not None:
        timers.add_timers(con, of_event(event_id), (NewTimer(change.kind, change.at),), change.at)


def _take_back(con: Connection, change: ResultTakenBack) -> None:
    row = events.brought(con, change.event_id, change.round, change.table)
    if row is not None:
        events.part(con, row.id)
        erasing.erase_match(con, row.id, change.at)


def _by(
    kind: type[C], apply: Callable[[Connection, C], None], subject: Callable[[C], Subject] | None = None
) -> tuple[type, tuple[Callable[[Connection, Any], None], Callable[[Any], Subject] | None]]:
    return kind, (apply, subject)


def _its_event(change: Any) -> Subject:
    return of_event(change.event_id)


def _its_match(change: Any) -> Subject:
    return of_match(change.match_id)


def _its_person(change: Any) -> Subject:
    return of_person(change.user_id)


def _its_server(change: Any) -> Subject:
    return of_server(change.guild_id)


APPLIED: Mapping[type, tuple[Callable[[Connection, Any], None], Callable[[Any], Subject] | None]] = dict(
    (
        _by(Commit, _commit, lambda it: of_match(it.match.id)),
        _by(Revised, lambda _con, _it: None),  # `apply_all` checks it before anything is written
        _by(PostsQueued, _post),
        _by(TimersSet, _set_timers),
        _by(TimerDone, lambda con, it: timers.timer_done(con, it.timer, it.at, it.again_at)),
        _by(kinds.DraftKept, lambda con, it: drafts.put_draft(con, it.user_id, it.subject, it.draft), lambda it: it.subject),
        _by(kinds.RequestPut, lambda con, it: drafts.put_request(con, it.match_id, it.request), _its_match),
        _by(kinds.DraftsDropped, lambda con, it: drafts.drop_drafts(con, it.subject, it.people), lambda it: it.subject),
        _by(kinds.VoteCast, lambda con, it: votes.put_vote(con, it.match_id, it.vote), _its_match),
        _by(kinds.GuessesCounted, lambda con, it: votes.count_guesses(con, it.guild_id, it.month, it.scores)),
        _by(kinds.InvitationKept, lambda con, it: matches.keep_invitation(con, it.row), lambda it: of_match(it.row.match_id)),
        _by(kinds.InvitationDropped, lambda con, it: matches.drop_invitation(con, it.match_id), _its_match),
        _by(kinds.BagShared, lambda con, it: matches.share_bag(con, it.match_id, it.of), _its_match),
        _by(kinds.SeatTaken, lambda con, it: matches.take_seat(con, it.match_id, it.seat, it.user_id), _its_match),
        _by(kinds.ClocksChanged, lambda con, it: timers.add_clock_events(con, it.match_id, it.first, it.events), _its_match),
        _by(kinds.MatchErased, lambda con, it: erasing.erase_match(con, it.match_id, it.at), _its_match),
        _by(kinds.ServerErased, lambda con, it: erasing.erase_server(con, it.guild_id, it.at)),
        _by(kinds.PersonChosen, lambda con, it: people.put_person(con, it.person), lambda it: of_person(it.person.user_id)),
        _by(kinds.BlockPut, lambda con, it: people.put_block(con, it.user_id, it.blocked_id, it.at), _its_person),
        _by(kinds.BlockDropped, lambda con, it: people.drop_block(con, it.user_id, it.blocked_id), _its_person),
        _by(kinds.ServerChosen, lambda con, it: people.put_server(con, it.server), lambda it: of_server(it.server.guild_id)),
        _by(EventCommit, _commit_event, lambda it: of_event(it.event.id)),
        _by(EventWoken, _wake_event),
        _by(ResultBrought, lambda con, it: events.bring(con, it.event_id, it.round, it.table, it.new), _its_event),
        _by(ResultTakenBack, _take_back, _its_event),
        _by(kinds.AnalysisDropped, lambda con, it: ended.drop(con, it.match_id)),
        _by(kinds.AnalysisKept, lambda con, it: ended.add(con, it.match_id, it.judged, it.at)),
        _by(kinds.PuzzleMade, lambda con, it: puzzles.add(con, PuzzleRow(0, it.data, it.at, it.guild_id, it.match_id))),
        _by(kinds.PuzzlePosted, lambda con, it: puzzles.post(con, it.day), lambda it: of_server(it.day.guild_id)),
        _by(kinds.PuzzleAnswered, lambda con, it: puzzles.answer(con, it.answer), lambda it: of_server(it.answer.guild_id)),
        _by(kinds.MistakesKept, lambda con, it: puzzles.add_own(con, it.user_id, it.match_id, it.puzzles, it.at), _its_person),
        _by(kinds.MistakeAnswered, lambda con, it: puzzles.put_off(con, it.user_id, it.puzzle_id, it.again_at), _its_person),
        _by(kinds.MapKept, lambda con, it: maps.add_map(con, it.map), lambda it: of_server(it.map.guild_id)),
        _by(kinds.MapRemoved, lambda con, it: maps.remove_map(con, it.guild_id, it.map_id, it.at), _its_server),
        _by(kinds.UploadKept, lambda con, it: maps.put_upload(con, it.upload), lambda it: of_server(it.upload.guild_id)),
        _by(kinds.UploadDropped, lambda con, it: maps.drop_upload(con, it.guild_id, it.user_id), _its_server),
        _by(kinds.ChampionNoted, lambda con, it: people.note_champion(con, it.row), lambda it: of_server(it.row.guild_id)),
        _by(kinds.ChampionStruck, lambda con, it: people.strike_champion(con, it.row), lambda it: of_server(it.row.guild_id)),
        _by(kinds.FollowPut, lambda con, it: people.put_follow(con, it.row), lambda it: of_person(it.row.user_id)),
        _by(kinds.FollowDropped, lambda con, it: people.drop_follow(con, it.row), lambda it: of_person(it.row.user_id)),
        _by(kinds.MatchUnfollowed, lambda con, it: people.unfollow_match(con, it.match_id, it.upto)),
        _by(kinds.WishPut, lambda con, it: people.put(con, it.wish), lambda it: of_server(it.wish.guild_id)),
        _by(kinds.WishesDropped, lambda con, it: people.drop(con, it.guild_id, it.people), _its_server),
    )
)
"""For each kind of change, the function that applies it, and the subject whose revision it advances (None: no subject's)."""
