"""What a person may prefer, everywhere: one line for each preference, kept in the database under its key for ever."""

from __future__ import annotations

from collections.abc import Mapping

from clocks.windows import WINDOWS

TYPED = "typed"
"""What becomes of a whole move that was typed, or given to a command."""
PREVIEW = "preview"
"""It is shown, to be confirmed."""
AT_ONCE = "at-once"
"""It is played."""

PLANS = "plans"
"""What becomes of the plan of a turn when the turn comes, and the plan still stands."""
OFFERED, PLAYED = "offered", "played"

TEXT = "text"
"""Whether pictures in private messages have their text below them."""
BOTH = "both"

THEME = "theme"
"""In which colours pictures in private messages are painted."""
AS_SERVER, LIGHT, DARK = "server", "light", "dark"

CONTRAST = "contrast"
"""How strong the contrast of pictures in private messages is."""
USUAL, STRONG = "usual", "strong"

REMINDERS = "reminders"
"""Which reminders of a turn are wanted."""
LAST, EVERY_ONE, NO = "last", "all", "none"

WHERE = "where"
"""Where reminders, and the word at the end of the night, come."""
THREAD, PRIVATE = "thread", "private"

DIGEST = "digest"
"""At which hour of the person's own day everything that waits is told; `off` without."""
OFF = "off"
HOURS = tuple(str(hour) for hour in range(24))

FOLLOWED = "followed"
"""Which private messages about followed games are wanted: `all`, `ENDS` or `NO`."""
ENDS = "ends"

TOURNAMENTS = "tournaments"
"""Which private messages about tournaments are wanted."""
ALL_LETTERS, WARNINGS = "all", "warnings"

FREE = "free"
"""When the person can play: one of `clocks.windows.WINDOWS`; for hours that suit both of a pairing."""

RATING = "rating"
"""Whether others see the person's ratings: those of the server that they share, or also the one over all servers."""
SHOWN, OVERALL, HIDDEN = "shown", "overall", "hidden"

PREFERENCES: Mapping[str, tuple[str, ...]] = {
    TYPED: (PREVIEW, AT_ONCE),
    PLANS: (OFFERED, PLAYED),
    TEXT: ("pictures", BOTH),
    THEME: (AS_SERVER, LIGHT, DARK),
    CONTRAST: (USUAL, STRONG),
    REMINDERS: (LAST, EVERY_ONE, NO),
    WHERE: (THREAD, PRIVATE),
    DIGEST: (OFF, *HOURS),
    RATING: (SHOWN, OVERALL, HIDDEN),
    TOURNAMENTS: (ALL_LETTERS, WARNINGS),
    FOLLOWED: ("all", ENDS, NO),
    FREE: WINDOWS,
}
"""The values of each preference; the first is the default. New ones get their words in `text.people.preferences`."""

LANGUAGE = "language"
"""Stands for the language among the preferences; it is kept in a column of its own."""
FORMS: Mapping[str, tuple[str, ...]] = {
    "reading": (LANGUAGE, TYPED, THEME, CONTRAST, TEXT),
    "reminders": (REMINDERS, WHERE, TOURNAMENTS, DIGEST, FOLLOWED),
    "playing": (FREE, PLANS),
    "privacy": (RATING,),
}
"""Which preferences are chosen together: five at most, as Discord's forms hold no more fields."""

ZONE = "zone"
"""The key of a person's time zone, as the tz database names it; no choice of a list."""
SLEEP = "sleep"
"""The key of all sleep hours that a person has chosen; see `service.clocks.sleep`."""
VACATIONS = "vacations"
"""The key of all vacations that a person has announced; see `service.clocks.vacations`."""
UNREACHABLE = "unreachable"
"""The key of a sign that private messages do not arrive; it goes with the next choice of the person."""
