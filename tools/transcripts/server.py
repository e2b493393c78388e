"""A simulated Discord server in one language, every message of which is written down as its readers see it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import discord
import simcord

from cogs.messages import component_ids
from cogs.messages.component_ids import Press
from text.labels import label
from text.translator import Translator
from tools.transcripts.recorder import PLACE, pressed

PEOPLE = ("anna", "ben", "chi", "dora", "emil")
"""The members of the server; the first may do everything."""

TEXT, BUTTON, MENU, GALLERY = 10, 2, 3, 12
"""Discord's numbers for the components that are read."""

REST = 60
"""So many times it is looked whether something is still to be posted."""

QUIET = 3
"""So many times in a row nothing was."""

LINES = 6
"""So many lines of a list are written down."""

Shown = Any
"""A message as somebody sees it, or a form."""


class ScriptedServer:
    """A server where scripted members act and read the bot's answers; `lines` is the transcript."""

    def __init__(self, env: simcord.Env, language: Translator, seed: str) -> None:
        self.env, self.words = env, language
        self.chance = random.Random(seed)
        self.lines: list[str] = []
        guild = env.create_guild("Server")
        self.guild, self.channel = guild, guild.create_text_channel("play")
        boss = guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True, manage_channels=True))
        everybody = guild.create_role("Everybody", permissions=discord.Permissions(create_private_threads=True))
        self.people = [
            guild.add_member(env.create_user(name), roles=[everybody, *([boss] if name == PEOPLE[0] else [])]) for name in PEOPLE
        ]
        self._read: dict[int, str] = {}

    @property
    def bot(self) -> Any:
        """The bot in the simulated Discord."""
        return self.env.bot

    @property
    def services(self) -> Any:
        """The bot's use-cases."""
        return self.bot.services

    async def speak(self) -> None:
        """Set the server's language to the transcript's, and clear the transcript."""
        await self.services.server_settings.choose(self.guild.id, "language", [self.words.locale])
        self._look()
        self.lines.clear()

    # --- what people do ------------------------------------------------------------------------------------------------

    async def type(self, member: Any, command: str, channel: Any = None, **options: Any) -> Shown:
        """Type a command; return the answer."""
        given = " ".join(f"{name}:{getattr(value, 'name', value)}" for name, value in options.items())
        with self._doing(member, f"/{command} {given}".rstrip(), f"answer to /{command}"):
            return self._answer(await member.slash(channel or self.channel, command, **options))

    async def press(self, member: Any, message: Shown, key: str) -> Shown:
        """Press the button with this key of `text.labels`; return the answer."""
        return await self.press_named(member, message, label(key, self.words))

    async def press_named(self, member: Any, message: Shown, name: str) -> Shown:
        """Press the button with this label; return the answer."""
        with self._doing(member, f"[{name}]", pressed(name, self.words)):
            return self._answer(await member.click(message, label=name))

    async def choose(self, member: Any, message: Shown, custom_id: str, value: str) -> Shown:
        """Choose the line with this value in a list; return the answer."""
        menu = next(part for part in self.parts(message) if part.get("custom_id") == custom_id)
        name = next(line["label"] for line in menu["options"] if line["value"] == value)
        with self._doing(member, f"<{name}>", f"answer to the list {menu.get('placeholder', '')}"):
            return self._answer(await member.select(message, [value], custom_id=custom_id))

    async def reply(self, member: Any, message: Any, text: str) -> None:
        """Reply to a message with a typed text."""
        with self._doing(member, f"“{text}”", "answer to a typed move"):
            await member.send(self.room(message.channel.id), text, reply_to=message)

    async def suggest(self, member: Any, command: str, option: str, typed: str = "", channel: Any = None, **filled: Any) -> None:
        """Write down the suggestions that Discord offers while a member types an option."""
        with self._doing(member, f"/{command} {option}:{typed}…", f"suggestions for /{command} {option}"):
            autocomplete = await member.autocomplete(channel or self.channel, command, option, typed, **filled)
            self._write([f"  | {line['name']}" for line in autocomplete[:LINES]])

    @contextmanager
    def _doing(self, member: Any, shown: str, place: str) -> Iterator[None]:
        """Write down a member's action, run the block under the name of `place`, then write down the new public messages."""
        self._look()
        self._write(["", f"{member.name}: {shown}"])
        token = PLACE.set(place)
        try:
            yield
        finally:
            PLACE.reset(token)
            self._look()

    def _answer(self, result: Any) -> Shown:
        if result.modal is not None:
            self._write(f"  > {line}" for line in _form(result.modal))
            return result
        if result.response is not None:
            self._write(f"  > {line}" for line in self._message_lines(result.response))
            self._read[result.response.id] = self._state(result.response)
        return result.response

    async def rest(self) -> None:
        """Run timers and posting until nothing is due or waiting, then write down the new messages."""
        rounds, quiet = self.bot.rounds, 0
        for _ in range(REST):
            await self.services.timers.tick(self.env.now())
            rounds.news()
            await rounds.settled()
            await self.env.settle()
            waits = await self.services.outbox.next_at() is not None or await self.services.tournaments.tables.unseated()
            quiet = 0 if waits else quiet + 1
            if quiet == QUIET:
                break
        self._look()

    # --- what they read ------------------------------------------------------------------------------------------------

    def room(self, channel_id: int) -> Any:
        """Return the channel or thread with this id."""
        return next(room for room in (self.channel, *self.channel.threads) if room.id == channel_id)

    def newest(self, verb: str, channel: Any = None) -> Any:
        """Return the newest public message with a button of this verb."""
        rooms = [channel] if channel is not None else [self.channel, *self.channel.threads]
        messages = [message for room in rooms for message in room.history() if verb in self._verbs(message)]
        return max(messages, key=lambda message: message.id)

    def parts(self, message: Shown) -> list[dict[str, Any]]:
        """Return all components of a message as a flat list, in reading order."""
        return parts_of(self.env, message)

    def buttons(self, message: Shown) -> dict[str, Press]:
        """Return the press of each button by the button's label; links are left out."""
        buttons = {
            p["label"]: component_ids.read(p["custom_id"])
            for p in self.parts(message)
            if p.get("type") == BUTTON and "custom_id" in p
        }
        return {name: press for name, press in buttons.items() if press is not None}

    def lines_of(self, message: Shown) -> list[tuple[str, str]]:
        """Return every line of the message's lists, as the id of the list and the value of the line."""
        menus = (part for part in self.parts(message) if part.get("type") == MENU)
        return [(menu["custom_id"], line["value"]) for menu in menus for line in menu["options"]]

    def _verbs(self, message: Shown) -> set[str]:
        return {press.verb for press in self.buttons(message).values()}

    def _state(self, message: Shown) -> str:
        return "\n".join(self._message_lines(message))

    def _look(self) -> None:
        """Write down new and changed messages of the bot in channels and direct messages.

        Discord's own messages, which have no components, are left out.
        """
        rooms = [(f"#{room.name}", room) for room in (self.channel, *self.channel.threads)]
        rooms += [(f"letter to {m.name}", m.user.dm_channel) for m in self.people if m.user.dm_channel is not None]
        for name, message in ((name, message) for name, room in rooms for message in room.history()):
            state = self._state(message)
            is_ours = message.author.bot and message.components and not message.flags.ephemeral
            if is_ours and self._read.get(message.id) != state:
                verb = "changed in" if message.id in self._read else "in"
                self._read[message.id] = state
                self._write(["", f"{verb} {name}:", *(f"  > {line}" for line in state.split("\n"))])

    def _message_lines(self, message: Shown) -> Iterator[str]:
        parts = self.parts(message)
        if message.content:
            yield from self.plain(message.content).split("\n")
        for part in parts:
            if part.get("type") == TEXT:
                yield from self.plain(part["content"]).split("\n")
            elif part.get("type") == GALLERY:
                yield from (f"(picture: {self.plain(item.get('description') or '')})" for item in part["items"])
            elif part.get("type") == MENU:
                yield f"<{part.get('placeholder', '')}>"
                yield from (self.plain(f"  | {_line(line)}") for line in part["options"][:LINES])
                yield from [f"  | … {len(part['options']) - LINES} more"] if len(part["options"]) > LINES else []
        if names := [part["label"] for part in parts if part.get("type") == BUTTON and part.get("label")]:
            yield " ".join(f"[{name}]" for name in names)

    def plain(self, text: str) -> str:
        """Return a text as its readers see it, without parts that differ between runs, such as ids."""
        return plain(text, {person.id: person.name for person in self.people})

    def _write(self, lines: Any) -> None:
        self.lines.extend(lines)


