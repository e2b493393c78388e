"""Simulated users who hold tournaments: double eliminations, arenas, divisions with their next seasons, ladders.

Each action is one function, as in `league_people`.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

from service.errors import Refusal
from service.records import MatchLocation
from service.tournaments.next_season import next_name, next_season_settings
from service.tournaments.state import TournamentState
from service.tournaments.tournament_settings import preset_settings
from storage.errors import StorageError
from storage.rows import UserId
from storage.tournament_rows import FINISHED, OPEN, TOURNAMENT
from tools.simulation.fake_discord import GUILD
from tools.simulation.league_people import running, somebody, together, turns
from tools.simulation.plan import Actor
from tools.simulation.tournament_ledgers import TournamentLedger
from tools.simulation.world import World

PRESETS = ("double-elimination", "divisions", "league", "ladder", "cup", "slow-swiss")
MOST = 5
"""Tournaments under way at a time."""
EVENING_S = 2.5 * 3600
"""How long an arena's people stay."""
PAUSES = 0.04


async def open_tournament(world: World, chance: Random) -> str | None:
    """Open a tournament of a random preset, let members enter, and start it."""
    if len(running(world, TOURNAMENT)) >= MOST:
        return None
    preset, host = chance.choice(PRESETS), somebody(world, chance)
    settings = preset_settings(preset, "carcassonne")
    length = timedelta(days=chance.choice((4, 7, 10)))
    settings = replace(
        settings, options={"tiles": "twelve"}, round_length=length, by_appointment=False, absent_loses=chance.random() < 0.7
    )
    if chance.random() < 0.3:
        settings = replace(settings, pace="live", first_turn=timedelta(minutes=10), by_appointment=chance.random() < 0.7)
    state = await world.services.tournaments.creation.open(
        MatchLocation(GUILD, world.channel()), host, f"{preset} 1", settings, now=world.host_time()
    )
    return f"{host} opens {preset}, event {state.row.id}: {await _enter_and_start(world, chance, state, host)}"


async def _enter_and_start(world: World, chance: Random, state: TournamentState, host: UserId) -> str:
    """Let some members enter, now and then twice, and the host start the event; return the answers as text."""
    world.event_changed(state.row.id)
    entries, texts = world.services.tournaments.registration, list[str]()
    for who in chance.sample(world.server.members, chance.randint(4, 7)):
        times = 2 if chance.random() < 0.1 else 1
        texts.append(await together([entries.enter(state.row.id, who, now=world.host_time()) for _ in range(times)]))
        await asyncio.sleep(chance.uniform(0, 5))
        if not world.is_up:
            return "the program dies"
    times = 2 if chance.random() < 0.2 else 1
    return await together([entries.start(state.row.id, host, now=world.host_time()) for _ in range(times)])


async def start_again(world: World, chance: Random) -> str | None:
    """Start an interrupted tournament again, as its host."""
    if not (ledgers := running(world, TOURNAMENT, OPEN)):
        return None
    book = chance.choice(ledgers)
    await world.services.tournaments.registration.start(book.row.id, book.row.host_id, now=world.host_time())
    return f"{book.row.host_id} starts event {book.row.id}"


async def arena_evening(world: World, chance: Random) -> str | None:
    """Run an arena of an hour in which users join, play, pause, return and leave."""
    if any(book.state.settings.is_arena for book in running(world)):
        return None
    host, settings = somebody(world, chance), preset_settings("arena", "carcassonne")
    settings = replace(settings, options={"tiles": "twelve"}, stages=f"arena:{chance.choice((1, 2))}")
    place = MatchLocation(GUILD, world.channel())
    state = await world.services.tournaments.creation.open(place, host, "Arena", settings, now=world.host_time())
    done, event_id = await _enter_and_start(world, chance, state, host), state.row.id
    loop = asyncio.get_running_loop()
    ends, played = loop.time() + EVENING_S, 0
    while loop.time() < ends and world.is_up and (book := world.league.known.get(event_id)) is not None:
        if book.row.status == FINISHED:
            break
        played += await _minute(world, chance, book)
        await asyncio.sleep(chance.uniform(5, 40))
    return f"{host} holds an arena, event {event_id}: {done}; {played} times somebody sat down"


async def _minute(world: World, chance: Random, book: TournamentLedger) -> int:
    """Let all players of an arena make some moves; now and then a user joins, pauses or returns. Return the moves made."""
    services, now, played = world.services.tournaments, world.host_time(), 0
    if chance.random() < PAUSES:
        who = chance.choice(world.server.members)
        try:
            if book.state.member(who) is None:
                await services.registration.enter(book.row.id, who, now=now)
            else:
                await services.arenas.join_or_pause(book.row.id, who, now=now)
        except (Refusal, StorageError):
            pass  # they rest, or it is too late
    for match in book.matches:
        if match.status == "running" and match.match_id in world.books and chance.random() < 0.85 and world.is_up:
            try:
                await turns(world, chance, match.match_id)
                played += 1
            except (Refusal, StorageError):
                continue  # overtaken
    for drawn, table in book.state.open_tables():
        for seated in drawn.seats(table):
            if book.state.awaits(drawn, table) and chance.random() < 0.8 and world.is_up:
                try:
                    await services.round_scheduler.ready(book.row.id, book.state.user(seated), now=world.host_time())
                except (Refusal, StorageError):
                    continue
    return played


