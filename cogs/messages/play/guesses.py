"""Messages about guessed moves: the reader's grades in a match, and a server's monthly table of guessers."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.match_context import MatchContext
from cogs.messages.message_parts import Message, button
from cogs.messages.panels import HOUSE
from service.watching.guesses import LEAST_GAMES, LEAST_GUESSES, GradedGuess, OwnGuesses
from storage.rows import GuessScore
from text.labels import label
from text.play import vote_texts
from text.translator import Translator

LINES = 10
"""So many of one's guesses are told, the latest ones; and so many are named in a table."""
BEST = LINES


def own_guesses_page(context: MatchContext, own_guesses: OwnGuesses) -> Message:
    """Return a private page with the grades of the reader's guesses."""
    words, guess_list = context.words, own_guesses.guesses
    if not guess_list:
        return Message().say((vote_texts.no_guesses if own_guesses.is_open else vote_texts.not_yet_graded)(words))
    if any(graded_guess.tenths is None for graded_guess in guess_list):
        return Message().say(vote_texts.still_grading(words)).row(button(context.match, label("my-guesses", words), "guesses"))
    hits, good = sum(graded_guess.is_hit for graded_guess in guess_list), sum(graded_guess.is_good for graded_guess in guess_list)
    message = Message().say(
        f"**{vote_texts.guessed(len(guess_list), hits, good, words)}**",
        *(_line(context, graded_guess) for graded_guess in guess_list[-LINES:]),
        _streak(own_guesses, words),
        "" if all(guess.counts for guess in guess_list) else vote_texts.uncounted(words),
    )
    return message.row(button(None, label("guess-table", words), "guesstable"))


def with_last(message: Message, context: MatchContext, own_guesses: OwnGuesses) -> Message:
    """Add the grade of the reader's previous guess to the answer to a new one."""
    last = vote_texts.last_guess(_line(context, own_guesses.guesses[-1]), context.words)
    return message.say(last, _streak(own_guesses, context.words))


def _streak(own_guesses: OwnGuesses, words: Translator) -> str:
    return vote_texts.guesses_in_a_row(own_guesses.streak, words) if own_guesses.streak > 1 else ""


def _line(context: MatchContext, guess: GradedGuess) -> str:
    actions = [context.game.read(text) for text in guess.turn.texts]
    summary = context.say.summary(actions, guess.turn.events, guess.turn.view, context.names, context.words)
    return vote_texts.guess_line(summary, (guess.tenths or 0) / 10, context.words, hit=guess.is_hit)


def table(month: int, now: int, best: Sequence[GuessScore], names: Sequence[str], words: Translator) -> Message:
    """Return the best guessers of a month, with buttons to the months before and after, but none later than `now`."""
    ranked = enumerate(zip(names, best, strict=True), 1)
    lines = [
        vote_texts.guesser(place, name, guess_score.guesses, guess_score.good, guess_score.hits, words)
        for place, (name, guess_score) in ranked
    ]
    message = Message().say(
        f"**{vote_texts.guess_table(_month_name(month), words)}**", *(lines or [vote_texts.nobody_guessed(words)])
    )
    message.say(vote_texts.guess_fun(LEAST_GUESSES, LEAST_GAMES, words))
    earlier = button(None, label("previous", words), "guesstable", str(_month_before(month)))
    later = button(None, label("next", words), "guesstable", str(_month_after(month))) if month < now else None
    return message.row(earlier, later).framed(HOUSE)


def _month_name(month: int) -> str:
    return f"{month // 100}-{month % 100:02}"


def _month_before(month: int) -> int:
    return month - 1 if month % 100 > 1 else month - 89


def _month_after(month: int) -> int:
    return month + 1 if month % 100 < 12 else month + 89
