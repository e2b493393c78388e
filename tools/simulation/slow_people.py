"""Actions of simulated users who play for weeks: sessions, sleep, travel, vacations, absences, pauses.

There is one function for each action, as in `people`; sleeping users do nothing, with few exceptions.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

from games.core.errors import RuleRefusedError
from service.clocks.pausing import MINUTES, PAUSE
from service.errors import Refusal
from service.play.early_finish import FINISH, STOP
from service.play.requests import OPEN
from service.records import MatchLocation
from service.users.preferences import DIGEST, PREFERENCES, REMINDERS, WHERE
from storage.errors import StorageError
from storage.rows import MatchId, UserId, WaitingGame
from tools.simulation.fake_discord import GUILD
from tools.simulation.people import WAITS, pressed, take_over
from tools.simulation.plan import Actor
from tools.simulation.player_routine import PlayerRoutine, born
from tools.simulation.second_thoughts import drafted
from tools.simulation.world import World

PACES = ("daily",) * 6 + ("relaxed", "event", "brisk", "brisk", "evening", "live", "none")
TIMEOUTS = ("move", "move", "move", "vacate", "forfeit")
AT_ONCE = 6
"""So many games somebody plays on with before they get up again."""
SLEEPLESS = 0.02
"""How often somebody sits down in the middle of their night."""
DAY_S = 86_400.0


def habit(world: World, who: UserId) -> PlayerRoutine:
    """Return a user's routine, drawn from the seed and the user id at the first call."""
    if who not in world.habits:
        world.habits[who] = born(Random(f"habit {world.seed} {who}"))
    return world.habits[who]


def _awake_person(world: World, chance: Random) -> UserId | None:
    who = chance.choice(world.server.members)
    lives = habit(world, who)
    if lives.gone_until_s > asyncio.get_running_loop().time():
        return None
    return who if lives.is_awake(world.right_time()) or chance.random() < SLEEPLESS else None


async def sit_down(world: World, chance: Random) -> str | None:
    """View the waiting games of a user, and play on in some."""
    if (who := _awake_person(world, chance)) is None:
        return None
    waiting = list(await world.services.match_queries.waiting_for(who))
    if not waiting:
        return None
    chance.shuffle(waiting)
    done = [f"{who} sits down"]
    for waiting_game in waiting[:AT_ONCE]:
        await asyncio.sleep(chance.uniform(1, 90))
        if not world.is_up:
            break
        try:
            done.append(await _turn(world, chance, waiting_game, who))
        except (RuleRefusedError, Refusal, StorageError) as refusal:
            done.append(f"match {waiting_game.match.id}: refused: {refusal}")
    return "; ".join(done)


async def _turn(world: World, chance: Random, game: WaitingGame, who: UserId) -> str:
    """Make a move, first ending the user's vacation if that is required; return a line for the story."""
    try:
        return await _move(world, chance, game.match.id, who)
    except Refusal as refusal:
        if refusal.code != "on-vacation" or chance.random() < 0.5:
            raise
    await world.services.vacations.end(who, now=world.host_time())
    return f"ends a vacation; {await _move(world, chance, game.match.id, who)}"


async def _move(world: World, chance: Random, match_id: MatchId, who: UserId) -> str:
    shown = await drafted(world, chance, match_id, who)
    confirm = world.services.turns.confirm(match_id, who, expected_version=shown.version, now=world.host_time())
    press_result = await pressed(world, [confirm], shown.texts)
    done = f"match {match_id}: {list(shown.texts)} at {shown.version}: {press_result}"
    if press_result != WAITS or chance.random() < 0.7:
        return done
    await asyncio.sleep(chance.uniform(1, 20))
    if not world.is_up:
        return done
    back = await world.services.pending_moves.take_back(match_id, who, expected_version=shown.version, now=world.host_time())
    confirm = world.services.turns.confirm(match_id, who, expected_version=back.version, now=world.host_time())
    return f"{done}; taken back; again: {await pressed(world, [confirm], back.texts)}"


