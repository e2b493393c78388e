"""The texts of requests to which all other players of a game must agree: undo, pause, and ending it early.

Functions take players' names as Discord has them and escape them; mentions are inserted unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from text.clocks.time_controls import whole_length
from text.input_vocabulary import folded
from text.message_templates import MessageTemplate, pattern, sentence, worded
from text.translator import Translator, phrase
from text.users.player_names import safe

_ASKED: Mapping[str, str] = {
    "undo": phrase("**{name} asks to take back their last turn.** Everything since then would be played again."),
    "pause": phrase("**{name} asks for a pause: the clocks stop for {length}**, or until someone ends it."),
    "finish": phrase("**{name} asks to let computers play the rest.** The game goes on without you, and you'll see the result."),
    "stop": phrase("**{name} asks to stop here and count the points as they stand.** The game won't count for ratings."),
}
_GRANTED: Mapping[str, str] = {
    "undo": phrase(
        "Everyone agrees: {name} takes back their last turn and everything since then. The same tiles will be drawn again."
    ),
    "pause": phrase("Everyone agrees: the clocks stop for {length}. You can still play, and anyone can end the pause."),
    "finish": phrase("Everyone agrees: computers play the rest of the game."),
    "stop": phrase("Everyone agrees: the game stops here, and the points count as they stand."),
}
_LOGGED: Mapping[tuple[str, str], str] = {
    ("undo", "granted"): phrase("{name} asked to take back a turn; everyone agreed"),
    ("undo", "refused"): phrase("{name} asked to take back a turn; {by} didn't agree"),
    ("pause", "granted"): phrase("{name} asked for a pause; everyone agreed"),
    ("pause", "refused"): phrase("{name} asked for a pause; {by} didn't agree"),
    ("finish", "granted"): phrase("{name} asked to let computers play the rest; everyone agreed"),
    ("finish", "refused"): phrase("{name} asked to let computers play the rest; {by} didn't agree"),
    ("stop", "granted"): phrase("{name} asked to stop and count the points; everyone agreed"),
    ("stop", "refused"): phrase("{name} asked to stop and count the points; {by} didn't agree"),
}
_OVER: Mapping[str, str] = {
    "granted": phrase("That's already settled: everyone agreed."),
    "refused": phrase("That's already settled: someone didn't agree."),
    "withdrawn": phrase("That's already settled: the request was withdrawn."),
    "lapsed": phrase("Too late: the game has moved on since then."),
}


def asked(
    kind: str, name: str, mentions: Sequence[str], words: Translator, *, pause: timedelta = timedelta(), lapses: bool
) -> list[str]:
    """Return the lines of a request, with the mentions of the players who must agree to it.

    `kind` is a key of `_ASKED`, `pause` the length of a requested pause, `lapses` whether the request ends with the next move.
    """
    who = words.list(mentions)
    lines = [
        words.say(_ASKED[kind], name=safe(name), length=whole_length(pause, words)),
        words.say("{people}: do you agree? Everyone has to.", people=who),
    ]
    return [*lines, "-# " + words.say("If someone plays on, this request lapses.")] if lapses else lines


_WAYS: Mapping[str, str] = {
    "finish": phrase("Computers play on"),
    "stop": phrase("Stop here and count"),
}
"""How a game can end by consent, by the kind of the request."""


def ways(typed: str, words: Translator) -> list[tuple[str, str]]:
    """Return the (label, value) pairs of the ways to end a game early that contain the typed text."""
    offers = [(words.say(way), kind) for kind, way in _WAYS.items()]
    return [(text, kind) for text, kind in offers if folded(typed) in folded(f"{text} {kind}")]


how_to_finish = sentence("How should the game end? Everyone else has to agree. If you stop here, it won't count for ratings.")
"""Above the ways to end a game by consent."""


def granted(kind: str, name: str, words: Translator, *, pause: timedelta = timedelta()) -> str:
    """Return the announcement that all players have agreed, with the effect of the request."""
    return words.say(_GRANTED[kind], name=safe(name), length=whole_length(pause, words))


def pause_over(by: str | None, words: Translator) -> str:
    """Return the announcement that the pause is over; `by` is the player who ended it early, None if its time ran out."""
    return words.say("The pause is over.") if by is None else words.say("{name} ends the pause.", name=safe(by))


def refused(name: str, by: str, words: Translator) -> str:
    """Return the announcement that the player `by` did not agree to the request of the player `name`."""
    return words.say("{by} doesn't agree to {name}'s request. Nothing changes.", by=safe(by), name=safe(name))


withdrawn: MessageTemplate[str] = pattern("{name} withdraws the request. Nothing changes.", name=safe)
"""To everybody: who asked does so no longer."""


def noted(missing: Sequence[str], words: Translator) -> str:
    """Return the private confirmation that an answer or a request was recorded, with the players who have yet to answer."""
    if not missing:
        return words.say("Got it. Everyone has answered.")
    return words.say("Got it. Waiting for {names}.", names=words.list([safe(name) for name in missing]))


ask_undo = sentence(
    "It's too late to undo this yourself: the next tile is drawn, or someone else has moved. Should I ask the "
    "others whether you can take back your last turn?"
)
"""Before everybody else is asked to let somebody go back."""


def logged(kind: str, outcome: str, name: str, by: str, words: Translator) -> str:
    """Return the line about a request and its outcome for the game's log."""
    return words.say(_LOGGED[kind, outcome], name=safe(name), by=safe(by))


over = worded(_OVER)
"""A request that was answered before."""
