"""Games that are not there or do not run, and channels, commands and buttons out of reach."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import Words, phrase
from text.lobby.listing import status
from text.sentences import Params, Spoken


def _not_running(params: Params, words: Words) -> str:
    state = params.get("status")
    if state is None:
        return words.say("This is possible only while a game runs.")
    return words.say("This is possible only while a game runs. State: {status}.", status=status(str(state), words))


PLAIN: Mapping[str, str] = {
    "no-match": phrase("There is no game in this channel. Open one with /new."),
    "rules-changed": phrase(
        "I do not know the rules of this game any more, so I can neither show it nor play it. Nothing is lost: "
        "/game action:log, /game action:export, /game action:resign and /game action:cancel work."
    ),
    "match-lost": phrase(
        "This game is paused: I cannot reach its channel. A player has to continue it in another channel "
        "first, with /game action:resume."
    ),
    "not-lost": phrase("This game can be reached; there is nothing to resume."),
    "unknown-button": phrase("This button no longer works. /board shows the game as it is now."),
    "unknown-command": phrase("This command has changed since Discord showed it to you. Type it again, or see /help."),
    "out-of-reach": phrase("This belongs to a game in another channel, and it does not work from here."),
    "no-private-thread": phrase(
        "This game isn't played in a private thread, so there is nothing to add people to. Mention them there."
    ),
    "no-game-yet": phrase("Your pairing has no game yet. I'll ping you when it begins."),
    "no-letters": phrase("Discord doesn't let me write to you. Allow private messages, or practise in a server that has me."),
    "not-in-private": phrase("This works only in a server."),
}

SPOKEN: Mapping[str, Spoken] = {
    "not-running": _not_running,
}
