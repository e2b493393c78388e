"""The boards of events and the threads of their tables: what an event needs of Discord besides its messages."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

import discord
from discord.utils import format_dt

from cogs import asking, deliver, event_scene
from cogs.background.lobby.lobby_messages import TOO_OLD
from cogs.background.posts import Builders, ratings_changed
from cogs.background.refresher import Refresher
from cogs.desk import Desk
from cogs.event_scene import EventScene
from cogs.pictures import sheets
from cogs.present.events import duels, entrants, events, pairings
from cogs.present.parts import Message, Picture
from journal.entry import entry
from service.events.calling import ACCEPTED, ACCEPTED_LIVE, COME, PLAY
from service.events.event_repository import BOARD, BULLETIN, LETTER, PAIRING
from service.events.state import EventState, Place
from service.events.tables import Unseated
from storage.event_records import EventId, of_event
from storage.records import EVENT, NewPost, Post, UserId
from text.clocks.clocks import length
from text.events import board
from text.language import Words
from text.language import words as spoken
from tournament.drawn import DrawnRound
from tournament.records import EntrantId

log = logging.getLogger(__name__)

WEEK: Literal[10080] = 10080
_HAS_THREAD = 160004
"""Discord's code for a message from which a thread was made already."""
_NO_MESSAGE = 10008
"""Somebody has deleted it."""
AGAIN_S = 300.0
"""After a thread that Discord did not allow, such as the thousandth of a server."""
_REMEMBERED = 2_000
MOST_REFEREES = 10
"""Who are taken into a private thread."""
SHOWN_CHALLENGES = 50
"""Of a ladder, whose rounds are one pairing each: so many of the newest show their result."""


