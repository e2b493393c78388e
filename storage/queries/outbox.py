"""SQL of the outbox. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, Update, and_, bindparam, case, delete, exists, func, insert, or_, select, update

from storage.queries import direct
from storage.queries.direct import Pace
from storage.rows import Cause, NewPost, Post, PostId, Subject, UserId
from storage.schema import direct_channel, outbox
from storage.sharding import WHOLE, ShardSet, part_condition

LONGEST_WAIT = timedelta(minutes=15)
"""Longest wait between two attempts to send a message."""

PUT_ASIDE = "unknown-kind"
"""How the reason of a delay begins where this program doesn't know a message: it waits for one that does, and nothing behind it."""

_earlier = outbox.alias("earlier")
_UNSENT = and_(outbox.c.sent_at.is_(None), outbox.c.dead_at.is_(None))
_LEADS = ~exists().where(
    _earlier.c.topic_kind == outbox.c.topic_kind,
    _earlier.c.topic_id == outbox.c.topic_id,
    _earlier.c.id < outbox.c.id,
    _earlier.c.sent_at.is_(None),
    _earlier.c.dead_at.is_(None),
    or_(_earlier.c.error.is_(None), _earlier.c.error.not_like(f"{PUT_ASIDE}%")),
    or_(_earlier.c.channel_id.is_not(None), and_(outbox.c.channel_id.is_(None), _earlier.c.user_id == outbox.c.user_id)),
)
"""Messages of a topic go out in order, but nothing waits for a private message except later ones to the same person, nor for one
that was put aside.
"""
_OF_TOPIC = and_(outbox.c.topic_kind == bindparam("of_kind"), outbox.c.topic_id == bindparam("of_id"))
_THIS = outbox.c.id == bindparam("of_post")
_AS_TAKEN = and_(_THIS, outbox.c.nonce == bindparam("of_nonce"), outbox.c.channel_id.is_not_distinct_from(bindparam("taken_to")))
"""The row that an attempt was made of. One that goes to another channel by now is another message: what comes of the old attempt
says nothing about it.
"""

