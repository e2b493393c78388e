"""The refusals about requests to which all other players must agree: undo, pause, and ending a game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime

from text.message_templates import Spoken, counting, filled
from text.play import consent_texts
from text.translator import phrase
from text.users.player_names import free


def choices(choices: Sequence[object] = ()) -> str:
    """Return the possible choices as a comma-separated list."""
    return ", ".join(free(str(choice)) for choice in choices)


def stamp(moment: datetime) -> str:
    """Return the Discord timestamp of a moment, shown in the reader's own time zone."""
    return f"<t:{int(moment.timestamp())}:f>"


def in_a_while(moment: datetime) -> str:
    """Return the Discord timestamp that shows the time until a moment, rounded up to a second."""
    return f"<t:{math.ceil(moment.timestamp())}:R>"


PLAIN: Mapping[str, str] = {
    "no-request": phrase("Nobody has asked for that."),
    "request-open": phrase(
        "You've already asked the others something. Wait for their answers, or withdraw it with **{button[disagree]}**."
    ),
    "request-own": phrase("This is your own request: the others have to answer. Don't agree withdraws it."),
    "pause-after-date": phrase("The date of this game's round has passed, so it can't be paused any more."),
    "paused-already": phrase("This game's clocks are already stopped. /game action:end-pause ends the pause."),
    "not-paused": phrase("This game isn't paused."),
    "stop-in-event": phrase("A tournament game can't stop early. Resign, or ask an organiser for a ruling."),
    "cancel-rated": phrase(
        "This rated game has begun. All players can agree to stop it (/game action:finish), or a moderator who "
        "isn't playing can cancel it."
    ),
    "own-game": phrase(
        "You're playing in this game, so you can't decide this. Ask the others with /undo, or a moderator who isn't playing."
    ),
    "own-rated-game": phrase("You're playing in this rated game: a moderator who isn't playing has to do this."),
    "ruled-in-event": phrase("In a tournament game only a referee can do this: `/tournament action:rule`."),
    "undo-rated": phrase("This game is rated: only a referee can let you go back."),
}

SPOKEN: Mapping[str, Spoken] = {
    "too-many-requests": counting(
        "You've already asked the others {number} time in this game, which is the limit.",
        "You've already asked the others {number} times in this game, which is the limit.",
        "most",
    ),
    "request-rests": filled("Someone said no a short while ago. You can ask again {stamp}.", stamp=lambda again: in_a_while(again)),
    "request-over": lambda status, words: consent_texts.over(status, words),
    "bad-pause": filled("A pause lasts {most} days at most."),
}
