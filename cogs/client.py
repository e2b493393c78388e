"""The bot's Discord client: opens the database before connecting, and closes it last. All features are in the cogs."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import deferral, interaction_info, post_commit_handlers
from cogs.app_context import AppContext, Board
from cogs.background import poster
from cogs.background.background_jobs import BackgroundJobsCog
from cogs.background.command_sync import sync_if_changed
from cogs.background.emoji_sync import EmojiSyncCog
from cogs.bot_permissions import intents
from cogs.commands.clocks.clock_commands import ClockCog
from cogs.commands.clocks.vacations import VacationCog
from cogs.commands.command_translator import CommandTranslator
from cogs.commands.computers.hints import HintCog
from cogs.commands.game_command import GamePanelCog
from cogs.commands.guilds.health import HealthCog
from cogs.commands.guilds.server_settings import ServerSettingsCog
from cogs.commands.guilds.welcome import WelcomeCog
from cogs.commands.lobby.duels import DuelCog
from cogs.commands.lobby.maps import MapCog
from cogs.commands.lobby.matchmaking import MatchmakingCog
from cogs.commands.lobby.new_game import NewGameCog
from cogs.commands.lobby.practice import PracticeCog
from cogs.commands.operators.operator_panel import OperatorCog, ReportCog
from cogs.commands.play.card_hand import CardHandCog
from cogs.commands.play.move_commands import MoveCog
from cogs.commands.play.score_explanations import ScoreExplanationsCog
from cogs.commands.play.view_commands import ViewCog
from cogs.commands.puzzles.daily_puzzle import PuzzleCog
from cogs.commands.ratings.profiles import ProfilesCog
from cogs.commands.tournaments.tournament_command import TournamentCog
from cogs.commands.users.user_settings import UserSettingsCog
from cogs.display_names import DisplayNames
from cogs.interactions.command_tree import BastideCommandTree
from cogs.interactions.component_router import ComponentRouter, InteractionListener
from cogs.interactions.typed_moves import TypedMovesCog
from cogs.languages import Languages
from cogs.render_executor import RenderExecutor, ThreadRenderExecutor
from cogs.visibility import Visibility
from editions.edition import Editions
from service.clocks.outages import EVERY
from service.core.outbox import PACE, UNPACED
from service.core.timers import Sleep
from service.guilds.server_settings import LANGUAGE
from service.lobby.quotas import UNLIMITED, Quotas
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.database_url import Place, sign_of_life
from storage.rows import UserId
from storage.sharding import WHOLE, ShardSet
from text import translator

log = logging.getLogger("cogs.client")

IDENTIFY_EVERY_S = 5.0
"""Discord takes one identification in so long."""


class Bastide(commands.AutoShardedBot):
    """Discord client of the bot, over one or more shards, without caches of members and messages."""

    services: Services
    app: AppContext
    presses: ComponentRouter
    rounds: BackgroundJobsCog

    def __init__(
        self,
        database: Place,
        editions: Editions,
        limits: Quotas = UNLIMITED,
        *,
        threads: bool = True,
        emojis: bool = False,
        real: bool = True,
        shards: ShardSet | None = None,
        painting: RenderExecutor | None = None,
    ) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=intents(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            **_gateway(shards, real=real),
            guild_ready_timeout=0.1,
            http_trace=poster.trace(),
            allowed_mentions=discord.AllowedMentions.none(),
            # What commands say that say nothing themselves (`cogs.commands.command_translator`): only in servers with the bot.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        )
        self.database = database
        self.editions = editions
        self.limits = limits
        self.threads = threads
        self.asleep: Sleep = asyncio.sleep
        """How the time until the next timer passes: a simulated world has one of its own."""
        self._identifies_s = -IDENTIFY_EVERY_S
        """When the last connection to the gateway was allowed to identify itself, by the loop's clock."""
        self.own_emojis = emojis
        self.wanted = shards or WHOLE
        """What this process is to look after; without `shards` everything, over as many of them as Discord says."""
        self.real = real
        """Whether this is Discord and the time on the wall, where one can have been away; not in a simulated one."""
        self.painting = painting or ThreadRenderExecutor()
        """Who carries out what painters are asked."""
        self.board: Board | None = None
        """What serves pages in the browser; set before it starts, or never."""

    async def setup_hook(self) -> None:
        """Load everything that is needed before the first interaction; if the database fails, the bot never connects."""
        await self.load()
        if self.board is not None and self.real:  # in a simulated Discord the sandbox starts it, outside of simulated time
            await self.board.start(self.app)

    async def load(self, *, sync: bool = True) -> None:
        """Open the database, load the cogs and, with `sync`, register the commands with Discord if they have changed."""
        translator.load_translator()
        self.services = await open_services(
            *(self.database, self.editions.games),
            uploads=self.editions.uploads,
            on_posts=self._posts_wait,
            clock=interaction_info.now,
            limits=self.limits,
            signs_every=EVERY if self.real else None,
            pace=PACE if self.real else UNPACED,
            mixes=True,
        )
        self.services.drafts.pass_time(self.asleep)
        self.services.thinking.pass_time(self.asleep)
        self.services.leases.wanted = self.wanted
        await self.tree.set_translator(CommandTranslator())
        self.app = app = AppContext(
            self.services,
            self.editions,
            DisplayNames(self),
            Languages(self._stored_language, self._server_language),
            Visibility(self),
            self,
            painting=self.painting,
            threads=self.threads,
            asleep=self.asleep,
            board=self.board,
        )
        await self._load_cogs(app)
        if sync:
            is_activity = self.board is not None and self.board.is_activity
            await sync_if_changed(self.tree, self.services.sent_markers, activity=is_activity)

    async def _load_cogs(self, app: AppContext) -> None:
        self.presses = ComponentRouter(app)
        game = GamePanelCog(app, self.presses)
        self.rounds = BackgroundJobsCog(app, game.lobby_messages)
        seeking = MatchmakingCog(app, game.lobby_messages)
        post_commit_handlers.register(app, self.rounds, game.lobby_messages, seeking.seekers)
        scorings, settings, duelling, standing = ScoreExplanationsCog(app), UserSettingsCog(app), DuelCog(app), ProfilesCog(app)
        operators, reporting = OperatorCog(app, self.rounds.operated), ReportCog(app)
        for menu in (scorings.menu, settings.menu, duelling.menu, standing.menu, reporting.menu):
            self.tree.add_command(menu)
        maps = MapCog(app)
        for cog in (
            *(
                BastideCommandTree(app, self.tree),
                InteractionListener(self.presses),
                game,
                NewGameCog(app, game.lobby_messages),
                seeking,
                PracticeCog(app),
            ),
            *(MoveCog(app), CardHandCog(app), HintCog(app), PuzzleCog(app), ViewCog(app, {"maps": maps.with_list})),
            *(ClockCog(app), scorings, maps, settings, ServerSettingsCog(app, operators), WelcomeCog(app), VacationCog(app)),
            *(operators, reporting),
            *(TournamentCog(app, self.presses), duelling, standing, TypedMovesCog(app)),
            *(HealthCog(app, sign_of_life(self.database, self.wanted)), self.rounds),
        ):
            await self.add_cog(cog)
            self.presses.take(cog)
        if self.own_emojis:
            await self.add_cog(EmojiSyncCog(app))

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002  # discord.py's
        """Wait until Discord allows the next identification of a shard.

        Unlike discord.py, don't wait the full interval again after an outage.
        """
        loop = asyncio.get_running_loop()
        self._identifies_s = max(loop.time(), self._identifies_s + IDENTIFY_EVERY_S)
        await asyncio.sleep(self._identifies_s - loop.time())

    async def _stored_language(self, user_id: UserId) -> str | None:
        return (await self.services.user_settings.person(user_id)).locale

    async def _server_language(self, guild_id: int) -> str | None:
        return self.services.server_settings.of(guild_id).get(LANGUAGE)

    def _posts_wait(self) -> None:
        """Notify the outbox that there may be a new post; do nothing before the cogs are loaded."""
        self.rounds.news()

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing: the bot has no prefix commands, and another listener reads typed moves."""

    async def leave(self) -> None:
        """Release this process's leases, so that other processes take over, and finish what has begun."""
        if "services" in self.__dict__:
            await self.services.leases.release(deferral.acknowledge_all_pending)

    async def close(self) -> None:
        """Disconnect from Discord, then stop drawing and close the database."""
        if self.board is not None:
            await self.board.close()
        loop: object = self.loop  # something else, whatever discord.py declares, before it logs in
        if isinstance(loop, asyncio.AbstractEventLoop):
            await super().close()
        else:  # it never logged in: nothing is open, and discord.py 2.7 would stumble over its own missing queue
            for name in tuple(self.cogs):
                await self.remove_cog(name)
        await self.painting.close()
        if "services" in self.__dict__:
            await self.services.close()


def _gateway(shards: ShardSet | None, *, real: bool) -> dict[str, Any]:
    """Return the client's shard arguments: those of this process, or none so that Discord's recommendation applies.

    With a simulated Discord (not `real`), a single shard.
    """
    if shards is not None:
        return {"shard_count": shards.of, "shard_ids": sorted(shards.shards)}
    return {} if real else {"shard_count": 1}
