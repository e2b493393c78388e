"""The people whom a match may be told to, as it was when it began: its players, and the readers of channels.

A thread counts as its channel, so what is stored stays small in number and says enough after the thread is gone.
"""

from __future__ import annotations

from dataclasses import dataclass

NOBODY = "-"
"""A place that only who was asked into it can read, such as a private thread."""
_FOR_ALL = "+"


@dataclass(frozen=True, slots=True)
class ReadableChannel:
    """A channel of a server that one has to read."""

    channel_id: int
    for_all: bool
    """Whether all members could read it when the match began: decides once the channel is gone."""

    def write(self) -> str:
        """Return the channel as it is stored."""
        return f"{self.channel_id}{_FOR_ALL if self.for_all else ''}"


def read(told_to: str) -> tuple[ReadableChannel, ...] | None:
    """Return the channels that one has to read, all of them; None if only its players may be told."""
    parts = told_to.split()
    if NOBODY in parts:
        return None
    return tuple(ReadableChannel(int(part.rstrip(_FOR_ALL)), part.endswith(_FOR_ALL)) for part in parts)


def joined(own: str | None, besides: str | None) -> str | None:
    """Return what is stored of a match in a place (`own`) that belongs to another one (`besides`): its readers must read both."""
    parts = [part for told_to in (own, besides) if told_to is not None for part in told_to.split()]
    return " ".join(dict.fromkeys(parts)) if parts else None


def moved(told_to: str | None, own: str | None) -> str | None:
    """Return what is stored of a match that goes on in another place (`own`)."""
    first, *besides = (told_to or "").split() or [""]
    return joined(own, " ".join(besides) or None) if first else own
