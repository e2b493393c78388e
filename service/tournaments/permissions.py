"""Permissions of a tournament: who may do what, when, and on whom; one table for panels, typing, buttons and documents.

Everything done to a game of a tournament goes through rulings: with a reason, told to the people concerned, in the log, open to
appeal. Nobody who has ever entered (`service.interests`) decides anything that a line calls neutral, also after they have left or
were put out. Where nobody neutral is left, the clocks of the games and the fixed rules of the bot decide.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from service.errors import Refusal
from service.interests import Interest, must_have_no
from service.tournaments.state import TournamentState
from storage.rows import UserId
from storage.tournament_rows import CANCELLED, FINISHED, OPEN, RUNNING


class TournamentRole(StrEnum):
    """The role of a person in a tournament; one person may have several."""

    ORGANISER = "organiser"
    """Anyone who opened it, deputies, who may manage the server's channels, and the server's roles of organisers."""
    REFEREE = "referee"
    """The tournament's role of referees, and those of the server."""
    ENTRANT = "entrant"
    READER = "reader"
    """Everybody who can see its channel."""


class NeutralityRequired(StrEnum):
    """The condition under which people who have ever entered may not use a power."""

    NEVER = "never"
    RUNNING = "once it runs"
    ALWAYS = "always"


class ActionTarget(StrEnum):
    """The target of a power."""

    SELF = "yourself"
    ALL = "everybody"
    PAIRING = "a pairing, an entrant or a ruling"


@dataclass(frozen=True, slots=True)
class TournamentPermission:
    """One line of the table."""

    who: tuple[TournamentRole, ...]
    when: tuple[str, ...] = (OPEN, RUNNING)
    """Statuses of the tournament; rulings can be corrected for some days after its end."""
    whom: ActionTarget = ActionTarget.ALL
    neutral: NeutralityRequired = NeutralityRequired.NEVER
    proposes: bool = False
    """Whether people who are entered may begin all the same: what they decide is asked of the others, or refused by its kind."""


ORGANISERS, OFFICIALS = (TournamentRole.ORGANISER,), (TournamentRole.ORGANISER, TournamentRole.REFEREE)
ENTRANTS, READERS = (TournamentRole.ENTRANT,), (TournamentRole.READER,)
ALWAYS = (OPEN, RUNNING, FINISHED, CANCELLED)

POWERS: Mapping[str, TournamentPermission] = {
    "start": TournamentPermission(ORGANISERS, (OPEN,)),
    "edit": TournamentPermission(
        ORGANISERS,
        neutral=NeutralityRequired.RUNNING,
    ),
    "rules": TournamentPermission(ORGANISERS, (OPEN,)),
    "seed": TournamentPermission(ORGANISERS, (OPEN,), ActionTarget.PAIRING, NeutralityRequired.ALWAYS),
    "deputy": TournamentPermission(ORGANISERS),
    "message": TournamentPermission(ORGANISERS),
    "move": TournamentPermission(ORGANISERS),
    "page": TournamentPermission(ORGANISERS, ALWAYS),
    "cancel": TournamentPermission(ORGANISERS, neutral=NeutralityRequired.RUNNING),
    "end": TournamentPermission(ORGANISERS, (RUNNING,), neutral=NeutralityRequired.ALWAYS),
    "preview": TournamentPermission(OFFICIALS, (RUNNING,), ActionTarget.PAIRING, NeutralityRequired.ALWAYS),
    "publish": TournamentPermission(OFFICIALS, (RUNNING,), neutral=NeutralityRequired.ALWAYS),
    "late": TournamentPermission(OFFICIALS, (RUNNING,)),
    "close": TournamentPermission(OFFICIALS, (RUNNING,), neutral=NeutralityRequired.ALWAYS),
    "inspect": TournamentPermission(OFFICIALS, (RUNNING, FINISHED), neutral=NeutralityRequired.ALWAYS),
    "succeed": TournamentPermission(ORGANISERS, (FINISHED,)),
    "rule": TournamentPermission(OFFICIALS, (RUNNING, FINISHED), ActionTarget.PAIRING, NeutralityRequired.ALWAYS, proposes=True),
    "answer": TournamentPermission(OFFICIALS, (RUNNING, FINISHED), ActionTarget.PAIRING, NeutralityRequired.ALWAYS),
    "enter": TournamentPermission(READERS, whom=ActionTarget.SELF),
    "report": TournamentPermission(ENTRANTS, (RUNNING,), ActionTarget.PAIRING),
    "play": TournamentPermission(
        ENTRANTS,
        ALWAYS,
        ActionTarget.SELF,
    ),
    "read": TournamentPermission(READERS, ALWAYS),
}
"""By name; which presses need one is declared with them. What only entrants may is asked by the use-cases."""


def must_hold(name: str, roles: Collection[TournamentRole]) -> None:
    """Refuse `not-organiser`, `not-official` to a person without any role that a power needs."""
    power = POWERS[name]
    if power.who in (ORGANISERS, OFFICIALS) and not set(power.who) & set(roles):
        raise Refusal("not-organiser" if power.who == ORGANISERS else "not-official")


def must_be_neutral(state: TournamentState, by: UserId, name: str) -> None:
    """Refuse `own-ruling` to a person who has ever entered, and could gain by it or let others lose."""
    rule = POWERS[name].neutral
    if rule is NeutralityRequired.ALWAYS or (rule is NeutralityRequired.RUNNING and state.row.status == RUNNING):
        must_have_no(Interest.ENTERED, by, state, "own-ruling")


def must_be_time(state: TournamentState, name: str) -> None:
    """Refuse `event-over`, `event-running`, `event-not-running`, `event-not-over` where a power is none at this status."""
    when, status = POWERS[name].when, state.row.status
    if status in when:
        return
    if when == (FINISHED,):
        raise Refusal("event-not-over")
    if status in (FINISHED, CANCELLED):
        raise Refusal("event-over", status=status)
    raise Refusal("event-running" if status == RUNNING else "event-not-running")


def must_be_granted(name: str, state: TournamentState, by: UserId, roles: Collection[TournamentRole]) -> None:
    """Refuse what the line of a power doesn't grant: by role, by status, to people who are entered."""
    must_hold(name, roles)
    must_be_time(state, name)
    if not POWERS[name].proposes:
        must_be_neutral(state, by, name)


def may(name: str, state: TournamentState, by: UserId, roles: Collection[TournamentRole]) -> bool:
    """Return whether a person with these roles may do it now: what panels show and completions offer."""
    power = POWERS[name]
    try:
        must_hold(name, roles)
        must_be_neutral(state, by, name)
    except Refusal:
        return False
    return state.row.status in power.when and not set(power.who).isdisjoint(roles)
