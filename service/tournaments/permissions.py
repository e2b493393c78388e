"""The permissions of a tournament: one table of who may do what, when, and on whom, for panels, commands, buttons and docs.

Everything done to a game of a tournament is a ruling: it has a reason, is announced to the players concerned and logged, and can be
appealed. A user who has ever entered (`service.interests`) can't use a power marked as neutral, even after they have left or were
removed. If no neutral official is left, the clocks of the games and the fixed rules of the bot decide.
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
    """The role of a user in a tournament; one user may have several."""

    ORGANISER = "organiser"
    """Anyone who opened it, deputies, who may manage the server's channels, and the server's roles of organisers."""
    REFEREE = "referee"
    """The tournament's role of referees, and those of the server."""
    ENTRANT = "entrant"
    READER = "reader"
    """Everybody who can see its channel."""


class NeutralityRequired(StrEnum):
    """The statuses of a tournament in which users who have ever entered can't use a power."""

    NEVER = "never"
    RUNNING = "once it runs"
    ALWAYS = "always"


class ActionTarget(StrEnum):
    """The entrants or pairings that a power acts on."""

    SELF = "yourself"
    ALL = "everybody"
    PAIRING = "a pairing, an entrant or a ruling"


@dataclass(frozen=True, slots=True)
class TournamentPermission:
    """One power: the roles that have it, and the statuses in which they can use it."""

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
    """Refuse `not-organiser`, `not-official` to a user without any of the roles that have this power."""
    power = POWERS[name]
    if power.who in (ORGANISERS, OFFICIALS) and not set(power.who) & set(roles):
        raise Refusal("not-organiser" if power.who == ORGANISERS else "not-official")


def must_be_neutral(state: TournamentState, by: UserId, name: str) -> None:
    """Refuse `own-ruling` to a user who has ever entered, if this power requires neutrality now."""
    rule = POWERS[name].neutral
    if rule is NeutralityRequired.ALWAYS or (rule is NeutralityRequired.RUNNING and state.row.status == RUNNING):
        must_have_no(Interest.ENTERED, by, state, "own-ruling")


def must_be_time(state: TournamentState, name: str) -> None:
    """Refuse `event-over`, `event-running`, `event-not-running`, `event-not-over` if the power can't be used at this status."""
    when, status = POWERS[name].when, state.row.status
    if status in when:
        return
    if when == (FINISHED,):
        raise Refusal("event-not-over")
    if status in (FINISHED, CANCELLED):
        raise Refusal("event-over", status=status)
    raise Refusal("event-running" if status == RUNNING else "event-not-running")


def must_be_granted(name: str, state: TournamentState, by: UserId, roles: Collection[TournamentRole]) -> None:
    """Raise `Refusal` unless the user may use this power now: by role, status and neutrality."""
    must_hold(name, roles)
    must_be_time(state, name)
    if not POWERS[name].proposes:
        must_be_neutral(state, by, name)


def may(name: str, state: TournamentState, by: UserId, roles: Collection[TournamentRole]) -> bool:
    """Return whether a user with these roles may use this power now; panels and completions offer only such actions."""
    power = POWERS[name]
    try:
        must_hold(name, roles)
        must_be_neutral(state, by, name)
    except Refusal:
        return False
    return state.row.status in power.when and not set(power.who).isdisjoint(roles)
