"""Something of ours went wrong."""

from __future__ import annotations

from text.language import Words


def apology_unchanged(error_id: str, words: Words) -> str:
    """Something of ours failed before anything was written; the id finds it in the log."""
    return words.say(
        "That failed on my side; your game is unchanged. Please try again. If it fails again, give the code {id} "
        "to whoever runs this bot.",
        id=error_id,
    )


def busy(words: Words) -> str:
    """The database is held by something else, or its disk is full."""
    return words.say("I cannot save anything just now. Your game is unchanged; please try again in a moment.")


def unsure(words: Words) -> str:
    """The database went away while it was saving: it may be saved."""
    return words.say(
        "I was interrupted while saving that, so it may count or not. Please look with /board in a moment where the game "
        "stands before you try again."
    )


def apology(error_id: str, words: Words) -> str:
    """Something of ours failed; the id finds it in the log."""
    return words.say(
        "Something failed on my side. Please look with /board where the game stands before you try again. If it "
        "fails again, give the code {id} to whoever runs this bot.",
        id=error_id,
    )
