"""Who may do what to a tournament, when, and on whom: one table for commands, buttons, use-cases and documentation.

Everything done to a game of a tournament goes through rulings: with a reason, told to the people concerned, in the log, open to
appeal. Nobody who is entered, and could gain a place by it, decides anything that a line calls neutral. Where nobody neutral is
left, the clocks of the games and the fixed rules of the bot decide.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from service.errors import Refusal
from service.events.state import IN, WAITING, State
from storage.event_records import CANCELLED, FINISHED, OPEN, RUNNING
from storage.records import UserId


class Role(StrEnum):
    """What somebody is in a tournament; one person may be several."""

    ORGANISER = "organiser"
    """Whoever opened it, deputies, who may manage the server's channels, and the server's roles of organisers."""
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
    commands: tuple[str, ...] = ()
    presses: tuple[str, ...] = ()
    when: tuple[str, ...] = (OPEN, RUNNING)
    """Statuses of the tournament; rulings can be corrected for some days after its end."""
    whom: Whom = Whom.ALL
    neutral: Neutral = Neutral.NEVER


ORGANISERS, OFFICIALS = (Role.ORGANISER,), (Role.ORGANISER, Role.REFEREE)
ENTRANTS, READERS = (Role.ENTRANT,), (Role.READER,)
ALWAYS = (OPEN, RUNNING, FINISHED, CANCELLED)

POWERS: Mapping[str, Power] = {
    "start": Power(ORGANISERS, ("tournament start",), ("tstart",), (OPEN,)),
    "edit": Power(ORGANISERS, ("tournament edit",), neutral=Neutral.RUNNING),
    "seed": Power(ORGANISERS, when=(OPEN,), whom=Whom.PAIRING, neutral=Neutral.ALWAYS),
    "deputy": Power(ORGANISERS, ("tournament deputy",)),
    "message": Power(ORGANISERS, ("tournament message",)),
    "move": Power(ORGANISERS, ("tournament here",)),
    "cancel": Power(ORGANISERS, ("tournament cancel",), ("tcancel", "tcancelsure"), neutral=Neutral.RUNNING),
    "end": Power(ORGANISERS, (), ("tend", "tendsure"), (RUNNING,), neutral=Neutral.ALWAYS),
    "preview": Power(OFFICIALS, ("tournament publish", "tournament swap"), ("tpreview",), (RUNNING,), Whom.PAIRING, Neutral.ALWAYS),
    "publish": Power(OFFICIALS, (), ("tpublish",), (RUNNING,)),
    "late": Power(OFFICIALS, ("tournament late",), when=(RUNNING,)),
    "close": Power(OFFICIALS, ("tournament close-round",), when=(RUNNING,), neutral=Neutral.ALWAYS),
    "rule": Power(OFFICIALS, ("tournament rule",), when=(RUNNING, FINISHED), whom=Whom.PAIRING, neutral=Neutral.ALWAYS),
    "answer": Power(OFFICIALS, (), ("tuphold", "tsetaside"), when=(RUNNING, FINISHED), whom=Whom.PAIRING, neutral=Neutral.ALWAYS),
    "enter": Power(READERS, ("tournament enter",), ("tenter",), whom=Whom.SELF),
    "play": Power(
        ENTRANTS,
        ("tournament leave", "tournament check-in", "tournament skip", "tournament lineup"),
        ("tleave", "tleavesure", "tcheckin", "tready", "treferee", "tskip", "tmy", "tappeal", "tchallenge"),
        ALWAYS,
        Whom.SELF,
    ),
    "read": Power(
        READERS,
        (
            *("tournament info", "tournament standings", "tournament table", "tournament bracket"),
            *("tournament pairings", "tournament export"),
        ),
        ("tinfo", "tstand", "tcross", "tbracket", "tpair"),
        ALWAYS,
    ),
}
"""By name; `seed` is a part of `tournament edit` with a rule of its own. What only entrants may is asked by the use-cases."""

BY_COMMAND: Mapping[str, str] = {command: name for name, power in POWERS.items() for command in power.commands}
BY_PRESS: Mapping[str, str] = {verb: name for name, power in POWERS.items() for verb in power.presses}


def must_hold(name: str, roles: Collection[Role]) -> None:
    """Refuse `not-organiser`, `not-official` to somebody who has none of the roles that a power needs."""
    power = POWERS[name]
    if power.who in (ORGANISERS, OFFICIALS) and not set(power.who) & set(roles):
        raise Refusal("not-organiser" if power.who == ORGANISERS else "not-official")


def must_be_neutral(state: State, by: UserId, name: str) -> None:
    """Refuse `own-ruling` to somebody who is entered, or waits for a place, and could gain by it."""
    rule = POWERS[name].neutral
    member = state.member(by)
    is_inside = member is not None and member.status in (IN, WAITING)
    if is_inside and (rule is Neutral.ALWAYS or (rule is Neutral.RUNNING and state.row.status == RUNNING)):
        raise Refusal("own-ruling")