_POST = select(outbox)
_POSTS = _POST.where(_OF_TOPIC).order_by(outbox.c.id)
_LAST = (
    _POST.where(_OF_TOPIC, outbox.c.kind == bindparam("which"), outbox.c.sent_at.is_not(None)).order_by(outbox.c.id.desc()).limit(1)
)
_UNTRIED = and_(outbox.c.attempts == 0, outbox.c.error.is_(None))
_IS_DUE = or_(outbox.c.due_at <= bindparam("now"), outbox.c.due_at > bindparam("farthest"), _UNTRIED)
_DUE = _POST.where(_UNSENT, _IS_DUE, _LEADS).order_by(outbox.c.id).limit(bindparam("most"))
_DUE_TO_TAKE = _DUE.where(outbox.c.channel_id.is_not(None)).with_for_update(skip_locked=True, of=outbox)
"""Skips rows locked by other processes that share the database. SQLite ignores it: it has one writer anyway."""
_KNOWN = exists().where(direct_channel.c.user_id == outbox.c.user_id, direct_channel.c.channel_id.is_not(None))
_IS_LATE = and_(outbox.c.kind.in_(bindparam("urgent", expanding=True)), outbox.c.created_at <= bindparam("late"))
_URGENCY = case(
    (outbox.c.kind.in_(bindparam("urgent", expanding=True)), 0),
    (outbox.c.kind.in_(bindparam("patient", expanding=True)), 2),
    else_=1,
)
_PRIVATE = _POST.where(_UNSENT, _IS_DUE, _LEADS, outbox.c.channel_id.is_(None)).order_by(_URGENCY, outbox.c.id)
_PRIVATE_TO_TAKE = _PRIVATE.with_for_update(skip_locked=True, of=outbox).limit(bindparam("most"))
_ANY_PRIVATE = select(outbox.c.id).where(_UNSENT, outbox.c.channel_id.is_(None)).limit(1)
_UNSENT_NONCES = select(outbox.c.nonce).where(_UNSENT)
_LATE_ONES = _PRIVATE_TO_TAKE.where(_IS_LATE)
_TO_KNOWN = _PRIVATE_TO_TAKE.where(_KNOWN)
_TO_UNKNOWN = _PRIVATE_TO_TAKE.where(~_KNOWN)
_NEXT = select(func.min(outbox.c.due_at)).where(_UNSENT, _LEADS)
_NEXT_IN_CHANNELS = _NEXT.where(outbox.c.channel_id.is_not(None))
_NEXT_TO_KNOWN = _NEXT.where(outbox.c.channel_id.is_(None), _KNOWN)
_NEXT_TO_UNKNOWN = _NEXT.where(outbox.c.channel_id.is_(None), ~_KNOWN)
_FIRST_URGENT = select(func.min(outbox.c.created_at)).where(
    _UNSENT, outbox.c.channel_id.is_(None), outbox.c.kind.in_(bindparam("urgent", expanding=True))
)
_OTHERS = select(outbox.c.id).where(_UNSENT, outbox.c.id.not_in(bindparam("taken", expanding=True))).limit(1)
_ADD = insert(outbox)
_ARRIVED = update(outbox).values(message_id=bindparam("message"), sent_at=bindparam("at"))
_BEGIN = (
    update(outbox)
    .where(_THIS)
    .values(
        attempts=outbox.c.attempts + 1, tried_at=func.coalesce(outbox.c.tried_at, bindparam("at", type_=outbox.c.tried_at.type))
    )
)
_SENT = _ARRIVED.where(_AS_TAKEN).values(error=None)
_SENT_PLAINLY = _ARRIVED.where(_AS_TAKEN).values(error=bindparam("why"))
_SENT_BEFORE = _ARRIVED.where(outbox.c.nonce == bindparam("of_nonce"))
_DROP = delete(outbox).where(_AS_TAKEN)
_DELAY = (
    update(outbox)
    .where(_AS_TAKEN, outbox.c.sent_at.is_(None))
    .values(
        due_at=bindparam("at"),
        error=bindparam("why"),
        attempts=bindparam("number"),
        tried_at=func.coalesce(outbox.c.tried_at, bindparam("since", type_=outbox.c.tried_at.type)),
    )
)
_HURRY = (
    update(outbox)
    .where(_UNSENT, outbox.c.due_at > bindparam("at"), outbox.c.error.is_not(None), outbox.c.error.not_like("429%"))
    .values(due_at=bindparam("at"))
)
_GIVE_UP = update(outbox).values(dead_at=bindparam("at"), error=bindparam("why"))
_DEAD = _GIVE_UP.where(_AS_TAKEN)
_KILL = _GIVE_UP.where(_OF_TOPIC, _UNSENT)
_newest = outbox.alias("newest")
_TIDY = delete(outbox).where(
    _OF_TOPIC,
    or_(outbox.c.sent_at.is_not(None), outbox.c.dead_at.is_not(None)),
    outbox.c.id < select(func.max(_newest.c.id)).scalar_subquery(),
    outbox.c.id.not_in(
        select(func.max(_newest.c.id))
        .where(
            _newest.c.topic_kind == bindparam("of_kind"), _newest.c.topic_id == bindparam("of_id"), _newest.c.sent_at.is_not(None)
        )
        .group_by(_newest.c.kind)
    ),
)
_REVIVE = (
    update(outbox)
    .where(_OF_TOPIC, outbox.c.sent_at.is_(None), outbox.c.kind != "lost", outbox.c.channel_id.is_not(None))
    .where(or_(outbox.c.dead_at.is_(None), outbox.c.error.in_(("channel-gone", "forbidden", "rejected"))))
    .values(dead_at=None, due_at=bindparam("at"), channel_id=bindparam("channel"))
)
_AGAIN = update(outbox).where(_THIS).values(nonce=bindparam("new_nonce"), sent_at=None, message_id=None, tried_at=None, attempts=0)


S = TypeVar("S", Select[Any], Update)


@cache
def _restrict(statement: S, part: ShardSet) -> S:
    """Return the statement restricted to a part's messages."""
    mine = part_condition(part, outbox.c.topic_kind, outbox.c.topic_id)
    return statement if mine is None else statement.where(mine)


def _post(row: Any) -> Post:
    by, why, about = row[-3:]
    given: list[Any] = [*row[3:-3], None if why is None else Cause(why, by, about or "")]
    return Post(row[0], Subject(row[1], row[2]), *given)


def _topic_columns(topic: Subject) -> dict[str, Any]:
    return {"of_kind": topic.kind, "of_id": topic.id}


def add_posts(con: Connection, topic: Subject, posts: Sequence[NewPost], at: datetime) -> None:
    """Insert posts of a topic, due at once."""
    if posts:
        con.execute(_ADD, [_values(topic, post, at) for post in posts])


def _values(topic: Subject, post: NewPost, at: datetime) -> dict[str, Any]:
    about = {"topic_kind": topic.kind, "topic_id": topic.id, "kind": post.kind, "payload": dict(post.payload), "upto": post.upto}
    address = {"nonce": post.nonce, "channel_id": post.channel_id, "user_id": post.user_id, "seat": post.seat}
    cause = post.cause
    because = {"by_id": cause and cause.by, "cause": cause and cause.why, "about": (cause and cause.about) or None}
    return {**about, **address, **because, "created_at": at, "due_at": at, "attempts": 0}


