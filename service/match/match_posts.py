"""The contents of a game's messages, as far as a commit of the game itself queues them."""

from __future__ import annotations

from service.core.post_content import CodedContent, PostContent, Reaches, posted
from service.core.stored_form import omitted_if
from storage.rows import MATCH, UserId

NOTICE = "notice"
"""The kind of a post about what has happened, with a code."""
OUT_OF_TIME = "timed-out"
"""Code of the notice that somebody's time ran out."""
END = "end"
"""The kind of the post that tells the result."""


@posted(MATCH, "turn", reaches=Reaches.OWED)
class TurnCall(PostContent):
    """The message that asks a seat: what has happened since a version, and whether it's the seat's first."""

    since: int
    first: bool = False


@posted(MATCH, NOTICE, OUT_OF_TIME)
class TimeOut(CodedContent):
    """The end of a player's time: what follows, how often so far, since when they had how long, and what they keep."""

    seat: int
    user: UserId | None
    what: str
    nth: int
    since: int
    """Unix time."""
    had_s: int
    keeps_s: int | None = omitted_if(None)


@posted(MATCH, END, reaches=Reaches.OWED)
class ResultPost(PostContent):
    """The result, final board and opened bag; since what the last message in the channel told, and a timeout that ended it."""

    since: int
    timeout: TimeOut | None = omitted_if(None)


@posted(MATCH, "result", reaches=Reaches.OWED)
class UnheardResult(PostContent):
    """The result that could not be told in the channel, to one person in private."""

    since: int
    timeout: TimeOut | None = omitted_if(None)


@posted(MATCH, NOTICE, "vacated")
class SeatVacated(PostContent):
    """A seat that went to a computer: its former owner, why, and by which level; with the figures of a timeout."""

    seat: int
    user: UserId | None
    why: str
    level: str
    timeout: TimeOut | None = omitted_if(None)


@posted(MATCH, NOTICE, "returned")
class SeatReturned(PostContent):
    """A seat that its former owner has back."""

    seat: int
    user: UserId | None


@posted(MATCH, NOTICE, "taken-over")
class SeatTakenOver(PostContent):
    """A seat that another person plays now."""

    seat: int
    user: UserId
    former: UserId | None


@posted(MATCH, NOTICE, "undone")
class MoveUndone(PostContent):
    """A move that was undone, as earlier programs told it."""

    seat: int


@posted(MATCH, NOTICE, "resumed", reaches=Reaches.EITHER)
class GameResumed(PostContent):
    """A game that goes on, to the player whose turn it is."""


@posted(MATCH, "lobby")
class LobbyMessage(PostContent):
    """The message of a lobby, which is kept up to date."""
