"""The preferences of users with their possible values; keys are stored in the database and must not change."""

from __future__ import annotations

from collections.abc import Mapping

from clocks.availability import WINDOWS

TYPED = "typed"
"""What happens to a whole move that was typed or given to a command."""
PREVIEW = "preview"
"""It's shown for confirmation."""
AT_ONCE = "at-once"
"""It's played at once."""

PLANS = "plans"
"""What happens to a planned move when its turn comes and it's still valid."""
OFFERED, PLAYED = "offered", "played"

TEXT = "text"
"""Whether pictures in private messages have their text below them."""
BOTH = "both"

THEME = "theme"
"""Colours of pictures in private messages."""
AS_SERVER, LIGHT, DARK = "server", "light", "dark"

CONTRAST = "contrast"
"""Contrast of pictures in private messages."""
USUAL, STRONG = "usual", "strong"

REMINDERS = "reminders"
"""Which reminders of a turn are wanted."""
LAST, EVERY_ONE, NO = "last", "all", "none"

WHERE = "where"
"""Where reminders and the ping at the end of sleep hours go."""
THREAD, PRIVATE = "thread", "private"

DIGEST = "digest"
"""Hour of the daily list in the person's time zone, or `off`."""
OFF = "off"
HOURS = tuple(str(hour) for hour in range(24))

FOLLOWED = "followed"
"""Which private messages about followed games are wanted: `all`, `ENDS` or `NO`."""
ENDS = "ends"

TOURNAMENTS = "tournaments"
"""Which private messages about tournaments are wanted."""
ALL_LETTERS, WARNINGS = "all", "warnings"

FREE = "free"
"""When the person can play, one of `clocks.availability.WINDOWS`; used to suggest appointments in events."""

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
"""The values of each preference; the first is the default. New ones get their words in `text.users.preferences`."""

LANGUAGE = "language"
"""Key of the language in `FORMS`; the language has a column of its own."""
FORMS: Mapping[str, tuple[str, ...]] = {
    "reading": (LANGUAGE, TYPED, THEME, CONTRAST, TEXT),
    "reminders": (REMINDERS, WHERE, TOURNAMENTS, DIGEST, FOLLOWED),
    "playing": (FREE, PLANS),
    "privacy": (RATING,),
}
"""Preferences by form: at most five each, the limit of Discord's forms."""

ZONE = "zone"
"""Key of a person's time zone, a name of the tz database."""
SLEEP = "sleep"
"""Key of all sleep hours that a person has chosen; see `service.users.sleep_settings`."""
VACATIONS = "vacations"
"""Key of all vacations that a person has announced; see `service.clocks.vacations`."""
UNREACHABLE = "unreachable"
"""Key of the flag that private messages don't reach the person; their next change of a preference clears it."""
