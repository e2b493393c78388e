"""The texts of users' preferences: their names, descriptions and values."""

from __future__ import annotations

from collections.abc import Mapping

from text.input_vocabulary import folded
from text.message_templates import MessageTemplate, pattern, sentence, worded
from text.translator import Translator, languages, meant, phrase
from text.translator import translator_for as spoken

Values = Mapping[str, tuple[str, str]]
"""A label and a line about it, by value."""

_HOURS = tuple(str(hour) for hour in range(24))

PREFERENCES: Mapping[str, tuple[str, str, Values]] = {
    "typed": (
        phrase("Typed moves"),
        phrase("What happens when you type a move"),
        {
            "preview": (phrase("Show them first"), phrase("You see what the move does, and confirm it.")),
            "at-once": (phrase("Count at once"), phrase("A complete typed move is played at once; you can't undo it.")),
        },
    ),
    "plans": (
        phrase("Plans for your next turn"),
        phrase("What happens when your turn comes"),
        {
            "offered": (phrase("Ask me first"), phrase("Your plan is there when you open your move; you confirm it.")),
            "played": (phrase("Play them at once"), phrase("A plan is played if nothing it's about has changed.")),
        },
    ),
    "text": (
        phrase("Pictures"),
        phrase("How your private answers show pictures"),
        {
            "pictures": (
                meant("of pictures", "As they are"),
                phrase("Screen readers find what a picture shows in its description."),
            ),
            "both": (
                phrase("With text below"),
                phrase("Private answers describe each picture below it, and have no small pictures in the text."),
            ),
        },
    ),
    "theme": (
        phrase("Picture colours"),
        phrase("Background of your private pictures"),
        {
            "server": (phrase("As in the server"), phrase("As everyone sees them in the channel.")),
            "light": (meant("of pictures", "Light"), phrase("A light table in your private answers.")),
            "dark": (
                meant("of pictures", "Dark"),
                phrase("A dark table in your private answers, to go with the dark theme of Discord."),
            ),
        },
    ),
    "contrast": (
        phrase("Picture contrast"),
        phrase("For the pictures in your private answers"),
        {
            "usual": (meant("of contrast", "Usual"), phrase("As painted.")),
            "strong": (
                meant("of contrast", "Strong"),
                phrase("Black-and-white on a pale board in your private pictures, so that meeples and numbers stand out."),
            ),
        },
    ),
    "reminders": (
        phrase("Reminders"),
        phrase("When I remind you of your turn"),
        {
            "last": (
                phrase("When time is running out"),
                phrase("When a quarter of your time is left, and two hours before the end."),
            ),
            "all": (phrase("One more, at half time"), phrase("Also when half your time is left.")),
            "none": (meant("of reminders", "None"), phrase("No reminders; your clock still runs.")),
        },
    ),
    "where": (
        phrase("Where to remind you"),
        phrase("Where I remind you"),
        {
            "thread": (phrase("In the game"), phrase("As a reply to the message about your turn.")),
            "private": (phrase("In private"), phrase("By a private message.")),
        },
    ),
    "tournaments": (
        phrase("Tournaments"),
        phrase("Which private messages tournaments send you"),
        {
            "all": (phrase("All messages"), phrase("A private message for each round, and what organisers write to everyone.")),
            "warnings": (
                phrase("Only what is about you"),
                phrase("Warnings, rulings and places; no rounds, and no messages to everyone."),
            ),
        },
    ),
    "followed": (
        phrase("Games you follow"),
        phrase("Which private messages you get about games and players you follow"),
        {
            "all": (phrase("Exciting moments and ends"), phrase("When a game ends, and once before that if it gets exciting.")),
            "ends": (phrase("Only ends"), phrase("When a game ends.")),
            "none": (meant("of messages", "None"), phrase("You still follow them, but hear nothing.")),
        },
    ),
    "rating": (
        phrase("Your ratings"),
        phrase("Who sees your ratings"),
        {
            "shown": (
                meant("of ratings", "Shown"),
                phrase("Others see them in /profile and /leaderboard of servers you share."),
            ),
            "overall": (
                phrase("Shown, also over all servers"),
                phrase("/profile also shows one rating from all servers approved by this bot's host."),
            ),
            "hidden": (meant("of ratings", "Hidden"), phrase("Only you see them; you aren't on any leaderboard.")),
        },
    ),
    "free": (
        phrase("When you can play"),
        phrase("For hours that suit you and an opponent, in your time zone"),
        {
            "unsaid": (phrase("Not said"), phrase("Any hour between 9:00 and 23:00 counts.")),
            "evenings": (meant("when people play", "Evenings"), phrase("18:00 to 22:00, every day.")),
            "weekends": (meant("when people play", "Weekends"), phrase("Saturdays and Sundays, 10:00 to 22:00.")),
            "evenings-weekends": (phrase("Evenings and weekends"), phrase("Weekdays 18:00 to 22:00, weekends 10:00 to 22:00.")),
            "daytime": (phrase("Weekdays by day"), phrase("Monday to Friday, 9:00 to 17:00.")),
        },
    ),
    "digest": (
        phrase("Daily list of waiting games"),
        phrase("When you get the list of games that wait for you"),
        {
            "off": (phrase("No list"), phrase("/turns shows it at any time.")),
            **{hour: ("", phrase("By private message, and only if something is waiting.")) for hour in _HOURS},
        },
    ),
}
"""By key: the name, a line about it, and each value with its label and a line about it."""


