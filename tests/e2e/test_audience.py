"""An outsider's view of a server, byte for byte the same with and without games that they can't see."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest

from clocks.terms import PACES, MatchTerms
from cogs.interactions.surfaces import GAME, TOURNAMENT
from games.core.game import Seat
from service.guilds.server_settings import PAPER, RESULTS, SEEKERS
from service.records import MatchLocation
from service.tournaments.duels import DuelRequest
from service.tournaments.tournament_settings import preset_settings
from storage.changes import CommitMatch, QueuePosts
from storage.rows import FINISHED, MatchId, MatchRow, NewMatch, NewPost, SeatRow, Secret, UserId, of_server
from tests.e2e.fair import Held
from tests.e2e.test_rival_servers import Side, agreed, sides
from tests.e2e.world import World

UNSEEN, SEEN = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)


async def finished(
    world: World, room: int, players: tuple[Any, ...], scores: tuple[int, ...], results: Any, pace: str = "daily"
) -> MatchId:
    """Insert a game that has ended in a room, with the line for the channel of results."""
    now, guild_id = discord.utils.utcnow(), world.guild.id
    feats = {"turn": [max(scores), 0]}
    result = {"scores": list(scores), "winners": [0], "feats": feats}
    users = [UserId(player.id) for player in players]
    row = MatchRow(
        *(MatchId(0), "carcassonne", {}, 1, guild_id, room, users[0], "lobby", 2, "joined", "en", "", 0),
        created_at=now,
        terms=MatchTerms(pace=PACES[pace], rated=True),
        told_to=await world.services.repository.told_to(guild_id, room),
    )
    seats = tuple(SeatRow(Seat(person), user, joined=person) for person, user in enumerate(users))
    kept = await world.services.store.matches.open(NewMatch(row, Secret(b"s" * 32), seats))
    await world.services.store.commit(CommitMatch(replace(kept, status=FINISHED, started_at=now, ended_at=now, result=result), now))
    line = NewPost("result", {"match": kept.id}, f"line-{kept.id}", results.id)
    lost = NewPost("closed", {"match": kept.id, "reason": "forbidden"}, f"lost-{kept.id}", results.id)
    await world.services.store.commit(QueuePosts(of_server(guild_id), now, (line, lost)))
    world.bot.rounds.news()
    await world.settle()
    number: MatchId = kept.id
    return number


async def outside(world: World, reader: Any, whom: tuple[Any, ...], results: Any) -> list[str]:
    """Return everything that a member reads who is in none of the games: texts, pictures, lists and completions."""
    read = [world.text(message) for message in results.history()]

    async def note(answer: Any) -> None:
        read.extend([world.text(answer.response), str(world.buttons(answer.response))])
        read.extend(f"{file.filename} {file.size} {file.description}" for file in answer.response.attachments)

    world.bot.app.cooldowns._full_at.clear()
    for order in ("", "records", "champions", "rating", "wins", "season"):
        await note(await reader.slash(world.channel, "leaderboard", **({"by": order} if order else {})))
    for option in ("game", "season", "by"):
        read.append(str(await reader.autocomplete(world.channel, "leaderboard", option, "")))
    for typed in ("2026-1", "2026-4", "carcassonne duel"):
        await note(await reader.slash(world.channel, "leaderboard", **({"season": typed} if typed[0] == "2" else {"game": typed})))
    await note(await reader.slash(world.channel, "game", action="list"))
    read.append(str(await reader.autocomplete(world.channel, "new", "preset", "")))
    for person in whom:
        await note(await reader.slash(world.channel, "profile", member=person))
    return read


async def test_an_outsider_reads_the_same_whether_or_not_hidden_games_were_played(world: World) -> None:
    anna, ben, chi, _, _, outsider = world.members
    rights: Any = {world.guild.default_role: UNSEEN, anna: SEEN, ben: SEEN}
    hidden = world.guild.create_text_channel("secret", overwrites=rights)
    results = world.guild.create_text_channel("results")
    await anna.slash(world.channel, "new", place="private")
    (lobby,) = await world.services.match_queries.guild_matches(world.guild.id)
    await world.services.resignations.cancel(lobby.id, UserId(anna.id), now=discord.utils.utcnow())
    await world.settle()
    await finished(world, world.channel.id, (anna, chi), (40, 30), results)
    before = await outside(world, outsider, (anna, ben, chi), results)
    assert any("anna" in text for text in before), "what all may see is told"

    # the closest of all, which would set a record and be the link of the profiles: in a hidden channel, a private thread, and
    # a channel that is gone
    for room in (hidden.id, lobby.channel_id, 99, hidden.id, hidden.id, hidden.id):
        await finished(world, room, (anna, ben), (90, 89), results, pace="brisk")

    assert await outside(world, outsider, (anna, ben, chi), results) == before
    insider = world.text((await ben.slash(hidden, "leaderboard", by="records")).response)
    assert "ben" in insider, "who was there reads of it"


async def swept(world: World, outsider: Any, each: int) -> dict[str, str]:
    """Return the answer to every so many of all that an outsider can type about games and tournaments, and every completion."""
    read: dict[str, str] = {}
    world.bot.app.cooldowns._full_at.clear()

    async def note(asked: str, answer: Any) -> None:
        read[asked] = re.sub(r"<t:\d+", "<t:", "\n".join([world.said(answer), *map(str, world.buttons(answer.response).items())]))

    of_events = [("", action.key) for action in TOURNAMENT.actions if action.key not in ("new", "share")]
    of_events += [(name, action.key) for name in ("Secret Cup", "1", "2") for action in TOURNAMENT.actions if action.key != "new"]
    for name, action in [*((name, "") for name in ("", "Secret Cup", "1", "2")), *of_events[::each]]:
        given = {key: value for key, value in (("action", action), ("tournament", name)) if value}
        await note(f"tournament {given}", await outsider.slash(world.channel, "tournament", **given))
    of_games = [(number, action.key) for number in range(1, 7) for action in GAME.actions]
    for number, action in of_games[::each]:
        given = {"action": action, "game": str(number)}
        await note(f"game {given}", await outsider.slash(world.channel, "game", **given))
    for order in ("", "rating", "wins", "season", "records", "champions"):
        given = {"by": order} if order else {}
        await note(f"leaderboard {given}", await outsider.slash(world.channel, "leaderboard", **given))
    await note("help", await outsider.slash(world.channel, "help"))
    for command, option in (("game", "game"), ("game", "action"), ("tournament", "tournament"), ("tournament", "detail")):
        for typed in ("", "s", "Secret", "1", "2"):
            offered = await outsider.autocomplete(world.channel, command, option, typed)
            read[f"{command} {option} {typed!r}"] = str([(offer["name"], offer["value"]) for offer in offered])
    lines = [line for message in world.channel.history() for line in world.text(message).splitlines()]
    read["channel"] = "\n".join(dict.fromkeys(lines))  # each sweep shares the same once more
    return read


@pytest.mark.parametrize("each", [7, pytest.param(1, marks=pytest.mark.soak)])
async def test_an_outsider_sees_nothing_of_a_hidden_tournament_until_its_end(world: World, each: int) -> None:
    """From its opening over its rounds to its champion: each answer is the same, byte for byte, as if it had never been."""
    hidden_games, (anna, ben, chi, _, _, outsider) = Held(world), world.members
    rights: Any = {world.guild.default_role: UNSEEN, anna: SEEN, ben: SEEN, chi: SEEN, world.guild.me: SEEN}
    hidden = world.guild.create_text_channel("secret", overwrites=rights)
    results = world.guild.create_text_channel("results")
    await world.services.server_settings.choose(world.guild.id, RESULTS, [str(results.id)])
    await swept(world, outsider, each)
    before = await swept(world, outsider, each)
    now, place = discord.utils.utcnow(), MatchLocation(world.guild.id, hidden.id)
    settings = replace(
        preset_settings("slow-swiss", "carcassonne"),
        stages="swiss:1",
        preview=timedelta(),
        options={"tiles": "twelve"},
        rated=False,
    )

    async def must_be_the_same(when: str) -> None:
        after = await swept(world, outsider, each)
        differs = {asked: (before[asked], shown) for asked, shown in after.items() if before[asked] != shown}
        assert not differs, (when, differs)

    event_id = (await hidden_games.events.creation.open(place, UserId(anna.id), "Secret Cup", settings, now=now)).row.id
    for member in (anna, ben):
        await hidden_games.events.registration.enter(event_id, UserId(member.id), now=now)
    await hidden_games.rest()
    await must_be_the_same("open")
    await hidden_games.events.registration.start(event_id, UserId(anna.id), now=now)
    await hidden_games.rest()
    await must_be_the_same("running")
    (match,) = await hidden_games.events.queries.matches(event_id)
    await world.services.resignations.resign(match.match_id, UserId(ben.id), now=now)
    await hidden_games.rest()
    assert (await hidden_games.events.queries.state(event_id)).row.status == FINISHED
    await must_be_the_same("over")

    assert not list(results.history()), "its game is not among the results either"
    insider = world.said(await chi.slash(hidden, "tournament", tournament="Secret Cup"))
    assert "Secret Cup" in insider, "who can read the channel sees it"


def differences(before: dict[str, str], after: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Return what reads otherwise than before, by what was asked."""
    return {asked: (before[asked], told) for asked, told in after.items() if before[asked] != told}


