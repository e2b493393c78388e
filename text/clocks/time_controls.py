"""The texts of durations and of the terms of a match: lobby line, settings, completions and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from clocks import term_parsing
from clocks.durations import InvalidDurationError
from clocks.term_parsing import AGREEMENTS, KEYS, LEVEL, PACE, RATED, RETURNS, SUBSTITUTES, TAKE_BACK, TIMEOUT, terms_as_text
from clocks.terms import ALL, CLUB, FORFEIT, MOVE, PACES, PURIST, VACATE, MatchTerms, TimeControl, read_pace, write_pace
from text.input_vocabulary import folded
from text.message_templates import Spoken, filled, plural, series, spoken
from text.translator import Translator, meant, phrase
from text.users.player_names import safe

_SHORT: Mapping[int, str] = {
    86_400: phrase("{number} d"),
    3600: phrase("{number} h"),
    60: phrase("{number} min"),
    1: phrase("{number} s"),
}
"""Units of time in seconds, the largest first."""

_WRITTEN: Mapping[int, Callable[[int, Translator], str]] = {
    86_400: plural("{number} day", "{number} days"),
    3600: plural("{number} hour", "{number} hours"),
    60: plural("{number} minute", "{number} minutes"),
    1: plural("{number} second", "{number} seconds"),
}


def length(time: timedelta, words: Translator) -> str:
    """Return a duration in its two largest units: `4 days and 8 hours`."""
    return words.list([_WRITTEN[unit](number, words) for unit, number in _largest_units(time)])


def short_length(time: timedelta, words: Translator) -> str:
    """Return a duration in short units, for tables and lists: `4 d 8 h`."""
    return " ".join(words.say(_SHORT[unit], number=number) for unit, number in _largest_units(time))


def _largest_units(time: timedelta) -> list[tuple[int, int]]:
    """Return a duration as (seconds of a unit, number), at most the two largest; below two days, without days."""
    rest, parts = max(0, round(time.total_seconds())), list[tuple[int, int]]()
    for size in _SHORT:
        if size == 86_400 and rest < 2 * size:
            continue
        number, rest = divmod(rest, size)
        if number:
            parts.append((size, number))
        if len(parts) == 2 or (parts and not number):
            break
    return parts or [(1, 0)]


def whole_length(time: timedelta, words: Translator) -> str:
    """Return a duration in one unit, rounded to minutes: `3 days`, `2 hours`, `90 minutes`."""
    if time < timedelta(minutes=1):
        return length(time, words)
    minutes = round(time.total_seconds() / 60)
    if minutes and not minutes % 1440:
        return words.count("{number} day", "{number} days", minutes // 1440)
    if minutes and not minutes % 60:
        return words.count("{number} hour", "{number} hours", minutes // 60)
    return words.count("{number} minute", "{number} minutes", minutes)


# --- the terms of a match ------------------------------------------------------------------------------------------------

PACE_NAMES: Mapping[str, str] = {
    "none": phrase("no clock"),
    "relaxed": meant("a pace", "relaxed"),
    "daily": meant("a pace", "daily"),
    "event": meant("a pace", "event"),
    "brisk": meant("a pace", "brisk"),
    "evening": meant("a pace", "evening"),
    "live": meant("a pace", "live"),
    "custom": meant("a pace", "custom"),
}
"""What a pace is called."""

PACE_ABOUT: Mapping[str, str] = {
    "none": phrase("No time limit, only reminders."),
    "relaxed": phrase("A move every few days."),
    "daily": phrase("About one move a day, with time for a weekend."),
    "event": phrase("As in slow events: a game ends within weeks."),
    "brisk": phrase("Several moves a day."),
    "evening": phrase("One evening, with everyone there."),
    "live": phrase("As at a championship, with everyone there."),
    "custom": phrase("As the host typed it."),
}
"""What a pace is meant for."""

_NAMES: Mapping[str, tuple[str, str]] = {
    PACE: (
        meant("a term of a game", "Time"),
        phrase("How much time each player has; typed: /new pace:bank=3d increment=12h cap=5d"),
    ),
    TIMEOUT: (phrase("If time runs out"), phrase("What happens to a seat that runs out of time")),
    TAKE_BACK: (
        meant("a term of a game", "Undo"),
        phrase("How long you can undo a confirmed move, before anyone sees anything new"),
    ),
    LEVEL: (meant("a term of a game", "Aids"), phrase("How much the bot shows that players could work out for themselves")),
    RATED: (meant("a term of a game", "Rated"), phrase("Whether the result counts for ratings")),
    RETURNS: (phrase("Coming back"), phrase("Whether a player who lost the seat can take it back, once")),
    SUBSTITUTES: (phrase("Substitutes"), phrase("Whether a seat someone gave up is offered to others")),
}

_TIMEOUTS: Mapping[str, str] = {
    MOVE: phrase("a computer plays the turn"),
    VACATE: phrase("a computer takes the seat"),
    FORFEIT: phrase("the game is lost"),
}
_AIDS: Mapping[str, str] = {
    ALL: phrase("everything, including odds and the points if the game ended now"),
    CLUB: phrase("legal squares, points scored now and the bag, but no odds"),
    PURIST: phrase("only what the table shows"),
}
_FLAGS: Mapping[str, str] = {"on": meant("of a setting", "yes"), "off": meant("of a setting", "no")}


def name(key: str, words: Translator) -> tuple[str, str]:
    """Return the name and the description of a term."""
    label, about = _NAMES[key]
    return words.say(label), words.say(about)


def value(key: str, text: str, words: Translator) -> str:
    """Return the value of a term in words; `text` is the value as `clocks.term_parsing.written` has it."""
    if key == PACE:
        return pace(read_pace(text), words)
    if key == TAKE_BACK:
        return length(timedelta(seconds=int(text)), words) if int(text) else words.say("not at all")
    return words.say({**_TIMEOUTS, **_AIDS, **_FLAGS}[text])


def _length_text(time: timedelta, words: Translator) -> str:
    """Return a duration as usual in a pace: `5 days`, but `24 hours`."""
    if time == timedelta(days=1):
        return words.count("{number} hour", "{number} hours", 24)
    return length(time, words) if time % timedelta(minutes=1) else whole_length(time, words)


def pace(agreed: TimeControl, words: Translator) -> str:
    """Return a pace with its times: `daily: 5 days + 24 hours per turn`; only its name if it has no clock."""
    called = words.say(PACE_NAMES[agreed.id])
    if agreed.bank is None:
        return called
    times = _times(agreed, agreed.bank, words)
    return times if agreed.id == "custom" else words.say("{pace}: {times}", pace=called, times=times)


def _times(agreed: TimeControl, bank: timedelta, words: Translator) -> str:
    """Return the times of a pace: `5 days + 24 hours per turn`."""
    has = _length_text(bank, words)
    if not agreed.increment:
        return words.say("{bank} for the whole game", bank=has)
    gain = _length_text(agreed.increment, words)
    if agreed.cap is not None and agreed.cap > bank:
        return words.say("{bank} + {gain} per turn, up to {cap}", bank=has, gain=gain, cap=_length_text(agreed.cap, words))
    return words.say("{bank} + {gain} per turn", bank=has, gain=gain)


def line(terms: MatchTerms, words: Translator) -> str:
    """Return the line about the terms of a match: the pace, and the terms that differ from the default."""
    parts = [pace(terms.pace, words)]
    if terms.pace.has_clock:
        if terms.on_timeout != MOVE:
            parts.append(words.say("if time runs out, {what}", what=words.say(_TIMEOUTS[terms.on_timeout])))
    else:
        parts.append(words.say("reminders only"))
    if terms.aids != ALL:
        parts.append(words.say("aids: {level}", level=words.say(_AIDS[terms.aids])))
    if TAKE_BACK in terms.chosen:
        took = length(timedelta(seconds=terms.take_back_s), words)
        parts.append(words.say("undo: {time}", time=took) if terms.take_back_s else words.say("no undo"))
    parts += [words.say("no coming back")] if not terms.returns else []
    parts += [words.say("no substitutes")] if not terms.substitutes else []
    return series([*parts, *([words.say("rated")] if terms.rated else [])], words)


def meaning(agreed: TimeControl, turns: int, words: Translator) -> str:
    """Return the longest and the average duration of a game of `turns` own turns; empty without a clock."""
    longest, average = agreed.longest(turns), agreed.average(turns)
    if longest is None or average is None:
        return ""
    return words.count(
        "Up to {longest} each (about {number} turn).",
        "Up to {longest} each (about {number} turns, {average} per turn on average).",
        turns,
        longest=length(longest, words),
        average=length(average, words),
    )


def listed(terms: MatchTerms) -> dict[str, str]:
    """Return the terms that matter in a match, with their values as text.

    Without a clock, the terms on timeouts and ratings are left out; in a rated match, that on substitutes.
    """
    without = {TIMEOUT, RATED} if not terms.pace.has_clock else set[str]()
    without |= {SUBSTITUTES} if terms.rated else set()
    return {key: text for key, text in terms_as_text(terms).items() if key not in without}


def choices(key: str, terms: MatchTerms) -> tuple[str, ...]:
    """Return the values of a term that a list offers, including the current one."""
    present, offered = terms_as_text(terms)[key], AGREEMENTS[key].offered
    return offered if present in offered else (*offered, present)


def about(key: str, text: str, words: Translator) -> str:
    """Return a pace's description for a list; empty for the value of any other term."""
    return words.say(PACE_ABOUT[read_pace(text).id]) if key == PACE else ""


