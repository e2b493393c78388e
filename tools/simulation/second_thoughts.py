"""Simulated users who change their minds: they take moves back, skip the waiting time, or ask the other players."""

from __future__ import annotations

import asyncio
from random import Random

from service.play.early_finish import FINISH, STOP
from service.play.requests import OPEN
from service.play.take_back import UNDO
from service.records import Draft
from storage.rows import MatchId, UserId
from tools.simulation.people import WAITS, answered, asked, pressed
from tools.simulation.plan import Actor
from tools.simulation.world import World


async def think_again(world: World, chance: Random) -> str | None:
    """Confirm a move and take it back, or pass it on early; perhaps too late, perhaps twice."""
    if (candidate := asked(world, chance)) is None:
        return None
    seen, who = candidate
    match_id = seen.match.id
    shown = await drafted(world, chance, match_id, who)
    confirming = world.services.turns.confirm(match_id, who, expected_version=shown.version, now=world.host_time())
    press_result = await pressed(world, [confirming], shown.texts)
    done = f"{who} confirms {shown.texts} at {shown.version} in match {match_id}: {press_result}"
    await asyncio.sleep(chance.uniform(0, 1.3) * max(seen.match.terms.take_back_s, 1))
    if not world.is_up or press_result != WAITS:
        return done
    if chance.random() < 0.3:
        passing = world.services.pending_moves.pass_on(match_id, who, expected_version=shown.version, now=world.host_time())
        return f"{done}; waits no longer: {await pressed(world, [passing], shown.texts)}"
    return f"{done}; takes it back: {await _check_taken_back(world, chance, match_id, who, shown)}"


async def drafted(world: World, chance: Random, match_id: MatchId, who: UserId) -> Draft:
    """Draft a whole random turn without confirming it; return the draft."""
    drafts = world.services.drafts
    shown = await drafts.open(match_id, who, now=world.host_time())
    while shown.legal:
        text = shown.game.write(chance.choice(shown.legal))
        shown = await drafts.push(match_id, who, [text], expected_version=shown.version, now=world.host_time())
    return shown


async def _check_taken_back(world: World, chance: Random, match_id: MatchId, who: UserId, shown: Draft) -> str:
    """Take a move back, and check that no row of it is in the log; return the answers as text."""

    async def press() -> None:
        await world.services.pending_moves.take_back(match_id, who, expected_version=shown.version, now=world.host_time())
        played = [row.text for row in world.books[match_id].log[shown.version :] if row.seat == shown.seat]
        if shown.texts and played[: len(shown.texts)] == list(shown.texts):
            world.complain("what was taken back has never happened", f"match {match_id} at {shown.version}: {played}")

    presses = [press() for _ in range(2 if chance.random() < 0.3 else 1)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    return ", ".join(answered(answer) for answer in answers)


async def ask_others(world: World, chance: Random) -> str | None:
    """Ask the other players to undo a turn, or to end the game; mostly they answer soon."""
    ask_others = [(seen, UserId(row.user_id)) for seen in world.running() for row in seen.seats if row.is_human and row.user_id]
    if not ask_others:
        return None
    seen, who = chance.choice(ask_others)
    kind = UNDO if chance.random() < 0.85 else chance.choice((FINISH, STOP))
    made = await world.services.requests.ask(seen.match.id, who, kind, {}, now=world.host_time())
    done = f"{who} asks for {kind} in match {seen.match.id}: {made.request.status}"
    for seat in made.missing:
        await asyncio.sleep(chance.uniform(0, 3))
        if not world.is_up or chance.random() < 0.2:
            return done
        number, agrees = made.request.number, chance.random() < 0.9
        made = await world.services.requests.answer(
            seen.match.id, UserId(seat.user_id or 0), number, agrees=agrees, now=world.host_time()
        )
        done = f"{done}; {seat.user_id} {'agrees' if agrees else 'does not agree'}: {made.request.status}"
    return done


async def answer_request(world: World, chance: Random) -> str | None:
    """Answer a request of another player, perhaps late, perhaps one's own, perhaps twice."""
    candidates = [(seen, row) for seen in world.running() for row in seen.requests if row.status == OPEN or chance.random() < 0.1]
    if not candidates:
        return None
    seen, row = chance.choice(candidates)
    people = [UserId(seat.user_id) for seat in seen.seats if seat.is_human and seat.user_id]
    if not people:
        return None
    who, agrees, times = chance.choice(people), chance.random() < 0.8, 2 if chance.random() < 0.2 else 1
    answer = world.services.requests.answer
    presses = [answer(seen.match.id, who, row.number, agrees=agrees, now=world.host_time()) for _ in range(times)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    text = ", ".join(answered(reply) for reply in answers)
    return f"{who} {'agrees' if agrees else 'does not agree'} to request {row.number} of match {seen.match.id}: {text}"


ACTORS: tuple[Actor, ...] = (Actor(think_again, 24), Actor(ask_others, 5), Actor(answer_request, 14))
