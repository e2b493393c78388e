"""The refusals about games that don't exist or run, and about unavailable channels, commands and buttons."""

from __future__ import annotations

from collections.abc import Mapping

from text.lobby.game_list_texts import status as status_words
from text.message_templates import Spoken
from text.translator import Translator, phrase


def _not_running(words: Translator, status: str | None = None) -> str:
    if status is None:
        return words.say("You can only do this while a game is running.")
    return words.say("You can only do this while a game is running. State: {status}.", status=status_words(status, words))


PLAIN: Mapping[str, str] = {
    "no-match": phrase("There's no game in this channel. Open one with /new."),
    "rules-changed": phrase(
        "I don't know this game's rules any more, so I can't show or play it. Nothing is lost: /game action:log, "
        "/game action:export, /game action:resign and /game action:cancel still work."
    ),
    "match-lost": phrase(
        "This game is paused: I can't reach its channel. A player has to continue it in another channel first, "
        "with /game action:resume."
    ),
    "not-lost": phrase("I can reach this game, so there's nothing to resume."),
    "unknown-button": phrase("This button no longer works. /board shows how the game stands now."),
    "unknown-command": phrase("This command has changed since Discord showed it to you. Type it again, or see /help."),
    "no-board": phrase("There's no board in the browser here any more. Everything works in the channel."),
    "link-used": phrase(
        "This link was opened before, and each opens once. Press {button[open-board]} in Discord again for a new one."
    ),
    "page-closed": phrase("This page is closed. Press {button[open-board]} in Discord again for a new one."),
    "sign-in-failed": phrase("Discord didn't confirm who you are. Close the board and open it again."),
    "not-public": phrase(
        "This game can't be shown to everyone: its server has to allow such links in /server, and every member must be able to "
        "read its channel."
    ),
    "link-closed": phrase("Nothing is shown under this link, or not any more. Ask for a new one where you got it."),
    "no-private-thread": phrase("This game isn't in a private thread, so I can't add people. Just mention them there."),
    "not-in-private": phrase("This only works in a server."),
    "no-game-yet": phrase("Your game isn't open yet. I'll ping you when it begins."),
    "no-letters": phrase("Discord doesn't let me write to you. Allow private messages, or practise in a server that has me."),
}
"""What is said by the code alone."""

SPOKEN: Mapping[str, Spoken] = {
    "not-running": _not_running,
}
"""What is filled in with parameters, by code."""
