"""A game in one line, for the channel that a server has chosen for results."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words, phrase

_REFUSED = phrase("Discord won't take messages there")
_REASONS = {"channel-gone": phrase("its channel is gone"), "forbidden": phrase("I can't write in its channel any more")}


def line(title: str, where: str, ranked: Sequence[tuple[str, int]], winners: Sequence[str], words: Words) -> str:
    """`ranked`: everybody with his points, the first first."""
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


def closed(title: str, names: Sequence[str], reason: str, words: Words) -> str:
    """A game that rests, and how it goes on."""
    return words.say(
        "⚠️ {title} ({names}) is paused: {reason}. Its players can continue in another channel with /game action:resume.",
        title=title,
        names=words.list(names),
        reason=words.say(_REASONS.get(reason, _REFUSED)),
    )