async def begin_slow_game(world: World, chance: Random) -> str | None:
    """Open a slow game, agree on its terms with some users, and start it."""
    number = chance.choice((2, 2, 2, 3, 4))
    host, *others = chance.sample(world.server.members, number)
    pace, on_timeout = chance.choice(PACES), chance.choice(TIMEOUTS)
    options = {"tiles": "twelve"} if chance.random() < 0.8 else {}
    place = MatchLocation(GUILD, world.channel())
    lobby = await world.services.lobbies.open(
        place, host, "carcassonne", options, now=world.host_time(), terms={"pace": pace, "timeout": on_timeout}
    )
    match_id = lobby.match.id
    world.changed(match_id)
    for who in others:
        await world.services.lobbies.join(match_id, who, now=world.host_time())
    await world.services.lobbies.start(match_id, host, now=world.host_time())
    return f"{host} and {others} begin match {match_id} at {pace}, whose time is over: {on_timeout}"


async def choose_hours(world: World, chance: Random) -> str | None:
    """Choose a user's sleep hours, in their current time zone."""
    if (who := _awake_person(world, chance)) is None:
        return None
    hours = habit(world, who).hours() if chance.random() < 0.95 else (habit(world, who).zone, "", "")
    await world.services.user_settings.live_in(who, *hours)
    return f"{who} sleeps {hours[1]} to {hours[2]} in {hours[0]}"


async def travel(world: World, chance: Random) -> str | None:
    """Move a user to another time zone, which they usually tell the program."""
    if (who := _awake_person(world, chance)) is None:
        return None
    world.habits[who] = there = habit(world, who).elsewhere(chance)
    if chance.random() < 0.3:
        return f"{who} travels to {there.zone}"
    await world.services.user_settings.live_in(who, *there.hours())
    return f"{who} travels to {there.zone}, and says so"


async def choose_reminders(world: World, chance: Random) -> str | None:
    """Choose a user's reminders and the hour of their daily list."""
    if (who := _awake_person(world, chance)) is None:
        return None
    key = chance.choice((REMINDERS, WHERE, DIGEST, DIGEST))
    value = chance.choice(PREFERENCES[key])
    await world.services.user_settings.prefer(who, key, value)
    return f"{who} prefers {key} {value}"


async def go_on_vacation(world: World, chance: Random) -> str | None:
    """Announce a vacation for soon or now, and usually take it."""
    if (who := _awake_person(world, chance)) is None:
        return None
    now, days = world.host_time(), chance.uniform(2.2, 12)
    begin = now + timedelta(hours=chance.uniform(25, 80)) if chance.random() < 0.7 else None
    away = await world.services.vacations.start(who, begin, (begin or now) + timedelta(days=days), now=now)
    return f"{who} is on vacation from {away.begin} to {away.end}"


async def come_home(world: World, chance: Random) -> str | None:
    """End a vacation early, or cancel it."""
    if (who := _awake_person(world, chance)) is None:
        return None
    await world.services.vacations.end(who, now=world.host_time())
    return f"{who} is back from vacation"


async def vanish(world: World, chance: Random) -> str | None:
    """Let a user be absent for days or weeks without telling the program."""
    if (who := _awake_person(world, chance)) is None:
        return None
    days = chance.uniform(2, 20)
    world.habits[who] = replace(habit(world, who), gone_until_s=asyncio.get_running_loop().time() + days * DAY_S)
    return f"{who} is not seen for {days:.1f} days"


async def take_seat_again(world: World, chance: Random) -> str | None:
    """Take a lost seat back, as its former player."""
    candidates = [(seen, row) for seen in world.running() for row in seen.seats if not row.is_human and row.user_id]
    if not candidates:
        return None
    seen, row = chance.choice(candidates)
    who = UserId(row.user_id or 0)
    if not habit(world, who).is_awake(world.right_time()):
        return None
    await world.services.seat_reclaim.come_back(seen.match.id, who, now=world.host_time())
    return f"{who} takes the seat back in match {seen.match.id}"


async def substitute(world: World, chance: Random) -> str | None:
    """Take over another player's lost seat."""
    who = _awake_person(world, chance)
    return None if who is None else await take_over(world, chance, who)


