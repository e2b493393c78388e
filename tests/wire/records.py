"""Data of the stand-in for Discord, in the JSON shapes that Discord sends."""

from __future__ import annotations

import asyncio
import itertools
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

ALL = str((1 << 53) - 1 - 8)
"""Every permission but the administrator's."""

EPHEMERAL, LOADING = 1 << 6, 1 << 7

_numbers = itertools.count(1)


def snowflake(age_s: float = 0) -> str:
    """Return a new Discord id whose time is `age_s` seconds ago."""
    return str((int((time.time() - age_s - 1420070400) * 1000) << 22) + next(_numbers) % (1 << 22))


def user(name: str, *, bot: bool = False) -> Json:
    """Return a person, or the bot, as a user object."""
    return {"id": snowflake(), "username": name, "discriminator": "0", "global_name": name.title(), "avatar": None, "bot": bot}


def guild(name: str, channels: int = 1) -> Json:
    """Return a server with text channels, as the gateway announces it."""
    number = snowflake()
    everyone = {"id": number, "name": "@everyone", "permissions": ALL, "position": 0, "colors": {"primary_color": 0}, "flags": 0}
    return {
        "id": number,
        "name": name,
        "owner_id": number,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [everyone],
        "channels": [channel(number, f"channel-{n}") for n in range(channels)],
        "threads": [],
        "members": [],
        "member_count": 3,
        "preferred_locale": "en-US",
        "afk_timeout": 300,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "joined_at": "2020-01-01T00:00:00+00:00",
        "large": False,
        "unavailable": False,
    }


def channel(guild_id: str, name: str, *, kind: int = 0, parent: str | None = None) -> Json:
    """Return a text channel, or a thread in `parent`."""
    made = {"id": snowflake(), "guild_id": guild_id, "name": name, "type": kind, "position": 0, "parent_id": parent, "flags": 0}
    if parent is None:
        return made | {"permission_overwrites": [], "nsfw": False, "topic": None}
    meta = {"archived": False, "locked": False, "auto_archive_duration": 10080, "archive_timestamp": now()}
    return made | {"owner_id": guild_id, "thread_metadata": meta, "message_count": 0, "member_count": 1}


def message(place: str, author: Json, body: Json, *, flags: int = 0) -> Json:
    """Return the message object that a request body `body` creates in the channel `place`."""
    return {
        "id": snowflake(),
        "channel_id": place,
        "author": author,
        "content": body.get("content") or "",
        "timestamp": now(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": flags | (body.get("flags") or 0),
        "components": numbered(body.get("components") or []),
    }


def numbered(components: list[Json]) -> list[Json]:
    """Return components with the numeric ids that Discord assigns."""
    for n, part in enumerate(flat(components), 1):
        part.setdefault("id", n)
        if isinstance(part.get("media"), dict):
            part["media"] |= {"proxy_url": "", "width": 1, "height": 1, "content_type": "image/png"}
    return components


def flat(components: list[Json]) -> list[Json]:
    """Return every component, nested ones included, in reading order."""
    parts = []
    for part in components:
        inside = [*part.get("components", ()), *(part[key] for key in ("accessory", "component") if key in part)]
        parts += [part, *flat(inside)]
    return parts


def words_of(shown: Json) -> str:
    """Return all readable text of a message."""
    return "\n".join(part["content"] for part in flat(shown["components"]) if part["type"] == 10) or shown["content"]


def now() -> str:
    """Return the current time in Discord's format."""
    return datetime.now(UTC).isoformat()


@dataclass
class Fault:
    """A fault: the next `times` requests whose path matches `path` get `status`, or a cut connection if that is 0."""

    path: str
    status: int
    code: int = 0
    times: int = 1
    method: str | None = None
    late: bool = False
    """Carried out all the same: only the answer is lost."""
    hangs_s: float = 0.0
    """How long nothing is heard before that."""
    retry_after_s: float = 0.0
    """What a 429 asks for."""
    errors: Json = field(default_factory=dict)
    """What a 400 says of single fields."""
    headers: Json = field(default_factory=dict)
    """Headers of Discord's own, where they are known."""
    says: Any = None
    """The whole body, where it is known."""
    body: Any = None
    """What was asked for last, and not done."""


@dataclass
class Asked:
    """The record of an interaction: its data, its acknowledgement and its answers, with their times."""

    interaction: Json
    sent: float = field(default_factory=time.monotonic)
    """When the bot could have heard of it."""
    acknowledged_s: float | None = None
    answered_s: float | None = None
    """When there was something to see for the first time."""
    kind: int | None = None
    """The type of the acknowledgement."""
    answer: Json | None = None
    more: list[Json] = field(default_factory=list)
    edits: int = 0
    seen: asyncio.Event = field(default_factory=asyncio.Event)
    """Set as soon as there is something to see."""

    def told(self) -> None:
        """Note that an answer has arrived."""
        if self.answered_s is None and self.is_answered:
            self.answered_s = time.monotonic() - self.sent
            self.seen.set()

    @property
    def is_answered(self) -> bool:
        """Whether the user can see an answer."""
        if self.kind is None:
            return False
        return bool(self.more or self.edits) or self.kind in (4, 7, 8, 9)

    @property
    def text(self) -> str:
        """Readable text of the latest answer."""
        shown = self.more[-1] if self.more else self.answer
        return words_of(shown) if shown else ""
