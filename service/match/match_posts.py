"""The contents of the posts about a game that a commit of the game itself queues."""

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
    """The message to the player who must act, with the log rows since a version; it says if it is their first turn."""

    since: int
    first: bool = False


@posted(MATCH, NOTICE, OUT_OF_TIME)
class TimeOut(CodedContent):
    """The facts about a player's timeout: its consequence, how many there were, the time they had, and what they keep."""

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
    """The result with the final board and the opened bag, the log rows since the last message, and the timeout that ended it."""

    since: int
    timeout: TimeOut | None = omitted_if(None)


@posted(MATCH, "result", reaches=Reaches.OWED)
class UnheardResult(PostContent):
    """The result as a private message to one user, because the channel could not take it."""

    since: int
    timeout: TimeOut | None = omitted_if(None)


@posted(MATCH, NOTICE, "vacated")
class SeatVacated(PostContent):
    """The news that a computer plays a seat now: its former player, the reason, the level, and the facts of a timeout."""

    seat: int
    user: UserId | None
    why: str
    level: str
    timeout: TimeOut | None = omitted_if(None)


@posted(MATCH, NOTICE, "returned")
class SeatReturned(PostContent):
    """The news that a former player has taken their seat back."""

    seat: int
    user: UserId | None


@posted(MATCH, NOTICE, "taken-over")
class SeatTakenOver(PostContent):
    """The news that another user plays a seat now."""

    seat: int
    user: UserId
    former: UserId | None


@posted(MATCH, NOTICE, "undone")
class MoveUndone(PostContent):
    """The news that a move was undone; only earlier programs queued it."""

    seat: int


@posted(MATCH, NOTICE, "resumed", reaches=Reaches.EITHER)
class GameResumed(PostContent):
    """The news that a game goes on, to the player whose turn it is."""


@posted(MATCH, "lobby")
class LobbyMessage(PostContent):
    """The message that shows a lobby and is edited as it changes."""
