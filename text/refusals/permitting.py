"""Rights: of a member, of a host, of the bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.language import Words, phrase
from text.names import safe
from text.refusals.params import Params, Spoken

PERMISSIONS: Mapping[str, str] = {
    "view_channel": phrase("View Channel"),
    "send_messages": phrase("Send Messages"),
    "send_messages_in_threads": phrase("Send Messages in Threads"),
    "create_public_threads": phrase("Create Public Threads"),
    "create_private_threads": phrase("Create Private Threads"),
    "attach_files": phrase("Attach Files"),
    "embed_links": phrase("Embed Links"),
    "read_message_history": phrase("Read Message History"),
    "manage_channels": phrase("Manage Channels"),
    "manage_guild": phrase("Manage Server"),
    "manage_threads": phrase("Manage Threads"),
    "manage_messages": phrase("Manage Messages"),
    "mention_everyone": phrase("Mention Everyone"),
}
"""Permissions as Discord's settings call them."""


def _missing_permissions(params: Params, words: Words) -> str:
    names: Sequence[str] = params.get("names", ())
    return words.say(
        "I cannot do this here: a moderator has to give me {permissions} in this channel.",
        permissions=words.list([words.say(PERMISSIONS[name]) for name in names]),
    )


def _own_permissions(params: Params, words: Words) -> str:
    names: Sequence[str] = params.get("names", ())
    return words.say(
        "What all will see here needs a right that you lack in this channel: {permissions}. Your own games you may always play.",
        permissions=words.list([words.say(PERMISSIONS[name]) for name in names]),
    )


def _channel_hidden(params: Params, words: Words) -> str:
    names: Sequence[str] = params.get("names", ())
    return words.count(
        "The game can go on only where all its players can read, and {names} cannot see this channel.",
        "The game can go on only where all its players can read, and {names} cannot see this channel.",
        len(names),
        names=words.list([safe(name) for name in names]),
    )


def _may_not_open(params: Params, words: Words) -> str:
    return words.say("In this server games are opened by {role}. You can join an open one: /game list.", role=params["role"])


PLAIN: Mapping[str, str] = {
    "not-host": phrase("Only the host or a moderator can do this."),
    "not-moderator": phrase("Only a moderator of this channel can do this (permission Manage Channels)."),
    "not-owner": phrase("Only whoever runs this bot can do this: the owner of the application at Discord, or its team."),
    "no-more-threads": phrase(
        "This server has as many open threads as Discord allows. Archive some, or play in the channel with `here:True`."
    ),
    "not-allowed": phrase("You may not use this here."),
    "not-map-keeper": phrase("Only who may manage channels or the server can add and remove maps."),
}

SPOKEN: Mapping[str, Spoken] = {
    "missing-permissions": _missing_permissions,
    "own-permissions": _own_permissions,
    "channel-hidden": _channel_hidden,
    "may-not-open": _may_not_open,
}
