"""The sealed bag and the record of a game."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words


def sealed(commitment: str, words: Words) -> str:
    """The promise about the draws, shortened."""
    return words.say("Sealed bag {seal}", seal=short_seal(commitment))


def short_seal(commitment: str) -> str:
    """`9f3a…c01e`."""
    return commitment if len(commitment) <= 12 else f"{commitment[:4]}…{commitment[-4:]}"


def bag_opened(secret: str, commitment: str, words: Words, *, sound: bool) -> str:
    """The opened bag below the result."""
    if sound:
        return words.say("Sealed bag opened: secret {secret}, matches {seal}", secret=secret, seal=short_seal(commitment))
    return words.say("Sealed bag opened: secret {secret}, DOES NOT match {seal}", secret=secret, seal=short_seal(commitment))


def verified(draws: int, words: Words, *, secret_fits: bool, order_fits: bool | None, wrong: Sequence[str]) -> str:
    """The answer of /game verify; `wrong` are the draws that differ."""
    lines = [words.say("The secret fits the seal.") if secret_fits else words.say("The secret DOES NOT fit the seal.")]
    if order_fits is not None:
        lines.append(
            words.say("The order of the seats follows from it.")
            if order_fits
            else words.say("The order of the seats DOES NOT follow from it.")
        )
    if wrong:
        lines.append(
            words.count("{number} draw differs: {wrong}", "{number} draws differ: {wrong}", len(wrong), wrong="; ".join(wrong[:10]))
        )
    else:
        lines.append(words.count("{number} draw follows from it.", "All {number} draws follow from it.", draws))
    lines.append(words.say("Anyone can check: each draw is HMAC-SHA256 of the secret and the number of the draw."))
    return "\n".join(lines)


def exported(words: Words) -> str:
    """With the file of /game export."""
    return words.say("The whole game as a record; anyone can replay it move by move.")


def export_withheld(words: Words) -> str:
    """With the export of a game that still runs."""
    return words.say("The game still runs, so the secret of the bag is left out.")
