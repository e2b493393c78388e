"""The texts at the end of a game, and about the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.core.game import ranking
from text.message_templates import sentence
from text.translator import Translator, phrase
from text.users.player_names import safe


def won(names: Sequence[str], points: int, words: Translator) -> str:
    """Return the sentence that names the winners with their points."""
    if len(names) == 1:
        return words.count("{name} wins with {number} point.", "{name} wins with {number} points.", points, name=safe(names[0]))
    winners = words.list([safe(name) for name in names])
    return words.count(
        "{names} share the win with {number} point each.", "{names} share the win with {number} points each.", points, names=winners
    )


def over(scores: Sequence[int], name: Callable[[int], str], words: Translator) -> str:
    """Return the line with the final points, which names no winner.

    `name` returns a seat's name. Who has won also depends on who stayed, and is announced separately.
    """
    ordered = [seat for _, seat in ranking(scores)]
    points = [words.say("{name} {points}", name=name(seat), points=scores[seat]) for seat in ordered]
    return words.say("The game is over: {points}", points=words.list(points))


def told_to(mentions: Sequence[str], text: str, words: Translator) -> str:
    """Return the result preceded by the mentions of all who played."""
    return words.say("{mentions}: {said}", mentions=" ".join(mentions), said=text) if mentions else text


last_moves = sentence("The last moves")
"""Above the moves with which the game ended."""
highlights = sentence("Best moments")
"""Above what the game will be remembered for."""


def swing_alt(changes: int, words: Translator) -> str:
    """Return the alt text of the curve of the lead; `changes` is the number of lead changes."""
    if not changes:
        return words.say("Chart of the lead after each turn. The lead never changed.")
    return words.count(
        "Chart of the lead after each turn. The lead changed once.",
        "Chart of the lead after each turn. The lead changed {number} times.",
        changes,
    )


def behind(rows: Sequence[tuple[str, int]], words: Translator) -> str:
    """Return the players behind the winner with their points: `ben 71 · chi 60`."""
    return " · ".join(words.say("{name} {points}", name=safe(name), points=points) for name, points in rows)


def by_computer(name: str, points: int, words: Translator) -> str:
    """Return the sentence about the points that a computer scored while it played a person's seat."""
    return words.count(
        "A computer made {number} point for {name}.", "A computer made {number} points for {name}.", points, name=safe(name)
    )


def invited(mentions: Sequence[str], words: Translator) -> str:
    """Return the invitation to a rematch for former players without a seat yet."""
    return words.say("{names}, you're invited: press **{button[join]}**", names=words.list(list(mentions)))


stopped = sentence("Everyone agreed to stop here. The points count as they stand, but not for ratings.")
"""Above the result of a game that all wanted to end where it stood."""


def finished(days: int, length: str, words: Translator) -> str:
    """Return the title of a finished game: `Game finished · 18 days · 71 tiles`; `length` is the game's own text for that."""
    span = words.count("{number} day", "{number} days", days) if days else words.say("less than a day")
    return words.say("Game finished · {span} · {length}", span=span, length=length)


_REFUSED = phrase("Discord won't take messages there")
_REASONS = {"channel-gone": phrase("its channel is gone"), "forbidden": phrase("I can't write in its channel any more")}


def line(title: str, where: str, ranked: Sequence[tuple[str, int]], winners: Sequence[str], words: Translator) -> str:
    """Return the line about a finished game in a list; `ranked` are the players with their points, best first."""
    points = words.list([words.say("{name} {points}", name=name, points=score) for name, score in ranked])
    if not winners:
        return words.say("🏁 {title}, {where}: {points}.", title=title, where=where, points=points)
    if len(winners) > 1:
        return words.say(
            "🏁 {title}, {where}: {names} share the win. {points}.",
            title=title,
            where=where,
            names=words.list(winners),
            points=points,
        )
    return words.say("🏁 {title}, {where}: {name} has won. {points}.", title=title, where=where, name=winners[0], points=points)


def closed(title: str, names: Sequence[str], reason: str, words: Translator) -> str:
    """Return the line about a paused game in a list, with the reason and how it can be continued."""
    return words.say(
        "⚠️ {title} ({names}) is paused: {reason}. Its players can continue in another channel with /game action:resume.",
        title=title,
        names=words.list(names),
        reason=words.say(_REASONS.get(reason, _REFUSED)),
    )
