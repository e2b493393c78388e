"""The program's reaction when the bot is removed from a server or added again, by Discord's event or by a check at the start."""

from __future__ import annotations

from datetime import datetime

from service.guilds.guild_lifecycle import GONE
from service.wiring.services import Services
from storage.rows import TimerRow
from tools.simulation.fake_discord import GUILD, SimulatedServer


class SimulatedMembership:
    """The bot's membership in one server, handled as in `cogs.background.guilds.membership`."""

    def __init__(self, services: Services, server: SimulatedServer) -> None:
        self._servers = services.guild_lifecycle
        self._server = server
        services.timers.register(GONE, self._change_due)

    async def compare(self, now: datetime) -> None:
        """Handle a removal or return that happened while the program was away."""
        if self._server.put_out:
            await self.left(now)
        else:
            await self._servers.back(GUILD, self._is_open, now=now)

    async def left(self, now: datetime) -> None:
        """Handle the bot's removal from the server."""
        if GUILD in await self._servers.kept() - await self._servers.gone():
            await self._servers.left(GUILD, now=now)

    async def back(self, now: datetime) -> None:
        """Handle the bot's return to the server."""
        await self._servers.back(GUILD, self._is_open, now=now)

    async def _is_open(self, channel: int) -> bool:
        return self._server.closed_how(channel) is None

    async def _change_due(self, timer: TimerRow, now: datetime) -> None:
        if self._server.put_out:
            await self._servers.erase(timer, now)
        else:
            await self.back(now)
