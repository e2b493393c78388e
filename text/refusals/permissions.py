"""The refusals about permissions of members, hosts and the bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.guilds.server_settings import CHAMPION_UNFIT
from text.message_templates import Spoken, filled
from text.translator import Translator, phrase
from text.users.player_names import safe

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
    "mention_everyone": phrase("Mention @everyone, @here, and All Roles"),
}
"""Permissions as Discord's settings call them."""


def _missing_permissions(words: Translator, names: Sequence[str] = ()) -> str:
    return words.say(
        "I can't do this here yet. A moderator needs to give me these permissions in this channel: {permissions}.",
        permissions=words.list([words.say(PERMISSIONS[name]) for name in names]),
    )


def _own_permissions(words: Translator, names: Sequence[str] = ()) -> str:
    return words.say(
        "Everyone here would see this, so you need these permissions in this channel: {permissions}. You can "
        "always play your own games.",
        permissions=words.list([words.say(PERMISSIONS[name]) for name in names]),
    )


def _channel_hidden(words: Translator, names: Sequence[str] = ()) -> str:
    return words.say(
        "All players must be able to read the channel. These can't see this one: {names}.",
        names=words.list([safe(name) for name in names]),
    )


PLAIN: Mapping[str, str] = {
    **CHAMPION_UNFIT,
    "not-host": phrase("Only the host or a moderator can do this."),
    "not-moderator": phrase("Only a moderator can do this (permission Manage Channels in this channel)."),
    "excluded": phrase(
        "The host of this bot has excluded you or this server from it. /settings still gives you your data, or deletes it."
    ),
    "not-owner": phrase("Only the bot's owner can do this: the owner of the application at Discord, or its team."),
    "bar-owner": phrase("People who run this bot can't be barred. Take them out of BASTIDE_OWNERS first."),
    "already-barred": phrase("That's barred already. The panel lists all bars."),
    "not-barred": phrase("There is no bar with this number. The panel lists all bars."),
    "barred-by-setting": phrase("The setting BASTIDE_EXCLUDED bars it. Take the number out there and start the bot again."),
    "already-reported": phrase("You have reported this message already. The host will see it."),
    "report-closed": phrase("Somebody has closed this report already."),
    "letters-paused": phrase("The host of this bot has paused messages to everyone for now. Try again later."),
    "announcements-paused": phrase("Announcements are paused. Let them go out again first."),
    "not-ours": phrase("You can only report my own messages here. Report others to the moderators of the server, or to Discord."),
    "no-number": phrase("That isn't a number of Discord's: it has 17 to 20 digits."),
    "operators-in-private": phrase("Do this in a private message with me, where nobody else reads it."),
    "no-place-for-duels": phrase("A duel needs a text channel for its thread. Challenge them in one."),
    "no-more-threads": phrase(
        "This server has as many open threads as Discord allows. Archive some, or play in the channel with `place:here`."
    ),
    "not-allowed": phrase("You can't do this in this channel."),
    "not-map-keeper": phrase("Only people who can manage channels or the server can add or remove maps."),
}

SPOKEN: Mapping[str, Spoken] = {
    "missing-permissions": _missing_permissions,
    "own-permissions": _own_permissions,
    "channel-hidden": _channel_hidden,
    "may-not-open": filled("Only this role can open games in this server: {role}. You can join an open one: /game action:list."),
}
