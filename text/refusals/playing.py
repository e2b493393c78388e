"""Moves, drafts and what the terms of a game keep back."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.errors import Refused
from text import clocks, substitutes, times
from text.language import Words, phrase
from text.names import safe
from text.refusals.params import Params, Spoken, choices, in_a_while


def _unreadable(params: Params, words: Words) -> str:
    return words.say(
        "“{text}” is not a move. Choose with the buttons; /help tells what can be typed.",
        text=safe(str(params.get("text", ""))[:60]),
    )


def _not_among(params: Params, words: Words) -> str:
    return words.say(
        "“{name}” is not among the choices: {choices}.", name=safe(str(params.get("value", ""))[:30]), choices=choices(params)
    )


def _bad_value(params: Params, words: Words) -> str:
    return words.say("“{value}” cannot be used there.", value=safe(str(params.get("value", ""))[:60]))


def _misread(params: Params, words: Words) -> str:
    misread: Refused = params["misread"]
    said: str = params["say"].refusal(misread.code, misread.params, params["view"], words)
    return said


def _move_made(params: Params, words: Words) -> str:
    return words.say(
        "Your move is made, and the turn passes on {stamp}. Until then you can take it back with /undo or the button Take back.",
        stamp=in_a_while(params["at"]),
    )


def _bad_gift(params: Params, words: Words) -> str:
    return words.say("Give some time, and at most {most} at once.", most=clocks.length(params["most"], words))


def _no_return(params: Params, words: Words) -> str:
    return times.no_return(str(params["left"]), words)


def _no_free_seat(params: Params, words: Words) -> str:
    return substitutes.none_free(str(params["why"]), words)


def _too_new_here(params: Params, words: Words) -> str:
    return substitutes.too_new(int(params["days"]), words)


PLAIN: Mapping[str, str] = {
    "not-your-turn": phrase("It is not your turn. You will be pinged when it is."),
    "not-legal": phrase("The rules do not allow that move now. The picture shows the numbered spots that fit."),
    "game-over": phrase("The game is over. Start another with Rematch or /game new."),
    "nothing-to-undo": phrase("There is nothing of yours to take back."),
    "take-back-too-late": phrase(
        "Too late to take back: the turn has passed on. With /undo you can ask the others to let you go back."
    ),
    "undo-too-late": phrase("Too late to take back: the next tile has been drawn, or somebody else has moved."),
    "not-seated": phrase("You do not play in this game. You may look: /board, /score and /tiles work for everybody."),
    "seat-vacant": phrase("The computer plays your seat now. /game return takes it back, unless you gave it up for good."),
    "stale": phrase("The game has moved on since. This is the present state; nothing was played."),
    "already-done": phrase("That move was already accepted; it counts once."),
    "nothing-given": phrase("Say what you want to play: a spot, a facing, a figure."),
    "draft-empty": phrase("There is nothing to confirm yet. Choose a spot first."),
    "draft-complete": phrase("Everything is chosen. Confirm, or go back a step."),
    "draft-changed": phrase("You went on with another draft elsewhere. Open your draft again."),
    "draft-incomplete": phrase("One more choice is needed before you can confirm."),
    "secret-reply": phrase(
        "Moves of this game are not read here, where everybody sees them. Use /play or the button of your turn."
    ),
    "no-hand": phrase("Nobody holds anything secret in this game: /board shows everything."),
    "aid-off": phrase("The terms of this game keep that back until it is over; /game info has them."),
    "name-the-square": phrase("In this game nobody is shown where a tile fits: name the square, such as “N12 90 knight”."),
    "does-not-go-there": phrase("It does not go there. In this game nobody is told where a tile fits: name another square."),
    "no-holes": phrase("This game has no squares with odds of their own: use /tiles without a square."),
    "no-scores": phrase("In this game every score is told with its parts: /game log has them all."),
    "not-a-turn": phrase("This message tells no scores. Use “Explain scores” on one of my messages about a game, or /score."),
    "no-stock": phrase("Nothing is drawn in this game: /board shows everything."),
    "still-live": phrase("This game is not over yet. A rematch is possible after its end."),
    "no-clock": phrase("Nobody's time runs out in this game: there is no clock."),
    "seat-yours": phrase("The seat is yours: nobody has taken it."),
    "seat-taken": phrase("Someone else plays on in that seat now. You may look: /board, /score and /tiles work for everyone."),
    "sits-here": phrase("You have, or had, a seat in this game. If it was yours, /game return takes it back."),
    "substitute-blocked": phrase("Someone at this table does not want to play with you."),
    "not-waiting": phrase("The game does not wait for that player."),
    "already-computer": phrase("The computer plays that seat already."),
    "not-ended": phrase(
        "The bag is opened only after the end of the game; then this checks every draw against the seal that /game info shows now."
    ),
}

SPOKEN: Mapping[str, Spoken] = {
    "unreadable": _unreadable,
    "not-among": _not_among,
    "bad-value": _bad_value,
    "misread": _misread,
    "move-made": _move_made,
    "bad-gift": _bad_gift,
    "no-return": _no_return,
    "no-free-seat": _no_free_seat,
    "too-new-here": _too_new_here,
}
