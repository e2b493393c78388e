"""The audience to which a match may be revealed, recorded when it begins: its players, and readers of certain channels.

A thread counts as its parent channel, so that there are few different values, which stay meaningful after the thread is gone.
"""

from __future__ import annotations

from dataclasses import dataclass

NOBODY = "-"
"""A place that only who was asked into it can read, such as a private thread."""
_FOR_ALL = "+"


@dataclass(frozen=True, slots=True)
class ReadableChannel:
    """A channel that users must be able to read in order to know about a match."""

    channel_id: int
    for_all: bool
    """Whether all members could read it when the match began: decides once the channel is gone."""

    def write(self) -> str:
        """Return the channel in its stored form."""
        return f"{self.channel_id}{_FOR_ALL if self.for_all else ''}"


def read(told_to: str) -> tuple[ReadableChannel, ...] | None:
    """Return the channels that a user must be able to read, all of them; None if only the players may know about the match."""
    parts = told_to.split()
    if NOBODY in parts:
        return None
    return tuple(ReadableChannel(int(part.rstrip(_FOR_ALL)), part.endswith(_FOR_ALL)) for part in parts)


def joined(own: str | None, besides: str | None) -> str | None:
    """Return the stored audience of a match that is played in one channel (`own`) and belongs to another (`besides`).

    Users must be able to read both. None if neither has an audience.
    """
    parts = [part for told_to in (own, besides) if told_to is not None for part in told_to.split()]
    return " ".join(dict.fromkeys(parts)) if parts else None


def moved(told_to: str | None, own: str | None) -> str | None:
    """Return the stored audience of a match that moves to another channel (`own`).

    A second channel that it belongs to is kept.
    """
    first, *besides = (told_to or "").split() or [""]
    return joined(own, " ".join(besides) or None) if first else own
