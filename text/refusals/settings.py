"""The refusals about personal settings: sleep hours, vacations and others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.clocks import absence, time_controls
from text.message_templates import Spoken, filled
from text.refusals.consent_requests import stamp
from text.translator import Translator, phrase
from text.users.player_names import safe


def _no_zone(words: Translator, like: Sequence[object] = (), value: object = "") -> str:
    zones, typed = [str(zone) for zone in like], safe(str(value)[:40])
    if not zones:
        return words.say(
            "I don't know the time zone “{text}”. Name a large city near you, such as Europe/Paris or New York.", text=typed
        )
    return words.say("I don't know the time zone “{text}”. Did you mean: {zones}?", text=typed, zones=", ".join(zones))


def _no_time(words: Translator, value: object = "") -> str:
    typed = safe(str(value)[:20])
    if not typed:
        return words.say("Give both ends of your sleep hours, such as 23:00 and 7:00, or leave both out for none.")
    return words.say("I can't read “{text}” as a time of day. Write 23:00 or 11 pm.", text=typed)


PLAIN: Mapping[str, str] = {
    "window-empty": phrase("Sleep hours need two different times, such as 23:00 and 7:00. Leave both out for none."),
    "window-too-long": phrase("Sleep hours last at most ten hours."),
    "vacations-off": phrase("This bot has no vacations. Choose slower games, or ask the others for a pause: /game action:pause."),
    "not-on-vacation": phrase("You're not on vacation, and you haven't planned one."),
    "vacation-too-late": phrase("A vacation has to begin within a year."),
    "blocks-self": phrase("You can't block yourself."),
    "follows-own": phrase("That's you: you hear about your own games anyway."),
    "follows-blocked": phrase("You can't follow this person."),
    "not-blocked": phrase("You haven't blocked that person."),
    "no-end-of-vacation": phrase("Say until when, too: `/away until:10d`, or a day such as 31.12."),
    "not-a-preference": phrase("You can't choose that. /settings shows what you can."),
}

SPOKEN: Mapping[str, Spoken] = {
    "follows-enough": filled("You can follow {most} games and players at a time. Unfollow one first."),
    "on-vacation": lambda end, words: absence.asked(stamp(end), words),
    "on-vacation-already": filled(
        "You already have a vacation until {when}. `/away until:now` ends it or calls it off.",
        when=lambda end: stamp(end),
    ),
    "vacation-too-short": filled(
        "A vacation lasts at least {time}; for less, use sleep hours.",
        time=lambda least, words: time_controls.length(least, words),
    ),
    "vacation-too-soon": filled(
        "Announce a vacation {time} before it begins. Only {number} a year can begin at once, and you've used those.",
        time=lambda ahead, words: time_controls.length(ahead, words),
        number=lambda most: most,
    ),
    "vacation-too-long": filled(
        "That's more than you have left: {left} of {budget} this year.",
        left=lambda left, words: time_controls.length(left, words),
        budget=lambda budget, words: time_controls.length(budget, words),
    ),
    "no-moment": filled(
        "I can't read “{text}” as a day or a time. Write it like friday 20:00, tomorrow 19:30, 31.12. 18:00, or how long from now: "
        "10d.",
        text=lambda value="": safe(str(value)[:40]),
    ),
    "no-hour": filled(
        "At what time? Write it behind the day, such as friday 20:00. You wrote “{text}”.",
        text=lambda value="": safe(str(value)[:40]),
    ),
    "odd-hour": filled(
        "The clocks change that night, so “{text}” comes twice or never. Choose another time, such as 20:00.",
        text=lambda value="": safe(str(value)[:40]),
    ),
    "no-zone": _no_zone,
    "no-time": _no_time,
}
