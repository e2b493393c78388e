"""The bot in a simulated Discord without randomness: the same tile bags and lots in every run, and blank pictures."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import simcord

from bot import Settings, build_bot
from cogs.background.message_builders import MessageBuilders
from sandbox.simulated_server import sleep_simulated
from service.match import sealed_bag
from service.tournaments import creation
from storage.rows import Secret
from text.translator import translator_for
from tools.transcripts.recorder import PLACE
from tools.transcripts.server import ScriptedServer
from workers.pool import run_in_order

_BLANK = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


class NullWriter:
    """A painter that returns blank pictures at once, in place of the one that draws."""

    async def run(self, kind: str, work: Callable[..., Any], *args: Any) -> Any:
        """Return a blank picture for a job that draws one; run any other job."""
        if work is run_in_order:
            return [await self.run(kind, call.function, *call.arguments) for call in args[0]]
        plain = work.func if isinstance(work, partial) else work
        return _BLANK if "bytes" in str(plain.__annotations__.get("return")) else work(*args)

    async def film(self, work: Callable[..., bytes], frames: Sequence[Any], *rest: Any) -> bytes:  # noqa: ARG002
        """Return a blank animation."""
        return _BLANK

    async def prepare(self, name: str, work: Callable[[], None]) -> None:
        """Skip the preparation."""

    async def close(self) -> None:
        """Do nothing; there is nothing to close."""


@contextmanager
def _fixed_chance(seed: str) -> Iterator[None]:
    """Derive secrets and seeds from `seed` while the block runs, so that bags and lots are the same in every run."""
    number = count()
    former = sealed_bag.seal, sealed_bag.mixed_secret, creation.fresh_seed

    def digest() -> bytes:
        return sha256(f"{seed} {next(number)}".encode()).digest()

    new: tuple[Any, ...] = (lambda: Secret(digest()), lambda secret, _row: secret, lambda: digest().hex()[:32])
    sealed_bag.seal, sealed_bag.mixed_secret, creation.fresh_seed = new
    try:
        yield
    finally:
        sealed_bag.seal, sealed_bag.mixed_secret, creation.fresh_seed = former


@contextmanager
def posting() -> Iterator[None]:
    """Record the sentences of posts under their kind while the block runs."""
    build = MessageBuilders.build

    async def placed(self: MessageBuilders, app: Any, post: Any) -> Any:
        token = PLACE.set(f"message: {post.kind}")
        try:
            return await build(self, app, post)
        finally:
            PLACE.reset(token)

    MessageBuilders.build = placed  # type: ignore[method-assign]
    try:
        yield
    finally:
        MessageBuilders.build = build  # type: ignore[method-assign]


SETTLE_S = 300.0
"""How long a press may keep the bot busy, also where many transcripts are written at once: less than thinking processes rest before
they end (`workers.pool.IDLE_S`), which would be waited for too.
"""


@asynccontextmanager
async def opened(language: str, seed: str) -> AsyncIterator[ScriptedServer]:
    """Open a server in a language with the bot in it, and yield the server."""
    with tempfile.TemporaryDirectory() as folder, _fixed_chance(seed), posting():
        bot = build_bot(Settings(token="", database=Path(folder) / "bastide.db"), painting=NullWriter())
        env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLE_S)
        bot.asleep = partial(sleep_simulated, env)
        await env.start()
        try:
            server = ScriptedServer(env, translator_for(language), seed)
            await server.speak()
            yield server
        finally:
            await env.shutdown()
            await bot.services.close()
            await asyncio.sleep(0)
