"""Simulated users around games that the whole server plays: votes, hidden guesses of spectators, practice of mistakes."""

from __future__ import annotations

import asyncio
from random import Random

from service.errors import Refusal
from service.records import MatchLocation
from storage.rows import FINISHED, RUNNING, UserId
from storage.schema import vote
from tools.simulation import people
from tools.simulation.fake_discord import GUILD
from tools.simulation.league_people import somebody
from tools.simulation.plan import Actor
from tools.simulation.state_oracle import ObservedMatch
from tools.simulation.world import World

LEAVES = 40
"""Positions that an analysis looks at here: what it finds is of no interest, that it is kept once is."""
MOST_TOWNS = 2


async def open_town_game(world: World, chance: Random) -> str | None:
    """Start a game of the whole server, which votes on its moves, against a computer or another user."""
    if sum(any(row.is_town for row in seen.seats) for seen in world.running()) >= MOST_TOWNS:
        return None
    host, place, lobbies = somebody(world, chance), MatchLocation(GUILD, world.channel()), world.services.lobbies
    terms = {"pace": chance.choice(("daily", "none"))}
    lobby = await lobbies.open(place, host, "carcassonne", {"tiles": "twelve"}, now=world.host_time(), terms=terms)
    world.changed(lobby.match.id)
    await lobbies.add_town(lobby.match.id, host, now=world.host_time())
    if chance.random() < 0.5:
        await lobbies.add_computer(lobby.match.id, host, "greedy", now=world.host_time())
    else:
        await lobbies.join(
            lobby.match.id, chance.choice([who for who in world.server.members if who != host]), now=world.host_time()
        )
    await lobbies.start(lobby.match.id, host, now=world.host_time())
    return f"{host} lets the server play match {lobby.match.id}"


async def spy_on_guesses(world: World, chance: Random) -> str | None:
    """Try to see guesses during a game, as a player and as a guesser, and check that none are shown."""
    guessed = world.disk.now(lambda con: con.execute(vote.select()).mappings().all())
    targets = [
        (seen, [row for row in guessed if row["match_id"] == seen.match.id])
        for seen in world.running()
        if any(row["match_id"] == seen.match.id for row in guessed)
    ]
    if not targets:
        return None
    seen, rows = chance.choice(targets)
    players = [UserId(row.user_id) for row in seen.seats if row.user_id is not None and row.user_id > 0]
    for who in {*players, *(row["user_id"] for row in rows)}:
        try:
            await world.services.guesses.of(seen.match.id, UserId(who))
        except Refusal:
            pass
        else:
            world.complain("no guess is seen before the end", f"{who} sees guesses of match {seen.match.id}")
        own = (await world.services.privacy.export(UserId(who)))["votes"]
        if len(own) != sum(row["user_id"] == who for row in guessed):
            world.complain("no guess is seen before the end", f"{who} has those of others in their own data: {own}")
    _must_be_silent(world, seen, [row for row in rows if not seen.seats[row["seat"]].is_town])
    return f"{len(players)} players of match {seen.match.id} look for {len(rows)} guesses"


def _must_be_silent(world: World, seen: ObservedMatch, rows: list[object]) -> None:
    """Report a violation if a post of a running game reveals that guesses exist."""
    told = [post for post in seen.posts if post.kind == "notice" and "guess" in str(post.payload)]
    if rows and told and seen.match.status == RUNNING:
        world.complain("no guess is seen before the end", f"posts {[post.id for post in told]} of match {seen.match.id}")


async def practise(world: World, chance: Random) -> str | None:
    """Analyse a game, turn mistakes into puzzles, perhaps twice, and answer the puzzles that are due."""
    books = world.matches(lambda book: book.match.status == FINISHED and book.match.game == "carcassonne")
    if not books:
        return None
    services, seen = world.services, chance.choice(books)
    services.analyses.leaves = services.mistake_puzzles.leaves = LEAVES
    services.mistake_puzzles.playouts = 2
    players = [UserId(row.user_id) for row in seen.seats if row.is_human and row.user_id in world.server.members]
    if not players:
        return None
    who, match_id = chance.choice(players), seen.match.id
    if await services.analyses.of(match_id) is None:
        await services.analyses.ask(match_id, seen.match.channel_id, who, now=world.host_time())
        return f"{who} has match {match_id} analysed"
    asks = [services.mistake_puzzles.ask(match_id, who, now=world.host_time()) for _ in range(2 if chance.random() < 0.3 else 1)]
    text = ", ".join(people.answered(answer) for answer in await asyncio.gather(*asks, return_exceptions=True))
    await asyncio.sleep(600)
    if not world.is_up:
        return None
    own = await services.store.puzzles.of_user(who)
    if len({str(row.data) for row in own}) != len(own):
        world.complain("nothing is doubled", f"{who} has puzzles {[(row.id, row.match_id) for row in own]}")
    return f"{who} practises match {match_id}: {text}; {len(own)} puzzles wait"


ACTORS: tuple[Actor, ...] = (
    Actor(open_town_game, 0.3),
    Actor(people.vote, 8),
    Actor(people.guess, 6),
    Actor(spy_on_guesses, 3),
    Actor(people.follow, 2),
    Actor(people.choose_paper, 0.3),
    Actor(practise, 0.5),
)
