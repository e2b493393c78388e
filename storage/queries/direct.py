"""SQL of private messages: the users' channels, the rate at which channels are opened, and pauses.

Every function runs in its caller's transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, select, update

from storage.queries.users_and_guilds import put_note, read
from storage.rows import UserId
from storage.schema import direct_channel
from storage.sharding import upsert

_PAUSE = "direct-messages-pause"
"""Key of the note about the latest pause: until when, and the how many-th in a row it is."""


LONGEST_PAUSE = timedelta(hours=1)
"""A pause that lasts longer was noted by a clock that ran ahead."""


@dataclass(frozen=True)
class Pace:
    """The rate limit of private messages, for all processes that share the database, and the order of their kinds."""

    opens: int
    """New channels within `window`."""
    window: timedelta
    urgent: tuple[str, ...]
    """Kinds of messages that go before others."""
    patient: tuple[str, ...]
    """Kinds of messages that go after others."""
    late: timedelta
    """An urgent message that is older is taken whatever the pace says, to be told elsewhere."""


@dataclass(frozen=True)
class Pause:
    """A time during which no private messages are sent."""

    until: datetime
    number: int
    """The first is 1, and those that follow it closely count on."""


def channel_of(con: Connection, user_id: UserId) -> int | None:
    """Return the id of a user's private channel; None if none was opened."""
    channel_id: int | None = con.execute(select(direct_channel.c.channel_id).where(direct_channel.c.user_id == user_id)).scalar()
    return channel_id


def keep_channel(con: Connection, user_id: UserId, channel_id: int) -> None:
    """Store the private channel that was opened for a user."""
    con.execute(update(direct_channel).where(direct_channel.c.user_id == user_id).values(channel_id=channel_id))


def forget_channel(con: Connection, user_id: UserId) -> None:
    """Delete the stored private channel of a user, because it's gone or the user asked to be forgotten."""
    con.execute(delete(direct_channel).where(direct_channel.c.user_id == user_id))


def room(con: Connection, pace: Pace, now: datetime) -> int:
    """Return how many private channels may be opened now."""
    return max(pace.opens - len(_channels_opened(con, pace, now)), 0)


def room_at(con: Connection, pace: Pace, now: datetime) -> datetime | None:
    """Return when the next channel may be opened; None if it may now."""
    opened = _channels_opened(con, pace, now)
    return None if len(opened) < pace.opens else opened[-pace.opens] + pace.window


def _channels_opened(con: Connection, pace: Pace, now: datetime) -> list[datetime]:
    """Return the times within `window` at which channels were opened, in order.

    Times in the future are left out: they were written while the clock was wrong.
    """
    column = direct_channel.c.opened_at
    return list(con.execute(select(column).where(column > now - pace.window, column <= now).order_by(column)).scalars())


def mark_channels_opening(con: Connection, users: Iterable[UserId], now: datetime) -> None:
    """Record that private channels of these users are being opened."""
    for user_id in users:
        row = {"user_id": user_id, "channel_id": None, "opened_at": now}
        upsert(con, direct_channel, row, ("opened_at",))


def pause(con: Connection) -> Pause | None:
    """Return the latest pause, even if it's over; None if there was none."""
    until, _, number = read(con, _PAUSE).partition(" ")
    return Pause(datetime.fromisoformat(until), int(number)) if number else None


def paused_until(con: Connection, now: datetime) -> datetime | None:
    """Return when the present pause ends; None if there is none."""
    latest = pause(con)
    return latest.until if latest is not None and now < latest.until <= now + LONGEST_PAUSE else None


def put_pause(con: Connection, until: datetime, number: int) -> None:
    """Start a pause for all processes, replacing the former one.

    `number` counts pauses in close succession, from 1.
    """
    put_note(con, _PAUSE, f"{until.astimezone(UTC).isoformat()} {number}")