HOURS, EXPORT, FORGET = "hours", "export", "forget"
_TYPED: Mapping[str, str] = {
    HOURS: phrase("Time zone and sleep hours"),
    "block": phrase("Block someone"),
    "unblock": phrase("Unblock someone"),
    EXPORT: phrase("My data"),
    FORGET: phrase("Forget me"),
}


typed = worded(_TYPED)
"""What else `/settings` takes as a setting."""
hours_hint = sentence("Give a `value` such as Europe/Paris 23:00-7:00; the zone alone means no sleep hours.")
"""Hours were named without a value."""
heading = sentence("Your preferences for all games. Only you see this.")
"""Above all of them."""


def name(key: str, words: Translator) -> str:
    """Return the name of a preference."""
    return words.say(PREFERENCES[key][0])


def value(key: str, chosen: str, words: Translator) -> tuple[str, str]:
    """Return the name and the description of a preference's value."""
    label, about = PREFERENCES[key][2][chosen]
    return words.say(label) if label else _clock(chosen, words), words.say(about)


def about(key: str, words: Translator) -> str:
    """Return the description of a preference."""
    return words.say(PREFERENCES[key][1])


language_about = sentence("For messages only you can see")
"""A line about the choice of a language."""
language = sentence("Language")
"""What the choice of a language is called."""
as_discord = sentence("As Discord is set for you")
"""The language of who has chosen none."""


def speaks(words: Translator) -> str:
    """Return the name of a language in that language."""
    return words.sense("the name of this language", "English")


def offered(current: str) -> list[tuple[str, str]]:
    """Return (name, code) of the languages that the typed text matches, each named in its own language."""
    wanted = folded(current)
    known = [(speaks(spoken(each_language)), each_language) for each_language in languages()]
    return [(name, key) for name, key in known if wanted in folded(name) or wanted == key]


def language_of(named: str) -> str | None:
    """Return the code of the language that a text names, by its own name or its code; None for an unknown one."""
    wanted = folded(named)
    return next((key for name, key in offered("") if wanted in (folded(name), key)), None)


def offered_more(current: str) -> list[tuple[str, str]]:
    """Return completions of a comma-separated list of languages: those typed so far, with one more each."""
    before, _, last = current.rpartition(",")
    had = [word for word in map(language_of, before.split(",")) if word is not None]
    names = [speaks(spoken(language)) for language in had]
    return [(", ".join((*names, name)), ", ".join((*had, key))) for name, key in offered(last) if key not in had]


unreachable = sentence(
    "⚠️ I can't send you private messages, so they come in the game instead. Allow messages from members of a "
    "server we share, then choose again here."
)
"""Below everything that comes in private."""
zone: MessageTemplate[str, str] = pattern("Time zone: {zone}. It's {time} there now.")
"""The time zone, and what time it is there, so that everybody sees whether it is the right one."""
no_zone = sentence("Time zone: not chosen, so all hours are in UTC.")
"""Nobody knows when it is night."""
asleep: MessageTemplate[str, str] = pattern("Sleep hours: {begin} to {end}. Your clocks stop then, and no message makes a sound.")
"""The sleep hours that count."""
never_asleep = sentence("Sleep hours: none. Your clocks run day and night.")
"""No sleep hours."""


def asleep_from(begin: str, end: str, stamp: str, words: Translator) -> str:
    """Return the line about sleep hours that will apply from a later time on; `stamp` is that time."""
    return words.say("From {when} on: {begin} to {end}.", begin=begin, end=end, when=stamp)


awake_from: MessageTemplate[str] = pattern("From {when} on: none.")
"""Sleep hours that are going to end."""
change_rule = sentence("At most ten hours. Changes take effect after 48 hours, and you can make one every 14 days.")
"""When a change of the sleep hours counts."""
no_hours = sentence("Leave both empty for no sleep hours: then your clocks run day and night.")
"""Below the line for the end of the night."""
ask_zone = sentence("Time zone, by its city")
"""Above the line for the zone."""
zone_about = sentence("Your sleep hours and your vacations go by its clock.")
"""Below it."""
ask_begin = sentence("Asleep from")
"""Above the line for the begin of the night."""
ask_end = sentence("Asleep until")
"""Above the line for the end of the night."""


def _clock(hour: str, words: Translator) -> str:
    return words.sense("a time of the day", "{hour}:00", hour=hour)
