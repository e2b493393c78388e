"""The role of the champion: given and passed on by the bot, and what happens where it can't be."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

import service.tournaments.challenges
import service.tournaments.champions
from service.tournaments.champions import UNCROWN
from storage.rows import UserId, of_server
from tests.e2e.fair import Fair
from tests.e2e.test_server_settings import fill, keeper
from tests.e2e.world import World, named
from tournament.progression import ranking


@pytest.fixture(autouse=True)
def small_events_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the role for small tournaments too: which ones are worth it is tested elsewhere."""
    monkeypatch.setattr(service.tournaments.champions, "LEAST_ENTRANTS", 2)
    monkeypatch.setattr(service.tournaments.champions, "KNOWN_GAMES", 0)
    for rest in ("RESTS", "AGAIN"):
        monkeypatch.setattr(service.tournaments.challenges, rest, timedelta())


def champions(world: World, role: Any) -> list[str]:
    """Return who has the role."""
    members = world.env.backend.get_guild(world.guild.id).members.items()
    return [world.member(user).name for user, member in members if role.id in member.role_ids]


async def chosen(world: World, kim: Any, role: Any) -> Any:
    """Choose the role in the form of the server's panel; return the answer."""
    panel = (await kim.slash(world.channel, "server")).response
    return await fill(world, kim, panel, "who", champion=role)


async def ladder(fair: Fair) -> None:
    """Begin a ladder of three without games."""
    mine = await fair.opened(kind="ladder")
    for member in fair.people[:3]:
        await fair.press(member, named("event-enter"))
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()


async def climb(fair: Fair) -> str:
    """Let the second of the ladder challenge the first, who gives up; return the new first."""
    state = await fair.state()
    first, second, _ = (fair.world.member(state.user(who)) for who in ranking(state.course))
    answer = (await second.click(fair.board(), label=named("event-mine"))).response
    await second.click(answer, label=first.name)
    await fair.rest()
    match = (await fair.events.queries.matches(await fair.event_id()))[-1]
    await fair.world.services.resignations.resign(match.match_id, UserId(first.id), now=discord.utils.utcnow())
    await fair.rest()
    return str(second.name)


async def test_the_role_goes_to_who_leads_and_comes_back_when_what_was_wrong_is_put_right(fair: Fair) -> None:
    """A role with permissions is refused when it is chosen; one that gets some later is told of once, and nothing else fails."""
    world, kim = fair.world, keeper(fair.world)
    mighty = world.guild.create_role("Mighty", permissions=discord.Permissions(kick_members=True))
    role = world.guild.create_role("Champion")
    assert "permissions" in world.said(await chosen(world, kim, mighty))
    assert not world.services.server_settings.of(world.guild.id)
    assert "Saved" in world.said(await chosen(world, kim, role))
    await ladder(fair)
    assert champions(world, role) == [], "nobody has played"

    first = await climb(fair)
    assert champions(world, role) == [first]
    second = await climb(fair)
    assert champions(world, role) == [second]

    letters = len(fair.letters(fair.organiser))
    world.env.backend.edit_role(world.guild.id, role.id, {"permissions": discord.Permissions(kick_members=True).value})
    await climb(fair)
    third = await climb(fair)
    assert champions(world, role) == [second], "nobody is given rights"
    told = [world.text(letter) for letter in fair.letters(fair.organiser)[letters:]]
    assert len([text for text in told if "turn all of them off" in text]) == 1
    assert "turn all of them off" in world.said(await kim.slash(world.channel, "server"))

    world.env.backend.edit_role(world.guild.id, role.id, {"permissions": 0})
    await world.settle()
    await fair.rest()
    assert champions(world, role) == [third]
    assert "⚠️" not in world.said(await kim.slash(world.channel, "server"))

    hall = (await world.members[0].slash(world.channel, "leaderboard", by="champions")).response
    assert third in world.text(hall) and "Spring Cup" in world.text(hall)


async def test_somebody_who_has_left_keeps_the_role_from_nobody(fair: Fair) -> None:
    world, kim = fair.world, keeper(fair.world)
    role = world.guild.create_role("Champion")
    await chosen(world, kim, role)
    await ladder(fair)
    first = await climb(fair)
    (gone,) = [member for member in fair.people if member.name == first]
    world.env.backend.remove_member(world.guild.id, gone.id)

    second = await climb(fair)

    assert champions(world, role) == [second]
    assert [row.user_id for row in await world.services.champions.holders(world.guild.id)] == [
        member.id for member in fair.people if member.name == second
    ]


@pytest.mark.parametrize("trouble", ["deleted", "above", "lacking"])
async def test_what_is_wrong_with_a_role_is_said_with_what_would_put_it_right(world: World, trouble: str) -> None:
    kim, role = keeper(world), world.guild.create_role("Champion")
    panel = (await kim.slash(world.channel, "server")).response
    form = await kim.click(panel, label=named("server-who"))
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    if trouble == "deleted":
        world.env.backend.delete_role(world.guild.id, role.id)
    elif trouble == "above":
        world.env.backend.reorder_roles(world.guild.id, [{"id": role.id, "position": 50}])
    else:
        own = guild.self_role or guild.me.top_role
        world.env.backend.edit_role(world.guild.id, own.id, {"permissions": discord.Permissions(send_messages=True).value})
    await world.settle()

    answer = world.said(await world.fill(kim, form, champion=role))

    assert {"deleted": "it's gone", "above": "Drag my role", "lacking": "Manage Roles"}[trouble] in answer
    assert "champion" not in world.services.server_settings.of(world.guild.id)


async def test_a_champion_who_is_forgotten_loses_the_role(fair: Fair) -> None:
    """Where Discord refuses that, an organiser is told once, and it is tried again the next day."""
    world, kim = fair.world, keeper(fair.world)
    role = world.guild.create_role("Champion")
    await chosen(world, kim, role)
    await ladder(fair)
    first = await climb(fair)
    (gone,) = [member for member in fair.people if member.name == first]
    world.env.backend.reorder_roles(world.guild.id, [{"id": role.id, "position": 50}])
    letters = len(fair.letters(fair.organiser))

    await world.services.privacy.forget(UserId(gone.id), now=discord.utils.utcnow())
    await fair.rest()
    assert gone.name in champions(world, role)
    await fair.wait(days=1, minutes=1)
    told = [world.text(letter) for letter in fair.letters(fair.organiser)[letters:]]
    assert len([text for text in told if "take the champion's role from someone who is gone" in text]) == 1

    world.env.backend.reorder_roles(world.guild.id, [{"id": role.id, "position": 1}])
    await world.settle()
    await fair.wait(days=3)
    assert gone.name not in champions(world, role)
    waiting = [timer for timer in await world.services.store.timers.of(of_server(world.guild.id)) if timer.kind == UNCROWN]
    assert all(not timer.payload for timer in waiting), "nobody is named for good"
    assert not world.services.champions.trouble(world.guild.id)
