"""Changes as SQL: each kind of change and the functions of its tables. Everything works inside a transaction of its caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import singledispatch

from sqlalchemy import Connection

from storage.changes import (
    AnalysisDropped,
    AnalysisKept,
    BlockDropped,
    BlockPut,
    Change,
    ClocksChanged,
    Commit,
    DraftKept,
    DraftsDropped,
    EventCommit,
    EventWoken,
    MapKept,
    MapRemoved,
    MatchErased,
    PersonChosen,
    PostsQueued,
    PuzzleAnswered,
    PuzzleMade,
    PuzzlePosted,
    RequestPut,
    Revised,
    SeatTaken,
    ServerChosen,
    ServerErased,
    TimerDone,
    TimersSet,
    UploadDropped,
    UploadKept,
    WishesDropped,
    WishPut,
)
from storage.event_records import of_event
from storage.queries import (
    drafts,
    ended,
    erasing,
    events,
    maps,
    matches,
    outbox,
    people,
    puzzles,
    stats,
    subject_revisions,
    timers,
)
from storage.queries.compaction import tidy
from storage.records import LIVE, NewTimer, PuzzleRow, Subject, of_match
from storage.stats import Tallying


def apply_all(con: Connection, changes: Sequence[Change], tallying: Tallying | None = None) -> Mapping[Subject, int]:
    """Carry them out in order; what has ended by them is counted, where `tallying` says how, and tidied when all is there.

    Answers the new revisions of all that was written.
    """
    revisions = subject_revisions.advance(con, changes)
    _in_order(con, changes)
    for change in changes:
        if isinstance(change, Commit) and change.match.status not in LIVE:
            if tallying is not None:
                stats.count_ended(con, change.match, tallying)
            tidy(con, change.match.id)
    return revisions


def _in_order(con: Connection, changes: Sequence[Change]) -> None:
    for change in changes:
        _apply(change, con)


def next_due(changes: Sequence[Change]) -> datetime | None:
    """When the first of the timers falls due that these changes set; None if they set none."""
    return min((due for change in changes for due in _dues(change)), default=None)


def _dues(change: Change) -> list[datetime]:
    if isinstance(change, Commit | TimersSet):
        return [timer.due_at for timer in change.timers]
    if isinstance(change, TimerDone):
        return [] if change.again_at is None else [change.again_at]
    return [change.at] if isinstance(change, EventWoken) else []


def writes_posts(change: Change) -> bool:
    """Whether a message waits to be sent because of it."""
    return isinstance(change, Commit | PostsQueued) and bool(change.posts)


@singledispatch
def _apply(change: Change, con: Connection) -> None:
    raise NotImplementedError(type(change))


@_apply.register
def _(change: Commit, con: Connection) -> None:
    match_id = change.match.id
    if change.only_advances:
        matches.advance_match(con, match_id, change.match.version, logged=len(change.actions))
    else:
        matches.update_match(con, change.match, logged=len(change.actions))
    matches.append_actions(con, match_id, change.actions)
    if change.all_seats is not None:
        matches.replace_seats(con, match_id, change.all_seats)
    matches.update_seats(con, match_id, change.changed_seats)
    if change.snapshot is not None:
        matches.put_snapshot(con, match_id, change.snapshot)
    _in_order(con, _along(change))


def _along(change: Commit) -> list[Change]:
    """What belongs to a match and is no part of it."""
    its, at = of_match(change.match.id), change.at
    revive_in = change.match.channel_id if change.revive_posts else None
    return [
        PostsQueued(its, at, change.posts, change.kill_posts, revive_in, change.again),
        TimersSet(its, at, change.timers, change.drop_timers),
        DraftsDropped(its, change.drop_drafts),
    ]


@_apply.register
def _(change: Revised, con: Connection) -> None:
    """`apply_all` has looked at it before anything was written."""


@_apply.register
def _(change: PostsQueued, con: Connection) -> None:
    if change.kill is not None:
        outbox.kill_posts(con, change.topic, change.at, change.kill)
    if change.revive_in is not None:
        outbox.send_again(con, change.again)
        outbox.revive_posts(con, change.topic, change.revive_in, change.at)
    outbox.add_posts(con, change.topic, change.posts, change.at)


@_apply.register
def _(change: TimersSet, con: Connection) -> None:
    if change.instead_of is not None:
        timers.drop_timers(con, change.subject, change.instead_of, change.at)
    timers.add_timers(con, change.subject, change.timers, change.at)


@_apply.register
def _(change: TimerDone, con: Connection) -> None:
    timers.timer_done(con, change.timer, change.at, change.again_at)


@_apply.register
def _(change: DraftKept, con: Connection) -> None:
    drafts.put_draft(con, change.user_id, change.subject, change.draft)


@_apply.register
def _(change: RequestPut, con: Connection) -> None:
    drafts.put_request(con, change.match_id, change.request)


@_apply.register
def _(change: DraftsDropped, con: Connection) -> None:
    drafts.drop_drafts(con, change.subject, change.people)


@_apply.register
def _(change: SeatTaken, con: Connection) -> None:
    matches.take_seat(con, change.match_id, change.seat, change.user_id)


@_apply.register
def _(change: ClocksChanged, con: Connection) -> None:
    timers.add_clock_events(con, change.match_id, change.first, change.events)


@_apply.register
def _(change: MatchErased, con: Connection) -> None:
    erasing.erase_match(con, change.match_id, change.at)


@_apply.register
def _(change: ServerErased, con: Connection) -> None:
    erasing.erase_server(con, change.guild_id, change.at)


@_apply.register
def _(change: PersonChosen, con: Connection) -> None:
    people.put_person(con, change.person)


@_apply.register
def _(change: BlockPut, con: Connection) -> None:
    people.put_block(con, change.user_id, change.blocked_id, change.at)


@_apply.register
def _(change: BlockDropped, con: Connection) -> None:
    people.drop_block(con, change.user_id, change.blocked_id)


@_apply.register
def _(change: ServerChosen, con: Connection) -> None:
    people.put_server(con, change.server)


@_apply.register
def _(change: EventCommit, con: Connection) -> None:
    events.update_event(con, change.event, logged=len(change.entries))
    events.append(con, change.event.id, change.entries)
    events.add_entrants(con, change.event.id, change.entrants)


@_apply.register
def _(change: EventWoken, con: Connection) -> None:
    event_id = events.event_of(con, change.match_id)
    if event_id is not None:
        timers.add_timers(con, of_event(event_id), (NewTimer(change.kind, change.at),), change.at)


@_apply.register
def _(change: AnalysisDropped, con: Connection) -> None:
    ended.drop(con, change.match_id)


@_apply.register
def _(change: AnalysisKept, con: Connection) -> None:
    ended.add(con, change.match_id, change.judged, change.at)


@_apply.register
def _(change: PuzzleMade, con: Connection) -> None:
    puzzles.add(con, PuzzleRow(0, change.data, change.at, change.guild_id, change.match_id))


@_apply.register
def _(change: PuzzlePosted, con: Connection) -> None:
    puzzles.post(con, change.day)


@_apply.register
def _(change: PuzzleAnswered, con: Connection) -> None:
    puzzles.answer(con, change.answer)


@_apply.register
def _(change: MapKept, con: Connection) -> None:
    maps.add_map(con, change.map)


@_apply.register
def _(change: MapRemoved, con: Connection) -> None:
    maps.remove_map(con, change.guild_id, change.map_id, change.at)


@_apply.register
def _(change: UploadKept, con: Connection) -> None:
    maps.put_upload(con, change.upload)


@_apply.register
def _(change: UploadDropped, con: Connection) -> None:
    maps.drop_upload(con, change.guild_id, change.user_id)


@_apply.register
def _(change: WishPut, con: Connection) -> None:
    people.put(con, change.wish)


@_apply.register
def _(change: WishesDropped, con: Connection) -> None:
    people.drop(con, change.guild_id, change.people)
