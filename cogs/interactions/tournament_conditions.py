"""Conditions under which tournament actions are possible for a user, and completions of the actions' typed arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.errors import Refusal
from service.tournaments.permissions import TournamentRole
from service.tournaments.scheduling import OpenPairing, pair_of
from service.tournaments.state import IN, WAITING, Participant, TournamentState
from storage.rows import UserId
from storage.tournament_rows import OPEN, RUNNING, UNDER_WAY
from text.tournaments import stage_names
from text.translator import Translator


@dataclass(frozen=True)
class TournamentSituation:
    """One user's relation to one tournament, or to none: the values that decide which actions are possible."""

    user: UserId
    state: TournamentState | None
    roles: frozenset[TournamentRole]
    opens: bool
    """Whether they may open another event here."""
    names: tuple[tuple[str, str], ...] = ()
    """Whom they can challenge: name and number."""

    @property
    def event(self) -> TournamentState:
        """State of the tournament; only valid in a situation with a tournament."""
        assert self.state is not None
        return self.state

    @property
    def status(self) -> str:
        """Status of the tournament."""
        return self.event.row.status

    @property
    def argument(self) -> str:
        """The tournament's id as presses carry it; empty without a tournament."""
        return "" if self.state is None else str(self.state.row.id)

    @property
    def member(self) -> Participant | None:
        """The user as an entrant, if active or waiting; otherwise None."""
        member = None if self.state is None else self.state.member(self.user)
        return member if member is not None and member.status in (IN, WAITING) else None

    @property
    def pair(self) -> OpenPairing | None:
        """The user's open pairing against one opponent; None without one."""
        if self.state is None or self.member is None:
            return None
        try:
            return pair_of(self.state, self.user)
        except Refusal:
            return None

    @property
    def is_captain(self) -> bool:
        """Whether the user is the captain of a team, who submits its line-up."""
        state, member = self.state, self.member
        if state is None or member is None or not state.boards:
            return False
        return state.team(state.team_of[member.id], IN)[:1] == (member,)

    @property
    def leads_roster(self) -> bool:
        """Whether the user is a captain who may change the team's roster now."""
        is_unlocked = self.status == OPEN or (self.status == RUNNING and self.event.settings.rosters_lock_at is not None)
        return self.is_captain and is_unlocked


def own_team(situation: TournamentSituation) -> tuple[Participant, ...]:
    """Return the members of the user's team, including users who have asked to join it; empty for a user without an entry."""
    member = situation.member
    return (
        ()
        if member is None
        else tuple(participant for participant in situation.event.having(IN, WAITING) if participant.team == member.team)
    )


def page(text: str) -> Callable[[TournamentSituation], str]:
    """Return a function that makes a button's argument: the tournament's id, followed by `text`."""
    return lambda at: f"{at.argument} {text}"


def may_enter(situation: TournamentSituation) -> bool:
    """Return whether the user could enter the tournament, or accept the challenge to a duel."""
    if situation.event.is_duel:
        return situation.status == OPEN and situation.event.users.get(2) == situation.user
    return situation.member is None and (situation.status == OPEN or situation.event.late_round() is not None)


def may_accept(situation: TournamentSituation) -> bool:
    """Return whether the user may enter and must accept the organiser's own rules for that."""
    return bool(situation.event.settings.own_rules) and may_enter(situation)


def is_waited_for(situation: TournamentSituation) -> bool:
    """Return whether the user must confirm their presence for an open pairing."""
    return situation.event.settings.asks_who_is_here and sits(situation)


def pauses(situation: TournamentSituation) -> bool | None:
    """Return whether the user pauses in a running arena; None if they take part in none."""
    is_in = (
        situation.member is not None
        and situation.member.status == IN
        and situation.status == RUNNING
        and situation.event.settings.is_arena
    )
    return situation.member.pauses if situation.member is not None and is_in else None


def agrees(situation: TournamentSituation) -> bool:
    """Return whether the user can agree on a result of their open pairing; never in an arena."""
    return sits(situation) and not situation.event.settings.is_arena