def hidden_rooms(world: World, number: int, *insiders: Any) -> list[Any]:
    """Return channels that only these people can read."""
    seen: Any = {world.guild.default_role: UNSEEN, **dict.fromkeys((*insiders, world.guild.me), SEEN)}
    return [world.guild.create_text_channel(f"secret-{room}", overwrites=seen) for room in range(number)]


@pytest.mark.parametrize("each", [29, pytest.param(1, marks=pytest.mark.soak)])
async def test_an_outsider_sees_nothing_of_a_hidden_game_between_servers(world: World, each: int) -> None:
    (anna, ben, chi, _, _, outsider), (home, guest) = world.members, sides(world)
    (room,) = hidden_rooms(world, 1, anna, ben, home.keeper)
    results = world.guild.create_text_channel("results")
    await world.services.server_settings.choose(world.guild.id, RESULTS, [str(results.id)])
    await finished(world, world.channel.id, (anna, chi), (40, 30), results)
    await swept(world, outsider, each)
    before = await swept(world, outsider, each)
    shown = await outside(world, outsider, (anna, ben, chi), results)

    match_id, there = await agreed(world, Side(world.guild, room, home.keeper, home.names, home.members), guest)
    assert not differences(before, await swept(world, outsider, each)), "it runs"
    assert (await world.services.match_queries.match(match_id)).told_to == f"{room.id}"
    for number, keeper in ((match_id, home.keeper), (there, guest.keeper)):
        await world.services.resignations.cancel(number, UserId(keeper.id), now=discord.utils.utcnow(), moderator=True)
    await world.settle()

    assert not differences(before, await swept(world, outsider, each)), "it is over"
    assert await outside(world, outsider, (anna, ben, chi), results) == shown