async def next_season(world: World, chance: Random) -> str | None:
    """Open the next season as an organiser, perhaps twice; most former entrants enter, with some others."""
    ledgers = [book for book in running(world, TOURNAMENT, FINISHED) if book.state.final]
    if not ledgers or len(running(world, TOURNAMENT)) >= MOST:
        return None
    book = chance.choice(ledgers)
    host, place, held_for = (
        somebody(world, chance),
        MatchLocation(GUILD, world.channel()),
        timedelta(hours=chance.choice((0, 1, 24))),
    )
    succeed, settings, name = (
        world.services.tournaments.next_season.succeed,
        next_season_settings(book.state),
        next_name(book.state),
    )
    presses = [
        succeed(book.row.id, place, host, settings, name=name, held=held_for, now=world.host_time())
        for _ in range(2 if chance.random() < 0.4 else 1)
    ]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    opened = [answer for answer in answers if isinstance(answer, TournamentState)]
    if len(opened) > 1:
        world.complain("a season has one successor", f"events {[state.row.id for state in opened]} follow event {book.row.id}")
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, Refusal | StorageError):
            raise answer
    if not opened:
        return f"{host} opens no season after event {book.row.id}"
    _must_be_moved(world, book, opened[0])
    for who in chance.sample(list(book.users.values()), len(book.users)):
        if who in world.server.members and chance.random() < 0.7 and world.is_up:
            await together([world.services.tournaments.registration.enter(opened[0].row.id, who, now=world.host_time())])
    return f"{host} opens event {opened[0].row.id} after {book.row.id}: {await _enter_and_start(world, chance, opened[0], host)}"


def _must_be_moved(world: World, before: TournamentLedger, after: TournamentState) -> None:
    """Check the seeding of a new season: it holds all entrants who stayed, each once, promoted ones above relegated ones."""
    state = before.state
    stayed = [state.user(who) for who in state.final if state.members[int(who)].status == "in"]
    users = [after.users[number] for number in sorted(after.held, key=lambda number: after.held[number] or 0)]
    if sorted(users) != sorted(user for user in stayed if user > 0):
        world.complain("a season keeps who was in", f"event {after.row.id} holds {users}, and {stayed} stayed in {before.row.id}")


async def climb(world: World, chance: Random) -> str | None:
    """Challenge an entrant above in a ladder."""
    climbers = [
        (book, member.id)
        for book in running(world, TOURNAMENT)
        if book.state.settings.preset == "ladder" and book.state.waits
        for member in book.state.having("in")
        if book.state.within_reach(member.id)
    ]
    if not climbers:
        return None
    book, who = chance.choice(climbers)
    other, user = chance.choice(book.state.within_reach(who)), book.state.user(who)
    challenge = world.services.tournaments.challenges.challenge
    presses = [challenge(book.row.id, user, int(other), now=world.host_time()) for _ in range(2 if chance.random() < 0.2 else 1)]
    return f"{user} challenges {book.state.user(other)} in event {book.row.id}: {await together(presses)}"


async def end_ladder(world: World, chance: Random) -> str | None:
    """End a ladder as its organiser."""
    ledgers = [book for book in running(world, TOURNAMENT) if book.state.settings.preset == "ladder" and book.state.results]
    if not ledgers:
        return None
    book = chance.choice(ledgers)
    await world.services.tournaments.early_end.end(book.row.id, book.row.host_id, now=world.host_time())
    return f"{book.row.host_id} ends event {book.row.id}"


async def say_ready(world: World, chance: Random) -> str | None:
    """Confirm presence for a player of a live pairing that waits for it."""
    candidates = [
        (book, book.state.user(who))
        for book in running(world)
        for drawn, table in book.state.open_tables()
        if book.state.awaits(drawn, table)
        for who in drawn.seats(table)
    ]
    if not candidates:
        return None
    book, user = chance.choice(candidates)
    await world.services.tournaments.round_scheduler.ready(book.row.id, user, now=world.host_time())
    return f"{user} is ready in event {book.row.id}"


ACTORS: tuple[Actor, ...] = (
    Actor(open_tournament, 0.7),
    Actor(start_again, 0.5),
    Actor(arena_evening, 0.25),
    Actor(next_season, 0.5),
    Actor(climb, 3),
    Actor(end_ladder, 0.1),
    Actor(say_ready, 20),
)
