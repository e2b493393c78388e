"""Buttons below a server's welcome message: check permissions again, and remove the message."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs.app_context import AppContext
from cogs.background.guilds import welcome_posts
from cogs.declarations import ActorRole
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.refusals import InteractionRefused
from text.guilds import welcome as said


class WelcomeCog(commands.Cog):
    """Cog with the welcome message's own buttons; other buttons of that message belong to other cogs."""

    def __init__(self, app: AppContext) -> None:
        self.app = app

    @SERVER.press("welcomecheck", ActorRole.MEMBER)
    async def press_check(self, request: Request) -> None:
        """Check again which permissions the bot lacks, and update the welcome message."""
        await welcome_posts.refresh(self.app, _server(request))
        await request.respond(notes.note(said.looked(request.words)))

    @SERVER.press("welcomegone", ActorRole.MANAGER)
    async def press_gone(self, request: Request) -> None:
        """Delete the welcome message."""
        guild = _server(request)
        await welcome_posts.take_away(self.app, guild.id)
        await request.respond(notes.note(said.removed(request.words)))


def _server(request: Request) -> discord.Guild:
    if request.guild is None:
        raise InteractionRefused("not-in-private")
    return request.guild
