"""The application's emojis of the simulated Discord: drawn while the page is open, the figures of the players first.

On Discord the bot uploads them itself. Here the world waits for whatever the bot does before anybody can act, so they are put
where an upload would have put them, from outside.
"""

from __future__ import annotations

import asyncio
from typing import Any

import simcord

from games.core.signs import DIGEST

ADDRESS = "https://cdn.simcord.invalid/emojis/{id}.png"
"""Where the page looks for the picture of an emoji; the world has no door by which it could be handed over."""


async def draw(env: simcord.Env, bot: Any) -> None:
    """Put all signs of all games there, one after the other."""
    done: set[str] = set()
    for edition in bot.editions.values():
        painted = edition.painter.signs
        for name in () if painted is None else await asyncio.to_thread(painted.names):
            if name not in done:
                ((digest, png),) = await asyncio.to_thread(painted.drawn, [name])
                assert len(digest) == DIGEST
                emoji = env.backend.create_application_emoji(f"{name}_{digest}")
                env.backend.cdn._blobs[ADDRESS.format(id=emoji.id)] = png
                bot.desk.emojis.put(name, f"<:{emoji.name}:{emoji.id}>")
                done.add(name)
