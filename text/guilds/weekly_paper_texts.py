"""The texts of a server's weekly paper, on the picture and in the lines below it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from text.message_templates import MessageTemplate, aside, labelled, numbered, pattern, plural, sentence
from text.translator import Translator
from text.users.player_names import plain, safe

title = sentence("The weekly Bastide")
"""The name of the paper."""


def week(first: datetime.date, last: datetime.date, server: str, words: Translator) -> str:
    """Return the dates of a week and the server's name: `16 Nov 2026 to 22 Nov 2026 · The Old Town`."""
    days = words.say("{first} to {last}", first=words.date(first), last=words.date(last))
    return f"{days} · {plain(server)}"


headline: MessageTemplate[str, int] = numbered(
    "{name} scores {number} point at once", "{name} scores {number} points at once", name=plain
)
"""The most points that anybody got at once in the week."""


def against(names: Sequence[str], words: Translator) -> str:
    """Return the line below the headline that names the opponents."""
    return words.say("against {names}", names=words.list([plain(name) for name in names]))


quiet = plural("{number} game has ended", "{number} games have ended")
"""The headline of a week without one great turn."""
record = sentence("New record")
rivalry = sentence("Rivalry")
climber = sentence("On the rise")
played = sentence("This week")
"""What an item of the picture is."""
ended = plural("{number} game ended", "{number} games ended")
"""How many games have ended, on the picture."""


def held(text: str, names: Sequence[str], words: Translator) -> str:
    """Return a broken record with the players who hold it: `Longest road: 17 tiles (Chi)`; without names only the record."""
    return aside(text, words.list(list(names)), words) if names else text


leads: MessageTemplate[str, str, int, int] = pattern("{name} now leads {other} {won}–{lost}")
"""Who has taken the lead over whom, over all their games."""
climbs: MessageTemplate[str, int, int] = pattern("{name} +{points}, now {rating}")
"""What the week has added to somebody's rating."""
swing: MessageTemplate[str, str] = pattern("🗞️ {headline}: {link}")
"""The line about the headline, with the way to its game."""


def seats(number: int, links: Sequence[str], words: Translator) -> str:
    """Return the line about free seats in games, with links to the games."""
    return words.count("🪑 {number} free seat: {games}", "🪑 {number} free seats: {games}", number, games=" ".join(links))


def news(sign: str, what: str, text: str) -> str:
    """Return one of the lines below the picture: `🏅 New record · Longest road: 17 tiles (Chi)`."""
    return f"{sign} {what} · {text}"


def alt(title_: str, week_: str, headline_: str, items: Sequence[tuple[str, str]], words: Translator) -> str:
    """Return the alt text of the picture, which is all its text."""
    return ". ".join([f"{title_}, {week_}", headline_, *(labelled(what, sentence, words) for what, sentence in items)])


named = safe
"""A name in a line below the picture."""


def meets(names: Sequence[str], when: str) -> str:
    """Return the players and the time of an appointment: `Ann – Ben, 3 March 20:00`."""
    return f"{' – '.join(map(safe, names))}, {when}"


def coming(meetings: Sequence[str], words: Translator) -> str:
    """Return the line about the next tournament appointments, each in the form of `meets`."""
    return words.say("📅 Next: {what}", what=" · ".join(meetings))


lost_in: MessageTemplate[str, str] = pattern(
    "**{server}**: I can't post the weekly paper in {channel}. Let me write there, or choose another channel in /server.",
    server=safe,
)
"""In private, to the person who has added the bot."""
lost: MessageTemplate[str] = pattern("⚠️ I can't post the weekly paper in {channel}. Let me write there, or choose another channel.")
"""In the panel of the server."""