def plain(text: str, people: Mapping[int, str], stranger: str = "<@…>") -> str:
    """Return a text as its readers see it, without parts that differ between runs, such as ids.

    Mentions become names: `people` holds them by user id, and any other user is the `stranger`.
    """
    text = re.sub(r"<@(\d+)>", lambda found: f"@{people[int(found[1])]}" if int(found[1]) in people else stranger, text)
    text = re.sub(r"</([\w -]+):\d+>", r"/\1", text)
    text = re.sub(r"<#(\d+)>", "#…", re.sub(r"<t:\d+:(\w)>", r"(time \1)", text))
    text = re.sub(r"https://discord\.com/\S+\d{6,}[^\s)]*", "https://discord.com/…", text)
    return re.sub(r"\b[0-9a-f]{32,}\b", "…", re.sub(r"\b\d{17,}\b", "…", text))


def _line(line: dict[str, Any]) -> str:
    return " – ".join(filter(None, (line["label"], line.get("description"))))


def _form(modal: dict[str, Any]) -> Iterator[str]:
    yield f"form: {modal['title']}"
    for part in modal["components"]:
        if part.get("type") == TEXT:
            yield part["content"]
            continue
        field = part.get("component") or {}
        yield f"  {' – '.join(filter(None, (part.get('label'), part.get('description'), field.get('placeholder'))))}"


def parts_of(env: simcord.Env, message: Shown) -> list[dict[str, Any]]:
    """Return every component of a message, nested ones included, in reading order."""
    channel_id = message.channel_id if hasattr(message, "channel_id") else message.channel.id
    return list(flat(env.backend.get_message(channel_id, message.id).components))


def flat(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all components and, after each, everything inside it."""
    for component in components:
        yield component
        yield from flat(component.get("components") or [])
        if component.get("accessory"):
            yield from flat([component["accessory"]])