DAYS, SWEPT = 30, 40


class HiddenLife:
    """Games, duels and tournaments in channels that an outsider can't read, and all that the outsider reads."""

    def __init__(self, world: World, keeper: Any) -> None:
        self.world = world
        self.held = Held(world)
        self.people = world.members[:3]
        self.outsider = world.members[5]
        self.rooms = hidden_rooms(world, 3, *self.people, keeper)
        self.told = [world.guild.create_text_channel(name) for name in ("results", "paper", "free")]

    async def everything(self) -> dict[str, str]:
        """Return what the outsider reads."""
        read = await swept(self.world, self.outsider, SWEPT)
        figures = await outside(self.world, self.outsider, tuple(self.people), self.told[0])
        read |= {f"figures {number}": text for number, text in enumerate(figures)}
        return read | {room.name: "\n".join(self.world.text(post) for post in room.history()) for room in self.told}

    async def day(self, day: int) -> None:
        """Play what is played on a day."""
        if day % 3 == 0:
            await self.game(self.rooms[day % 2], *self.people[: 2 + day % 2], resigns=day > 0)
        if day % 14 == 1:
            await self.tournament(day)
        if day % 14 == 4:
            await self.duel(day)
        await self.world.pass_time(days=1)

    async def game(self, room: Any, *players: Any, resigns: bool) -> None:
        """Play a game to its end."""
        services, now, (host, *others) = self.world.services, discord.utils.utcnow(), [UserId(player.id) for player in players]
        terms, place = {"pace": "daily", "rated": "on"}, MatchLocation(self.world.guild.id, room.id)
        lobby = await services.lobbies.open(
            place, host, "carcassonne", {"tiles": "twelve"}, now=now, seats=len(players), terms=terms
        )
        for user in others:
            await services.lobbies.join(lobby.match.id, user, now=now)
        await services.lobbies.start(lobby.match.id, host, now=now)
        await self.world.settle()
        while not resigns and await self.world.move(lobby.match.id, told=False):
            pass
        for user in others if resigns else ():
            await services.resignations.resign(lobby.match.id, user, now=now)
        await self.world.settle()

    async def tournament(self, day: int) -> None:
        """Hold a tournament of one game."""
        events, now, (anna, ben) = self.held.events, discord.utils.utcnow(), [UserId(person.id) for person in self.people[:2]]
        settings = preset_settings("slow-swiss", "carcassonne")
        settings = replace(settings, stages="swiss:1", preview=timedelta(), options={"tiles": "twelve"}, rated=True)
        place = MatchLocation(self.world.guild.id, self.rooms[0].id)
        event_id = (await events.creation.open(place, anna, f"Secret {day}", settings, now=now)).row.id
        for user in (anna, ben):
            await events.registration.enter(event_id, user, now=now)
        await events.registration.start(event_id, anna, now=now)
        await self.held.rest()
        (match,) = await events.queries.matches(event_id)
        await self.world.services.resignations.resign(match.match_id, ben, now=now)
        await self.held.rest()

    async def duel(self, day: int) -> None:
        """Begin a duel, which the clock ends."""
        duels, now, (anna, _, chi) = self.held.events.duels, discord.utils.utcnow(), [UserId(person.id) for person in self.people]
        request, place = (
            DuelRequest("carcassonne", {"tiles": "twelve"}, "daily"),
            MatchLocation(self.world.guild.id, self.rooms[1].id),
        )
        asked = await duels.challenge(place, anna, chi, request, name=f"Duel {day}", now=now)
        await duels.accept(asked.row.id, chi, now=now)
        await self.held.rest()


