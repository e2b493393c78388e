"""A tournament in the simulated world as tests speak of it: who organises it, who enters, and what they press and read."""

from __future__ import annotations

from typing import Any

import discord
import simcord

from service.tournaments.state import TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.e2e.world import World


def pairs(**options: Any) -> str:
    """Options as they are typed behind an action."""
    return " ".join(f"{key.replace('_', '-')}={value}" for key, value in options.items())


class Held:
    """Events that are held in a world."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def events(self) -> Any:
        """Use-cases of the events."""
        return self.world.services.tournaments

    async def rest(self) -> None:
        """Everything that can happen now has happened."""
        for _ in range(60):
            await self.world.services.timers.tick(discord.utils.utcnow())
            for event_id in await self.world.services.store.events.under_way():
                async with self.events.repository.looks(event_id):
                    """The bot's own timers may have woken it too: anyone who looks at it opens its games before they let go."""
            await self.world.settle()
            due, now = await self.world.services.timers.next_at(), discord.utils.utcnow()
            waiting = await self.events.tables.unseated() or await self.world.services.outbox.next_at()
            if not waiting and (due is None or due > now):
                return
            self.world.bot.rounds.news()


class Fair(Held):
    """An event in the world, and what its people press."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        boss = world.guild.create_role("Boss", permissions=discord.Permissions(manage_channels=True))
        self.organiser = world.guild.add_member(world.env.create_user("organiser"), roles=[boss])
        names = ("gus", "hans")
        world.members += [world.guild.add_member(world.env.create_user(name)) for name in names]
        self.people = world.members

    async def opened(self, **options: Any) -> Any:
        """Open a tournament as the organiser; return the message with their buttons."""
        answer = await self.type(self.organiser, "new", pairs(name="Spring Cup", **options))
        await self.rest()
        return answer.response

    async def type(self, member: Any, action: str = "", detail: str = "", **options: Any) -> Any:
        """Type an action of `/tournament`; without one open its panel."""
        given = {"action": action, "detail": detail, **options}
        return await member.slash(self.world.channel, "tournament", **{key: value for key, value in given.items() if value})

    async def panel(self, member: simcord.MemberActor) -> Any:
        """Return the panel of a member."""
        return (await self.type(member)).response

    async def event_id(self) -> EventId:
        rows = await self.events.queries.of_guild(self.world.guild.id)
        newest: EventId = rows[0].id
        return newest

    async def state(self) -> TournamentState:
        state: TournamentState = await self.events.queries.state(await self.event_id())
        return state

    def board(self) -> Any:
        """Return the notice board."""
        return [m for m in self.world.channel.history() if any("Enter" in b or "My game" in b for b in self.world.buttons(m))][-1]

    async def press(self, member: simcord.MemberActor, label: str) -> str:
        """Press a button of the board; what it answers."""
        answer = await member.click(self.board(), label=label)
        await self.rest()
        return self.world.text(answer.response)

    def told(self) -> list[tuple[str, Any]]:
        """Everything that was posted for all, with its text."""
        return [(self.world.text(message), message) for message in self.world.channel.history()]

    def letters(self, member: simcord.MemberActor) -> list[Any]:
        """Return the bot's private messages to a member, oldest first."""
        return list(member.user.dm_channel.history())

    def pairings(self) -> list[Any]:
        """Return the messages of pairings, oldest first."""
        return self.world.messages(self.world.channel, "treferee")

    async def decide(self, absent: int | None = None) -> None:
        """Resign from every running game as the later entrant; games of an `absent` one stay."""
        for match in await self.events.queries.matches(await self.event_id()):
            users = sorted((seat.user_id for seat in match.seats), key=self.order)
            if match.status == "running" and absent not in users:
                await self.world.services.resignations.resign(match.match_id, UserId(users[-1]), now=discord.utils.utcnow())
        await self.rest()

    async def wait(self, **length: float) -> None:
        """Time goes by."""
        await self.world.pass_time(**length)
        await self.rest()

    def order(self, user: int | None) -> int:
        return next(index for index, member in enumerate(self.people) if member.id == user)
