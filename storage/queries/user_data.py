"""SQL that exports a user's data, and that removes a user from the data. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Table, delete, or_, select, text, update

from storage.queries import aggregate_revisions, archive, direct, operators, pings, stats, users_and_guilds
from storage.queries.matches import IS_OPEN
from storage.rows import LIVE, PERSON, REPLY, MatchId, UserId, of_match, of_person
from storage.schema import (
    NAMED_IN,
    NAMES_SOMEBODY,
    action,
    bar,
    block,
    champion_role,
    direct_channel,
    draft,
    entrant,
    event_,
    event_entry,
    follow,
    game_stats,
    guess_month,
    letter_receipt,
    map_,
    map_upload,
    match,
    named_in,
    outbox,
    ping,
    player,
    player_stats,
    puzzle,
    puzzle_answer,
    puzzle_solver,
    rating,
    report,
    request,
    seat,
    timer,
    vote,
    web_launch,
    web_page,
    wish,
)
from storage.tournament_rows import of_event

AT_ONCE = 500
"""Most rows of each kind changed in one transaction."""

FORGOTTEN = "forgotten"
"""Reason for giving up unsent messages to a forgotten person."""


def live_with(con: Connection, user_id: UserId) -> tuple[MatchId, ...]:
    """Return ids of unfinished matches, in any server, in which a person plays."""
    return tuple(con.execute(select(seat.c.match_id).where(seat.c.user_id == user_id, seat.c.level.is_(None), IS_OPEN)).scalars())


def live_naming(con: Connection, user_id: UserId) -> tuple[MatchId, ...]:
    """Return ids of unfinished matches that name a person, as host or on a seat (even if a computer plays it now)."""
    seated = select(seat.c.match_id).where(seat.c.user_id == user_id, IS_OPEN)
    named = or_(match.c.host_id == user_id, match.c.id.in_(seated))
    return tuple(con.execute(select(match.c.id).where(named, match.c.status.in_(LIVE)).order_by(match.c.id)).scalars())


def everything(con: Connection, user_id: UserId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return all stored data about a user, as rows by topic."""
    of_match = (match.c.game, match.c.guild_id, match.c.channel_id, match.c.status, match.c.started_at, match.c.ended_at)
    sat = select(seat.c.match_id, seat.c.seat, seat.c.left, seat.c.word, *of_match).join(match, match.c.id == seat.c.match_id)
    own = (action.c.match_id == seat.c.match_id) & (action.c.seat == seat.c.seat)
    moved = select(action.c.match_id, action.c.seq, action.c.text, action.c.at).join(seat, own)
    its = (request.c.match_id == seat.c.match_id) & (request.c.seat == seat.c.seat)
    requested = select(request.c.match_id, request.c.kind, request.c.detail, request.c.asked_at, request.c.status).join(seat, its)
    told = select(outbox.c.kind, outbox.c.channel_id, outbox.c.message_id, outbox.c.created_at, outbox.c.sent_at)
    of_event = (event_.c.name, event_.c.guild_id, event_.c.status)
    entered = select(entrant.c.event_id, entrant.c.number, *of_event).join(event_, event_.c.id == entrant.c.event_id)
    statement: Mapping[str, Select[Any]] = {
        "settings": _select_own(player, user_id, "locale", "prefs"),
        "seats": sat.where(seat.c.user_id == user_id).order_by(seat.c.match_id),
        "moves": moved.where(seat.c.user_id == user_id).order_by(action.c.match_id, action.c.seq),
        "requests": requested.where(seat.c.user_id == user_id).order_by(request.c.match_id, request.c.number),
        "opened": select(match.c.id, *of_match).where(match.c.host_id == user_id).order_by(match.c.id),
        "drafts": _select_own(draft, user_id, "subject_kind", "subject_id", "texts"),
        "votes": _select_own(vote, user_id, "match_id", "version", "texts", "at", "tenths"),
        "guesses": _select_own(guess_month, user_id),
        "messages": told.where(outbox.c.user_id == user_id).order_by(outbox.c.id),
        "maps": select(map_.c.guild_id, map_.c.title, map_.c.text, map_.c.added_at).where(map_.c.added_by == user_id),
        "wishes": _select_own(wish, user_id),
        "puzzles": _select_own(puzzle_answer, user_id).order_by(puzzle_answer.c.guild_id, puzzle_answer.c.number),
        "own_puzzles": _select_own(puzzle, user_id, "match_id", "at", "due_at"),
        "played": _select_own(player_stats, user_id),
        "ratings": _select_own(rating, user_id),
        "blocked": _select_own(block, user_id),
        "events": entered.where(entrant.c.user_id == user_id).order_by(entrant.c.event_id),
        "organised": select(event_.c.id, *of_event).where(event_.c.host_id == user_id).order_by(event_.c.id),
        "rulings": select(event_entry.c.event_id, event_entry.c.kind, event_entry.c.at, event_entry.c.reason).where(
            event_entry.c.by == user_id
        ),
        "follows": _select_own(follow, user_id),
        "roles": _select_own(champion_role, user_id),
        "uploads": _select_own(map_upload, user_id),
        "pages": _select_own(web_page, user_id, "until", "closed"),
        "activities": _select_own(web_launch, user_id, "match_id", "until"),
        "private_channel": _select_own(direct_channel, user_id),
        "letters": select(letter_receipt.c.letter).where(letter_receipt.c.user_id == user_id),
        "pings": select(ping.c.at).where(ping.c.by_id == user_id).order_by(ping.c.at),
        "pinged": select(ping.c.at).where(ping.c.user_id == user_id).order_by(ping.c.at),
        "reports": _select_own(report, user_id),
        "bar": select(bar.c.kind, bar.c.at).where(bar.c.number == user_id),
    }
    rows_by_table = {about: [dict(row) for row in con.execute(query).mappings()] for about, query in statement.items()}
    return {**rows_by_table, "moves": [*_moves_of_packed(con, rows_by_table["seats"]), *rows_by_table["moves"]]}


