"""One person before a tournament: what actions depend on, and what can be typed with them."""

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
    """One person before one event, or before none."""

    user: UserId
    state: TournamentState | None
    roles: frozenset[TournamentRole]
    opens: bool
    """Whether they may open another event here."""
    names: tuple[tuple[str, str], ...] = ()
    """Whom they can challenge: name and number."""

    @property
    def event(self) -> TournamentState:
        """The tournament, of a person who is before one."""
        assert self.state is not None
        return self.state

    @property
    def status(self) -> str:
        """Status of the tournament."""
        return self.event.row.status

    @property
    def argument(self) -> str:
        """The event's number, as presses carry it."""
        return "" if self.state is None else str(self.state.row.id)

    @property
    def member(self) -> Participant | None:
        """The entrant that they are, as long as they are in it or wait."""
        member = None if self.state is None else self.state.member(self.user)
        return member if member is not None and member.status in (IN, WAITING) else None

    @property
    def pair(self) -> OpenPairing | None:
        """Open pairing of two that the person is in."""
        if self.state is None or self.member is None:
            return None
        try:
            return pair_of(self.state, self.user)
        except Refusal:
            return None

    @property
    def is_captain(self) -> bool:
        """Whether they hand in the line-up of a team."""
        state, member = self.state, self.member
        if state is None or member is None or not state.boards:
            return False
        return state.team(state.team_of[member.id], IN)[:1] == (member,)

    @property
    def leads_roster(self) -> bool:
        """Whether they decide now who plays for their team."""
        is_unlocked = self.status == OPEN or (self.status == RUNNING and self.event.settings.rosters_lock_at is not None)
        return self.is_captain and is_unlocked


def own_team(situation: TournamentSituation) -> tuple[Participant, ...]:
    """Return the members of a person's team, and who asks to join it."""
    member = situation.member
    return (
        ()
        if member is None
        else tuple(participant for participant in situation.event.having(IN, WAITING) if participant.team == member.team)
    )


def page(text: str) -> Callable[[TournamentSituation], str]:
    """Return what makes an argument: the number of the event, and this behind it."""
    return lambda at: f"{at.argument} {text}"


def may_enter(situation: TournamentSituation) -> bool:
    """Return whether they could enter, or accept a challenge."""
    if situation.event.is_duel:
        return situation.status == OPEN and situation.event.users.get(2) == situation.user
    return situation.member is None and (situation.status == OPEN or situation.event.late_round() is not None)


def may_accept(situation: TournamentSituation) -> bool:
    """Return whether there are rules of the organiser's to accept on entering."""
    return bool(situation.event.settings.own_rules) and may_enter(situation)


def is_waited_for(situation: TournamentSituation) -> bool:
    """Return whether their opponent waits for a sign of life."""
    return situation.event.settings.asks_who_is_here and sits(situation)


def pauses(situation: TournamentSituation) -> bool | None:
    """Return whether they pause in an arena that runs; None where there is nothing to pause."""
    is_in = (
        situation.member is not None
        and situation.member.status == IN
        and situation.status == RUNNING
        and situation.event.settings.is_arena
    )
    return situation.member.pauses if situation.member is not None and is_in else None


def agrees(situation: TournamentSituation) -> bool:
    """Return whether they could agree on the result of their pairing."""
    return sits(situation) and not situation.event.settings.is_arena


def has_been_ruled_on(situation: TournamentSituation) -> bool:
    """Return whether there is anything that they could appeal against."""
    return situation.member is not None and bool(situation.event.results)


def may_check_in(situation: TournamentSituation) -> bool:
    """Return whether they have yet to check in."""
    is_asked = situation.status == OPEN and situation.event.settings.check_in_from is not None
    return is_asked and situation.member is not None and not situation.member.checked_in


def may_skip(situation: TournamentSituation) -> bool:
    """Return whether they may sit the next round out."""
    return (
        situation.member is not None
        and situation.member.status == IN
        and situation.status == RUNNING
        and situation.event.may_skip(situation.member) is None
    )


def sits(situation: TournamentSituation) -> bool:
    """Return whether they are in a pairing that is open."""
    pairing = None if situation.member is None else situation.event.sits_at(situation.member.id)
    return pairing is not None and pairing in situation.event.open_tables()


def can_meet(situation: TournamentSituation) -> bool:
    """Return whether they have an opponent to make an appointment with."""
    return situation.pair is not None and situation.status == RUNNING


def is_asked_to_meet(situation: TournamentSituation) -> bool:
    """Return whether an hour is proposed to them."""
    return situation.pair is not None and situation.event.hours.open_to(situation.pair.place, situation.pair.own) is not None


def has_appointment(situation: TournamentSituation) -> bool:
    """Return whether they have agreed on an hour."""
    return situation.pair is not None and situation.pair.place in situation.event.hours.agreed


def has_opponent(situation: TournamentSituation) -> bool:
    """Return whether they are in a pairing of the last round, or in an open one: with a bye there is nothing for a referee."""
    return situation.member is not None and situation.status == RUNNING and situation.event.sits_at(situation.member.id) is not None


def may_leave(situation: TournamentSituation) -> bool:
    """Return whether they have an entry to withdraw, or a challenge to decline."""
    is_challenged = situation.event.is_duel and situation.status == OPEN and situation.user in situation.event.numbers
    return is_challenged or (situation.member is not None and situation.status in UNDER_WAY)


def is_in_round(situation: TournamentSituation) -> bool:
    """Return whether a round is being played."""
    drawn = situation.event.round
    return drawn is not None and drawn.number not in situation.event.closed and not situation.event.waits


def has_preview(situation: TournamentSituation) -> bool:
    """Return whether a round is drawn that only officials have seen."""
    return situation.event.preview is not None


def knocks_out(situation: TournamentSituation) -> bool:
    """Return whether a stage is a knock-out."""
    return any(stage.knocks_out for stage in situation.event.course.stages or situation.event.settings.plan)


def nobody_is_in(situation: TournamentSituation) -> bool:
    """Return whether there is no entrant yet."""
    return not situation.event.having(IN, WAITING)


def pages(what: Sequence[str]) -> Callable[[TournamentSituation, Translator], Sequence[tuple[str, str]]]:
    """Return what offers these keys, to be typed with `=`."""
    return lambda _at, _words: [(f"{word}=", f"{word}=") for word in what]


def rulings(_at: TournamentSituation, words: Translator) -> Sequence[tuple[str, str]]:
    """Return the rulings with their names."""
    return [(f"{name} · reason=…", f"{key} reason=") for name, key in stage_names.rulings("", words)]


def teams(situation: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    """Return the names of the teams."""
    return [] if situation.state is None else [(name, name) for name in situation.state.teams.values()]


def share(_at: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    """Return the word that shows a page to the channel."""
    return [("share", "share")]


def challengeable_entrants(situation: TournamentSituation, _words: Translator) -> Sequence[tuple[str, str]]:
    """Return whom they can challenge."""
    return situation.names
