"""A pest in the simulated world: one user who tries every action that pings another one, as often as possible."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from random import Random

from games.core.errors import RuleRefusedError
from service.errors import Refusal
from service.play.take_back import UNDO
from service.records import MatchLocation
from service.tournaments.duels import DuelRequest
from service.tournaments.result_agreements import Proposal
from storage.errors import StorageError
from storage.rows import UserId
from storage.tournament_rows import DUEL, OPEN, EventId
from tools.simulation.fake_discord import GUILD
from tools.simulation.league_people import running
from tools.simulation.plan import Actor
from tools.simulation.world import World

PRESSES = 40
"""Of one outbreak."""

Press = Callable[[], Awaitable[object]]


def _couple(world: World) -> tuple[UserId, UserId]:
    """Return the pest and their victim, the same two as long as both are members."""
    pest, victim = sorted(world.server.members)[:2]
    return pest, victim


async def pester(world: World, chance: Random) -> str | None:
    """Press random buttons that ping the victim, faster than a person could."""
    if len(world.server.members) < 2:
        return None
    pest, victim = _couple(world)
    done = 0
    for _ in range(PRESSES):
        presses = _presses(world, chance, pest, victim)
        if not world.is_up or not presses:
            break
        try:
            await chance.choice(presses)()
            done += 1
        except (RuleRefusedError, Refusal, StorageError):
            pass
        await asyncio.sleep(chance.uniform(0.1, 2))
    return f"{pest} pesters {victim} with {done} presses"


def _presses(world: World, chance: Random, pest: UserId, victim: UserId) -> list[Press]:
    """Return the actions that ping the victim and are open to the pest now."""
    events, now, presses = world.services.tournaments, world.host_time(), list[Press]()
    duels = [book for book in running(world, DUEL, OPEN) if {book.users.get(1), book.users.get(2)} == {pest, victim}]
    presses += [partial(_leave, world, book.row.id, pest) for book in duels]
    if not duels:
        presses.append(partial(_challenge, world, pest, victim))
    for book in running(world):
        if book.state.settings.is_arena or not {pest, victim} <= set(book.users.values()):
            continue
        hours, what = [now + timedelta(hours=chance.uniform(2, 100))], Proposal("win", pest, "as I said", elsewhere=True)
        presses += [
            partial(events.scheduling.propose, book.row.id, pest, hours, now=now),
            partial(events.result_agreements.propose, book.row.id, pest, what, now=now),
            partial(events.rulings.call, book.row.id, pest, now=now),
        ]
    for match_id, seen in world.books.items():
        if {pest, victim} <= {row.user_id for row in seen.seats} and seen.match.status == "running":
            presses.append(partial(world.services.requests.ask, match_id, pest, UNDO, {}, now=now))
    return presses


async def _challenge(world: World, pest: UserId, victim: UserId) -> None:
    wanted = DuelRequest("carcassonne", {"tiles": "twelve"}, "daily", 1, False)
    place = MatchLocation(GUILD, world.channel())
    duels = world.services.tournaments.duels
    state = await duels.challenge(place, pest, victim, wanted, name="Duel", now=world.host_time())
    world.event_changed(state.row.id)


async def _leave(world: World, event_id: EventId, pest: UserId) -> None:
    await world.services.tournaments.registration.leave(event_id, pest, now=world.host_time())


ACTORS: tuple[Actor, ...] = (Actor(pester, 1),)
