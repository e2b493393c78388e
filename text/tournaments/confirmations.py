"""The private confirmations of actions in tournaments, and the organiser's previews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, numbered, pattern, plural, worded
from text.translator import Translator, phrase
from text.users.player_names import free, safe

DONE: Mapping[str, str] = {
    "entered": phrase("You're in. I'll tell you here and in private when a round begins."),
    "entered-quiet": phrase("You're in. I'll tell you here when a round begins."),
    "duel-accepted": phrase("Accepted. Your thread opens in a moment; I'll ping you there when it's your turn."),
    "duel-declined": phrase("Declined."),
    "duel-withdrawn": phrase("Withdrawn."),
    "ask-give-up": phrase("Give up the whole duel? Your opponent wins it, and if it's rated, it counts."),
    "gave-up": phrase("You've given up the duel."),
    "waiting": phrase("All places are taken, so you're on the waiting list. I'll tell you as soon as one is free."),
    "asks": phrase("You've asked to join this team. I've told its captain, who has to let you in before the tournament begins."),
    "let-in": phrase("Done: they belong to your team now. I've told them."),
    "weekly": phrase("When it's over, I open the next one here by myself, for the same day and time a week later."),
    "not-again": phrase("I won't open another one by myself."),
    "taken-off": phrase("Done: they no longer belong to your team. I've told them."),
    "left": phrase("You're no longer in this tournament."),
    "withdrawn": phrase("You're out of this tournament. Your results stay, but any open game is lost."),
    "checked-in": phrase("You're checked in."),
    "ready": phrase("Good. If your opponent doesn't come in time, you win this game."),
    "ready-live": phrase("Good. The game begins as soon as your opponent is here too, in ten minutes at the latest."),
    "arena-joined": phrase("You're in. I'll pair you as soon as someone else is free."),
    "arena-paused": phrase("Paused: I won't pair you. A game you're playing goes on."),
    "started": phrase("Here we go: the first round is paired."),
    "published": phrase("Published. Every game gets its own thread in a moment."),
    "swapped": phrase("Changed. This is the round now:"),
    "ruled": phrase("Done. I'll tell everyone involved."),
    "proposed": phrase("Proposed. It counts as soon as all others of the pairing agree; they are asked in private."),
    "agreed": phrase("Agreed. The result counts."),
    "agreed-one": phrase("Noted. The others have still to agree."),
    "closed": phrase("The round is closed. Open games go on, and count as draws until they end."),
    "ask-close": phrase("Close this round now? Open games count as draws until they end. You can't undo this."),
    "cancelled": phrase("Called off."),
    "ask-end": phrase("End this tournament? The places are final as they stand, and open games won't count."),
    "ended": phrase("Ended: the places are final."),
    "moved": phrase("From now on I'll post everything about this tournament here."),
    "called": phrase("I've told the organiser."),
    "appealed": phrase("Another referee will look at it. The ruling stands until then, and I'll tell you what they decide."),
    "upheld": phrase("The ruling stands. I'll tell everyone involved."),
    "set-aside": phrase("The ruling is set aside. I'll tell everyone involved."),
    "edited": phrase("Changed. I'll tell everyone what's different."),
    "seeded": phrase("Done. Everyone else is seeded by rating, then at random."),
    "deputy": phrase("Done. Deputies hear everything the organiser hears, and take over if the organiser leaves."),
    "no-deputy": phrase("Done. That person is no longer an organiser."),
    "ask-cancel": phrase("Call this tournament off for everyone? Running games then won't count."),
    "ask-leave": phrase("Leave this tournament? It has begun: any open game is lost, and you can't come back."),
}
"""By what was done."""


done = worded(DONE)
"""One sentence."""
opened: MessageTemplate[str] = pattern(
    "Entry is open in {place}. Use the buttons below to change anything. When everyone is in, press **{button[event-start]}**; "
    "after that it runs by itself."
)
"""To the organiser: the board is there."""
next_season: MessageTemplate[int, str] = numbered(
    "The next season is open for entry. {number} place is held: it goes to others {when}.",
    "The next season is open for entry. {number} places are held: they go to others {when}.",
)
"""To the organiser: the next season is open for entry."""
skips: MessageTemplate[int] = pattern("You skip round {number} for half a point.")
"""A round will be skipped."""


def lineup(names: Sequence[str], words: Translator) -> str:
    """Return the confirmation of a line-up for the team's captain."""
    text = ", ".join(f"{each_name}. {safe(name)}" for each_name, name in enumerate(names, 1))
    return words.say("Your line-up: {names}. Nobody else sees it until it's published.", names=text)


challenged: MessageTemplate[str] = pattern(
    "Challenged: {name}. I'll tell them, and the game gets its own thread in a moment.", name=safe
)
"""A challenge is made."""
queued: MessageTemplate[str] = pattern("You're in line for {name}: your game begins as soon as you're both free.", name=safe)
"""A challenge waits, as the one who is challenged plays, rests or is away."""
sent = plural("Sent to {number} entrant.", "Sent to {number} entrants.")
"""A message went to everybody."""
games_ruled = plural("Done for {number} game. I'll tell the players.", "Done for {number} games. I'll tell the players.")
"""A ruling on games was carried out."""


def preview(round_: str, words: Translator) -> str:
    """Return the heading of the preview of a round."""
    return words.say("{round}, as it will be published:", round=round_[:1].upper() + round_[1:])


def unmet(lines: Sequence[str], words: Translator) -> list[str]:
    """Return the lines about the pairing rules that a round can't keep, or that all rules are kept."""
    return [words.say("Rules I couldn't keep:"), *lines] if lines else [words.say("All rules are kept.")]


def own_rules(text: str, words: Translator) -> list[str]:
    """Return the organiser's own rules under their heading; empty without any."""
    return [words.say("**The organiser's rules**"), free(text)] if text else []


many_rounds: MessageTemplate[int, int] = pattern(
    "⚠️ {rounds} rounds is a lot for {entrants} entrants: in the last rounds, opponents will be far apart in strength."
)
"""To organisers, before the start."""


def ruled_before(what: str, by: str, words: Translator) -> str:
    """Return the warning to a referee that another referee has already ruled on the pairing."""
    return words.say(
        "Nothing is decided yet: {name} has already ruled on this. {what} I've told {name}. To overrule, send the "
        "same ruling again.",
        what=what,
        name=safe(by),
    )


ruling: MessageTemplate[int, str, str] = pattern("{number}. {what} By {name}.", name=safe)
"""One line of the public list of rulings."""


def page_closed(words: Translator) -> str:
    """Return the confirmation that the tournament's public page is closed."""
    return words.say("The web page is closed: its link shows nothing any more. **{button[event-info]}** gives a new one.")
