"""The texts about clocks: time left, timeouts, reminders and coming back; times are Discord timestamps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from clocks.terms import FORFEIT, MOVE, VACATE
from text.clocks.time_controls import length, short_length
from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, meant, phrase
from text.users.player_names import safe

_STOPS: Mapping[str, str] = {
    "night": phrase("it's night there"),
    "vacation": meant("why a clock stands still", "vacation"),
    "pause": meant("why a clock stands still", "pause"),
    "outage": phrase("I was away"),
    "referee": phrase("a referee has stopped the clocks"),
    "appointed": phrase("you've agreed on a time"),
    "shielded": phrase("shielded after a kick or a mute"),
    "others": phrase("someone else has to choose first"),
    "vacant": phrase("a computer plays"),
    "undelivered": phrase("the message couldn't be delivered"),
}
"""Why a clock stands still."""


until: MessageTemplate[str, str] = pattern("⏳ You have until {moment}, {how_long}.")
"""Below who is asked: until when there is time; `moment` and `how_long` are stamps of the same time."""
shielded: MessageTemplate[str, str] = pattern(
    "🛡️ {name} has left this server or is muted, and an opponent could have done that. "
    "The clock is stopped until {when}, and the referees know.",
    name=safe,
)
"""To the table: somebody was put out or muted, perhaps by an opponent."""


def stop(why: str, words: Translator) -> str:
    """Return the reason why a clock is stopped; a key without a text is returned escaped."""
    return words.say(_STOPS[why]) if why in _STOPS else safe(why)


stands: MessageTemplate[str] = pattern("⏸️ The clock is stopped: {why}.", why=stop)
"""Below who is asked, whose clock stands until further notice."""
was_away: MessageTemplate[timedelta] = pattern("I was away for {time}: no clocks ran.", time=length)
"""In the next message of a game after an outage."""
clock_title = sentence("Clocks")
"""Above all clocks of a game."""


def clock_line(name: str, left: timedelta, words: Translator, *, runs: str = "", why: str = "", waits: bool = False) -> str:
    """Return the line about a player's clock: the time left, and until when it runs or why it is stopped.

    `runs` is the Discord timestamp at which a running clock ends, `why` the key of the reason for a stopped one, `waits` whether
    the game waits for the player.
    """
    head = words.say("{name}: {left}", name=safe(name), left=short_length(left, words))
    if runs and why:
        return words.say("{clock} ⏸️ {why}; until {moment}", clock=head, why=stop(why, words), moment=runs)
    if why:
        return words.say("{clock} ⏸️ {why}", clock=head, why=stop(why, words))
    if runs:
        return words.say("{clock} ⏳ runs until {moment}", clock=head, moment=runs)
    return words.say("{clock} ⏳ runs", clock=head) if waits else head


no_clocks = sentence("This game has no clock.")
"""In a game without any."""
given: MessageTemplate[timedelta] = pattern("The others now have {time} more.", time=length)
"""To who gave it."""
gave: MessageTemplate[str, timedelta] = pattern("🎁 {name} gives the others {time} more on their clocks.", name=safe, time=length)
"""To everybody."""
overtime: MessageTemplate[timedelta, timedelta] = pattern(
    "⏳ Overtime: the round ends soon. From now on, nobody has more than {time} left, each turn adds {turn}, "
    "and vacations don't stop clocks.",
    time=length,
    turn=length,
)
"""To everybody in a game of an event whose round is about to end."""


# --- time is over --------------------------------------------------------------------------------------------------------

_OVER: Mapping[str, str] = {
    MOVE: phrase("⌛ {name} has run out of time. A computer played this turn."),
    VACATE: phrase("⌛ {name} has run out of time. A computer takes over the seat."),
    "third": phrase("⌛ {name} has run out of time for the third time. A computer takes over the seat."),
    FORFEIT: phrase("⌛ {name} has run out of time and lost."),
}


def timed_out(name: str, what: str, since: int, had_s: int, keeps_s: int | None, words: Translator) -> str:
    """Return the announcement that a player's time ran out: the consequence, and the times behind it.

    `what` is a key of `_OVER`, `since` the start of the turn as a Unix time, `had_s` the seconds that were on the clock, `keeps_s`
    the seconds for the next turn, None if there is none.
    """
    lines = [words.say(_OVER[what], name=safe(name)), _outage_figures(since, had_s, words)]
    if keeps_s is not None:
        lines.append(
            words.say(
                "Time for the next turn: {time}. The third time, the computer takes over the seat.",
                time=length(timedelta(seconds=keeps_s), words),
            )
        )
    return "\n".join(lines)


def _outage_figures(since: int, had_s: int, words: Translator) -> str:
    return words.say(
        "-# Turn began {moment} with {time} on the clock. Stopped time doesn't count.",
        moment=f"<t:{since}:f>",
        time=length(timedelta(seconds=had_s), words),
    )


ranks_below: MessageTemplate[str] = pattern("Placed behind everyone who stayed: {names}")
"""At the end: who lost a seat for good."""
unrated = sentence("People played too little of this game, so it doesn't count for ratings.")
"""At the end of a rated game of which people played too little themselves."""


# --- reminders -------------------------------------------------------------------------------------------------------------

_THEN: Mapping[str, str] = {
    MOVE: phrase("then a computer plays this turn"),
    VACATE: phrase("then a computer takes the seat"),
    FORFEIT: phrase("then the game is lost"),
}


def reminder(mention: str, asked: str, until: int | None, since: int, what: str, words: Translator) -> str:
    """Return a reminder that a game waits: how long the player has left, and what happens then.

    `asked` describes the awaited action, `until` is the end of the time and `since` the start of the turn, both as Unix times;
    `until` is None without a clock.
    """
    if until is None:
        waiting = words.say(
            "⏰ {mention}, this game has been waiting for you since {moment}.", mention=mention, moment=f"<t:{since}:D>"
        )
        return f"{waiting}\n{asked}"
    then = _THEN[what]
    left = words.say(
        "⏰ {mention}, your time runs out {how_long} ({moment}); {what}.",
        mention=mention,
        how_long=f"<t:{until}:R>",
        moment=f"<t:{until}:f>",
        what=words.say(then),
    )
    return f"{left}\n{asked}"


elsewhere: MessageTemplate[str] = pattern("The game: {link}")
"""In a private reminder: where the game is."""
stood_in: MessageTemplate[str] = pattern("A computer played this turn for {name}, because the others asked for it.", name=safe)
"""To everybody: the others have asked for it."""
has_stood_in = sentence("The computer has played the turn.")
"""To who asked last."""
another_must_agree = sentence("Got it. As soon as another player presses the button, the computer plays this turn.")
"""To who asked first."""


# --- coming back -----------------------------------------------------------------------------------------------------------


returned: MessageTemplate[str] = pattern("👋 {name} is back and plays again.", name=safe)
"""To everybody."""
welcome = sentence("The seat is yours again.")
"""To who is back."""


NO_RETURN: Mapping[str, str] = {
    "resigned": phrase("You resigned from this game, and that's final."),
    "forfeited": phrase("This seat was lost on time, and in this game that's final."),
    "terms": phrase("In this game, a lost seat can't be taken back."),
    "once": phrase("You've already come back once in this game, and once is the limit."),
}


def no_return(why: str, words: Translator) -> str:
    """Return the reason why a player can't take a lost seat back."""
    return words.say(NO_RETURN.get(why, NO_RETURN["resigned"]))
