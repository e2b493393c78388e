"""The contents of an event's private messages."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime

from service.core.post_content import CodedContent, PostContent, Reaches, posted
from service.core.stored_form import omitted_if
from service.tournaments.event_posts import LETTERS, RulingContent, RulingNews
from storage.rows import EVENT, UserId

PLAY, COME, BYE = "play", "come", "bye"
"""A game has begun; players are to say that they are there; there is nothing to do in this round."""
ACCEPTED, ACCEPTED_LIVE = "accepted", "accepted-live"
"""The same to a challenger whose duel begins."""
APPOINTED, MESSAGE, SHIELDED = "appointed", "message", "shielded"
NO_SHOW, NO_SHOW_TABLE, OUT_OF_EVENT = "no-show", "no-show-table", "out"


@posted(
    *(EVENT, LETTERS, "champion-deleted", "champion-above", "champion-powerful", "champion-lacking", "champion-taking"),
    reaches=Reaches.OWED,
)
class ChampionTrouble(CodedContent):
    """The message that the champion's role can't be given or taken, and why, to those who can solve it."""


@posted(EVENT, LETTERS, "not-checked-in", "stuck", "channel-closed", reaches=Reaches.OWED)
class EventTrouble(CodedContent):
    """The message that a problem named by its code has occurred in an event."""


@posted(EVENT, LETTERS, "moved-up", "let-in", "not-let-in", "taken-off", "you-organise", reaches=Reaches.EITHER)
class PlaceInEvent(CodedContent):
    """The message that the user's status in an event has changed, as its code says."""


@posted(EVENT, LETTERS, "next-season", reaches=Reaches.OWED)
class NextSeason(PostContent):
    """The message that a place in the next season is reserved until a given moment."""

    until: datetime


@posted(EVENT, LETTERS, "invited", reaches=Reaches.PERSON)
class HeldPlace(PostContent):
    """The organiser's invitation, with a place that is reserved until a given moment."""

    until: datetime


@posted(EVENT, LETTERS, "duel-lapsed", reaches=Reaches.OWED)
class DuelLapsed(PostContent):
    """The message that a challenge to a duel was not answered in time."""

    entrant: int


@posted(EVENT, LETTERS, "duel-declined", "challenged", reaches=Reaches.EITHER)
class Challenge(CodedContent):
    """The message about a challenge, or that it was declined, with the other entrant."""

    entrant: int


@posted(EVENT, LETTERS, "event-too-few", reaches=Reaches.OWED)
class TooFewForOrganiser(PostContent):
    """The message to the organiser that an event was cancelled because too few have entered."""

    have: int
    least: int


@posted(EVENT, LETTERS, "preview", reaches=Reaches.OWED)
class RoundPreview(PostContent):
    """The message that a round is drawn and waits to be published."""

    round: int


@posted(EVENT, LETTERS, "lineup", reaches=Reaches.OWED)
class LineupWanted(PostContent):
    """The request for a captain's line-up, due at a given moment."""

    round: int
    until: datetime


@posted(EVENT, LETTERS, "team-too-small", reaches=Reaches.OWED)
class TeamTooSmall(PostContent):
    """The message that a team has fewer members than boards."""

    boards: int


@posted(
    *(EVENT, LETTERS, "late", "warned", "be-ready", "absent", "gave-up-early", "late-table", "warned-table"),
    reaches=Reaches.OWED,
)
class TableDeadline(CodedContent):
    """The message about a deadline at a table: until when to play, or when to join again, as its code says."""

    round: int
    table: int
    until: datetime


@posted(EVENT, LETTERS, PLAY, COME, ACCEPTED, ACCEPTED_LIVE, BYE, reaches=Reaches.OWED)
class RoundCallLetter(CodedContent):
    """The message that a round begins for a player, with the opponent and the deadline."""

    round: int
    table: int
    others: tuple[int, ...]
    until: datetime | None = omitted_if(None)


@posted(EVENT, LETTERS, "time-decided", reaches=Reaches.OWED)
class TimeDecided(PostContent):
    """The message that the time used has decided a pairing that was open at the round's deadline."""

    round: int
    table: int
    own_s: int
    other_s: int


