"""Private answers to what somebody did: one sentence each, and what the organiser sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.language import Words, phrase
from text.people.names import free, safe
from text.sentences import Pattern, pattern, plural

DONE: Mapping[str, str] = {
    "entered": phrase("You are in. I tell you here and in private when a round begins."),
    "waiting": phrase("All places are taken: you are on the waiting list, and I tell you as soon as one is free."),
    "left": phrase("You are no longer in this tournament."),
    "withdrawn": phrase("You are out of this tournament. What you have played stays; an open game is lost."),
    "checked-in": phrase("You are checked in."),
    "ready": phrase("Good. If your opponent does not come in time, the pairing is yours."),
    "ready-live": phrase("Good. The game begins as soon as your opponent is here too, in ten minutes at the latest."),
    "started": phrase("It begins: the first round is drawn."),
    "published": phrase("Published. Every pairing gets its thread in a moment."),
    "swapped": phrase("Changed. This is the round now:"),
    "ruled": phrase("Done. The people concerned are told."),
    "proposed": phrase("Proposed. It counts as soon as all others of the pairing agree; they are asked in private."),
    "agreed": phrase("Agreed. The result counts."),
    "agreed-one": phrase("Noted. The others have still to agree."),
    "closed": phrase("The round is closed. Open games go on, and count as draws until they end."),
    "ask-close": phrase("Close this round now? Open games count as draws until they end; that cannot be undone."),
    "cancelled": phrase("Called off."),
    "ask-end": phrase("End this tournament? The places are final as they stand; games that are open count for nothing."),
    "ended": phrase("Ended: the places are final."),
    "moved": phrase("From now on everything about this tournament is posted here."),
    "called": phrase("The organiser is told."),
    "appealed": phrase("Another referee is asked. Until there is a decision, the ruling stands. You will be told."),
    "upheld": phrase("The ruling stands. The people concerned are told."),
    "set-aside": phrase("The ruling is set aside. The people concerned are told."),
    "edited": phrase("Changed. Everyone is told what has changed."),
    "seeded": phrase("Done. Whoever has no place of their own is seeded by rating, then by lot."),
    "deputy": phrase("Done. Deputies are told what the organiser is told, and take over if the organiser leaves."),
    "no-deputy": phrase("Done. That person organises it no longer."),
    "ask-cancel": phrase("Call this tournament off for everyone? Running games then count for nothing."),
    "ask-leave": phrase("Leave this tournament? It has begun: an open game is lost, and you cannot come back."),
}
"""By what was done."""


def done(key: str, words: Words) -> str:
    """One sentence."""
    return words.say(DONE[key])


opened: Pattern[str] = pattern(
    "Entry is open: {place}. Change it with the buttons below. When everyone is in, press **Start**; then it runs by itself."
)
"""To the organiser: the board is there."""
skips: Pattern[int] = pattern("You skip round {number} for half a point.")
"""A round will be skipped."""


def lineup(names: Sequence[str], words: Words) -> str:
    """A line-up is handed in; only its captain reads this."""
    said = ", ".join(f"{at}. {safe(name)}" for at, name in enumerate(names, 1))
    return words.say("Your line-up: {names}. Nobody else sees it before it is published.", names=said)


challenged: Pattern[str] = pattern("Challenged: {name}. They are told; the game begins in its own thread in a moment.", name=safe)
"""A challenge is made."""
sent = plural("Sent to {number} entrant.", "Sent to {number} entrants.")
"""A message went to everybody."""
games_ruled = plural("Done for {number} pairing. The players are told.", "Done for {number} pairings. The players are told.")
"""A ruling on games was carried out."""


def preview(round_: str, words: Words) -> str:
    """The head of a preview."""
    return words.say("{round}, as it will be published:", round=round_[:1].upper() + round_[1:])


def unmet(lines: Sequence[str], words: Words) -> list[str]:
    """What could not be met in a round."""
    return [words.say("Rules that could not be met:"), *lines] if lines else [words.say("Every rule is met.")]


def own_rules(text: str, words: Words) -> list[str]:
    """What an organiser asks of everybody."""
    return [words.say("**The organiser's rules**"), free(text)] if text else []


many_rounds: Pattern[int, int] = pattern(
    "⚠️ {rounds} rounds are more than half of the {entrants} entrants: late rounds pair people far apart."
)
"""To organisers, before the start."""


def ruled_before(what: str, by: str, words: Words) -> str:
    """To a referee who wants to rule on a pairing on which another one has ruled."""
    return words.say(
        "Nothing is decided yet: {name} has ruled here already. {what} I've told {name}. To overrule, send the same ruling again.",
        what=what,
        name=safe(by),
    )


ruling: Pattern[int, str, str] = pattern("{number}. {what} ({name})", name=safe)
"""One line of the public list of rulings."""
