"""Who may do what to a tournament, when, and on whom: one table for panels, typed actions, buttons, use-cases and documentation.

Everything done to a game of a tournament goes through rulings: with a reason, told to the people concerned, in the log, open to
appeal. Nobody who is entered, and could gain a place by it, decides anything that a line calls neutral. Where nobody neutral is
left, the clocks of the games and the fixed rules of the bot decide.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from service.errors import Refusal
from service.tournaments.state import IN, WAITING, EventState
from storage.event_records import CANCELLED, FINISHED, OPEN, RUNNING
from storage.records import UserId


class Role(StrEnum):
    """What somebody is in a tournament; one person may be several."""

    ORGANISER = "organiser"
    """Anyone who opened it, deputies, who may manage the server's channels, and the server's roles of organisers."""
    REFEREE = "referee"
    """The tournament's role of referees, and those of the server."""
    ENTRANT = "entrant"
    READER = "reader"
    """Everybody who can see its channel."""


class Neutral(StrEnum):
    """When somebody who is entered may not do it."""

    NEVER = "never"
    RUNNING = "once it runs"
    ALWAYS = "always"


class Whom(StrEnum):
    """What is touched."""

    SELF = "yourself"
    ALL = "everybody"
    PAIRING = "a pairing, an entrant or a ruling"


@dataclass(frozen=True, slots=True)
class Power:
    """One line of the table."""

    who: tuple[Role, ...]
    presses: tuple[str, ...] = ()
    """The verbs of buttons and forms; an action that is typed stands for one of them."""
    when: tuple[str, ...] = (OPEN, RUNNING)
    """Statuses of the tournament; rulings can be corrected for some days after its end."""
    whom: Whom = Whom.ALL
    neutral: Neutral = Neutral.NEVER


ORGANISERS, OFFICIALS = (Role.ORGANISER,), (Role.ORGANISER, Role.REFEREE)
ENTRANTS, READERS = (Role.ENTRANT,), (Role.READER,)
ALWAYS = (OPEN, RUNNING, FINISHED, CANCELLED)

POWERS: Mapping[str, Power] = {
    "start": Power(ORGANISERS, ("tstart",), (OPEN,)),
    "edit": Power(
        ORGANISERS,
        ("tedit", "teditset", "ttimes", "ttimesset", "thours", "thoursset", "tlimits", "tlimitsset"),
        neutral=Neutral.RUNNING,
    ),
    "rules": Power(ORGANISERS, ("trules", "trulesset"), (OPEN,)),
    "seed": Power(ORGANISERS, ("tseed", "tseedset"), (OPEN,), Whom.PAIRING, Neutral.ALWAYS),
    "deputy": Power(ORGANISERS, ("tdeputy", "tdeputyset")),
    "message": Power(ORGANISERS, ("twrite", "twriteset")),
    "move": Power(ORGANISERS, ("thome",)),
    "cancel": Power(ORGANISERS, ("tcancel", "tcancelsure"), neutral=Neutral.RUNNING),
    "end": Power(ORGANISERS, ("tend", "tendsure"), (RUNNING,), neutral=Neutral.ALWAYS),
    "preview": Power(OFFICIALS, ("tpreview", "tswap", "tswapset"), (RUNNING,), Whom.PAIRING, Neutral.ALWAYS),
    "publish": Power(OFFICIALS, ("tpublish",), (RUNNING,)),
    "late": Power(OFFICIALS, ("tlate",), (RUNNING,)),
    "close": Power(OFFICIALS, ("tclose", "tclosesure"), (RUNNING,), neutral=Neutral.ALWAYS),
    "succeed": Power(ORGANISERS, ("tnext", "tnextset"), (FINISHED,)),
    "rule": Power(OFFICIALS, ("trule", "truleset"), (RUNNING, FINISHED), Whom.PAIRING, Neutral.ALWAYS),
    "answer": Power(OFFICIALS, ("tuphold", "tsetaside"), (RUNNING, FINISHED), Whom.PAIRING, Neutral.ALWAYS),
    "enter": Power(READERS, ("tenter", "taccept"), whom=Whom.SELF),
    "report": Power(ENTRANTS, ("treport", "treportset", "tagree"), (RUNNING,), Whom.PAIRING),
    "play": Power(
        ENTRANTS,
        (
            *("tleave", "tleavesure", "tcheckin", "tready", "treferee", "tskip", "tlineup", "tlineupset"),
            *("tmy", "tgame", "tappeal", "tchallenge", "tjoin"),
            *("tpropose", "tproposeset", "toffer", "tmeet", "tpart"),
        ),
        ALWAYS,
        Whom.SELF,
    ),
    "read": Power(READERS, ("tpanel", "tseries", "tinfo", "tstand", "tcross", "tbracket", "tpair", "texport", "tshare"), ALWAYS),
}
"""By name. What only entrants may is asked by the use-cases."""

BY_PRESS: Mapping[str, str] = {verb: name for name, power in POWERS.items() for verb in power.presses}


def must_hold(name: str, roles: Collection[Role]) -> None:
    """Refuse `not-organiser`, `not-official` to somebody who has none of the roles that a power needs."""
    power = POWERS[name]
    if power.who in (ORGANISERS, OFFICIALS) and not set(power.who) & set(roles):
        raise Refusal("not-organiser" if power.who == ORGANISERS else "not-official")


def must_be_neutral(state: EventState, by: UserId, name: str) -> None:
    """Refuse `own-ruling` to somebody who is entered, or waits for a place, and could gain by it."""
    rule = POWERS[name].neutral
    member = state.member(by)
    is_inside = member is not None and member.status in (IN, WAITING)
    if is_inside and (rule is Neutral.ALWAYS or (rule is Neutral.RUNNING and state.row.status == RUNNING)):
        raise Refusal("own-ruling")


def may(name: str, state: EventState, by: UserId, roles: Collection[Role]) -> bool:
    """Whether somebody with these roles may do it now: what panels show and completions offer."""
    power = POWERS[name]
    try:
        must_hold(name, roles)
        must_be_neutral(state, by, name)
    except Refusal:
        return False
    return state.row.status in power.when and not set(power.who).isdisjoint(roles)
