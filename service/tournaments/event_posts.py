"""The contents of an event's messages to its channel: its board, its pairings, and bulletins."""

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
    """A ruling, about whom and which table, as far as it has them."""

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
    """The board of an event, which is kept up to date."""


@posted(EVENT, PAIRING, reaches=Reaches.EITHER)
class PairingPost(PostContent):
    """The message of a pairing, from which its thread is made."""

    round: int
    table: int


@posted(EVENT, BULLETIN, "event-started")
class EventBegun(PostContent):
    """The beginning of an event, with the number of entrants."""

    entrants: int


@posted(EVENT, BULLETIN, "event-cancelled")
class EventCalledOff(PostContent):
    """The end of an event without a champion."""


@posted(EVENT, BULLETIN, "event-too-few")
class TooFewEntered(PostContent):
    """The end of an event that too few entered."""

    have: int
    least: int


@posted(EVENT, BULLETIN, "round")
class RoundDrawn(PostContent):
    """The pairings of a round."""

    round: int


@posted(EVENT, BULLETIN, "round-over")
class RoundOver(PostContent):
    """The results of a round."""

    round: int


@posted(EVENT, BULLETIN, "lineups")
class LineupsDue(PostContent):
    """The moment at which the line-ups of a round are published."""

    round: int
    until: datetime


@posted(EVENT, BULLETIN, "challenge-over")
class ChallengeOver(PostContent):
    """The result of a ladder's game, and the place of the upper one."""

    round: int
    table: int
    entrant: int
    stands: int


@posted(EVENT, BULLETIN, "champion")
class ChampionFound(PostContent):
    """The end of an event, with its champion."""


@posted(EVENT, BULLETIN, "no-champion")
class NoChampion(PostContent):
    """The end of an event without a game."""


@posted(EVENT, BULLETIN, "duel-over")
class DuelOver(PostContent):
    """The result of a duel."""


@posted(EVENT, BULLETIN, "stuck")
class EventStuck(PostContent):
    """An event that can't go on."""


@posted(EVENT, BULLETIN, "substitute")
class SubstituteComes(PostContent):
    """An entrant from the waiting list who plays at a table now."""

    round: int
    table: int
    entrant: int


@posted(EVENT, BULLETIN, "unheard", reaches=Reaches.OWED)
class LetterUnheard(PostContent):
    """A call to a person who takes no private messages."""

    user: UserId


@posted(EVENT, BULLETIN, "ruling")
class RulingNews(RulingContent):
    """A ruling."""


@posted(EVENT, BULLETIN, "agreed")
class ResultAgreed(PostContent):
    """A result on which a pairing has agreed."""

    what: str
    round: int
    table: int
    entrant: int
    rates: bool | None = omitted_if(None)


@posted(EVENT, BULLETIN, "appeal")
class AppealNews(PostContent):
    """An appeal against a ruling, which another referee has to answer."""

    entrant: int
    ruling: int


@posted(EVENT, BULLETIN, "settings-changed")
class SettingsNews(PostContent):
    """Settings that the organiser has changed."""

    keys: tuple[str, ...]


@posted(EVENT, BULLETIN, "appealed")
class AppealAnswered(RulingContent):
    """The answer to an appeal, with what was ruled."""

    upheld: bool = False


@posted(EVENT, BULLETIN, "referee")
class RefereeWanted(PostContent):
    """An entrant who calls for a referee, at a table or about the event."""

    entrant: int
    round: int | None = omitted_if(None)
    table: int | None = omitted_if(None)


@posted(EVENT, BULLETIN, "host-left")
class OrganiserLeft(PostContent):
    """The organiser's leaving, and who organises now."""

    by: UserId | None = None
    official: UserId | None = omitted_if(None)
    """The same, as earlier programs named it."""


def place_of(content: PostContent) -> Place | None:
    """Return the round and table that a message is about; None if it's about no table."""
    round_, table = number_in_content(content, "round"), number_in_content(content, "table")
    return None if round_ is None or table is None else (round_, table)


def number_in_content(content: PostContent, name: str) -> int | None:
    """Return the number that a message has in this field; None where it has no such field, or leaves it empty."""
    value = getattr(content, name, None)
    return value if isinstance(value, int) else None
