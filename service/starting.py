"""Beginning: seats in their order, the first draw, the first turn message."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.core.game import AnyGame, Seat
from service.live import Live
from service.seating import seated
from service.step import Step
from service.terms import settled
from storage.changes import Commit
from storage.records import RUNNING, Loaded, Secret

EXPIRY = "lobby-expiry"
"""The kind of the timer of a lobby; it goes when the match begins."""


def begun(game: AnyGame, lobby: Loaded, secret: Secret, now: datetime) -> Live:
    """The match as it begins; raises `IllegalAction("bad-seats")`."""
    options = game.options(lobby.match.options)
    state = game.start(options, len(lobby.seats))
    order = seated(lobby.match, secret, lobby.seats)
    seats = tuple(replace(s, seat=Seat(i)) for i, s in enumerate(order))
    terms = settled(lobby.match.terms, lobby.seats)
    match = replace(lobby.match, status=RUNNING, started_at=now, rules_version=game.rules_version, terms=terms)
    return Live(match, seats, (), game, options, secret, state, {})


class StartStep(Step):
    """The first commit of a match: seats in their order, the lobby's timer gone."""

    def __init__(self, live: Live, now: datetime) -> None:
        super().__init__(live, now)
        self._rested = False  # that the house is asked is news

    def commit(self) -> Commit:
        """The transaction."""
        return replace(super().commit(), all_seats=self.live.seats, changed_seats=(), only_advances=False, drop_timers=EXPIRY)