def has_been_ruled_on(situation: TournamentSituation) -> bool:
    """Return whether the user is an entrant of a tournament that has results to appeal against."""
    return situation.member is not None and bool(situation.event.results)


def may_check_in(situation: TournamentSituation) -> bool:
    """Return whether the user is an entrant who has yet to check in."""
    is_asked = situation.status == OPEN and situation.event.settings.check_in_from is not None
    return is_asked and situation.member is not None and not situation.member.checked_in


def may_skip(situation: TournamentSituation) -> bool:
    """Return whether the user may sit out the next round."""
    return (
        situation.member is not None
        and situation.member.status == IN
        and situation.status == RUNNING
        and situation.event.may_skip(situation.member) is None
    )


def sits(situation: TournamentSituation) -> bool:
    """Return whether the user has an open pairing."""
    pairing = None if situation.member is None else situation.event.sits_at(situation.member.id)
    return pairing is not None and pairing in situation.event.open_tables()


def can_meet(situation: TournamentSituation) -> bool:
    """Return whether the user has an opponent with whom to make an appointment."""
    return situation.pair is not None and situation.status == RUNNING


def is_asked_to_meet(situation: TournamentSituation) -> bool:
    """Return whether the user's opponent has proposed a time that the user has yet to answer."""
    return situation.pair is not None and situation.event.hours.open_to(situation.pair.place, situation.pair.own) is not None


def has_appointment(situation: TournamentSituation) -> bool:
    """Return whether the user and their opponent have agreed on a time."""
    return situation.pair is not None and situation.pair.place in situation.event.hours.agreed


def has_opponent(situation: TournamentSituation) -> bool:
    """Return whether the user has a pairing that a referee can be asked about: in the last round, or still open, but not a bye."""
    return situation.member is not None and situation.status == RUNNING and situation.event.sits_at(situation.member.id) is not None


def may_leave(situation: TournamentSituation) -> bool:
    """Return whether the user has an entry to withdraw, or a challenge to decline."""
    is_challenged = situation.event.is_duel and situation.status == OPEN and situation.user in situation.event.numbers
    return is_challenged or (situation.member is not None and situation.status in UNDER_WAY)


def is_in_round(situation: TournamentSituation) -> bool:
    """Return whether a round is being played."""
    drawn = situation.event.round
    return drawn is not None and drawn.number not in situation.event.closed and not situation.event.waits


def has_preview(situation: TournamentSituation) -> bool:
    """Return whether a round is drawn but not yet published, so that only officials see it."""
    return situation.event.preview is not None


def knocks_out(situation: TournamentSituation) -> bool:
    """Return whether any stage of the tournament is a knock-out."""
    return any(stage.knocks_out for stage in situation.event.course.stages or situation.event.settings.plan)


def nobody_is_in(situation: TournamentSituation) -> bool:
    """Return whether the tournament has no active or waiting entrants."""
    return not situation.event.having(IN, WAITING)


def pages(what: Sequence[str]) -> Callable[[TournamentSituation, Translator], Sequence[tuple[str, str]]]:
    """Return a function that offers each of these keys as a completion, followed by `=`."""
    return lambda _at, _words: [(f"{word}=", f"{word}=") for word in what]


def rulings(_at: TournamentSituation, words: Translator) -> Sequence[tuple[str, str]]:
    """Return the kinds of rulings as completions: (name, key), each with room for a reason."""
    return [(f"{name} · reason=…", f"{key} reason=") for name, key in stage_names.rulings("", words)]


def teams(situation: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    """Return the names of the tournament's teams as completions."""
    return [] if situation.state is None else [(name, name) for name in situation.state.teams.values()]


def share(_at: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    """Return the completion `share`, which posts a page to the channel."""
    return [("share", "share")]


def challengeable_entrants(situation: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    """Return the entrants whom the user can challenge, as (name, number)."""
    return situation.names