def add_sent(con: Connection, topic: Subject, post: NewPost, message_id: int, at: datetime) -> None:
    """Insert a post that was sent already, with its message id."""
    add_posts(con, topic, (post,), at)
    con.execute(_SENT_BEFORE, {"of_nonce": post.nonce, "message": message_id, "at": at})


def due_posts(con: Connection, now: datetime, longest: timedelta, limit: int, part: ShardSet = WHOLE) -> tuple[Post, ...]:
    """Return the first unsent post of each topic of a part if it's due, oldest first, at most `limit`.

    Posts never tried are due at once. Posts due later than `longest` from now count as due too: the clock has been set back.
    """
    return _due_posts(con, _restrict(_DUE, part), now, longest, limit)


def _due_posts(con: Connection, chosen: Select[Any], now: datetime, longest: timedelta, limit: int) -> tuple[Post, ...]:
    return tuple(_post(row) for row in con.execute(chosen, {"now": now, "farthest": now + longest, "most": limit}))


def next_post_at(con: Connection, part: ShardSet = WHOLE, pace: Pace | None = None, now: datetime | None = None) -> datetime | None:
    """Return when the next post of a part can be sent, considering each topic's first unsent post; None if all are sent.

    Without `now`, returns its due time regardless of `pace`.
    """
    if pace is None or now is None:
        return _scalar(con, _restrict(_NEXT, part))
    known, unknown = (_scalar(con, _restrict(query, part)) for query in (_NEXT_TO_KNOWN, _NEXT_TO_UNKNOWN))
    moments = [_scalar(con, _restrict(_NEXT_IN_CHANNELS, part)), known, unknown]
    if known is not None or unknown is not None:
        until, room_at = direct.paused_until(con, now), direct.room_at(con, pace, now)
        moments[1:] = [_earliest_next(known, until), _earliest_next(unknown, until, room_at)]
        urgent = _scalar(con, _restrict(_FIRST_URGENT, part), urgent=pace.urgent)
        moments.append(urgent and urgent + pace.late)
    return min((at for at in moments if at is not None), default=None)


def _scalar(con: Connection, query: Select[Any], **given: object) -> datetime | None:
    at: datetime | None = con.execute(query, given).scalar()
    return at


def _earliest_next(due: datetime | None, *gates: datetime | None) -> datetime | None:
    return due and max((due, *(gate for gate in gates if gate is not None)))


def take_posts(
    con: Connection,
    now: datetime,
    longest: timedelta,
    limit: int,
    among: int,
    free: Callable[[Post], bool],
    pace: Pace,
    part: ShardSet = WHOLE,
) -> tuple[Post, ...]:
    """Return up to `limit` due posts and record an attempt for each; the rows are as before the attempt.

    Considers the first `among` due posts for which `free` returns True. Posts to channels come first, then private messages within
    `pace`, urgent ones first.
    """
    due = [*due_in_channels(con, now, longest, limit, among, free, part)]
    due += _take_private(con, now, longest, limit - len(due), free, pace, part)
    if due:
        con.execute(_BEGIN, [{"of_post": post.id, "at": now} for post in due])
    return tuple(due)


def due_in_channels(
    con: Connection, now: datetime, longest: timedelta, limit: int, among: int, free: Callable[[Post], bool], part: ShardSet = WHOLE
) -> tuple[Post, ...]:
    """Return up to `limit` of the first `among` due posts that go to channels and for which `free` is true."""
    return tuple(islice(filter(free, _due_posts(con, _restrict(_DUE_TO_TAKE, part), now, longest, among)), limit))


def any_private(con: Connection) -> bool:
    """Return whether any private message is unsent."""
    return con.execute(_ANY_PRIVATE).first() is not None


def unsent_nonces(con: Connection) -> frozenset[str]:
    """Return the nonces of all unsent posts."""
    return frozenset(con.execute(_UNSENT_NONCES).scalars())


def any_besides(con: Connection, taken: Sequence[Post], part: ShardSet = WHOLE) -> bool:
    """Return whether a part has unsent messages other than those taken, due or not."""
    return con.execute(_restrict(_OTHERS, part), {"taken": [post.id for post in taken]}).first() is not None