class EventBoards:
    """One for as long as the program runs."""

    def __init__(self, desk: Desk, builders: Builders, soon: Callable[[], None]) -> None:
        self._desk = desk
        self._soon = soon
        """Asks for `open_threads` in a moment."""
        self._events = desk.services.events
        self._boards: Refresher[EventId] = Refresher(self._redraw)
        self._tasks: set[asyncio.Task[None]] = set()
        self._again: asyncio.TimerHandle | None = None
        self._drawn: dict[EventId, int] = {}
        """At which version of its event a board that is on its way was drawn."""
        self._shown: OrderedDict[tuple[EventId, Place], None] = OrderedDict()
        """Pairings whose message shows their result."""
        self._news: set[EventId] | None = None
        """In which events a table may wait for its thread; None: nobody knows."""
        for kind, builder in {BOARD: self._board, PAIRING: self._pairing, LETTER: self._letter, BULLETIN: self._bulletin}.items():
            builders.register(EVENT, kind, builder)

    # --- threads ---------------------------------------------------------------------------------------------------------

    async def open_threads(self) -> None:
        """Every table whose message is there gets its thread and its first game, one after the other."""
        news, self._news = self._news, set()
        if news is not None and not news:
            return
        unseated = await self._events.tables.unseated(self._desk.services.leases.held, news)
        for table in unseated:
            try:
                await self._open(table)
            except Exception:
                log.exception("table %s of event %s does not begin; trying again", table.table, table.event_id)
                self._later()
        for event_id in {table.event_id for table in unseated}:
            await self._events.tables.wake(event_id, asking.now())

    async def _open(self, table: Unseated) -> None:
        thread_id = await self._thread(table)
        if thread_id is not None:
            await self._events.tables.seat(table, thread_id, now=asking.now())

    async def sent(self, post: Post, _now: datetime) -> None:
        """A message is there, and kept: only now can the thread of a pairing be made, and a board be redrawn.

        While it is on its way the table is not yet among those that wait, and a search for them would miss it.
        """
        if post.topic.kind == EVENT and post.kind == PAIRING:
            self._look(EventId(post.topic.id))
        if post.topic.kind == EVENT and post.kind == BOARD:
            event_id = EventId(post.topic.id)
            state = await self._events.looking.state(event_id)
            if self._drawn.pop(event_id, None) != state.row.version:
                self.changed(event_id)

    def _later(self) -> None:
        """Discord makes no thread now, or something else went wrong: after a while once more."""
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(AGAIN_S, self._look)

    def look_everywhere(self) -> None:
        """From now on other events are this process's to look after."""
        self._news = None

    def _look(self, event_id: EventId | None = None) -> None:
        if event_id is None:
            self._news = None
        elif self._news is not None:
            self._news.add(event_id)
        self._soon()

    async def _thread(self, table: Unseated) -> int | None:
        """The thread of a pairing's message, made once whatever is tried twice; None where Discord does not allow it now."""
        state = await self._events.looking.state(table.event_id)
        name = await self._name(state, table)
        channel = self._desk.client.get_partial_messageable(table.channel_id, guild_id=state.row.guild_id)
        try:
            if state.settings.kind.duplicate or state.settings.private:
                return await self._private_thread(state, table, name)
            made = await channel.get_partial_message(table.message_id).create_thread(name=name, auto_archive_duration=WEEK)
        except discord.HTTPException as error:
            if error.code == _HAS_THREAD:
                return table.message_id
            log.warning(entry("no-thread", event=table.event_id, table=table.table, reason=f"{error.status} {error.code}"))
            if error.code == _NO_MESSAGE:
                await self._events.tables.post_again(table, now=asking.now())
            else:
                self._later()
            return None
        return made.id

    async def _private_thread(self, state: EventState, table: Unseated, name: str) -> int | None:
        """The thread of a table at which others must not look: private, with its players in it, and unless all draw the same tiles
        also those who rule and do not play. One that an earlier attempt has made is found by its name.
        """
        channel = self._desk.client.get_channel(table.channel_id)
        if not isinstance(channel, discord.TextChannel):
            log.warning(entry("no-thread", event=table.event_id, table=table.table, reason="no text channel"))
            self._later()
            return None
        found = next((thread for thread in channel.threads if thread.name == name and thread.is_private()), None)
        thread = found or await channel.create_thread(
            name=name, auto_archive_duration=WEEK, type=discord.ChannelType.private_thread, invitable=False
        )
        players = [state.user(who) for who in state.rounds[table.round - 1].seats(table.table)]
        for user in dict.fromkeys((*players, *([] if state.settings.kind.duplicate else _referees(state, channel.guild)))):
            if user > 0:
                await thread.add_user(discord.Object(user))
        return thread.id

    async def _name(self, state: EventState, table: Unseated) -> str:
        drawn = state.rounds[table.round - 1]
        pairing, words = drawn.pairing(table.table), spoken(state.row.locale)
        seen = await event_scene.seen(self._desk, table.event_id, words, pairing.seats, (table.round, table.table))
        if state.is_duel:
            return board.duel_thread([seen.name(who) for who in sorted(pairing.seats)], seen.round_name(drawn), words)
        return board.thread(state.row.name, seen.round_name(drawn), [seen.name(who) for who in pairing.seats], words)

    # --- boards ----------------------------------------------------------------------------------------------------------

    def changed(self, event_id: EventId) -> None:
        """An event shows something else now: soon, and once for everything that comes meanwhile."""
        task = asyncio.get_running_loop().create_task(self._refreshed(event_id), name="event-board")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def is_busy(self) -> bool:
        """Whether a board is being renewed."""
        return bool(self._tasks)

    async def settled(self) -> None:
        """Wait until every board shows how things stand."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def close(self) -> None:
        """Stop."""
        for pending in (*self._tasks, *([self._again] if self._again else ())):
            pending.cancel()

    async def _refreshed(self, event_id: EventId) -> None:
        try:
            await self._boards.refresh(event_id)
            state = await self._events.looking.state(event_id)
            if state.is_duel or state.settings.is_live:
                self._look(event_id)  # somebody may have accepted, or said that they are here: their game begins
        except Exception:
            log.exception("the board of event %s cannot be renewed", event_id)

    async def _redraw(self, event_id: EventId) -> None:
        is_duel = (await self._events.looking.state(event_id)).is_duel
        post = await self._desk.services.outbox.last_about(of_event(event_id), PAIRING if is_duel else BOARD)
        if post is None or post.message_id is None:
            return
        seen = await self._seen(event_id)
        if is_duel:
            await self._edit(post, duels.message(seen))
        else:
            await self._edit(post, events.notice_board(seen, asking.now()), repost=True)
            await self._show_results(seen)

    async def _show_results(self, seen: EventScene) -> None:
        """The messages of the newest pairings tell what came of them: a round may be over and the next one there at once."""
        state = seen.state
        event_id = state.row.id
        newest = {drawn.number: drawn for drawn in state.rounds[-SHOWN_CHALLENGES if state.waits else -2 :]}
        done = [place for place in state.results if place[0] in newest]
        fresh = [place for place in done if place not in state.open_ended and (event_id, place) not in self._shown]
        if not fresh:
            return
        for post in await self._desk.services.outbox.about(of_event(event_id)):
            place = (post.payload.get("round"), post.payload.get("table"))
            if post.kind == PAIRING and place in fresh and post.message_id is not None:
                self._remember(event_id, (post.payload["round"], post.payload["table"]))
                await self._edit(post, pairings.pairing(seen, newest[post.payload["round"]], post.payload["table"]))

    def _remember(self, event_id: EventId, place: Place) -> None:
        self._shown[event_id, place] = None
        while len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)

    async def _edit(self, post: Post, message: Message, *, repost: bool = False) -> None:
        """In place; a board that Discord calls too old is posted again, without waking anybody."""
        assert post.channel_id is not None and post.message_id is not None
        channel = self._desk.client.get_partial_messageable(post.channel_id)
        there = channel.get_partial_message(post.message_id)
        try:
            await there.edit(view=message.view, attachments=message.attachments(), allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            log.info(entry("event-unchanged", event=post.topic.id, message=post.message_id, reason=f"{error.status} {error.code}"))
            if repost and error.code == TOO_OLD:
                sent = await deliver.post(channel, message, silent=True)
                new = NewPost(BOARD, {}, f"b{sent.id}", post.channel_id)
                await self._desk.services.outbox.note(post.topic, new, sent.id, asking.now())
                await _quietly_deleted(there)

    # --- messages of the outbox ------------------------------------------------------------------------------------------

    async def _seen(self, event_id: int) -> EventScene:
        return await event_scene.seen(self._desk, EventId(event_id), await self._words(event_id))

    async def _words(self, event_id: int) -> Words:
        return spoken((await self._events.looking.state(EventId(event_id))).row.locale)

    async def _board(self, _desk: Desk, post: Post) -> Message:
        seen = await self._seen(post.topic.id)
        self._drawn[seen.state.row.id] = seen.state.row.version
        return events.notice_board(seen, asking.now())

    async def _pairing(self, _desk: Desk, post: Post) -> Message:
        event_id, round_, table = EventId(post.topic.id), post.payload["round"], post.payload["table"]
        if (await self._events.looking.state(event_id)).is_duel:
            return duels.message(await self._seen(event_id))
        drawn = (await self._events.looking.state(event_id)).rounds[round_ - 1]
        seen = await event_scene.seen(self._desk, event_id, await self._words(event_id), drawn.seats(table), (round_, table))
        return pairings.pairing(seen, drawn, table)

    async def _letter(self, desk: Desk, post: Post) -> Message:
        assert post.user_id is not None
        chosen = (await desk.services.people.person(post.user_id)).locale
        words = spoken(chosen) if chosen else await self._words(post.topic.id)
        place = (post.payload["round"], post.payload["table"]) if "table" in post.payload else None
        seen = await event_scene.seen(desk, EventId(post.topic.id), words, only=place)
        return entrants.letter(seen, post.payload["code"], await self._params(seen, post), post.user_id)

    async def _bulletin(self, _desk: Desk, post: Post) -> Message:
        seen = await self._seen(post.topic.id)
        if post.payload["code"] == "duel-over":
            return await self._duel_over(seen)
        params = await self._params(seen, post)
        message = events.bulletin(seen, post.payload["code"], params, await self._picture(seen, post))
        if post.payload["code"] == "unheard":
            message.pings = (UserId(post.payload["user"]),)
        return message

    async def _duel_over(self, seen: EventScene) -> Message:
        """The result of a duel, and what the game that decided it did to ratings."""
        row, match = seen.state.row, seen.matches.get(duels.PLACE)
        changed = [] if match is None else await ratings_changed(self._desk, match.match_id, row.guild_id, seen.words)
        return duels.over(seen, changed)

    async def _picture(self, seen: EventScene, post: Post) -> Picture | None:
        """How things stand after a round, the bracket before its first one, and the champion at the end."""
        code = post.payload["code"]
        if code == "champion":
            return await sheets.champion(self._desk, seen)
        if code not in ("round", "round-over"):
            return None
        drawn = seen.state.rounds[post.payload["round"] - 1]
        shows = code == "round-over" or _opens_bracket(seen, drawn)
        return await sheets.of_round(self._desk, seen, drawn) if shows else None

    async def _params(self, seen: EventScene, post: Post) -> dict[str, Any]:
        """What a message tells, with names, moments and places in words."""
        state, told = seen.state, {"home": _home(seen), **post.payload}
        if "round" in told:
            told["number"] = number = told["round"]
            drawn = state.rounds[number - 1] if number <= len(state.rounds) else state.preview
            told["round"] = seen.words.say("round {number}", number=number) if drawn is None else seen.round_name(drawn)
            if "table" in told:
                told["place"] = seen.link((number, told["table"]))
        if "until" in told:
            told["when"] = format_dt(datetime.fromisoformat(told["until"]), "R")
        if told["code"] == "preview" and state.since is not None:
            told["when"] = format_dt(state.since + state.settings.preview, "R")
        if told["code"] in (PLAY, COME, ACCEPTED, ACCEPTED_LIVE):
            told |= _of_pairing(seen, told["number"], told["table"], told["others"])
        if "entrant" in told:
            told["name"] = seen.name(EntrantId(str(told["entrant"])))
        if told["code"] == "challenge-over":
            there = state.rounds[told["number"] - 1].seats(told["table"])
            told["result"] = board.outcome([seen.name(who) for who in there], seen.result((told["number"], told["table"])))
        if told["code"] == "champion":
            told["name"] = seen.name(state.final[0])
        if (named := told.get("by", told.get("official"))) is not None:  # older messages have the second name
            user = UserId(named)
            told["official"] = await self._desk.people.name(user, state.row.guild_id, seen.words) if user > 0 else ""
        if "appellant" in told:
            told["by"] = seen.name(EntrantId(str(told["appellant"])))
        if "user" in told:
            told["who"] = f"<@{told['user']}>"
        return told


def _of_pairing(seen: EventScene, number: int, table: int, others: list[int]) -> dict[str, Any]:
    """What the letter about a round says of a pairing; a game that has no thread yet is played in the event's channel."""
    drawn = seen.state.rounds[number - 1]
    first = drawn.pairing(table).first
    met = [EntrantId(str(other)) for other in others]
    begins = board.begins(seen.name(first) if first in met else None, drawn.best_of, seen.words)
    names = [seen.name(other) for other in met]
    place = seen.link((number, table)) or _home(seen)
    agreed = seen.state.hours.agreed.get((number, table))
    meets = "" if agreed is None else f"{format_dt(agreed.at, 'f')} ({format_dt(agreed.at, 'R')})"
    told = {"names": names, "begins": begins, "place": place, "time": length(seen.settings.first_turn, seen.words)}
    return {**told, "meets": meets, "proposes": seen.settings.by_appointment and not meets}


def _home(seen: EventScene) -> str:
    """The event's channel, as a link that works everywhere."""
    row = seen.state.row
    return f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"


def _referees(state: EventState, guild: discord.Guild) -> list[UserId]:
    """Who may rule and does not play, as far as they fit into one thread."""
    role = None if state.settings.referees is None else guild.get_role(state.settings.referees)
    users = [*state.officials, *(UserId(member.id) for member in (() if role is None else role.members))]
    return [user for user in users if not state.plays(user)][:MOST_REFEREES]


def _opens_bracket(seen: EventScene, drawn: DrawnRound) -> bool:
    """Whether with this round a knock-out begins."""
    course = seen.state.course
    return course.stages[drawn.stage].knocks_out and course.drawn_in(drawn.stage)[0].number == drawn.number


async def _quietly_deleted(message: discord.PartialMessage) -> None:
    try:
        await message.delete()
    except discord.HTTPException as error:
        log.info(entry("front-left", message=message.id, reason=f"{error.status} {error.code}"))
