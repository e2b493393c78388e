"""The texts about a server's records and champions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from text.message_templates import MessageTemplate, pattern, plural, sentence
from text.translator import Translator
from text.users.player_names import safe

RECORDS: Mapping[str, Callable[[int, Translator], str]] = {
    "score": plural("Highest score: {number} point", "Highest score: {number} points"),
    "closest": plural("Closest game: {number} point between the first two", "Closest game: {number} points between the first two"),
    "comeback": plural("Greatest comeback: {number} point behind, and won", "Greatest comeback: {number} points behind, and won"),
}
"""Records of any game. Those of one game alone are worded by `HighlightTexts.record`."""

title = sentence("**Records of this server**")
"""Above them."""
none = sentence("No record yet. The first game between people that ends here sets some.")
"""Nobody has finished a game yet."""
counted_again = sentence("I'm counting older games again, so a record may still change.")
"""Below the records, after an update that tells points otherwise."""
look_back = sentence("Look back at a game")
"""Above the list of the games behind the records."""


def line(text: str, names: Sequence[str], day: str, words: Translator) -> str:
    """Return the line about a record: `🏅 Longest road: 14 tiles · Anna · 4 Mar 2026`.

    `names` is empty if its holder doesn't want to be shown.
    """
    return "🏅 " + " · ".join(part for part in (text, words.list([safe(name) for name in names]), day) if part)


def broken_records_line(said: Sequence[str], words: Translator) -> str:
    """Return the line about the records that a game broke; empty without any."""
    return words.say("🏅 New record of this server! {records}", records=" · ".join(said)) if said else ""


was: MessageTemplate[str, int] = pattern("{record} (before: {value})")
"""A record that was broken just now, and what it was until then."""
hall = sentence("**Champions of this server**")
"""Above the tournaments that have ended, and who has won them."""
no_champion = sentence("No tournament has ended here yet.")
"""An empty hall."""
unordered = sentence("Records")
"""The records, in the list of leaderboards."""
champions = sentence("Champions")
"""The champions, in the list of leaderboards."""


def champion(day: str, names: Sequence[str], event: str, game: str, words: Translator) -> str:
    """Return the hall of fame's line about a tournament: `4 Mar 2026 · 🏆 Anna · Autumn cup · <game>`."""
    return " · ".join((day, f"🏆 {words.list([safe(name) for name in names])}", safe(event), game))


def leads(names: Sequence[str], event: str, game: str, words: Translator) -> str:
    """Return the hall of fame's line about the leaders of a running ladder."""
    text = words.list([safe(name) for name in names])
    return words.say("Now · 🪜 {names} · {event} · {game}", names=text, event=safe(event), game=game)
