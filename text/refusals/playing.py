"""Moves, drafts and what the terms of a game keep back."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.errors import Refused
from text.clocks import clocks, times
from text.computers import hints
from text.language import Words, phrase
from text.people.names import safe
from text.play import substitutes
from text.refusals.params import choices, in_a_while
from text.sentences import Params, Spoken, counting, filled


def _misread(params: Params, words: Words) -> str:
    misread: Refused = params["misread"]
    said: str = params["say"].refusal(misread.code, misread.params, params["view"], words)
    return said


def _bad_gift(params: Params, words: Words) -> str:
    return words.say("Give some time, {most} at most.", most=clocks.length(params["most"], words))


def _no_return(params: Params, words: Words) -> str:
    return times.no_return(str(params["left"]), words)


def _no_free_seat(params: Params, words: Words) -> str:
    return substitutes.none_free(str(params["why"]), words)


def _no_hints(params: Params, words: Words) -> str:
    return hints.none_here(str(params["why"]), words)


def _too_new_here(params: Params, words: Words) -> str:
    return substitutes.too_new(int(params["days"]), words)


PLAIN: Mapping[str, str] = {
    "not-your-turn": phrase("It is not your turn. You will be pinged when it is."),
    "not-legal": phrase("That move is not possible now. The picture shows where you can play."),
    "game-over": phrase("The game is over. Start another with Rematch or /new."),
    "nothing-to-undo": phrase("There is nothing to undo."),
    "take-back-too-late": phrase("Too late to undo: the turn has passed on. With /undo you can ask the others to let you go back."),
    "undo-too-late": phrase("Too late to undo: the next tile has been drawn, or someone else has moved."),
    "not-seated": phrase("You are watching this game: /board, /score and /tiles work for everyone."),
    "seat-vacant": phrase("The computer plays your seat now. /game action:return gives it back to you, unless you resigned."),
    "stale": phrase("The game has moved on, so nothing was played. Here it is now."),
    "already-done": phrase("Your move is already in."),
    "nothing-given": phrase("Tell me the spot, the rotation and the meeple, e.g. N12 90 knight."),
    "draft-empty": phrase("There is nothing to confirm yet. Choose a spot first."),
    "draft-complete": phrase("Everything is chosen. Confirm, or go back a step."),
    "draft-changed": phrase("You went on with this move elsewhere. Open your unfinished move again."),
    "draft-incomplete": phrase("One more choice is needed before you can confirm."),
    "secret-reply": phrase(
        "I do not read moves of this game here, where everyone sees them. Use /play or the button of your turn."
    ),
    "no-hand": phrase("There are no secret hands in this game: /board shows everything."),
    "aid-off": phrase("By the terms of this game that stays hidden until it is over; /game action:info shows them."),
    "name-the-square": phrase("This game does not show where a tile fits: name the square, such as “N12 90 knight”."),
    "does-not-go-there": phrase("It does not fit there. This game does not tell where a tile fits: name another square."),
    "no-holes": phrase("There are no odds for single squares in this game: use /tiles without a square."),
    "no-scores": phrase("In this game every score is told with its parts: /game action:log has them all."),
    "not-a-turn": phrase(
        "There are no scores in this message. Use “Explain scores” on one of my messages about a game, or /score."
    ),
    "no-stock": phrase("Nothing is drawn in this game: /board shows everything."),
    "still-live": phrase("This game is not over yet. A rematch is possible after its end."),
    "no-clock": phrase("There is no clock in this game, so time cannot run out."),
    "seat-yours": phrase("The seat is still yours."),
    "seat-taken": phrase("Someone else plays on in that seat now. You can watch: /board, /score and /tiles work for everyone."),
    "sits-here": phrase("You have, or had, a seat in this game. If it was yours, /game action:return gives it back to you."),
    "substitute-blocked": phrase("You can't take over a seat in this game."),
    "not-waiting": phrase("The game does not wait for that player."),
    "already-computer": phrase("The computer already plays that seat."),
    "no-puzzle": phrase("That puzzle is gone. /puzzle shows the one of today."),
    "puzzle-not-made": phrase("I'm still making the first puzzle. Try /puzzle again in a few minutes."),
    "puzzle-open": phrase("This puzzle is still open: its solution comes with the next one."),
    "puzzle-over": phrase("The solution of this puzzle is there already. /puzzle shows the present one."),
    "not-finished": phrase("Only a game that was played to its end can be analysed."),
    "nothing-to-analyse": phrase("No one has moved in this game, so there is nothing to analyse."),
    "bag-shared": phrase(
        "Other tables of this round still draw the same tiles. You can check the draws once all of them are done."
    ),
    "not-ended": phrase("You can check the draws once the game is over. Until then /game action:info shows the seal."),
}

SPOKEN: Mapping[str, Spoken] = {
    "unreadable": filled(
        "“{text}” is not a move. Choose with the buttons; /help tells what can be typed.",
        text=lambda params: safe(str(params.get("text", ""))[:60]),
    ),
    "not-among": filled(
        "I did not find “{name}”. Possible: {choices}.",
        name=lambda params: safe(str(params.get("value", ""))[:30]),
        choices=choices,
    ),
    "no-such-person": filled(
        "I know nobody called “{name}” here. Mention them with @.", name=lambda params: safe(str(params.get("value", ""))[:30])
    ),
    "bad-value": filled("“{value}” does not fit there.", value=lambda params: safe(str(params.get("value", ""))[:60])),
    "misread": _misread,
    "move-made": filled(
        "Your move is in, and the turn passes on {stamp}. Until then you can undo it with /undo or the button Undo.",
        stamp=lambda params: in_a_while(params["at"]),
    ),
    "bad-gift": _bad_gift,
    "no-hints": _no_hints,
    "too-many-analyses": counting(
        "{number} game is waiting to be analysed already. Please try again later.",
        "{number} games are waiting to be analysed already. Please try again later.",
        "most",
    ),
    "no-return": _no_return,
    "no-free-seat": _no_free_seat,
    "too-new-here": _too_new_here,
}
