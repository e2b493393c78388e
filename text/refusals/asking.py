"""Requests of all others: to go back, to pause, to finish."""

from __future__ import annotations

from collections.abc import Mapping

from text.language import Words, phrase
from text.play import requests
from text.refusals.params import in_a_while
from text.sentences import Params, Spoken, counting, filled


def _request_over(params: Params, words: Words) -> str:
    return requests.over(params["status"], words)


PLAIN: Mapping[str, str] = {
    "no-request": phrase("No one has asked for that."),
    "request-open": phrase(
        "You have already asked the others something. Wait for their answers, or withdraw it with Do not agree."
    ),
    "request-own": phrase("This is your own question; the others have to answer. Do not agree withdraws it."),
    "paused-already": phrase("The clocks of this game already stand still. /game action:end-pause ends the pause."),
    "not-paused": phrase("This game is not in a pause."),
    "stop-in-event": phrase("A game of a tournament does not stop before its end. Resign, or ask an organiser for a ruling."),
    "cancel-rated": phrase(
        "This rated game has begun. All players can agree to stop it (/game action:finish), or a moderator "
        "who isn't in it cancels it."
    ),
    "own-rated-game": phrase("You play in this rated game: a moderator outside the game has to do this."),
    "ruled-in-event": phrase("In a game of a tournament only a referee does this: `/tournament action:rule`."),
    "undo-rated": phrase("This game is rated: only a referee can let you go back."),
}

SPOKEN: Mapping[str, Spoken] = {
    "too-many-requests": counting(
        "You have asked the others {number} time in this game already, and more is not possible.",
        "You have asked the others {number} times in this game already, and more is not possible.",
        "most",
    ),
    "request-rests": filled(
        "Someone did not agree a short while ago. You can ask again {stamp}.", stamp=lambda params: in_a_while(params["again"])
    ),
    "request-over": _request_over,
    "bad-pause": filled("A pause lasts 1 to {most} days."),
}
