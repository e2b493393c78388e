"""The games that the live check plays with the bot's own services: practice, cards, a tournament of two, a puzzle."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta

import discord

from cogs import delivery, interaction_info
from cogs.background.puzzles import daily_puzzle as posts
from cogs.client import Bastide
from editions.registry import EDITIONS
from service.records import MatchLocation
from service.tournaments.tournament_settings import preset_settings
from service.users.preferences import TOURNAMENTS, WARNINGS
from storage.puzzle_rows import FOR_ALL
from storage.rows import RUNNING, MatchId, Post, PostId, Subject, UserId, of_match
from storage.tournament_rows import EventId, of_event
from text.translator import SOURCE, translator_for

LOOKS = 30
"""So many times it is looked whether a tournament has come further."""

Undo = Callable[[], Awaitable[object]]


class CreatedObjects:
    """The objects created on Discord, by name, each with the function that removes it; newest last."""

    def __init__(self) -> None:
        self.found: dict[str, Undo] = {}

    def add(self, name: str, undo: Undo) -> None:
        """Register the function `undo` that removes an object; a name that is registered already is ignored."""
        self.found.setdefault(name, undo)

    def thread(self, bot: Bastide, thread_id: int) -> None:
        """Register a thread for removal; it is archived if the bot may not delete it."""

        async def gone() -> None:
            thread = await bot.fetch_channel(thread_id)
            assert isinstance(thread, discord.Thread)
            try:
                await thread.delete()
            except discord.Forbidden:
                await thread.edit(archived=True)

        self.add(f"thread {thread_id}", gone)


@dataclass
class LivePlay:
    """Player of games in one channel: the bot takes a seat itself, and the server's owner is the second person if needed."""

    bot: Bastide
    room: discord.TextChannel
    traces: CreatedObjects
    match: MatchId | None = None
    """The last game."""
    posts: dict[PostId, Post] = field(default_factory=dict)
    """Its messages, as they stand in the outbox: an ended game forgets them."""

    async def practice(self) -> str:
        """Play a practice game: every kind of message of a game, with pictures and buttons."""
        edition = next(value for value in EDITIONS.values() if value.words.lessons is not None)
        assert edition.words.lessons is not None
        return await self._play_game(edition.game.id, edition.words.lessons.options)

    async def cards(self, most: int | None = None) -> str:
        """Play a card game with hidden hands, or `most` turns of it."""
        edition = next(value for value in EDITIONS.values() if value.words.hands is not None)
        told = await self._play_game(edition.game.id, {}, most)
        if self.match is not None and most is not None:
            await self.bot.services.resignations.cancel(self.match, self._me(), now=interaction_info.now())
            await self._await_posted(of_match(self.match))
        return told

    def _me(self) -> UserId:
        assert self.bot.user is not None
        self.bot.app.people.meet(self.bot.user, self.room.guild.id)
        return UserId(self.bot.user.id)

    async def _play_game(self, game: str, options: Mapping[str, str], most: int | None = None) -> str:
        """Play a game against a computer, at most `most` turns; return the number of messages by kind."""
        services, me, self.posts = self.bot.services, self._me(), {}
        place = MatchLocation(self.room.guild.id, self.room.id)
        begun = await services.practice.begin(place, me, game, options, now=interaction_info.now(), locale=SOURCE)
        self.match = match = begun.match.id
        await self._await_posted(of_match(match))
        turns = 0
        while (await services.match_queries.match(match)).status == RUNNING and turns != most:
            turns += 1
            draft = await services.drafts.open(match, me, now=interaction_info.now())
            while draft.legal:
                draft = await services.drafts.push(match, me, [draft.game.write(draft.legal[0])], now=interaction_info.now())
            confirmed = await services.turns.confirm(match, me, now=interaction_info.now())
            if confirmed.passes_at is not None:
                await services.pending_moves.pass_on(match, me, expected_version=confirmed.version, now=interaction_info.now())
            await self._await_posted(of_match(match))
        return self._count_messages()

    async def tournament(self) -> str:
        """Hold a tournament of two: its board, a pairing with a thread, a game in it, and a champion."""
        events, me, self.posts = self.bot.services.tournaments, self._me(), {}
        owner = UserId(self.room.guild.owner_id or 0)
        edition = next(value for value in EDITIONS.values() if value.words.lessons is not None)
        settings = replace(preset_settings("cup", edition.game.id), preview=timedelta())
        place = MatchLocation(self.room.guild.id, self.room.id)
        event_id = (await events.creation.open(place, me, "Live check", settings, now=interaction_info.now(), locale=SOURCE)).row.id
        for user in (me, owner):
            await self.bot.services.user_settings.prefer(user, TOURNAMENTS, WARNINGS)
            await events.registration.enter(event_id, user, now=interaction_info.now())
        await self._await_posted(of_event(event_id))
        await events.registration.start(event_id, me, now=interaction_info.now())
        await self._begin_and_resign(event_id, loser=owner)
        return self._count_messages()

    async def _begin_and_resign(self, event_id: EventId, loser: UserId) -> None:
        """Wait until the pairing's game has begun in its thread, and let `loser` resign."""
        services = self.bot.services
        for _ in range(LOOKS):
            await services.timers.tick(interaction_info.now())
            await self._await_posted(of_event(event_id))
            for match in await services.tournaments.queries.matches(event_id):
                self.traces.thread(self.bot, match.channel_id)
                if match.status == RUNNING:
                    await self._await_posted(of_match(match.match_id))
                    await services.resignations.resign(match.match_id, loser, now=interaction_info.now())
            if (await services.tournaments.queries.state(event_id)).final:
                await self._await_posted(of_event(event_id))
                return
        self._count_messages()
        raise discord.ClientException("its game did not begin: see what was said of threads")

    async def puzzle(self) -> str:
        """Post a puzzle and its solution."""
        services, words = self.bot.services, translator_for(SOURCE)
        services.puzzles.making.stock = 1
        day = await services.puzzles.newest(FOR_ALL, now=interaction_info.now())
        daily_puzzle = await services.puzzles.day(FOR_ALL, day.number)
        for message in (
            await posts.question(self.bot.app, daily_puzzle, words),
            await posts.solution(self.bot.app, daily_puzzle, words),
        ):
            sent = await delivery.post(self.room, message, silent=True)
            self.traces.add(f"message {sent.id}", sent.delete)
        return f"{len(daily_puzzle.choices)} turns were weighed"

    async def _await_posted(self, topic: Subject) -> None:
        """Wait until computers have moved and all is posted; remember the posts, and register their messages for removal."""
        services, rounds = self.bot.services, self.bot.rounds
        for _ in range(2):
            await services.computers.settled()
            rounds.news()
            await rounds.settled()
        for post in await services.store.posts.of(topic):
            self.posts[post.id] = post
            if post.message_id is not None and post.channel_id is not None:
                message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
                self.traces.add(f"message {post.message_id}", message.delete)

    def _count_messages(self) -> str:
        """Return the number of messages by kind as text; raise if Discord did not accept one."""
        unsent = [f"{post.kind}: {post.error}" for post in self.posts.values() if post.message_id is None]
        if unsent:
            raise discord.ClientException("; ".join(unsent))
        kinds = sorted({post.kind for post in self.posts.values()})
        return f"{len(self.posts)} messages of the kinds {', '.join(kinds)}"
