"""Duels through the simulated Discord: challenged by the menu, accepted by one button, one thread, one result."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

from storage.rows import UserId
from storage.tournament_rows import FINISHED
from tests.e2e.fair import Held
from tests.e2e.world import World, named


class Duel(Held):
    """Anna and ben in the world."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.anna, self.ben, self.chi = world.members[:3]

    async def challenged(self, **given: Any) -> Any:
        """Anna challenges ben by the menu on a member; the answer to that."""
        form = await self.anna.context_menu(self.world.channel, "Challenge", self.ben)
        answer = await self.world.fill(self.anna, form, **given)
        await self.rest()
        return answer.response

    async def state(self) -> Any:
        """Return anna's newest duel that is not over."""
        return (await self.events.duels.under_way(UserId(self.anna.id), self.world.guild.id))[-1]

    def message(self) -> Any:
        """Return the one message of the newest duel."""
        return [posted for posted in self.world.channel.history() if "⚔️" in self.world.text(posted)][-1]

    async def press(self, member: Any, label: str) -> str:
        """Press a button of that message; what it answers."""
        answer = await member.click(self.message(), label=named(label))
        await self.rest()
        return self.world.text(answer.response)

    async def lost(self, member: Any) -> None:
        """Resign from the running game, after a few turns."""
        (match,) = [each_game for each_game in await self.events.queries.matches(self.id) if each_game.status == "running"]
        await self.world.moves(match.match_id, 12)
        await self.world.services.resignations.resign(match.match_id, UserId(member.id), now=discord.utils.utcnow())
        await self.rest()

    async def accepted(self, **given: Any) -> None:
        """Accept a duel, whose first game begins."""
        await self.challenged(**given)
        await self.press(self.ben, "duel-accept")
        self.id = (await self.state()).row.id


@pytest.fixture
async def duel(world: World) -> Duel:
    return Duel(world)


async def test_a_duel_is_challenged_accepted_played_and_told_in_one_thread(duel: Duel) -> None:
    world = duel.world
    answer = world.text(await duel.challenged(games="3"))
    asked = world.text(duel.message())
    assert "ben" in answer and duel.ben.mention in asked and "best of 3" in asked and "rated" in asked
    assert "Only the person who was challenged" in await duel.press(duel.chi, "duel-accept")
    assert "Accepted" in await duel.press(duel.ben, "duel-accept")
    duel.id = (await duel.state()).row.id
    (thread,) = world.channel.threads
    assert [*world.buttons(duel.message())] == [named("event-propose"), named("more")] and f"<#{thread.id}>" in world.text(
        duel.message()
    )
    assert "accepted your challenge" in world.text(list(duel.anna.user.dm_channel.history())[-1])

    await duel.lost(duel.ben)
    assert "1–0" in world.text(duel.message())
    await duel.lost(duel.ben)

    told = [world.text(message) for message in thread.history()]
    result = next(text for text in told if "wins the duel" in text)
    assert "**anna** wins the duel against ben" in result and "2–0" in result
    assert sum("Ratings:" in text for text in told) == 1, "one change for the whole duel"
    assert "2–0" in world.text(duel.message()) and len(world.channel.threads) == 1
    assert not await duel.events.queries.of_guild(world.guild.id), "it's in no list of tournaments"
    profile = await duel.anna.context_menu(world.channel, "Profile", duel.ben)
    assert "Duels against you: 0 won, 1 lost" in world.text(profile.response)

    again = next(message for message in thread.history() if named("duel-again") in world.buttons(message))
    form = await duel.ben.click(again, label=named("duel-again"))
    assert "anna" in form.modal["title"]


async def test_challenges_are_declined_withdrawn_and_refused_where_they_cannot_be(duel: Duel) -> None:
    world = duel.world
    await duel.challenged()
    again = await duel.anna.context_menu(world.channel, "Challenge", duel.ben)
    assert "already have a duel" in world.text((await world.fill(duel.anna, again)).response)
    assert "Declined" in await duel.press(duel.ben, "duel-decline")
    assert "ben declined" in world.text(duel.message()) and not world.buttons(duel.message())
    own = await duel.challenged()
    withdrawn = await duel.anna.click(own, label=named("duel-withdraw"))
    await duel.rest()
    assert "Withdrawn" in world.text(withdrawn.response) and "withdrawn" in world.text(duel.message())
    assert not list(world.channel.threads)

    oneself = await duel.anna.context_menu(world.channel, "Challenge", duel.anna)
    assert "can't challenge" in world.text(oneself.response)


async def test_a_duel_is_answered_by_typing_and_given_up_in_its_thread(duel: Duel) -> None:
    """By its number, which the completion offers; in its thread it needs none."""
    world = duel.world
    await duel.challenged(games="3")
    duel.id = (await duel.state()).row.id
    offered = await duel.ben.autocomplete(world.channel, "tournament", "tournament", "")
    assert [choice["value"] for choice in offered] == [str(duel.id)]
    await duel.ben.slash(world.channel, "tournament", action="enter", tournament=str(duel.id))
    await duel.rest()
    await duel.lost(duel.ben)
    (thread,) = world.channel.threads
    sure = (await duel.ben.slash(thread, "tournament", action="leave")).response
    await duel.ben.click(sure, label=named("yes-give-up"))
    await duel.rest()

    state = await duel.events.queries.state(duel.id)
    assert state.row.status == FINISHED
    assert "ben gave up" in world.text(duel.message())


async def test_two_of_a_duel_agree_on_an_hour_as_two_of_a_tournament_do(duel: Duel) -> None:
    await duel.challenged()
    await duel.press(duel.ben, "duel-accept")
    form = await duel.anna.click(duel.message(), label=named("event-propose"))
    await duel.world.fill(duel.anna, form, hour="30h", zone="Tokyo")
    await duel.rest()
    (match,) = await duel.events.queries.matches((await duel.state()).row.id)
    message = duel.world.messages(duel.world.room(match.channel_id), "tmeet")[-1]
    await duel.ben.click(message, label=named("event-meet"))
    await duel.rest()

    (entry,) = duel.world.env.backend.get_guild(duel.world.guild.id).scheduled_events.values()
    assert "anna – ben" in entry.name or "ben – anna" in entry.name
    assert (await duel.state()).hours.agreed


async def test_the_hour_of_a_duel_stands_in_its_panel_and_on_its_message(duel: Duel) -> None:
    await duel.accepted()
    state, hour = await duel.state(), discord.utils.utcnow() + timedelta(hours=30)
    for user in (duel.anna, duel.ben):
        await duel.events.scheduling.propose(state.row.id, UserId(user.id), [hour], now=discord.utils.utcnow())
    await duel.rest()

    stamp = f"<t:{int(hour.timestamp())}:f>"
    panel = (await duel.anna.click(duel.message(), label=named("more"))).response
    assert stamp in duel.world.text(panel) and stamp in duel.world.text(duel.message())
