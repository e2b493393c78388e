"""Requests of all others: to go back, to pause, to finish."""

from __future__ import annotations

from collections.abc import Mapping

from text import requests
from text.language import Words, phrase
from text.refusals.params import Params, Spoken, in_a_while


def _too_many_requests(params: Params, words: Words) -> str:
    return words.count(
        "You have asked the others {number} time in this game already. That is all.",
        "You have asked the others {number} times in this game already. That is all.",
        params["most"],
    )


def _request_rests(params: Params, words: Words) -> str:
    return words.say(
        "The others have not agreed lately. You can ask them again {stamp}.",
        stamp=in_a_while(params["again"]),
    )


def _request_over(params: Params, words: Words) -> str:
    return requests.over(params["status"], words)


def _bad_pause(params: Params, words: Words) -> str:
    return words.say("A pause lasts 1 to {most} days.", most=params["most"])


PLAIN: Mapping[str, str] = {
    "no-request": phrase("That was never asked."),
    "request-open": phrase("You have asked the others something already. Wait for their answers; Do not agree takes it back."),
    "request-own": phrase("You have asked this yourself; the others must answer. Do not agree takes it back."),
    "paused-already": phrase("The clocks of this game stand still already. /game pause days:0 ends the pause."),
    "not-paused": phrase("No pause is on in this game."),
    "undo-rated": phrase("This game counts for ratings: only a referee can let you go back."),
    "request-blocked": phrase("Somebody at this table takes no requests of yours."),
}

SPOKEN: Mapping[str, Spoken] = {
    "too-many-requests": _too_many_requests,
    "request-rests": _request_rests,
    "request-over": _request_over,
    "bad-pause": _bad_pause,
}
