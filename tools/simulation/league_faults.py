"""Faults of league life: a role is deleted or moved, the calendar is closed, members leave or are erased.

Each function causes its fault and returns a line for the story, or None if it is not possible now.
"""

from __future__ import annotations

from random import Random

from sqlalchemy import BigInteger, func, select

from service.guilds.server_settings import CHAMPION
from storage.rows import UserId
from storage.schema import metadata
from tools.simulation import faults
from tools.simulation.fake_discord import GUILD
from tools.simulation.guild import ROLES
from tools.simulation.league_people import somebody
from tools.simulation.people import leave_server
from tools.simulation.plan import Actor
from tools.simulation.world import World

NAMES = ("user_id", "other_id", "host_id", "by_id", "official_id")
"""Columns that name people."""


async def choose_champion_role(world: World, chance: Random) -> str | None:
    """Set the server's champion role to a random role, or to none."""
    role = chance.choice((*ROLES, None))
    await world.services.server_settings.choose(GUILD, CHAMPION, () if role is None else (str(role),))
    return f"the champion's role is {role}"


async def a_role_changes(world: World, chance: Random) -> str | None:
    """Delete a role, move it above the bot's, give it permissions, forbid the bot to manage roles, or undo all that."""
    number, what = chance.choice(ROLES), chance.choice(("gone", "above", "mighty", "lacking", "right", "right", "right"))
    guild, role = world.server.guild, world.server.guild.roles[number]
    role.is_above, role.is_mighty, guild.may_crown = what == "above", what == "mighty", what != "lacking"
    if what == "gone":
        role.is_gone = True
        role.users.clear()
    elif what == "right":
        role.is_gone = False
    if world.is_up and world.is_there and not world.server.put_out:
        await world.services.champions.again(GUILD, world.host_time())
    return f"role {number}: {what}"


async def the_calendar_is_closed_or_opened(world: World, chance: Random) -> str | None:
    """Take or give back the bot's permission to change the calendar."""
    world.server.guild.may_enter = chance.random() < 0.7
    return f"the bot may write in the calendar: {world.server.guild.may_enter}"


async def an_entry_is_deleted(world: World, chance: Random) -> str | None:
    """Delete an entry of the calendar, as an administrator could."""
    if not (calendar_lines := world.server.guild.coming()):
        return None
    line = chance.choice(calendar_lines)
    del world.server.guild.lines[line.id]
    return f"the entry of {line.name} is deleted"


async def a_player_leaves(world: World, chance: Random) -> str | None:
    """Let a member leave the server permanently, with all roles."""
    before = list(world.server.members)
    leaver = await leave_server(world, chance)
    for role in world.server.guild.roles.values():
        role.users -= {who for who in before if who not in world.server.members}
    return leaver


async def a_player_is_forgotten(world: World, chance: Random) -> str | None:
    """Erase a user's data in the middle of everything, and check that no row names the user."""
    who = somebody(world, chance)
    await world.services.privacy.forget(who, now=world.host_time())
    named = _naming(world, who)
    for match_id in [book.match.id for book in world.matches(lambda book: any(row.user_id == who for row in book.seats))]:
        world.changed(match_id)
    for event_id in list(world.league.known):
        world.event_changed(event_id)
    if named:
        world.complain("nothing is left of who is forgotten", f"{who} stands in {named}")
    return f"{who} is forgotten"


def _naming(world: World, who: UserId) -> list[str]:
    """Return the columns in which a user's id still stands, as `table.column`."""
    naming = []
    for table in metadata.sorted_tables:
        for column in table.columns:
            if column.name in NAMES and isinstance(column.type, BigInteger):
                number = world.disk.now(lambda con, c=column: con.execute(select(func.count()).where(c == who)).scalar())  # type: ignore[misc]  # a lambda's type
                if number:
                    naming.append(f"{table.name}.{column.name}")
    return naming


ACTORS: tuple[Actor, ...] = (
    Actor(choose_champion_role, 0.4),
    Actor(a_role_changes, 0.6, needs_program=False),
    Actor(the_calendar_is_closed_or_opened, 0.2, needs_program=False),
    Actor(an_entry_is_deleted, 0.3, needs_program=False),
    Actor(a_player_leaves, 0.3),
    Actor(a_player_is_forgotten, 0.1),
    Actor(faults.the_bot_is_put_out, 0.1, needs_program=False),
    Actor(faults.the_bot_is_taken_back, 3, needs_program=False),
)
