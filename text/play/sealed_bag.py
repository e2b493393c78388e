"""The texts about the sealed bag, which proves that draws are fair, and about a game's record."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, pattern, plural, sentence, series
from text.translator import Translator
from text.users.player_names import safe


def _as_code(fingerprint: str) -> str:
    return f"`{fingerprint}`"


def short_seal(commitment: str) -> str:
    """Return a seal shortened to its first and last four characters: `9f3a…c01e`."""
    return commitment if len(commitment) <= 12 else f"{commitment[:4]}…{commitment[-4:]}"


sealed: MessageTemplate[str] = pattern("Sealed bag {seal}", seal=short_seal)
"""The promise about the draws, shortened."""
words_in = plural("{number} word added to it", "{number} words added to it")
"""In the lobby: how many have added a word."""
begun = sentence("The game begins.")
"""The first message of a game."""


def order(names: Sequence[str], words: Translator) -> str:
    """Return the line with the turn order."""
    return words.say("Turn order: {names}", names=", ".join(safe(name) for name in names))


def words_added(added: Sequence[tuple[str, str]], words: Translator) -> str:
    """Return the line with the words that players added to the bag."""
    text = ", ".join(words.say("“{word}” ({name})", word=safe(word), name=safe(name)) for name, word in added)
    return words.say("Words for the sealed bag: {words}", words=text)


mixes = sentence("this message's number goes into every draw too; check it after the game with /game action:verify")
"""Below: what the draws follow from."""
mixes_elsewhere = sentence("the number of the other server's first message goes into every draw too")
"""The same in a game against another server, where its own message does not count."""
mixed_elsewhere: MessageTemplate[str] = pattern("The number of the other server's first message goes into every draw too: {number}")
"""In the answer of /game action:verify, where that message can't be linked to."""
mixed: MessageTemplate[str] = pattern("The number of the message that started the game goes into every draw too: {link}")
"""In the answer of /game action:verify."""


def words_fit(words: Translator, *, fit: bool) -> str:
    """Return the line, in the answer of /game action:verify, on whether the players' words went into the bag."""
    return (
        words.say("The players' words are in it.") if fit else words.say("The players' words are NOT the ones that went into it.")
    )


def word_kept(word: str, words: Translator) -> str:
    """Return the confirmation that a player's word was added, or taken back if it is empty."""
    if not word:
        return words.say("Your word has been taken out again.")
    return words.say("Your word goes into the sealed bag when the game starts: “{word}”", word=safe(word))


word_title = sentence("A word for the sealed bag")
"""Above the form."""
word_hint = sentence("Any word; leave it empty to take yours out")
"""Above its line."""
word_about = sentence("It also decides the draws, so nobody can know them beforehand.")
"""Below it."""


def bag_opened(secret: str, commitment: str, words: Translator, *, sound: bool) -> str:
    """Return the line below the result with the bag's secret, and whether it matches the seal."""
    if sound:
        return words.say("Sealed bag opened: secret {secret}, matches {seal}", secret=secret, seal=short_seal(commitment))
    return words.say("Sealed bag opened: secret {secret}, does NOT match {seal}", secret=secret, seal=short_seal(commitment))


bag_checked = sentence("Sealed bag opened and checked.")
"""Below the result, where all is as it should be."""
bag_stays_sealed: MessageTemplate[str] = pattern("Bag {seal} stays sealed until every table in this round is done", seal=short_seal)
"""The bag below the result of a game whose bag other tables still draw from."""


def verified(draws: int, words: Translator, *, secret_fits: bool, order_fits: bool | None, wrong: Sequence[str]) -> str:
    """Return the lines of the answer of /game action:verify about secret, seating order and draws.

    `wrong` are the draws that don't follow from the secret; `order_fits` is None if the order wasn't drawn.
    """
    lines = [words.say("The secret matches the seal.") if secret_fits else words.say("The secret does NOT match the seal.")]
    if order_fits is not None:
        lines.append(
            words.say("The seating order follows from it.")
            if order_fits
            else words.say("The seating order does NOT follow from it.")
        )
    if wrong:
        lines.append(
            words.count(
                "{number} draw differs: {wrong}", "{number} draws differ: {wrong}", len(wrong), wrong=series(wrong[:10], words)
            )
        )
    else:
        lines.append(words.count("{number} draw follows from it.", "All {number} draws follow from it.", draws))
    lines.append(words.say("Anyone can check this: docs/fair-draws.md explains how."))
    return "\n".join(lines)


def moves_proved(last: str, words: Translator) -> str:
    """Return the line, in the answer of /game action:verify, that the log was not changed."""
    return words.say("Moves, undos and rulings are what was played. Their fingerprint: {fingerprint}", fingerprint=f"`{last}`")


def moves_changed(turn: int | None, words: Translator) -> str:
    """Return the line, in the answer of /game action:verify, that the log was changed.

    `turn` is the first changed turn, None if it is unknown.
    """
    if turn is None:
        return words.say("The moves are NOT what was played.")
    return words.say("Turn {turn} is NOT what was played.", turn=turn)


moves_unproved = sentence("This game began before moves had fingerprints, so only its draws are proved.")
"""In the answer of /game action:verify."""
fingerprint: MessageTemplate[str] = pattern("Fingerprint of all moves: {fingerprint}", fingerprint=_as_code)
"""Below the result and with the export: the hash of the last row of the log."""
fingerprint_so_far: MessageTemplate[str] = pattern("Fingerprint of the moves so far: {fingerprint}", fingerprint=_as_code)
"""Among settings and seats: the first characters of that hash."""
import_proved: MessageTemplate[str] = pattern(
    "Compare the fingerprint with the message at that game's end: {fingerprint}", fingerprint=_as_code
)
"""After an import: the file agrees with itself, and only that message tells whether it's the game that was played."""
import_unproved = sentence("The moves follow the rules, but this record has no fingerprints that prove they were played.")
"""After an import of a game from before there were any."""
exported = sentence("The whole game as a record; anyone can replay it move by move.")
"""With the file of /game action:export."""
export_withheld = sentence("The game is still running, so the bag's secret is left out.")
"""With the export of a game that still runs."""
