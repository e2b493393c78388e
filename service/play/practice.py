"""A first game: its host and a computer sit down, and it begins at once. Nothing else sets it apart from other games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from service.lobby.lobbies import Lobbies
from service.play.resignations import ResignationService
from service.records import MatchLocation, MatchUpdate
from storage.rows import UserId

SEATS = 2


class Practice:
    """The use-case of a first game."""

    def __init__(self, lobbies: Lobbies, resignations: ResignationService, level: str) -> None:
        """`level` of the computer that they play with."""
        self._lobbies = lobbies
        self._resignations = resignations
        self._level = level

    async def begin(
        self, place: MatchLocation, user_id: UserId, game: str, options: Mapping[str, str], *, now: datetime, locale: str
    ) -> MatchUpdate:
        """Begin a game of two in which the person goes first; a failed start leaves no trace.

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
