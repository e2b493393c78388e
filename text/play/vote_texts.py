"""The texts about votes on the moves of a server's seat, and guesses at other players' moves.

Functions escape the names that they are given; timestamps are inserted unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, numbered, pattern, people, plural, sentence, worded
from text.translator import Translator, phrase
from text.users.player_names import safe

called = sentence("**The server's turn: everyone here can vote**")
"""At the head of a turn, where others are pinged; the vote itself is secret."""
called_elsewhere: MessageTemplate[str] = pattern("**{name}'s turn: everyone there can vote**", name=safe)
"""The same where another server, `name`, is asked."""
until: MessageTemplate[str, str] = pattern("Voting ends {moment} ({how_long}), or sooner once all recent voters have voted.")
"""`moment` and `how_long` are stamps of the same time."""
open_for = plural(
    "🗳️ Everyone here votes on the server's moves, up to {number} hour each",
    "🗳️ Everyone here votes on the server's moves, up to {number} hours each",
)
"""In a lobby in which the server has a seat."""
ready = sentence("Vote, or go back a step. Nobody sees your vote before the vote closes.")
"""Everything is chosen, and only the vote itself is missing."""
kept: MessageTemplate[str] = pattern(
    "**Your vote is in.** Votes are counted {how_long} at the latest. Until then, you can change yours."
)
"""To somebody who has just voted; `how_long` is a stamp."""
closed = sentence("**Your vote is in.** Votes are being counted.")
"""The same, where the vote closes at this moment."""
result: MessageTemplate[int, int] = numbered(
    "The server's move: {most} of {number} vote", "The server's move: {most} of {number} votes"
)
"""Above who voted for what: how many votes the move that is played had."""
by_lot = sentence("The vote was tied, so the sealed bag decided.")
"""Below it."""


def worth(points: float, words: Translator) -> str:
    """Return how far a move falls short of the best one, as text: "as good as the best", "about 3 points worse ..."."""
    if points < 1:
        return words.say("as good as the best")
    return words.count("about {number} point worse than the best", "about {number} points worse than the best", round(points))


best_turn: MessageTemplate[str] = pattern("Best move found: {move}")
"""Below what was voted for, where nobody voted for it."""


def streaks(found: Sequence[tuple[str, int]], words: Translator) -> str:
    """Return the line with each member's number of good votes in a row."""
    each = [words.say("{name} {number}", name=safe(name), number=number) for name, number in found]
    return words.say("Good votes in a row: {names}", names=words.list(each))


def too_few(votes: int, words: Translator) -> str:
    """Return the announcement that a computer plays because fewer than two votes came in."""
    if not votes:
        return words.say("Nobody voted in time, so a computer plays this turn for the server.")
    return words.say("Only one vote came in, and it takes two. A computer plays this turn for the server.")


best: MessageTemplate[Sequence[str]] = pattern("🗳️ Best voters: {names}", names=people)
"""At the end of a game; `names` in the order of how well they voted."""
too_new = plural(
    "You can vote once you've been in this server for {number} day.",
    "You can vote once you've been in this server for {number} days.",
)
"""Somebody has just come to the server."""

_NO_TOWN: Mapping[str, str] = {
    "private": phrase("The server can only play in a server."),
    "seated": phrase("The server already has a seat in this game."),
    "hidden": phrase("The server can't play this game: its hands are secret."),
}


none_here = worded(_NO_TOWN)
"""Why the server gets no seat; `why` as `service.lobby.lobbies` has it."""
guess_of: MessageTemplate[str] = pattern("**What will {name} play?** Nobody else sees your guess.", name=safe)
"""Above the draft of a guess."""
guess_ready = sentence("Guess, or go back a step. Nobody else sees your guess.")
"""Everything is chosen, and only the guess itself is missing."""
guess_kept: MessageTemplate[str] = pattern(
    "**Your guess is in.** You can change it until {name} has moved. After the game, I grade it."
)
"""To somebody who has just guessed, in a game where a grade could help a player."""
guess_kept_soon: MessageTemplate[str] = pattern(
    "**Your guess is in.** You can change it until {name} has moved. Then **{button[my-guesses]}** shows how good it was."
)
"""The same in other games."""
last_guess: MessageTemplate[str] = pattern("Your last guess: {move}")
"""Below it: what became of the one before."""
guesses_in_a_row = plural("{number} good guess in a row", "{number} good guesses in a row")
"""How many guesses in a row were within 2 points of the best."""
not_yet_graded = sentence("None of your guesses is graded yet: that takes until the move is made.")
"""Instead of one's own guesses, while the game goes on."""
no_guesses = sentence("You didn't guess any move of this game.")
"""Instead of one's own guesses."""
still_grading = sentence("I'm still grading the guesses of this game. Look again in a minute.")
"""The same, while that is done."""
guessed: MessageTemplate[int, int, int] = numbered(
    "You guessed {number} move: {hits} as played, {good} within 2 points of the best",
    "You guessed {number} moves: {hits} as played, {good} within 2 points of the best",
)
"""Above one's own guesses in a game: how many there were, were what was played, and as good as the best."""


def guess_line(text: str, points: float, words: Translator, *, hit: bool) -> str:
    """Return the line about a guess: the move, whether it was played, and how good it was."""
    return " · ".join([text, *([words.say("✅ as played")] if hit else []), worth(points, words)])


guess_table: MessageTemplate[str] = pattern("Best guessers, {month}")
"""Above a table; `month` such as 2026-11."""
guess_fun: MessageTemplate[int, int] = pattern(
    "-# Just for fun. You're listed after {guesses} guesses in {games} games. A guess counts if the player hadn't begun to choose."
)
"""Below a table."""
uncounted = sentence("-# Not counted: guesses made after the player had begun to choose.")
"""Below one's own guesses, where there are such."""
nobody_guessed = sentence("Nobody has guessed often enough this month.")
"""Instead of the lines of the table."""


def guesser(place: int, name: str, guesses: int, good: int, hits: int, words: Translator) -> str:
    """Return the line about a guesser in the table: numbers of guesses, good guesses, and guesses that were played."""
    return words.count(
        "{place}. {name}: {good} of {number} guess good, {hits} as played",
        "{place}. {name}: {good} of {number} guesses good, {hits} as played",
        guesses,
        place=place,
        name=safe(name),
        good=good,
        hits=hits,
    )


_NO_GUESS: Mapping[str, str] = {
    "plays": phrase("You can't guess in your own game."),
    "bag": phrase("Your own tournament game draws the same tiles, so you can't guess in this one."),
    "running": phrase("Guesses stay hidden until the game is over. Then you can see how good yours were."),
    "none": phrase("There's no move to guess now: a computer is playing, or the hands are secret."),
}


no_guess = worded(_NO_GUESS)
"""Why somebody may not guess; `why` as `service.watching.guesses` has it."""
