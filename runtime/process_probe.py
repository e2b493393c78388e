"""Monitoring of the running bot: the log line when it's ready, the hourly log line, and the heartbeat file."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from discord.ext import commands

from runtime.logging_setup import HourlyCounts
from runtime.settings import Settings
from storage import database_url, opening
from storage.backends.health_probe import Probe
from storage.errors import DatabaseUnavailableError, MissingTablesError
from telemetry import heartbeat
from telemetry.log_line import log_line, version

if TYPE_CHECKING:
    import discord

    from service.wiring.services import Services


log = logging.getLogger("hosting.watch")

HOUR_S = 3600.0


class ProcessWatch:
    """Monitor of the process, across all bot instances that it creates one after the other."""

    def __init__(self, settings: Settings, tally: HourlyCounts) -> None:
        self._settings = settings
        self._tally = tally
        self._begun = time.time()
        self._sign = heartbeat.Heartbeat(self._begun, version(), away_since=self._begun)
        self._bot: commands.AutoShardedBot | None = None
        self._complained = False
        self._gone: set[int] = set()
        """Shards of the gateway that were connected and are not."""

    @property
    def sign(self) -> heartbeat.Heartbeat:
        """The last heartbeat written."""
        return self._sign

    @property
    def bot(self) -> commands.AutoShardedBot | None:
        """The bot being monitored; None before the first."""
        return self._bot

    def over(self, bot: commands.AutoShardedBot) -> None:
        """Monitor this bot from now on."""
        self._bot = bot
        self._gone.clear()
        bot.add_listener(self._ready, "on_ready")
        bot.add_listener(self._back, "on_shard_resumed")
        bot.add_listener(self._back, "on_shard_ready")
        bot.add_listener(self._note_lost_shard, "on_shard_disconnect")
        bot.add_listener(self._note_request, "on_interaction")

    async def hopeless(self, sentence: str) -> None:
        """Record a problem that only the self-hoster can solve, and write it to the heartbeat file."""
        self._sign = replace(self._sign, hopeless=sentence)
        await self._give_sign()

    def hopeful(self) -> None:
        """Clear the recorded problem, because it may be solved by now."""
        self._sign = replace(self._sign, hopeless="")

    async def keep(self) -> None:
        """Write heartbeats and log the hourly line, until cancelled."""
        due = time.monotonic() + HOUR_S
        while True:
            await self._give_sign()
            await asyncio.sleep(heartbeat.EVERY_S)
            if time.monotonic() >= due:
                self.sum_up()
                due += HOUR_S

    def sum_up(self) -> None:
        """Log the hourly line: current figures, and the counts of the past hour."""
        sign = self._sign
        log.info(
            log_line(
                "hour",
                version=sign.version,
                servers=sign.servers,
                games=sign.running,
                posts_waiting=sign.posts_waiting,
                waiting_s=None if sign.waiting_since is None else round(time.time() - sign.waiting_since),
                memory_mb=sign.memory_mb,
                connected=sign.ready_since is not None,
                **self._tally.taken(),
            )
        )

    def gone(self) -> None:
        """Remove the heartbeat file: the process ends on purpose, and a leftover would look like a crash."""
        self._settings.sign_of_life.unlink(missing_ok=True)

    async def _give_sign(self) -> None:
        sign, trouble = self._sign, ""
        probe = Probe(sign.running, sign.posts_waiting, private_waiting=sign.private_waiting)
        if database_url.is_there(self._settings.database) and not self._sign.hopeless:
            try:
                probe = await asyncio.to_thread(opening.probe, self._settings.database)
            except MissingTablesError:
                pass  # the first start is about to make them
            except DatabaseUnavailableError as error:
                trouble = str(error)
                if trouble != self._sign.database and not self._is_told():
                    log.error(log_line("database-unwritable", reason=trouble))
        servers = len(self._bot.guilds) if self._bot else 0
        part, wanted = self._shard_texts()
        self._sign = replace(
            self._sign,
            at=time.time(),
            servers=servers,
            running=probe.running,
            posts_waiting=probe.posts_waiting,
            waiting_since=None if probe.waiting_since is None else probe.waiting_since.timestamp(),
            private_waiting=probe.private_waiting,
            private_since=None if probe.private_since is None else probe.private_since.timestamp(),
            memory_mb=heartbeat.memory_mb(),
            database=trouble,
            held=part,
            wanted=wanted,
        )
        try:
            heartbeat.write(self._settings.sign_of_life, self._sign)
        except OSError as error:
            if not self._complained:
                log.error(log_line("no-sign-of-life", file=self._settings.sign_of_life, reason=error))
            self._complained = True

    def _shard_texts(self) -> tuple[str, str]:
        """Return the shards that this process holds and those it wants; empty texts if it is the only process."""
        services = self._services()
        if services is None or services.store.share is None:
            return "", ""
        return str(services.leases.held), str(services.leases.wanted)

    def _is_told(self) -> bool:
        """Return whether the bot has itself noticed and logged that its database doesn't work."""
        services = self._services()
        return services is not None and bool(services.store.outage.reason)

    def _services(self) -> Services | None:
        """Return the bot's services; None before the bot has opened its database."""
        return vars(self._bot).get("services") if self._bot is not None else None

    async def _ready(self) -> None:
        assert self._bot is not None
        first = self._sign.ready_since is None and self._sign.away_since == self._begun
        self._sign = replace(self._sign, ready_since=time.time(), away_since=None)
        await self._give_sign()
        log.info(
            log_line(
                "ready" if first else "ready-again",
                version=self._sign.version,
                servers=len(self._bot.guilds),
                games=self._sign.running,
                posts_waiting=self._sign.posts_waiting,
                database=database_url.name(self._settings.database),
                after_s=round(time.time() - self._begun, 1),
            )
        )

    async def _note_lost_shard(self, shard: int) -> None:
        """Record that a shard has lost its gateway connection.

        The bot counts as away while any of its shards is disconnected.
        """
        if self._sign.ready_since is not None or self._gone:
            away = self._sign.away_since or time.time()
            self._sign = replace(self._sign, ready_since=None, away_since=away)
            if shard not in self._gone:
                log.warning(log_line("gateway-lost", shard=shard))
            self._gone.add(shard)

    async def _back(self, shard: int) -> None:
        if shard not in self._gone:
            return
        self._gone.remove(shard)
        away = time.time() - (self._sign.away_since or time.time())
        log.info(log_line("gateway-back", shard=shard, away_s=round(away, 1)))
        if not self._gone:
            self._sign = replace(self._sign, ready_since=time.time(), away_since=None)

    async def _note_request(self, interaction: discord.Interaction) -> None:  # noqa: ARG002  # only that it came is counted
        self._tally.count("interactions")


def health(settings: Settings) -> int:
    """Print one sentence about the bot's health; return 0 if it's healthy, 1 if not."""
    health_verdict = heartbeat.verdict(heartbeat.read(settings.sign_of_life), time.time())
    sys.stdout.write(f"{'healthy' if health_verdict.healthy else 'unhealthy'}: {health_verdict.sentence}\n")
    return 0 if health_verdict.healthy else 1
