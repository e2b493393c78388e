"""The first game of a new player: one user and a computer, started at once; in all else a game like any other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from service.lobby.lobbies import Lobbies
from service.play.resignations import ResignationService
from service.records import MatchLocation, MatchUpdate
from storage.rows import UserId

SEATS = 2


class Practice:
    """The use-case that starts a first game."""

    def __init__(self, lobbies: Lobbies, resignations: ResignationService, level: str) -> None:
        """Set the level of the computer opponent."""
        self._lobbies = lobbies
        self._resignations = resignations
        self._level = level

    async def begin(
        self, place: MatchLocation, user_id: UserId, game: str, options: Mapping[str, str], *, now: datetime, locale: str
    ) -> MatchUpdate:
        """Start a game against the computer in which the user goes first; if it can't start, no trace is left.

        Refuses as `Lobbies.open`.
        """
        lobby = await self._lobbies.open(place, user_id, game, options, now=now, seats=SEATS, order="joined", locale=locale)
        match_id = lobby.match.id
        try:
            await self._lobbies.add_computer(match_id, user_id, self._level, now=now)
            return await self._lobbies.start(match_id, user_id, now=now)
        except BaseException:
            await self._resignations.cancel(match_id, user_id, now=now)
            raise