@posted(EVENT, LETTERS, NO_SHOW_TABLE, reaches=Reaches.OWED)
class SeatMissed(PostContent):
    """The message to an absent player that a computer plays on for them."""

    round: int
    table: int


@posted(EVENT, LETTERS, NO_SHOW, OUT_OF_EVENT, reaches=Reaches.EITHER)
class PairingMissed(CodedContent):
    """The message to an absent player that they lost a pairing, and may be out of the event."""

    round: int
    table: int
    ruling: int | None = omitted_if(None)


@posted(EVENT, LETTERS, "substituted", "substitute", "walkover", reaches=Reaches.EITHER)
class TableNews(CodedContent):
    """The message about the outcome at a table where a player was absent, as its code says."""

    round: int
    table: int


@posted(EVENT, LETTERS, "asks-to-join", reaches=Reaches.PERSON)
class TeamRequest(PostContent):
    """The request of a user to play for the captain's team."""

    entrant: int
    number: int


@posted(EVENT, LETTERS, "proposed", reaches=Reaches.PERSON, matter="result", replaces=True)
class ResultProposed(PostContent):
    """The message that another player proposes a result, which needs the user's agreement."""

    what: str
    round: int
    table: int
    entrant: int
    reason: str
    proposal: int
    by: UserId
    points: str
    rates: bool | None = omitted_if(None)


@posted(EVENT, LETTERS, MESSAGE, reaches=Reaches.PERSON)
class OrganiserLetter(PostContent):
    """The organiser's message to all entrants."""

    text: str


@posted(EVENT, LETTERS, "referee", reaches=Reaches.PERSON)
class RefereeCalled(PostContent):
    """The message that an entrant calls for a referee, at a table or about the event."""

    entrant: int
    round: int | None = omitted_if(None)
    table: int | None = omitted_if(None)


@posted(EVENT, LETTERS, APPOINTED, reaches=Reaches.EITHER)
class AppointmentLetter(PostContent):
    """The message with the time on which two players have agreed."""

    round: int
    table: int
    others: tuple[int, ...]
    at: datetime


@posted(EVENT, LETTERS, "disqualified", reaches=Reaches.EITHER)
class Disqualified(PostContent):
    """The message that the user was disqualified."""

    reason: str
    ruling: int


@posted(EVENT, LETTERS, "appeal", reaches=Reaches.EITHER)
class AppealLetter(RulingContent):
    """The message about an appeal to the referees who can answer it.

    It says when messages about the round reached an absent player, and when some failed.
    """

    appellant: int = 0
    reached: tuple[int, ...] | None = omitted_if(None)
    lost: tuple[int, ...] | None = omitted_if(None)


@posted(EVENT, LETTERS, "appealed", reaches=Reaches.EITHER)
class AppealOutcome(RulingContent):
    """The message with the answer to an appeal, to the players whom the ruling affects."""

    upheld: bool = False


@posted(EVENT, LETTERS, "differs", reaches=Reaches.EITHER, matter="result")
class RulingDiffers(PostContent):
    """The message that another referee wants to overrule the user's ruling."""

    what: str
    round: int
    table: int
    entrant: int


@posted(EVENT, LETTERS, "ruled", reaches=Reaches.EITHER)
class RulingLetter(RulingContent):
    """The message about a ruling to the players of its pairing."""


@posted(EVENT, LETTERS, "agreed", reaches=Reaches.EITHER, matter="result")
class AgreedLetter(PostContent):
    """The message that all players of a pairing have agreed on its result."""

    what: str
    round: int
    table: int
    entrant: int
    rates: bool | None = omitted_if(None)
    ruling: int | None = omitted_if(None)


@posted(EVENT, LETTERS, SHIELDED, reaches=Reaches.EITHER)
class ShieldLetter(PostContent):
    """The message that a player's clock is stopped, because an opponent may have removed them from the server."""

    round: int
    table: int
    entrant: int
    until: datetime


def with_reason(news: RulingNews, reason: str, ruling: int | None = None) -> RulingLetter:
    """Return the message about a ruling, with its reason and the number of the log row to appeal against."""
    return RulingLetter(**{each.name: getattr(news, each.name) for each in fields(news)} | {"reason": reason, "ruling": ruling})
