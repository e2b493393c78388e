"""A tournament in the simulated Discord, with shorthands for what its organiser and entrants press and read."""

from __future__ import annotations

from typing import Any

import discord
import simcord

from service.tournaments.state import TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.e2e.world import World


def pairs(**options: Any) -> str:
    """Return options as text such as `round-length=3d`, in the form in which they are typed after an action."""
    return " ".join(f"{key.replace('_', '-')}={value}" for key, value in options.items())


class Held:
    """The tournaments of a simulated world."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def events(self) -> Any:
        """The use-cases of tournaments."""
        return self.world.services.tournaments

    async def rest(self) -> None:
        """Run timers and posting until nothing is due at this moment."""
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
    """One tournament in the simulated world, with the actions of its organiser and entrants."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        boss = world.guild.create_role("Boss", permissions=discord.Permissions(manage_channels=True))
        self.organiser = world.guild.add_member(world.env.create_user("organiser"), roles=[boss])
        names = ("gus", "hans")
        world.members += [world.guild.add_member(world.env.create_user(name)) for name in names]
        self.people = world.members

    async def opened(self, **options: Any) -> Any:
        """Open a tournament as the organiser; return the organiser's message with its buttons."""
        answer = await self.type(self.organiser, "new", pairs(name="Spring Cup", **options))
        await self.rest()
        return answer.response

    async def type(self, member: Any, action: str = "", detail: str = "", **options: Any) -> Any:
        """Type an action of `/tournament`, or open its panel without one; return the answer."""
        given = {"action": action, "detail": detail, **options}
        return await member.slash(self.world.channel, "tournament", **{key: value for key, value in given.items() if value})

    async def panel(self, member: simcord.MemberActor) -> Any:
        """Return the tournament panel of a member."""
        return (await self.type(member)).response

    async def event_id(self) -> EventId:
        rows = await self.events.queries.of_guild(self.world.guild.id)
        newest: EventId = rows[0].id
        return newest

    async def state(self) -> TournamentState:
        state: TournamentState = await self.events.queries.state(await self.event_id())
        return state

    def board(self) -> Any:
        """Return the public message that serves as notice board."""
        return [m for m in self.world.channel.history() if any("Enter" in b or "My game" in b for b in self.world.buttons(m))][-1]

    async def press(self, member: simcord.MemberActor, label: str) -> str:
        """Press a button of the board; return the text of the answer."""
        answer = await member.click(self.board(), label=label)
        await self.rest()
        return self.world.text(answer.response)

    def told(self) -> list[tuple[str, Any]]:
        """Return every message in the channel with its text, as pairs of text and message."""
        return [(self.world.text(message), message) for message in self.world.channel.history()]

    def letters(self, member: simcord.MemberActor) -> list[Any]:
        """Return the bot's direct messages to a member, oldest first."""
        return list(member.user.dm_channel.history())

    def pairings(self) -> list[Any]:
        """Return the messages of pairings, oldest first."""
        return self.world.messages(self.world.channel, "treferee")

    async def decide(self, absent: int | None = None) -> None:
        """Resign from every running game as the later entrant, except from games of the user `absent`."""
        for match in await self.events.queries.matches(await self.event_id()):
            users = sorted((seat.user_id for seat in match.seats), key=self.order)
            if match.status == "running" and absent not in users:
                await self.world.services.resignations.resign(match.match_id, UserId(users[-1]), now=discord.utils.utcnow())
        await self.rest()

    async def wait(self, **length: float) -> None:
        """Let time pass, with all that falls due meanwhile."""
        await self.world.pass_time(**length)
        await self.rest()

    def order(self, user: int | None) -> int:
        return next(index for index, member in enumerate(self.people) if member.id == user)
