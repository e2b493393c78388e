"""Something of ours went wrong."""

from __future__ import annotations

from text.language import Words


def apology_unchanged(error_id: str, words: Words) -> str:
    """Something of ours failed before anything was written; the id finds it in the log."""
    return words.say(
        "Sorry, something went wrong on my side. Nothing was changed: try again, and quote {id} if it happens again.", id=error_id
    )


def busy(words: Words) -> str:
    """The database is held by something else, or its disk is full."""
    return words.say("I cannot write anything down just now. Nothing was changed: try again in a moment.")


def apology(error_id: str, words: Words) -> str:
    """Something of ours failed; the id finds it in the log."""
    return words.say(
        "Sorry, something went wrong on my side. Look with /board how it stands before you try again, and quote {id}"
        " if it happens again.",
        id=error_id,
    )