# --- typing them -----------------------------------------------------------------------------------------------------------


def paces(current: str, words: Translator) -> list[tuple[str, str]]:
    """Return the (label, value) completions of a typed pace.

    A pace of the user's own, such as `bank=3d`, comes first; if it is invalid, its label is the error message.
    """
    wanted = folded(current)
    paces = [(f"{pace(known, words)} · {words.say(PACE_ABOUT[known.id])}", known.id) for known in PACES.values()]
    own: list[tuple[str, str]] = []
    if "=" in wanted:
        try:
            typed = read_pace(wanted)
        except InvalidDurationError as wrong:
            own = [(senseless(wrong, words), current)]
        else:
            own = [(pace(typed, words), write_pace(typed))]
    return own + [offer for offer in paces if wanted in folded(f"{offer[0]} {offer[1]}")]


def offers(current: str, words: Translator) -> list[tuple[str, str]]:
    """Return the (label, value) completions of a typed list of terms, each with one more term.

    If the terms typed before are invalid, the only label is the error message.
    """
    *before, last = (part.strip() for part in current.split(","))
    try:
        done = term_parsing.wishes(", ".join(before))
    except InvalidDurationError as wrong:
        return [(senseless(wrong, words), current)]
    offers: list[tuple[str, str]] = []
    for key in KEYS:
        if key in done or key == RATED:
            continue
        for text in choices(key, MatchTerms()):
            sentence = words.say("{option}: {value}", option=name(key, words)[0], value=value(key, text, words))
            typed = f"{key}={text}"
            if folded(last) in folded(f"{typed} {sentence} {text}"):
                offers.append((sentence, ", ".join([*(part for part in before if part), typed])))
    return offers


