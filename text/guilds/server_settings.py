"""The texts of the settings of servers: names, descriptions and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, meant, phrase
from text.users.player_names import free, safe

SETTINGS: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "language": (
        phrase("Language"),
        phrase("For everything everyone can read; private answers come in each member's own language."),
        {},
    ),
    "room": (
        phrase("Where games are opened"),
        phrase("As threads of this channel or posts of this forum; without one, wherever someone asks."),
        {},
    ),
    "theme": (
        phrase("Picture colours"),
        phrase("For all pictures in the channels; members choose for their private answers."),
        {"light": meant("of pictures", "Light"), "dark": meant("of pictures", "Dark")},
    ),
    "results": (
        meant("above choices", "Results"),
        phrase("A line about every game that ends or is paused is posted in this channel."),
        {},
    ),
    "puzzles": (
        phrase("Puzzle of the day"),
        phrase("I post the daily puzzle here, at the time of day you chose the channel. No channel, no puzzle."),
        {},
    ),
    "paper": (
        phrase("Weekly paper"),
        phrase("Once a week, I post the news here if three games have ended; without a channel, never."),
        {},
    ),
    "paper-day": (
        phrase("Day of the paper"),
        phrase("It comes at six in the evening."),
        {
            "6": phrase("Sunday"),
            "0": phrase("Monday"),
            "1": phrase("Tuesday"),
            "2": phrase("Wednesday"),
            "3": phrase("Thursday"),
            "4": phrase("Friday"),
            "5": phrase("Saturday"),
        },
    ),
    "zone": (phrase("Time zone"), phrase("The paper comes by this clock."), {}),
    "champion": (
        phrase("Champion's role"),
        phrase("Given to the winner of a tournament or the leader of a ladder, taken from the previous champion."),
        {},
    ),
    "seekers": (
        phrase("Role for finding players"),
        phrase("I ping this role when someone looks for players; without one, nobody."),
        {},
    ),
    "openers": (phrase("Who can open games"), phrase("This role, and anyone who manages the channel; without one, everyone."), {}),
    "lobbies": (
        phrase("Open games of one member"),
        phrase("How many one member may have open before they start."),
        {"host": phrase("As usual"), "1": meant("a number", "One"), "2": meant("a number", "Two"), "3": meant("a number", "Three")},
    ),
    "games": (
        phrase("Games at a time"),
        phrase("How many games may be open or running here."),
        {"host": phrase("Any number"), "5": phrase("5"), "10": phrase("10"), "20": phrase("20"), "50": phrase("50")},
    ),
    "voiceless": (
        phrase("Members who can't write"),
        phrase("People who can read a channel but not write in it."),
        {"no": phrase("Open no games"), "yes": phrase("Can open games anyway")},
    ),
    "public": (
        phrase("Links for everyone"),
        phrase("Whether players may share a link by which anyone can watch in a browser."),
        {"no": phrase("No links"), "yes": phrase("Players may share links")},
    ),
    "newcomers": (
        phrase("Who takes over free seats"),
        phrase("How long someone must have been here before they can take over a lost seat."),
        {
            "14": phrase("Two weeks here"),
            "0": phrase("Everyone"),
            "2": phrase("Two days here"),
            "7": phrase("A week here"),
            "30": phrase("A month here"),
        },
    ),
    "voters": (
        phrase("Who votes for the server"),
        phrase("How long someone must have been here before they can vote on the server's moves."),
        {
            "2": phrase("Two days here"),
            "0": phrase("Everyone"),
            "7": phrase("A week here"),
            "14": phrase("Two weeks here"),
            "30": phrase("A month here"),
        },
    ),
    "referees": (
        phrase("Referees"),
        phrase("Can let a computer play for someone who has left, in every game of the server."),
        {},
    ),
    "organisers": (phrase("Organisers"), phrase("Can set up events."), {}),
}
"""By key: the name, a line about it, and each of its values. Terms of games are worded in `text.clocks.time_controls`."""

TAGS: Mapping[str, str] = {
    "open": meant("state of a game", "open"),
    "running": meant("state of a game", "running"),
    "finished": meant("state of a game", "finished"),
}
"""What the tags of a forum are called that say how far a game is."""

AS_THE_PACE = phrase("As the pace says")


heading: MessageTemplate[str] = pattern("Bastide in {server}", server=safe)
"""Above the panel."""


def name(key: str, words: Translator) -> str:
    """Return the name of a setting."""
    return words.say(SETTINGS[key][0])


def about(key: str, words: Translator) -> str:
    """Return the description of a setting."""
    line = SETTINGS[key][1]
    return words.say(line) if line else ""


def value(key: str, chosen: str, words: Translator) -> str:
    """Return the value of a setting in words; time zones have the same name in every language."""
    known = SETTINGS[key][2]
    return words.say(known[chosen]) if chosen in known else chosen


def as_the_pace(words: Translator) -> str:
    """Return the words for a term whose value follows from the pace."""
    return words.say(AS_THE_PACE)


def explained(name: str, about: str, now: str, offered: Sequence[str], words: Translator) -> str:
    """Return the description of a setting with its current value and its possible values."""
    fits = words.say("To change it, give a `value`: {choices}.", choices=words.list([free(key) for key in offered[:25]]))
    return "\n".join([f"**{chosen(name, now or nothing(words), words)}**", *([about] if about else []), fits])


CHAMPION_UNFIT: Mapping[str, str] = {
    "champion-deleted": phrase("I can't give the champion's role: it's gone. Choose another one in /server."),
    "champion-above": phrase("I can't give the champion's role: it's above mine. Drag my role above it."),
    "champion-powerful": phrase("I can't give the champion a role with permissions: turn all of them off."),
    "champion-lacking": phrase("I can't give the champion's role: I need the permission Manage Roles."),
}
"""Why the role of the champion can't be given, and what would put it right."""
CHAMPION_TROUBLE: Mapping[str, str] = {
    **CHAMPION_UNFIT,
    "champion-taking": phrase(
        "I can't take the champion's role from someone who is gone. Drag my role above it, or take it away yourself."
    ),
}
"""The same, and why it can't be taken from somebody."""
as_usual = sentence("as usual")
"""Nothing of these settings was changed."""
chosen: MessageTemplate[str, str] = pattern("{setting}: {value}")
"""A setting and what was chosen, in the panel."""
nothing = sentence("None")
"""No channel, no role: a line among those that can be chosen."""
kept: MessageTemplate[str, str] = pattern("✅ {setting}: {value}.")
"""A setting was typed, and is kept."""
kept_all = sentence("✅ Saved.")
"""A form was filled in, and is kept."""
place: MessageTemplate[str] = pattern("games in {channel}")
"""The chosen channel, in the summary."""
everywhere = sentence("games wherever someone asks")
"""No channel is chosen."""
opened_by: MessageTemplate[str] = pattern("opened by {role}")
"""Who opens games, in the summary."""
opened_by_all = sentence("opened by everyone")
"""Everybody opens games."""
tags: MessageTemplate[str] = pattern("Tags I use here: {tags}.")
"""Which tags of a forum will be used."""
no_tags: MessageTemplate[str] = pattern("I don't use tags here. Create some of these, and I will: {tags}.")
"""A forum without any tag that could be used."""
deaf_role: MessageTemplate[str] = pattern("⚠️ I can't ping {role}: allow everyone to mention it in its settings.")
"""A role that the bot cannot ping."""
