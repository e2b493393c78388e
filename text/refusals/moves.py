"""The refusals about moves and drafts, and about what a game's terms withhold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from games.core.errors import RuleRefusedError
from text.clocks import clock_texts, time_controls
from text.computers import hints
from text.input_vocabulary import folded
from text.lobby import cross_server_texts
from text.message_templates import Spoken, counting, filled
from text.play import plans, substitutes, vote_texts
from text.refusals.consent_requests import choices as offered_choices
from text.refusals.consent_requests import in_a_while
from text.translator import Translator, phrase
from text.users.player_names import free, safe


def _misread(misread: RuleRefusedError, say: Any, view: Any, words: Translator) -> str:
    refusal: str = say.refusal(misread.code, misread.params, view, words)
    return refusal


FEW = 8
"""Choices that a refusal lists in full; of more it names the nearest."""
NEAREST = 3


def _not_among(words: Translator, value: object = "", choices: Sequence[object] = ()) -> str:
    """Return the message about an unknown choice: with all choices if they are few, else with the most similar ones."""
    typed, offered = str(value), [str(choice) for choice in choices]
    name = safe(typed[:30])
    if len(offered) <= FEW:
        return words.say("I can't find “{name}”. Possible: {choices}.", name=name, choices=offered_choices(choices))
    near = words.list([free(choice) for choice in nearest(typed, offered)])
    return words.say("I can't find “{name}”. Nearest: {choices}.", name=name, choices=near)


def nearest(typed: str, offered: Sequence[str], number: int = NEAREST) -> list[str]:
    """Return the choices most similar to a typed text, the best first: those that contain it, then those with similar letters."""
    wanted = folded(typed)

    def likeness(choice: str) -> tuple[bool, float]:
        parts = [folded(choice), *folded(choice).split()]
        return wanted in folded(choice), max(SequenceMatcher(None, wanted, part).ratio() for part in parts)

    return sorted(dict.fromkeys(offered), key=likeness, reverse=True)[:number]


PLAIN: Mapping[str, str] = {
    "server-plays": phrase("The server only votes on its moves, so it can't agree to this. You can always resign."),
    "no-invitation": phrase("No server is waiting under this code. It may have been used, withdrawn or mistyped, or be too old."),
    "invitation-changed": phrase("The other server has changed the game meanwhile. Enter the code again."),
    "no-vote": phrase("There's nothing to vote on now. The next turn message will ask for votes."),
    "votes-elsewhere": phrase("You've voted for the other server in this game, so you can't vote for this one."),
    "secret-vote": phrase("Votes are secret, so I haven't read this one. Press **{button[vote]}** below the turn."),
    "not-your-turn": phrase("It's not your turn. I'll ping you when it is."),
    "not-legal": phrase("You can't play that move now. The picture shows where you can play."),
    "game-over": phrase("The game is over. Start another with **{button[rematch]}** or /new."),
    "nothing-to-undo": phrase("There's nothing to undo."),
    "take-back-too-late": phrase(
        "It's too late to undo: the turn has passed on. With /undo you can ask the others to let you go back."
    ),
    "undo-too-late": phrase("It's too late to undo: the next tile is drawn, or someone else has moved."),
    "not-seated": phrase("You're watching this game: /board, /score and /tiles work for everyone."),
    "seat-vacant": phrase("The computer is playing your seat. /game action:return gives it back to you, unless you resigned."),
    "stale": phrase("The game has moved on, so nothing was played. Here's where it stands."),
    "already-done": phrase("You've already played this move."),
    "nothing-given": phrase("Tell me the square, the rotation and the meeple, such as N12 90 knight."),
    "draft-empty": phrase("There's nothing to confirm yet. Choose a spot first."),
    "draft-complete": phrase("Everything is chosen. Confirm, or go back a step."),
    "draft-changed": phrase("You carried on with this move somewhere else. Open your unfinished move again."),
    "draft-incomplete": phrase("Make one more choice before you confirm."),
    "secret-reply": phrase("I don't read moves of this game where everyone can see them. Use /play or the button below your turn."),
    "no-hand": phrase("This game has no secret hands: /board shows everything."),
    "aid-off": phrase("This game keeps that hidden until the end; /game action:info shows its terms."),
    "name-the-square": phrase("This game doesn't show where tiles fit: name the square, such as “N12 90 knight”."),
    "does-not-go-there": phrase("It doesn't fit there. This game doesn't show where tiles fit: name another square."),
    "no-holes": phrase("This game has no odds for single squares: use /tiles without a square."),
    "no-scores": phrase("In this game every score is explained in full: /game action:log has them all."),
    "not-a-turn": phrase("This message has no scores. Use “Explain scores” on one of my messages about a game, or /score."),
    "no-stock": phrase("Nothing is drawn in this game: /board shows everything."),
    "still-live": phrase("This game isn't over yet. You can have a rematch after it ends."),
    "no-clock": phrase("This game has no clock, so nobody can run out of time."),
    "seat-yours": phrase("The seat is still yours."),
    "seat-taken": phrase("Someone else is playing that seat now. You can watch: /board, /score and /tiles work for everyone."),
    "sits-here": phrase("You have, or had, a seat in this game. If this one was yours, /game action:return gives it back to you."),
    "substitute-blocked": phrase("You can't take over a seat in this game."),
    "not-waiting": phrase("The game isn't waiting for that player."),
    "already-computer": phrase("The computer is already playing that seat."),
    "no-puzzle": phrase("That puzzle is gone. /puzzle shows the one of today."),
    "puzzle-not-made": phrase("I'm still making the first puzzle. Try /puzzle again in a few minutes."),
    "puzzle-open": phrase("This puzzle is still open: its solution comes with the next one."),
    "puzzle-over": phrase("The solution to this puzzle is already out. /puzzle shows the current one."),
    "puzzle-answered": phrase("You've answered this puzzle. /puzzle shows how good your turn is."),
    "mistake-done": phrase("This puzzle isn't open now. /puzzle shows what's next."),
    "mistakes-none": phrase("None of your turns lost 2 points or more."),
    "mistakes-kept": phrase("Your turns of this game are puzzles already. /puzzle shows them on their days."),
    "mistakes-hidden": phrase("Turns of a game with hidden cards can't become puzzles."),
    "mistakes-map": phrase("Turns on a server's own map can't become puzzles."),
    "not-finished": phrase("Only games played to the end can be analysed."),
    "nothing-to-analyse": phrase("Nobody has moved in this game, so there's nothing to analyse."),
    "bag-shared": phrase(
        "Other tables in this round are still drawing the same tiles. You can check the draws once they're all done."
    ),
    "not-ended": phrase("You can check the draws once the game is over. Until then /game action:info shows the seal."),
}

SPOKEN: Mapping[str, Spoken] = {
    "unreadable": filled(
        "“{text}” isn't a move. Choose with the buttons; /help explains what you can type.",
        text=lambda text="": safe(str(text)[:60]),
    ),
    "not-among": _not_among,
    "no-such-person": filled(
        "I don't know anybody here called “{name}”. Mention them with @.",
        name=lambda value="": safe(str(value)[:30]),
    ),
    "bad-value": filled("“{value}” doesn't fit there.", value=lambda value="": safe(str(value)[:60])),
    "misread": _misread,
    "move-made": filled(
        "Your move is in, and your turn ends {stamp}. Until then you can undo it with /undo or the button **{button[take-back]}**.",
        stamp=lambda at: in_a_while(at),
    ),
    "bad-gift": filled("You can give at most {most}.", most=lambda most, words: time_controls.length(most, words)),
    "no-hints": lambda why, words: hints.none_here(str(why), words),
    "too-many-analyses": counting(
        "{number} game is already waiting to be analysed. Try again later.",
        "{number} games are already waiting to be analysed. Try again later.",
        "most",
    ),
    "plan-lapsed": lambda why, words: plans.lapsed(why, words),
    "mistakes-full": counting(
        "{number} puzzle of your own is still waiting. Solve some first: /puzzle.",
        "{number} puzzles of your own are still waiting. Solve some first: /puzzle.",
        "number",
    ),
    "no-return": lambda left, words: clock_texts.no_return(str(left), words),
    "no-free-seat": lambda why, words: substitutes.none_free(str(why), words),
    "too-new-here": lambda days, words: substitutes.too_new(int(days), words),
    "too-new-to-vote": lambda days, words: vote_texts.too_new(int(days), words),
    "no-town": lambda why, words: vote_texts.none_here(str(why), words),
    "no-server-game": lambda why, words: cross_server_texts.none_so(str(why), words),
    "no-guess": lambda why, words: vote_texts.no_guess(str(why), words),
}
