"""Simulated users who plan their next turn while others play, and who choose what happens with their plans."""

from __future__ import annotations

import asyncio
from random import Random

from service.records import Draft, MatchUpdate
from service.users.preferences import PLANS, PREFERENCES
from storage.rows import MatchId, UserId
from tools.simulation.people import answered
from tools.simulation.plan import Actor
from tools.simulation.world import World


async def plan_ahead(world: World, chance: Random) -> str | None:
    """Plan the next turn of a player who need not act yet, perhaps twice; check that the log does not change."""
    candidates = [
        (seen, row.seat, UserId(row.user_id))
        for seen in world.running()
        for row in seen.seats
        if row.is_human and row.user_id in world.server.members and row.seat not in seen.asked
        if seen.game.plans_ahead(seen.game.options(seen.match.options))
    ]
    if not candidates:
        return None
    seen, seat, who = chance.choice(candidates)
    match_id = seen.match.id
    if not await world.services.drafts.may_plan(match_id, who):
        return f"{who} has nothing to plan in match {match_id}"
    shown = await _try_draft(world, chance, match_id, who)
    if not shown.is_ahead or not shown.may_confirm:
        return f"{who} leaves a plan in match {match_id}"
    times = 2 if chance.random() < 0.2 else 1
    confirm = world.services.turns.confirm
    presses = [confirm(match_id, who, expected_version=shown.version, now=world.host_time()) for _ in range(times)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, MatchUpdate) and answer.planned and answer.entries:
            world.complain("a plan is no move", f"match {match_id}: {answer.entries} came of the plan of seat {seat}")
    return f"{who} plans {shown.texts} in match {match_id}: {', '.join(map(answered, answers))}"


async def _try_draft(world: World, chance: Random, match_id: MatchId, who: UserId) -> Draft:
    drafts = world.services.drafts
    shown = await drafts.discard(match_id, who, now=world.host_time())
    while shown.legal and shown.is_ahead:
        text = shown.game.write(chance.choice(shown.legal))
        shown = await drafts.push(match_id, who, [text], expected_version=shown.version, now=world.host_time())
    return shown


async def choose_plans(world: World, chance: Random) -> str | None:
    """Choose a user's setting for planned turns."""
    who, value = UserId(chance.choice(world.server.members)), chance.choice(PREFERENCES[PLANS])
    await world.services.user_settings.prefer(who, PLANS, value)
    return f"{who} wants plans {value}"


ACTORS: tuple[Actor, ...] = (Actor(plan_ahead, 20), Actor(choose_plans, 2))