def _select_own(table: Table, user_id: UserId, *columns: str) -> Select[Any]:
    """Return a query for a user's rows of a table, with the given columns, or with all except `user_id`."""
    chosen = [table.c[name] for name in columns] or [each for each in table.c if each.name != "user_id"]
    return select(*chosen).where(table.c.user_id == user_id)


def _moves_of_packed(con: Connection, seats: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the person's moves from packed logs, in the form of the unpacked ones."""
    for seated in seats:
        for row in archive.actions(con, MatchId(seated["match_id"])):
            if row.seat == seated["seat"]:
                yield {"match_id": seated["match_id"], "seq": row.seq, "text": row.text, "at": row.at}


class Forgotten(NamedTuple):
    """The result of one call of `forget_some`."""

    matches: tuple[MatchId, ...]
    """Matches that named the person and were changed."""
    more: bool
    """Whether there may be more to forget."""


def forget_some(con: Connection, user_id: UserId, former: UserId, now: datetime, most: int) -> Forgotten:
    """Replace a user by `former` in up to `most` messages, ended games, statistics and events each.

    In batches, because there may be a hundred thousand rows, and other writers must wait meanwhile.
    """
    matches = _rename_in_games(con, user_id, former, most)
    counts = (
        *(len(matches), _forget_posts(con, user_id, former, now, most)),
        *(stats.rename_some(con, user_id, former, most), _rename_in_events(con, user_id, former, most)),
    )
    return Forgotten(matches, max(counts) >= most)


def forget(con: Connection, user_id: UserId, former: UserId, now: datetime) -> tuple[MatchId, ...]:
    """Replace a user by `former` wherever they are still named, and delete all other data about them.

    Returns the ids of the matches that changed. Call `forget_some` first until nothing is left for it. The user must not be playing
    any more.
    """
    touched = set(con.execute(select(seat.c.match_id).where(seat.c.user_id == user_id)).scalars())
    touched |= set(con.execute(select(match.c.id).where(match.c.host_id == user_id)).scalars())
    _rename_in(con, touched, user_id, former)
    con.execute(update(map_).where(map_.c.added_by == user_id).values(added_by=former))
    for table in (
        player,
        draft,
        guess_month,
        map_upload,
        puzzle,
        puzzle_answer,
        puzzle_solver,
        vote,
        wish,
        champion_role,
        web_launch,
        web_page,
    ):
        con.execute(delete(table).where(table.c.user_id == user_id))
    users_and_guilds.forget_blocks(con, user_id)
    direct.forget_channel(con, user_id)
    pings.forget(con, user_id)
    users_and_guilds.forget_follows(con, user_id)
    operators.forget(con, user_id, former)
    con.execute(delete(outbox).where(outbox.c.topic_kind == PERSON, outbox.c.topic_id == user_id))
    con.execute(delete(timer).where(timer.c.subject_kind == PERSON, timer.c.subject_id == user_id))
    _rename_in_timers(con, user_id, former)
    while forget_some(con, user_id, former, now, AT_ONCE).more:
        pass  # rows written since
    stats.rename(con, user_id, former)
    aggregate_revisions.forget(con, of_person(user_id))
    return tuple(sorted(touched))


def _rename_in_games(con: Connection, user_id: UserId, former: UserId, most: int) -> tuple[MatchId, ...]:
    """Replace a user by `former` in up to `most` ended games as host, and as many as player; return the changed matches.

    Unfinished games are left to `forget`.
    """
    has_ended = match.c.status.not_in(LIVE)
    sat = select(seat.c.match_id).join(match, match.c.id == seat.c.match_id).where(seat.c.user_id == user_id, has_ended)
    hosted = select(match.c.id).where(match.c.host_id == user_id, has_ended)
    match_ids = {number for query in (sat, hosted) for number in con.execute(query.limit(most)).scalars()}
    _rename_in(con, match_ids, user_id, former)
    return tuple(sorted(match_ids))


def _rename_in(con: Connection, matches: Collection[MatchId], user_id: UserId, former: UserId) -> None:
    if not matches:
        return
    con.execute(update(seat).where(seat.c.match_id.in_(matches), seat.c.user_id == user_id).values(user_id=former, word=None))
    con.execute(update(match).where(match.c.id.in_(matches), match.c.host_id == user_id).values(host_id=former))
    # Games that counted for nothing have rows here only.
    counted = (game_stats.c.match_id.in_(matches), game_stats.c.user_id == user_id)
    con.execute(update(game_stats).where(*counted).values(user_id=former))
    aggregate_revisions.advance_all(con, map(of_match, matches))


def _forget_posts(con: Connection, user_id: UserId, former: UserId, now: datetime, most: int) -> int:
    """Remove a user from up to `most` messages sent to them, and as many that name them; return the larger count."""
    own = con.execute(select(outbox.c.id).where(outbox.c.user_id == user_id).limit(most)).scalars().all()
    if own:
        its, unsent = outbox.c.id.in_(own), (outbox.c.sent_at.is_(None), outbox.c.dead_at.is_(None))
        con.execute(update(outbox).where(its, *unsent).values(dead_at=now, error=FORGOTTEN))
        con.execute(update(outbox).where(its).values(user_id=None))
    caused = con.execute(select(outbox.c.id).where(outbox.c.by_id == user_id).limit(most)).scalars().all()
    if caused:
        con.execute(update(outbox).where(outbox.c.id.in_(caused)).values(by_id=former))
    return max(len(own), len(caused), _rename_in_posts(con, user_id, former, most))


def _rename_in_events(con: Connection, user_id: UserId, former: UserId, most: int) -> int:
    """Replace a user by `former` in events and delete the reasons of rulings about them.

    Returns the largest number of changed rows of one kind.
    """
    entered = con.execute(select(entrant.c.event_id, entrant.c.number).where(entrant.c.user_id == user_id).limit(most)).all()
    for event_id, number in entered:
        own = (event_entry.c.event_id == event_id, event_entry.c.about == number, event_entry.c.reason.is_not(None))
        con.execute(update(event_entry).where(*own).values(reason=None))
        con.execute(update(entrant).where(entrant.c.event_id == event_id, entrant.c.number == number).values(user_id=former))
    ruled = con.execute(select(event_entry.c.event_id, event_entry.c.seq).where(event_entry.c.by == user_id).limit(most)).all()
    for event_id, seq in ruled:
        con.execute(update(event_entry).where(event_entry.c.event_id == event_id, event_entry.c.seq == seq).values(by=former))
    hosted = con.execute(select(event_.c.id).where(event_.c.host_id == user_id).limit(most)).scalars().all()
    for event_id in hosted:
        con.execute(update(event_).where(event_.c.id == event_id).values(host_id=former))
    aggregate_revisions.advance_all(con, map(of_event, {*hosted, *(event_id for event_id, _ in (*entered, *ruled))}))
    return max(len(entered), len(ruled), len(hosted))


def _rename_in_timers(con: Connection, user_id: UserId, former: UserId) -> None:
    """Replace a user by `former` in open timers; done ones have no payload."""
    is_named = text(f"{named_in(con.dialect.name, 'user')} = :person").bindparams(person=_person(con, user_id))
    waiting = con.execute(select(timer.c.id, timer.c.payload).where(timer.c.done_at.is_(None), is_named)).all()
    for number, payload in waiting:
        con.execute(update(timer).where(timer.c.id == number).values(payload={**payload, "user": former}))


def _rename_in_posts(con: Connection, user_id: UserId, former: UserId, most: int) -> int:
    """Replace a user by `former` in up to `most` messages for each payload key; return the largest count."""
    count = 0
    for key in NAMED_IN:
        is_named = text(f"{named_in(con.dialect.name, key)} = :person").bindparams(person=_person(con, user_id))
        con.execute(delete(outbox).where(is_named, text(NAMES_SOMEBODY), outbox.c.kind == REPLY))  # quotes what they typed
        rows = con.execute(select(outbox.c.id, outbox.c.payload).where(is_named, text(NAMES_SOMEBODY)).limit(most)).all()
        count = max(count, len(rows))
        for number, payload in rows:
            con.execute(update(outbox).where(outbox.c.id == number).values(payload={**payload, key: former}))
    return count


def _person(con: Connection, user_id: UserId) -> int | str:
    return user_id if con.dialect.name == "sqlite" else str(user_id)
