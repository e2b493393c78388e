"""The contents of an event's public posts: its notice board, its pairings, and news."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from service.core.post_content import PostContent, Reaches, posted
from service.core.stored_form import omitted_if
from service.tournaments.state import Place
from storage.rows import EVENT, UserId

BOARD, PAIRING, LETTER, BULLETIN, APPOINTMENT = "board", "pairing", "letter", "bulletin", "appointment"
CALL = "call"
"""A letter of which somebody must hear within minutes."""
LETTERS = (LETTER, CALL)
"""Kinds of messages: the notice board, who meets whom, to one person in private, to everybody in the event's channel or a table's
thread, to the two of a pairing about the hour at which they meet.
"""


@dataclass(frozen=True, slots=True)
class RulingContent(PostContent):
    """The fields about a ruling, with the entrant and table it is about if there are any."""

    what: str
    entrant: int | None = omitted_if(None)
    round: int | None = omitted_if(None)
    table: int | None = omitted_if(None)
    length_s: int | None = omitted_if(None)
    reason: str | None = omitted_if(None)
    ruling: int | None = omitted_if(None)
    """The number of its row in the log."""
    rates: bool | None = omitted_if(None)
    """Whether the result counts for ratings."""


@posted(EVENT, BOARD)
class NoticeBoard(PostContent):
    """The message that shows the state of an event and is kept up to date."""


@posted(EVENT, PAIRING, reaches=Reaches.EITHER)
class PairingPost(PostContent):
    """The message of a pairing, from which the thread of its games is created."""

    round: int
    table: int


@posted(EVENT, BULLETIN, "event-started")
class EventBegun(PostContent):
    """The news that an event has begun, with the number of entrants."""

    entrants: int


@posted(EVENT, BULLETIN, "event-cancelled")
class EventCalledOff(PostContent):
    """The news that an event was cancelled."""


@posted(EVENT, BULLETIN, "event-too-few")
class TooFewEntered(PostContent):
    """The news that an event was cancelled because too few have entered."""

    have: int
    least: int


@posted(EVENT, BULLETIN, "round")
class RoundDrawn(PostContent):
    """The post with the pairings of a round."""

    round: int


@posted(EVENT, BULLETIN, "round-over")
class RoundOver(PostContent):
    """The post with the results of a round."""

    round: int


@posted(EVENT, BULLETIN, "lineups")
class LineupsDue(PostContent):
    """The news of when the line-ups of a round are published."""

    round: int
    until: datetime


@posted(EVENT, BULLETIN, "challenge-over")
class ChallengeOver(PostContent):
    """The result of a ladder's game, with the place of the higher entrant."""

    round: int
    table: int
    entrant: int
    stands: int


@posted(EVENT, BULLETIN, "champion")
class ChampionFound(PostContent):
    """The news that an event is over, with its champion."""


@posted(EVENT, BULLETIN, "no-champion")
class NoChampion(PostContent):
    """The news that an event ended without a game."""


@posted(EVENT, BULLETIN, "duel-over")
class DuelOver(PostContent):
    """The news of a duel's result."""


@posted(EVENT, BULLETIN, "stuck")
class EventStuck(PostContent):
    """The news that an event can't go on."""


@posted(EVENT, BULLETIN, "substitute")
class SubstituteComes(PostContent):
    """The news that an entrant from the waiting list replaces another at a table."""

    round: int
    table: int
    entrant: int


@posted(EVENT, BULLETIN, "unheard", reaches=Reaches.OWED)
class LetterUnheard(PostContent):
    """The public ping of a user who takes no private messages."""

    user: UserId


@posted(EVENT, BULLETIN, "ruling")
class RulingNews(RulingContent):
    """The news of a ruling."""


@posted(EVENT, BULLETIN, "agreed")
class ResultAgreed(PostContent):
    """The news that the players of a pairing have agreed on its result."""

    what: str
    round: int
    table: int
    entrant: int
    rates: bool | None = omitted_if(None)


@posted(EVENT, BULLETIN, "appeal")
class AppealNews(PostContent):
    """The news of an appeal, which another referee must answer."""

    entrant: int
    ruling: int


@posted(EVENT, BULLETIN, "settings-changed")
class SettingsNews(PostContent):
    """The news that the organiser has changed settings."""

    keys: tuple[str, ...]


@posted(EVENT, BULLETIN, "appealed")
class AppealAnswered(RulingContent):
    """The news of the answer to an appeal, with the ruling."""

    upheld: bool = False


@posted(EVENT, BULLETIN, "referee")
class RefereeWanted(PostContent):
    """The news that an entrant calls for a referee, at a table or about the event."""

    entrant: int
    round: int | None = omitted_if(None)
    table: int | None = omitted_if(None)


@posted(EVENT, BULLETIN, "host-left")
class OrganiserLeft(PostContent):
    """The news that the organiser has left, and who organises now."""

    by: UserId | None = None
    official: UserId | None = omitted_if(None)
    """The same, as earlier programs named it."""


def place_of(content: PostContent) -> Place | None:
    """Return the round and table that a post is about; None if it is about no table."""
    round_, table = number_in_content(content, "round"), number_in_content(content, "table")
    return None if round_ is None or table is None else (round_, table)


def number_in_content(content: PostContent, name: str) -> int | None:
    """Return the number in this field of a post; None if it has no such field or leaves it empty."""
    value = getattr(content, name, None)
    return value if isinstance(value, int) else None
