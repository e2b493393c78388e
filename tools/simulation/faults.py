"""Faults of the simulated world: one function each, drawn by chance, in tables with the frequency of each per day.

Each function gets the world and a source of chance, causes its fault, and returns a line for the story, or None if the fault is not
possible now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random

from service.core.outbox import LONGEST_WAIT_S
from storage.rows import RUNNING
from tools.simulation.fake_discord import DEAF, HANGING, LIMITED, OUTAGE, FailureMode
from tools.simulation.plan import Act, Actor
from tools.simulation.world import World

SHORTLY = (5.0, 120.0)
LONG = (300.0, 14_400.0)
AWAY_S = (60.0, 130_000.0)
CATCHING_UP_S = LONGEST_WAIT_S + 120.0
"""After something that concerned everybody: what was delayed meanwhile is still to be sent."""

YEAR_S = 365 * 86_400.0
ONE_MOVE_S = (1.0, 90.0)
"""How long a clock is wrong by a year."""

AHEAD_S = (-86_400.0, -3600.0, -60.0, -0.5, 0.05, 30.0, 3600.0, 50_400.0)
"""Where the host's clock is set to; the last is how far two zones lie apart."""
DRIFTS = (0.0, 0.0, -0.02, -0.0001, 0.00005, 0.02)
"""What a clock gains in a second: from a bad crystal to a host that is starved of time."""


def _time_now() -> float:
    return asyncio.get_running_loop().time()


def _some_channel(world: World, chance: Random) -> int | None:
    match_rows = world.live()
    return chance.choice(match_rows).channel_id if match_rows else None


async def kill(world: World, chance: Random) -> str | None:
    """Schedule the death of the process at one of the next moments of risk."""
    if not world.is_up or world.life is None:
        return None
    world.life.kill_in = chance.randrange(12)
    return f"the program will be killed at moment {world.life.kill_in} from now"


async def the_program_is_away(world: World, chance: Random) -> str | None:
    """Schedule the machine's shutdown at one of the next moments of risk, for minutes or days."""
    if not world.is_up or world.life is None:
        return None
    world.life.kill_in, world.down_s = chance.randrange(12), chance.uniform(*AWAY_S)
    return f"the machine will be switched off for {world.down_s / 3600:.1f} h"


async def the_connection_is_lost(world: World, chance: Random) -> str | None:
    """Cut the connection of the running program to Discord in both directions, for a while."""
    life, length_s = world.life, chance.uniform(*LONG)
    if not world.is_up or life is None or not world.is_there:
        return None
    world.gone()
    life.services.outages.lost(world.host_time())
    weather = _weather(world, OUTAGE, length_s, None)
    await asyncio.sleep(length_s)
    if not life.dead:
        world.back()
        await life.services.outages.back(world.host_time())
    return f"the connection is lost; {weather}"


async def discord_is_down(world: World, chance: Random) -> str:
    """Let Discord refuse every request for a while."""
    return _weather(world, OUTAGE, chance.uniform(*LONG), None)


async def answers_are_lost(world: World, chance: Random) -> str:
    """Let messages arrive for a while although their answers may be lost."""
    return _weather(world, DEAF, chance.uniform(*LONG), None)


async def a_channel_hangs(world: World, chance: Random) -> str | None:
    """Let one channel hang for a while; its messages may arrive late."""
    channel = _some_channel(world, chance)
    return None if channel is None else _weather(world, HANGING, chance.uniform(*LONG), channel)


async def a_channel_is_limited(world: World, chance: Random) -> str | None:
    """Let Discord answer requests to one channel with a rate limit, for a while."""
    channel = _some_channel(world, chance)
    return None if channel is None else _weather(world, LIMITED, chance.uniform(*SHORTLY), channel)


def _weather(world: World, kind: str, length_s: float, channel: int | None) -> str:
    world.server.weather.append(FailureMode(kind, _time_now() + length_s, channel))
    world.ill(_time_now() + length_s + CATCHING_UP_S)
    if channel is None:
        world.rough(length_s + CATCHING_UP_S)
    return f"weather: {kind} for {length_s:.0f} s" + ("" if channel is None else f" in {channel}")


async def a_channel_is_closed(world: World, chance: Random) -> str | None:
    """Delete a channel, or take away the bot's permissions there; a deletion is usually reported to the bot."""
    channels = [book.match.channel_id for book in world.matches(lambda book: book.match.status == RUNNING)]
    if not channels:
        return None
    channel, how = chance.choice(channels), chance.choice(("channel-gone", "forbidden"))
    world.server.closed[channel] = how
    if how == "forbidden" or not world.is_up or world.server.put_out or chance.random() < 0.3:
        return f"{channel} is closed: {how}"
    await world.services.channel_changes.vanished(channel, world.host_time())
    return f"{channel} is deleted, and the program hears of it"


async def a_channel_is_opened(world: World, chance: Random) -> str | None:
    """Give the bot its permissions in a channel back."""
    channels = [channel for channel, how in world.server.closed.items() if how == "forbidden"]
    if not channels:
        return None
    channel = chance.choice(channels)
    del world.server.closed[channel]
    return f"{channel} is open again"


