"""A two-player base game in a simulated Discord, played by buttons, for benchmarks of button presses."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any

import simcord

from cogs.messages import component_ids
from tools.transcripts.server import parts_of

By = Callable[[Awaitable[Any]], Awaitable[Any]]
"""How something is done by somebody at Discord's side."""

MENU = 3
"""Discord's number for a list."""


async def _just(doing: Awaitable[Any]) -> Any:
    return await doing


class PressedGame:
    """A game between two simulated members in one channel, driven by buttons."""

    def __init__(self, env: simcord.Env, seed: int = 4) -> None:
        guild = env.create_guild("Server")
        self.channel = guild.create_text_channel("play")
        self.members = [guild.add_member(env.create_user(name)) for name in ("anna", "ben")]
        self._env, self._chance = env, random.Random(seed)

    async def begin(self) -> None:
        """Open, join and start the game, without taking back: confirmed moves count at once."""
        await self.members[0].slash(self.channel, "new", place="here", terms="take-back off")
        await self.members[1].slash(self.channel, "game", action="join")
        await self.members[0].slash(self.channel, "game", action="start")

    def turn(self) -> tuple[Any, Any]:
        """Return the newest turn message, and the member whom it mentions."""
        message = next(posted for posted in reversed(self.channel.history()) if self._ids(posted, "place"))
        content = "".join(part.get("content", "") for part in parts_of(self._env, message))
        return message, next(member for member in self.members if member.mention in content)

    async def drafted(self, member: Any, turn: Any, by: By = _just) -> tuple[Any, str]:
        """Draft a random turn for `member` except for its last press; return the draft's message and the last button's id."""
        shown = (await by(member.click(turn, custom_id=self._ids(turn, "place")[0]))).response
        while not (last := self._ids(shown, "confirm", "play")):
            menu = next((part for part in parts_of(self._env, shown) if part.get("type") == MENU), None)
            if menu is None:
                press = member.click(shown, custom_id=self._chance.choice(self._ids(shown, "push")))
            else:
                press = member.select(shown, [self._chance.choice(menu["options"])["value"]], custom_id=menu["custom_id"])
            shown = (await by(press)).response
        return shown, self._chance.choice(last)

    def _ids(self, message: Any, *verbs: str) -> list[str]:
        """Return the ids of the message's buttons that have one of the given verbs."""
        pressed = {
            part["custom_id"]: component_ids.read(part["custom_id"]) for part in parts_of(self._env, message) if "custom_id" in part
        }
        return [custom_id for custom_id, press in pressed.items() if press is not None and press.verb in verbs]
