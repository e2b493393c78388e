"""The contents of an event's private messages to one person."""

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
    """The reason for which the champion's role can't be given or taken, to those who can put it right."""


@posted(EVENT, LETTERS, "not-checked-in", "stuck", "channel-closed", reaches=Reaches.OWED)
class EventTrouble(CodedContent):
    """Something that went wrong in an event, by its code alone."""


@posted(EVENT, LETTERS, "moved-up", "let-in", "not-let-in", "taken-off", "you-organise", reaches=Reaches.EITHER)
class PlaceInEvent(CodedContent):
    """A change of what a person is in an event, by its code alone."""


@posted(EVENT, LETTERS, "next-season", reaches=Reaches.OWED)
class NextSeason(PostContent):
    """The next season, in which a place is held until a moment."""

    until: datetime


@posted(EVENT, LETTERS, "invited", reaches=Reaches.PERSON)
class HeldPlace(PostContent):
    """An organiser's invitation, with a place that is held until a moment."""

    until: datetime


@posted(EVENT, LETTERS, "duel-lapsed", reaches=Reaches.OWED)
class DuelLapsed(PostContent):
    """A challenge that was not answered in time."""

    entrant: int


@posted(EVENT, LETTERS, "duel-declined", "challenged", reaches=Reaches.EITHER)
class Challenge(CodedContent):
    """A challenge, or that it was declined, with the other entrant."""

    entrant: int


@posted(EVENT, LETTERS, "event-too-few", reaches=Reaches.OWED)
class TooFewForOrganiser(PostContent):
    """The end of an event that too few entered."""

    have: int
    least: int


@posted(EVENT, LETTERS, "preview", reaches=Reaches.OWED)
class RoundPreview(PostContent):
    """A round that is drawn and waits to be published."""

    round: int


@posted(EVENT, LETTERS, "lineup", reaches=Reaches.OWED)
class LineupWanted(PostContent):
    """A captain's line-up, due at a moment."""

    round: int
    until: datetime


@posted(EVENT, LETTERS, "team-too-small", reaches=Reaches.OWED)
class TeamTooSmall(PostContent):
    """A team with fewer members than boards."""

    boards: int


@posted(
    *(EVENT, LETTERS, "late", "warned", "be-ready", "absent", "gave-up-early", "late-table", "warned-table"),
    reaches=Reaches.OWED,
)
class TableDeadline(CodedContent):
    """A moment at a table: until when to play, or from when to join again, by the code."""

    round: int
    table: int
    until: datetime


@posted(EVENT, LETTERS, PLAY, COME, ACCEPTED, ACCEPTED_LIVE, BYE, reaches=Reaches.OWED)
class RoundCallLetter(CodedContent):
    """A round's call to a player: against whom, and until when."""

    round: int
    table: int
    others: tuple[int, ...]
    until: datetime | None = omitted_if(None)


@posted(EVENT, LETTERS, "time-decided", reaches=Reaches.OWED)
class TimeDecided(PostContent):
    """An open pairing that the used time has decided at the round's date."""

    round: int
    table: int
    own_s: int
    other_s: int


@posted(EVENT, LETTERS, NO_SHOW_TABLE, reaches=Reaches.OWED)
class SeatMissed(PostContent):
    """A table to which a player didn't come, so that a computer plays on."""

    round: int
    table: int


@posted(EVENT, LETTERS, NO_SHOW, OUT_OF_EVENT, reaches=Reaches.EITHER)
class PairingMissed(CodedContent):
    """A pairing that a player has lost by not coming, and by which they may be out."""

    round: int
    table: int
    ruling: int | None = omitted_if(None)


@posted(EVENT, LETTERS, "substituted", "substitute", "walkover", reaches=Reaches.EITHER)
class TableNews(CodedContent):
    """The outcome at an absent player's table, by the code."""

    round: int
    table: int


@posted(EVENT, LETTERS, "asks-to-join", reaches=Reaches.PERSON)
class TeamRequest(PostContent):
    """A person who would like to play for the captain's team."""

    entrant: int
    number: int


@posted(EVENT, LETTERS, "proposed", reaches=Reaches.PERSON, matter="result", replaces=True)
class ResultProposed(PostContent):
    """A result that another player proposes."""

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
    """The words of an organiser to all entrants."""

    text: str


@posted(EVENT, LETTERS, "referee", reaches=Reaches.PERSON)
class RefereeCalled(PostContent):
    """An entrant who calls for a referee, at a table or about the event."""

    entrant: int
    round: int | None = omitted_if(None)
    table: int | None = omitted_if(None)


@posted(EVENT, LETTERS, APPOINTED, reaches=Reaches.EITHER)
class AppointmentLetter(PostContent):
    """The hour on which two have agreed."""

    round: int
    table: int
    others: tuple[int, ...]
    at: datetime


@posted(EVENT, LETTERS, "disqualified", reaches=Reaches.EITHER)
class Disqualified(PostContent):
    """The end of an event for an entrant, by ruling."""

    reason: str
    ruling: int


@posted(EVENT, LETTERS, "appeal", reaches=Reaches.EITHER)
class AppealLetter(RulingContent):
    """An appeal, to those who can answer it: when letters about the round reached an absent player, and when some were lost."""

    appellant: int = 0
    reached: tuple[int, ...] | None = omitted_if(None)
    lost: tuple[int, ...] | None = omitted_if(None)


@posted(EVENT, LETTERS, "appealed", reaches=Reaches.EITHER)
class AppealOutcome(RulingContent):
    """The answer to an appeal, to those whom the ruling concerns."""

    upheld: bool = False


@posted(EVENT, LETTERS, "differs", reaches=Reaches.EITHER, matter="result")
class RulingDiffers(PostContent):
    """Another referee's wish to overrule one."""

    what: str
    round: int
    table: int
    entrant: int


@posted(EVENT, LETTERS, "ruled", reaches=Reaches.EITHER)
class RulingLetter(RulingContent):
    """A ruling, to those of its pairing."""


@posted(EVENT, LETTERS, "agreed", reaches=Reaches.EITHER, matter="result")
class AgreedLetter(PostContent):
    """A result on which all of a pairing have agreed."""

    what: str
    round: int
    table: int
    entrant: int
    rates: bool | None = omitted_if(None)
    ruling: int | None = omitted_if(None)


@posted(EVENT, LETTERS, SHIELDED, reaches=Reaches.EITHER)
class ShieldLetter(PostContent):
    """A player whose clock stands because an opponent may have put them out of the server."""

    round: int
    table: int
    entrant: int
    until: datetime


def with_reason(news: RulingNews, reason: str, ruling: int | None = None) -> RulingLetter:
    """Return the letter about a ruling, which tells its reason too, and the row to appeal against."""
    return RulingLetter(**{each.name: getattr(news, each.name) for each in fields(news)} | {"reason": reason, "ruling": ruling})
