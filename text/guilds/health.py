"""The texts about the bot's health, for its owner."""

from __future__ import annotations

from telemetry.heartbeat import Heartbeat
from text.translator import Translator


def lines(sign: Heartbeat | None, words: Translator) -> list[str]:
    """Return the lines about the bot's last heartbeat, with times as Discord timestamps; may contain empty lines.

    None means that there was no heartbeat yet.
    """
    if sign is None:
        return [words.say("No sign of life yet. There is one every {seconds} seconds.", seconds=20)]
    return [
        words.say("**Bastide {version}**", version=sign.version),
        words.say("Last sign of life: {moment}", moment=_ago(sign.at)),
        _connection(sign, words),
        words.count("{number} server", "{number} servers", sign.servers),
        words.count("{number} running game", "{number} running games", sign.running),
        _waiting_line(sign, words),
        _database(sign, words),
        _part_line(sign, words),
        words.say("Memory: {number} MB", number=sign.memory_mb) if sign.memory_mb is not None else "",
    ]


def _connection(sign: Heartbeat, words: Translator) -> str:
    if sign.ready_since is not None:
        return words.say("Connected to Discord {moment}", moment=_ago(sign.ready_since))
    return words.say("Discord out of reach: since {moment}", moment=_ago(sign.away_since or sign.at))


def _database(sign: Heartbeat, words: Translator) -> str:
    return (
        words.say("Database: cannot be written: {reason}", reason=sign.database)
        if sign.database
        else words.say("Database: writable")
    )


def _part_line(sign: Heartbeat, words: Translator) -> str:
    """Return the line about the shards of this process; empty if it is the only process."""
    if sign.held:
        return words.say("Shards: {shards}", shards=sign.held)
    return words.say("Standing by for another process: shards {shards}", shards=sign.wanted) if sign.wanted else ""


def _waiting_line(sign: Heartbeat, words: Translator) -> str:
    waiting = words.count("{number} message waiting to be sent", "{number} messages waiting to be sent", sign.posts_waiting)
    if sign.waiting_since is None:
        return waiting
    return words.say("{waiting}, the oldest since {moment}", waiting=waiting, moment=_ago(sign.waiting_since))


def _ago(at: float) -> str:
    return f"<t:{int(at)}:R>"
