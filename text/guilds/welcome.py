"""The welcome message to a server, and the notices about missing permissions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, labelled, pattern, sentence
from text.refusals.permissions import PERMISSIONS
from text.translator import Translator, phrase
from text.users.player_names import safe

REASONS: Mapping[str, str] = {
    "view_channel": phrase("to see the channel"),
    "send_messages": phrase("to open games there"),
    "send_messages_in_threads": phrase("to post each turn"),
    "create_public_threads": phrase("a thread for each game"),
    "create_private_threads": phrase("practice games, and games for invited people only"),
    "attach_files": phrase("the picture of the board"),
    "read_message_history": phrase("to read a move that is typed as a reply"),
}
"""What each permission is for, by the name that discord.py gives it."""

hello: MessageTemplate[str] = pattern(
    "**Hello, I'm Bastide.** {games} in chat, at your own pace: a move now and then, with a picture of the board each time."
)
"""`games`: the names of all that are offered, as a list."""
ways = sentence(
    "**{button[try]}**: a short first game that explains itself.\n"
    "**{button[open-game]}**: a game with people here, or with a computer.\n"
    "**{button[set-up]}**: choose a channel for games, a role, the language and a daily puzzle."
)
"""What each button does."""
ready: MessageTemplate[str] = pattern("I have all the permissions I need in {channel}.")


def missing(channel: str, names: Sequence[str], words: Translator) -> str:
    """Return the list of permissions that the bot lacks in a channel, and how to grant them."""
    first = words.say("In {channel} I still need some permissions:", channel=channel)
    way_out = words.say(
        "Someone who manages roles can give them to my role, or press **{button[add-again]}**: the link has them all."
    )
    return "\n".join((first, *_lines(names, words), way_out))


def unheard(server: str, channel: str | None, names: Sequence[str], words: Translator) -> str:
    """Return the private notice to the person who added the bot that it can't write in the server.

    `channel` is None if it can't write in any channel.
    """
    if channel is None:
        first = words.say("I was added to **{server}**, but I can't write in any of its channels. I need:", server=safe(server))
    else:
        first = words.say(
            "I was added to **{server}**, but I couldn't write in {channel}. I need:", server=safe(server), channel=channel
        )
    way_out = words.say(
        "Give these to my role in the server's settings, or press **{button[add-again]}**: the link has them all. "
        "Then I'll say hello there."
    )
    return "\n".join((first, *_lines(names, words), way_out))


looked = sentence("I've looked again: the message above says what is missing now.")
removed = sentence("The welcome is gone and won't come back by itself. `/server` has the settings, and posts it again if you like.")
back = sentence("I'll post the welcome again; an older one is gone.")


def _lines(names: Sequence[str], words: Translator) -> list[str]:
    return ["- " + labelled(f"**{words.say(PERMISSIONS[name])}**", words.say(REASONS[name]), words) for name in names]