def _take_private(
    con: Connection, now: datetime, longest: timedelta, most: int, free: Callable[[Post], bool], pace: Pace, part: ShardSet
) -> list[Post]:
    def chosen(query: Select[Any], at_most: int) -> list[Post]:
        if at_most <= 0:
            return []
        given = {"now": now, "farthest": now + longest, "most": 2 * at_most, "late": now - pace.late}
        given |= {"urgent": pace.urgent, "patient": pace.patient}
        return list(islice(filter(free, map(_post, con.execute(_restrict(query, part), given))), at_most))

    if most <= 0 or not any_private(con):
        return []
    posts = chosen(_LATE_ONES, most)
    if most <= len(posts) or direct.paused_until(con, now) is not None:
        return posts
    posts += chosen(_TO_KNOWN, most - len(posts))
    if (left := most - len(posts)) > 0:
        opened = chosen(_TO_UNKNOWN, min(left, direct.room(con, pace, now)))
        direct.mark_channels_opening(con, [UserId(post.user_id) for post in opened if post.user_id is not None], now)
        posts += opened
    return posts


def post_sent(con: Connection, post: Post, message_id: int, now: datetime) -> None:
    """Mark a post as sent, unless its channel or nonce has changed since it was taken."""
    con.execute(_SENT, {**_as_taken(post), "message": message_id, "at": now})


def post_sent_plainly(con: Connection, post: Post, message_id: int, now: datetime, error: str) -> None:
    """Mark a post as sent as a plain line because of `error`, unless its channel or nonce has changed since it was taken."""
    con.execute(_SENT_PLAINLY, {**_as_taken(post), "message": message_id, "at": now, "why": error})


def drop_post(con: Connection, post: Post) -> None:
    """Delete a post that was sent and isn't needed any more, unless its channel or nonce has changed since it was taken."""
    con.execute(_DROP, _as_taken(post))


def post_delayed(con: Connection, post: Post, due_at: datetime, error: str, since: datetime | None = None) -> None:
    """Delay a post that wasn't delivered, or not for certain, until `due_at`.

    `since`: when it was first tried.
    """
    outcome = {"at": due_at, "why": error, "number": post.attempts + 1, "since": since}
    con.execute(_DELAY, {**_as_taken(post), **outcome})


def _as_taken(post: Post) -> dict[str, Any]:
    return {"of_post": post.id, "of_nonce": post.nonce, "taken_to": post.channel_id}


def hurry(con: Connection, now: datetime, part: ShardSet = WHOLE) -> int:
    """Make a part's delayed posts due now, except rate-limited ones (429); return how many."""
    return con.execute(_restrict(_HURRY, part), {"at": now}).rowcount


def post_dead(con: Connection, post: Post, now: datetime, error: str) -> None:
    """Give up a post permanently, unless its channel or nonce has changed since it was taken."""
    con.execute(_DEAD, {**_as_taken(post), "at": now, "why": error})


def kill_posts(con: Connection, topic: Subject, now: datetime, error: str) -> None:
    """Give up every unsent post of a topic permanently."""
    con.execute(_KILL, {**_topic_columns(topic), "at": now, "why": error})


def revive_posts(con: Connection, topic: Subject, channel_id: int, now: datetime) -> None:
    """Make unsent posts of a topic due in this channel, also those given up because their channel was closed."""
    con.execute(_REVIVE, {**_topic_columns(topic), "at": now, "channel": channel_id})


def send_again(con: Connection, posts: Sequence[tuple[PostId, str]]) -> None:
    """Mark posts as unsent, each with a new nonce: with the old one Discord would return the old message."""
    if posts:
        con.execute(_AGAIN, [{"of_post": number, "new_nonce": nonce} for number, nonce in posts])


def tidy_posts(con: Connection, topic: Subject) -> None:
    """Delete the sent and dead posts of a topic that is over, except the newest sent one of each kind, which may still be edited.

    The newest row of the table stays too: SQLite could reuse its id while the post is still being sent.
    """
    con.execute(_TIDY, _topic_columns(topic))


def posts_of_matter(con: Connection, post: Post) -> tuple[Post, ...]:
    """Return the messages of a post's topic about the same matter that weren't given up, oldest first."""
    query = _POSTS.where(outbox.c.about == (post.cause.about if post.cause is not None else None), outbox.c.dead_at.is_(None))
    return tuple(_post(row) for row in con.execute(query, _topic_columns(post.topic)))


def last_post(con: Connection, topic: Subject, kind: str) -> Post | None:
    """Return the newest sent post of a kind in a topic; None if none."""
    row = con.execute(_LAST, {**_topic_columns(topic), "which": kind}).first()
    return _post(row) if row else None


def posts(con: Connection, topic: Subject) -> tuple[Post, ...]:
    """Return all posts of a topic, oldest first."""
    return tuple(_post(row) for row in con.execute(_POSTS, _topic_columns(topic)))
