"""Sentences about a finished game that is looked back at with estimates: what decided it, who was lucky, what was best."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.people.names import safe


def title(words: Words) -> str:
    """Above it all."""
    return words.say("How the game went")


def curve(words: Words) -> str:
    """Below the picture of who was ahead."""
    return words.say("Expected lead in points after each turn. The numbers are the moments below.")


def curve_alt(standings: Sequence[tuple[str, float]], changes: int, words: Words) -> str:
    """The alt text of that picture: (name, lead) at its middle, and how often somebody else was ahead."""
    told = words.list([words.say("{name} {points}", name=name, points=f"{lead:+.0f}") for name, lead in standings])
    return words.count(
        "Curves of the expected lead over the whole game. Halfway: {leads}. The lead changed {number} time.",
        "Curves of the expected lead over the whole game. Halfway: {leads}. The lead changed {number} times.",
        changes,
        leads=told,
    )


def moment(number: int, when: str, name: str, loss: float, words: Words) -> str:
    """One of them; `when` is the words of the game for its turn."""
    return words.count(
        "{place} · {when} · {name}: about {number} point lost",
        "{place} · {when} · {name}: about {number} points lost",
        round(loss),
        place=number,
        when=when,
        name=safe(name),
    )


def played(said: str, words: Words) -> str:
    """What was done."""
    return words.say("Played: {move}", move=said)


def better(said: str, words: Words) -> str:
    """What would have been better."""
    return words.say("Better: {move}", move=said)


def played_alt(said: str, words: Words) -> str:
    """The alt text of a picture of what was done; `said` is that of the table."""
    return words.say("As played. {table}", table=said)


def better_alt(said: str, words: Words) -> str:
    """The alt text of a picture of what would have been better."""
    return words.say("What would have been better. {table}", table=said)


def no_moment(words: Words) -> str:
    """Where nobody made a mistake worth telling."""
    return words.say("No mistake of 2 points or more was found.")


def lost(rows: Sequence[tuple[str, float, int]], words: Words) -> str:
    """Points lost to mistakes, by (name, points, how many)."""
    told = [
        words.count(
            "{name} {points} in {number} turn", "{name} {points} in {number} turns", count, name=safe(name), points=round(points)
        )
        if count
        else words.say("{name} none", name=safe(name))
        for name, points, count in rows
    ]
    return words.say("**Points lost to mistakes:** {players}", players=" · ".join(told))


def luck(rows: Sequence[tuple[str, float]], unsure: float, words: Words) -> str:
    """What the draws brought each player, by name, more, or less, than average ones; by so many points it may be wrong."""
    told = [words.say("{name} {points}", name=safe(name), points=f"{points:+.0f}") for name, points in rows]
    line = words.say("**Luck of the draws:** {players}", players=" · ".join(told))
    number = round(unsure)
    if not number:
        return line
    return words.count("{line} (give or take {number} point)", "{line} (give or take {number} points)", number, line=line)


def best_move(when: str, name: str, said: str, edge: float, words: Words) -> str:
    """The turn that was better than anything else by most."""
    return words.count(
        "**Best turn:** {name}, {when}: {move} About {number} point better than anything else.",
        "**Best turn:** {name}, {when}: {move} About {number} points better than anything else.",
        round(edge),
        name=safe(name),
        when=when,
        move=said,
    )


def estimated(words: Words) -> str:
    """Below it all."""
    return words.say(
        "Estimates: a computer compared what was played with what else was possible, one answer ahead. It can be wrong."
    )


def under_way(words: Words) -> str:
    """To whoever has asked for it first."""
    return words.say(
        "I am going through the game turn by turn. The analysis will be posted in this channel, usually within a minute."
    )


def failed(words: Words) -> str:
    """Where somebody waits for what could not be made."""
    return words.say("I could not analyse this game. You can ask for it again with /game analyse.")


def own_title(count: int, points: float, words: Words) -> str:
    """Above the own mistakes, for nobody else."""
    return words.count(
        "Your turn that lost 2 points or more: about {points} points in all.",
        "Your {number} turns that lost 2 points or more: about {points} points in all.",
        count,
        points=round(points),
    )


def own_none(words: Words) -> str:
    """Somebody has made no mistake worth telling."""
    return words.say("None of your turns lost 2 points or more.")


def own_line(when: str, loss: float, words: Words) -> str:
    """One of them in a list."""
    return words.say("{when} · {points}", when=when, points=f"{-loss:.0f}")


def shared_by(name: str, words: Words) -> str:
    """Above an analysis that somebody shows to everybody."""
    return words.say("{name} shows the analysis:", name=safe(name))