async def give_up(world: World, chance: Random) -> str | None:
    """Resign from one of a person's games."""
    if (who := _awake_person(world, chance)) is None:
        return None
    games = [seen for seen in world.running() if any(row.user_id == who and row.is_human for row in seen.seats)]
    if not games:
        return None
    match_id = chance.choice(games).match.id
    await world.services.resignations.resign(match_id, who, now=world.host_time())
    return f"{who} resigns from match {match_id}"


async def ask_to_end(world: World, chance: Random) -> str | None:
    """Ask the other players to end a game: computers play the rest, or the current points count."""
    return await _ask(world, chance, chance.choice((FINISH, STOP)), {})


async def ask_for_a_pause(world: World, chance: Random) -> str | None:
    """Ask the other players for some days without clocks; usually they agree within hours."""
    return await _ask(world, chance, PAUSE, {MINUTES: 1440 * chance.randint(1, 9)})


async def _ask(world: World, chance: Random, kind: str, wanted: dict[str, int]) -> str | None:
    if (who := _awake_person(world, chance)) is None:
        return None
    games = [seen for seen in world.running() if any(row.user_id == who and row.is_human for row in seen.seats)]
    if not games:
        return None
    match_id = chance.choice(games).match.id
    made = await world.services.requests.ask(match_id, who, kind, wanted, now=world.host_time())
    done = f"{who} asks for {kind} {wanted} in match {match_id}: {made.request.status}"
    for seat in made.missing:
        await asyncio.sleep(chance.uniform(10, 20_000))
        if not world.is_up or made.request.status != OPEN:
            return done
        answered = UserId(seat.user_id or 0)
        made = await world.services.requests.answer(
            match_id, answered, made.request.number, agrees=chance.random() < 0.95, now=world.host_time()
        )
        done = f"{done}; {answered}: {made.request.status}"
    return done


async def end_a_pause(world: World, chance: Random) -> str | None:
    """End a pause."""
    paused = [(seen, row) for seen in world.running() for row in seen.requests if row.kind == PAUSE]
    if not paused:
        return None
    seen, row = chance.choice(paused)
    who = UserId(seen.seats[row.seat].user_id or 0)
    await world.services.pausing.end(seen.match.id, who, now=world.host_time())
    return f"{who} ends the pause of match {seen.match.id}"


async def give_time(world: World, chance: Random) -> str | None:
    """Give all others more time."""
    if (who := _awake_person(world, chance)) is None:
        return None
    games = [seen for seen in world.running() if any(row.user_id == who and row.is_human for row in seen.seats)]
    if not games:
        return None
    match_id, hours = chance.choice(games).match.id, chance.choice((1, 12, 48))
    await world.services.clocks.give(match_id, who, timedelta(hours=hours), now=world.host_time())
    return f"{who} gives {hours} h to all others in match {match_id}"


async def let_play(world: World, chance: Random) -> str | None:
    """Let a computer move for a player who was waited for long enough, in a game without a clock."""
    games = [seen for seen in world.running() if not seen.match.terms.pace.has_clock]
    if not games:
        return None
    seen = chance.choice(games)
    people = [row.user_id for row in seen.seats if row.user_id]
    if not people:
        return None
    who = UserId(chance.choice(people))
    done = await world.services.computer_stand_in.ask(seen.match.id, who, now=world.host_time())
    return f"{who} lets a computer play in match {seen.match.id}: {'done' if done else 'another one must agree'}"


async def watch(world: World, _chance: Random) -> str | None:
    """Check the laws about events that should have happened by now."""
    world.watch()
    return None


ACTORS: tuple[Actor, ...] = (
    Actor(sit_down, 110),
    Actor(choose_hours, 4),
    Actor(travel, 0.4),
    Actor(choose_reminders, 4),
    Actor(go_on_vacation, 0.5),
    Actor(come_home, 0.3),
    Actor(vanish, 0.5),
    Actor(take_seat_again, 4),
    Actor(substitute, 4),
    Actor(give_up, 0.2),
    Actor(ask_to_end, 0.3),
    Actor(ask_for_a_pause, 0.8),
    Actor(end_a_pause, 0.4),
    Actor(give_time, 0.5),
    Actor(let_play, 4),
    Actor(watch, 4),
)