# --- what is wrong ---------------------------------------------------------------------------------------------------------


def senseless(error: InvalidDurationError, words: Translator) -> str:
    """Return the error message about invalid terms, with what would be valid."""
    return spoken(_WRONG[error.code], error.params, words)


def _no_pace(value: object, words: Translator) -> str:
    known = ", ".join(PACES)
    return words.say(
        "I don't know the pace “{value}”. Possible: {known}, or your own: bank=3d increment=12h cap=5d.",
        value=safe(str(value)[:40]),
        known=known,
    )


_WRONG: Mapping[str, Spoken] = {
    "no-pace": _no_pace,
    "no-duration": filled(
        "I can't read “{value}” as a length of time. Write 3d, 12h, 90min or 30s, or combined: 1d 12h.",
        value=lambda value: safe(str(value)[:40]),
    ),
    "unknown-term": filled(
        "I don't know the term “{key}”. Terms: a pace (such as daily), {keys}.",
        key=lambda key: safe(str(key)[:40]),
        keys=lambda _: ", ".join(key for key in KEYS if key not in (PACE, RATED)),
    ),
    "bad-term": filled(
        "{key} can't be “{value}”. Possible: {choices}.",
        value=lambda value: safe(str(value)[:40]),
        choices=lambda choices: ", ".join(choices),
    ),
    "missing-term": filled("Your own pace needs a bank: bank=3d, with increment=12h and cap=5d if you like."),
    "bank-too-short": filled(
        "That's too little time for a game. The bank needs at least {least}.",
        least=lambda least, words: length(least, words),
    ),
    "bank-too-long": filled(
        "That's too much time. Bank and cap can be at most {most}.", most=lambda most, words: length(most, words)
    ),
    "increment-too-long": filled(
        "That's too much time per turn. The increment can be at most {most}.",
        most=lambda most, words: length(most, words),
    ),
    "cap-below-bank": filled("The cap can't be below the bank: it's the most time a player can have."),
    "take-back-too-long": filled(
        "At this pace, you can undo a move for at most {most}.", most=lambda most, words: length(most, words)
    ),
    "rated-without-clock": filled("A rated game needs a clock: choose a pace."),
}


KEY = "time"

TITLE = phrase("Time, reminders and coming back")

_TEXT = phrase(
    "Each player has a clock. It only runs on your turn, and each turn adds a little time. "
    "The host chooses the pace before the start: `daily` gives 5 days plus 24 hours per turn, `evening` an "
    "hour for people who are all there.\n"
    "Your clock stops during your sleep hours (`/settings`), on vacation, in a pause, and while I'm away. "
    "Every turn message shows how much time you have; `/turns` shows it for all your games, `/game action:clocks` "
    "for everyone in one game. `/game action:give` gives the others more.\n"
    "**When time runs out**, a computer plays the turn; the third time, it takes over the seat. A game's "
    "terms can also have the computer take the seat at once, or the game be lost: see `/game action:info`. "
    "`/game action:return` gives you a lost seat back, once per game.\n"
    "**Reminders** come when a quarter of your time is left and shortly before the end, never in your sleep "
    "hours. In `/settings` you choose how many you get, and whether in the game or in private.",
)


def text(words: Translator) -> str:
    """Return the help text about clocks, timeouts, reminders and coming back."""
    return words.say(_TEXT)