async def a_channel_is_made_again(world: World, chance: Random) -> str | None:
    """Delete a channel and create it again with another id; its game continues there."""
    books = [book for book in world.running() if book.match.channel_id not in world.server.closed]
    if not books or not world.is_there or world.server.put_out:
        return None
    match, services = chance.choice(books).match, world.services
    world.server.closed[match.channel_id] = "channel-gone"
    await services.channel_changes.vanished(match.channel_id, world.host_time())
    channel = world.channel()
    await services.channel_changes.rehome(match.id, channel, now=world.host_time())
    return f"{match.channel_id} is deleted and made again: match {match.id} goes on in {channel}"


async def the_role_may_not_write(world: World, chance: Random) -> str:
    """Take Send Messages from the bot's role in all channels, for a while."""
    length_s = chance.uniform(*LONG)
    world.server.muted_until_s = _time_now() + length_s
    return f"the bot may write nowhere for {length_s:.0f} s"


async def the_bot_is_put_out(world: World, chance: Random) -> str | None:
    """Remove the bot from the server, sometimes without an event that tells it."""
    if world.server.put_out:
        return None
    world.server.put_out, world.server.muted_until_s = True, 0.0
    if world.is_up and world.is_there and world.life is not None and chance.random() < 0.7:
        await world.life.membership.left(world.host_time())
        return "the bot is put out, and hears of it"
    return "the bot is put out"


async def the_bot_is_taken_back(world: World, _chance: Random) -> str | None:
    """Add the bot to the server again; it learns that at once, or when it connects again."""
    if not world.server.put_out:
        return None
    world.server.put_out = False
    if world.is_up and world.is_there and world.life is not None:
        await world.life.membership.back(world.host_time())
    return "the bot is taken back"


async def letters_are_refused(world: World, chance: Random) -> str:
    """Let a member refuse direct messages from now on."""
    who = chance.choice(world.server.members)
    world.server.no_letters.add(who)
    return f"{who} takes no private messages"


async def the_disk_is_full(world: World, chance: Random) -> str:
    """Let the disk be full for a while."""
    length_s = chance.uniform(*SHORTLY)
    world.disk.full_until = _time_now() + length_s
    world.rough(length_s + CATCHING_UP_S)
    return f"the disk is full for {length_s:.0f} s"


async def the_database_is_locked(world: World, chance: Random) -> str:
    """Let another program lock the database for some seconds."""
    length_s = chance.uniform(0.5, 12)
    world.disk.locked_until = _time_now() + length_s
    world.rough(length_s + CATCHING_UP_S)
    return f"the database is locked for {length_s:.1f} s"


async def the_clock_is_set(world: World, chance: Random) -> str:
    """Set the host's clock wrong, or mostly right if it was wrong."""
    world.rough(CATCHING_UP_S)
    ahead_s = world.clock.ahead_s
    world.clock.set(0.0 if ahead_s and chance.random() < 0.7 else chance.choice(AHEAD_S))
    return f"the host's clock is set from {ahead_s:g} s ahead to {world.clock.ahead_s:g} s"


async def the_clock_is_a_year_ahead(world: World, chance: Random) -> str:
    """Set the host's clock a year ahead for the time of one move.

    Work scheduled meanwhile must not wait for a year afterwards.
    """
    length_s = chance.uniform(*ONE_MOVE_S)
    world.rough(length_s + CATCHING_UP_S)
    world.clock.leap(YEAR_S, length_s)
    return f"the host's clock is a year ahead for {length_s:.0f} s"


async def the_clock_drifts(world: World, chance: Random) -> str:
    """Change the drift of the host's clock, possibly to none."""
    world.rough(CATCHING_UP_S)
    drift = chance.choice(DRIFTS)
    world.clock.go(drift)
    return f"the host's clock gains {drift * 3600:g} s an hour"


def _often(per_day: Mapping[Act, float]) -> tuple[Actor, ...]:
    return tuple(Actor(act, often, needs_program=False) for act, often in per_day.items())


ACTORS = _often(
    {
        kill: 2.0,
        discord_is_down: 0.3,
        answers_are_lost: 0.5,
        a_channel_hangs: 0.7,
        a_channel_is_limited: 1.0,
        a_channel_is_closed: 0.2,
        a_channel_is_opened: 0.3,
        letters_are_refused: 0.1,
        the_disk_is_full: 0.3,
        the_database_is_locked: 0.7,
        a_channel_is_made_again: 0.2,
        the_role_may_not_write: 0.15,
        the_bot_is_put_out: 0.1,
        the_bot_is_taken_back: 3.0,
        the_clock_is_set: 0.4,
        the_clock_is_a_year_ahead: 0.2,
        the_clock_drifts: 0.2,
    }
)

SLOW_ACTORS = _often(
    {
        kill: 1.0,
        the_program_is_away: 0.2,
        the_connection_is_lost: 0.3,
        discord_is_down: 0.1,
        answers_are_lost: 0.3,
        a_channel_hangs: 0.4,
        a_channel_is_limited: 0.5,
        a_channel_is_closed: 0.1,
        a_channel_is_opened: 0.3,
        a_channel_is_made_again: 0.1,
        the_role_may_not_write: 0.1,
        letters_are_refused: 0.1,
        the_disk_is_full: 0.1,
        the_database_is_locked: 0.3,
    }
)
"""In a month whose laws are about time: the host's clock is right, and the machine is not always on."""