@pytest.mark.soak
async def test_a_month_of_hidden_games_tells_an_outsider_nothing(world: World) -> None:
    """Games, duels, tournaments and a game with another server, all of them hidden, day by day to their ends."""
    (home, guest), compared = sides(world), 0
    life = HiddenLife(world, home.keeper)
    for setting, channel in zip((RESULTS, PAPER, SEEKERS), life.told, strict=True):
        await world.services.server_settings.choose(world.guild.id, setting, [str(channel.id)])
    await finished(world, world.channel.id, tuple(life.people[:2]), (40, 30), life.told[0])
    # Until nothing that is open grows old within the month: games leave lists, and seasons begin.
    while (today := discord.utils.utcnow()).month % 3 != 1 or not 5 < today.day < 25:
        await world.pass_time(days=15)
    await world.pass_time(days=25)
    await life.everything()
    before = await life.everything()

    both = await agreed(world, Side(world.guild, life.rooms[2], home.keeper, home.names, home.members), guest)
    for day in range(DAYS):
        await life.day(day)
        if day % 10 == 9:
            after = await life.everything()
            compared += len(after)
            assert not (leaked := differences(before, after)), (day, leaked)

    ended = await world.services.store.matches.ended(world.guild.id, 100)
    assert len(ended) > DAYS // 3, "much was played to its end"
    assert (await world.services.match_queries.match(both[0])).guild_id == world.guild.id
    print(f"figures: a month beside its twin: {compared} answers compared, {len(ended) - 1} hidden games; leaked 0", flush=True)
