"""The texts of an event's notice board: entrants, format, pairings, results and state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from text.clocks.time_controls import length
from text.message_templates import MessageTemplate, numbered, pattern, people, plural, sentence, worded
from text.translator import Translator, phrase
from text.users.player_names import safe
from tournament.double_elimination import FINAL, LOWER, UPPER

NAMES = 30
"""So many names are listed; of more it is said how many."""


@dataclass(frozen=True, slots=True)
class TableTexts:
    """The texts about one table of a round: its number, players, result and place."""

    table: int
    first: str
    second: str | None
    """None: a bye."""
    others: tuple[str, ...] = ()
    """Who else sits at a table of three to five."""
    result: str = ""
    place: str = ""
    """The thread, as a mention."""


title: MessageTemplate[str] = pattern("🏆 {name}", name=safe)
"""The name of an event, harmless."""


def how(stages: str, game: str, pace: str, words: Translator) -> list[str]:
    """Return the lines about the format of the event: its stages, the game and the pace."""
    return [words.say("{stages}.", stages=stages[:1].upper() + stages[1:]), words.say("{game} · {pace}", game=game, pace=pace)]


def longest(rounds: int, round_: timedelta, words: Translator) -> str:
    """Return the sentence about how long a round and the whole event can last at most.

    `rounds` is the number in all stages, 0 if it depends on the entrants.
    """
    if not rounds:
        return words.say("A round takes at most {round}.", round=length(round_, words))
    return words.say(
        "A round takes at most {round}, the whole tournament at most {whole}.",
        round=length(round_, words),
        whole=length(round_ * rounds, words),
    )


duties: MessageTemplate[timedelta] = pattern(
    "You have {time} for your first turn. If you don't come, you lose that game. Games are rated.", time=length
)
"""What anyone who enters agrees to."""


def limits(words: Translator, *, least_rating: int, most_rating: int, games: int, days: int, kept: int, role: int | None) -> str:
    """Return the line about the conditions of entry; empty without any."""
    limit_texts = [
        words.say("rating from {number}", number=least_rating) if least_rating else "",
        words.say("rating up to {number}", number=most_rating) if most_rating else "",
        words.count("{number} finished game here", "{number} finished games here", games) if games else "",
        words.count("{number} day on this server", "{number} days on this server", days) if days else "",
        words.say("at least {share} of turns in time", share=words.share(kept / 100)) if kept else "",
        f"<@&{role}>" if role is not None else "",
    ]
    needed = [limit for limit in limit_texts if limit]
    return words.say("To enter, you need: {limits}", limits=" · ".join(needed)) if needed else ""


rated_elsewhere: MessageTemplate[int, int] = pattern(
    "Results from elsewhere count for ratings, at most {most} between the same two in {days} days."
)
"""What an organiser has chosen about games that are played elsewhere."""
first_turn: MessageTemplate[timedelta] = pattern(
    "-# You have {time} for your first turn. If you don't come, your opponent wins.", time=length
)
"""How long the two of a pairing may take to come."""
here: MessageTemplate[str, timedelta] = pattern(
    "-# Press **{button[event-here]}**. The game begins when you're both here, or {when}. "
    "Then you have {time} for your first turn.",
    time=length,
)
"""When the game of two begins who are both present."""
first_turn_at_table: MessageTemplate[timedelta] = pattern(
    "-# You have {time} for your first turn. If you don't come, a computer plays for you and you come last.", time=length
)
"""The same for a table of three to five."""
here_at_the_hour = sentence("-# Press **{button[event-here]}** from 15 minutes before. The game begins when you're both here.")
"""Below the hour that the two of a pairing have agreed on, where the game waits for them."""
here_by_appointment: MessageTemplate[timedelta] = pattern(
    "-# Agree on a time with **{button[event-propose]}**. The game begins then, and you have {time} for your first turn.",
    time=length,
)
"""The same where they have agreed on no hour yet, and the game begins only at one."""


def entrant_lines(names: Sequence[str], most: int, waiting: int, words: Translator) -> list[str]:
    """Return the lines about the entrants: how many there are, and the first names."""
    lines = [words.count("{number} entrant (at most {most})", "{number} entrants (at most {most})", len(names), most=most)]
    if waiting:
        lines[0] += " · " + words.count("{number} on the waiting list", "{number} on the waiting list", waiting)
    if names:
        more = len(names) - NAMES
        shown = words.list([safe(name) for name in names[:NAMES]])
        lines.append(
            shown if more <= 0 else words.count("{names} and {number} more", "{names} and {number} more", more, names=shown)
        )
    return lines


def last_season(number: int, champion: str, words: Translator) -> str:
    """Return the sentence with the number of this season and the last champion, whose name may be empty."""
    if not champion:
        return words.say("Season {number}.", number=number)
    return words.say("Season {number}. Champion of the last one: {name}", number=number, name=safe(champion))


kept: MessageTemplate[int, str] = numbered(
    "{number} place is held for someone from last season. It goes to others {when}.",
    "{number} places are held for people from last season. They go to others {when}.",
)
"""For how many a place is held."""
invited: MessageTemplate[int, str] = numbered(
    "{number} place is held for someone who's invited. It goes to others {when}.",
    "{number} places are held for people who are invited. They go to others {when}.",
)
"""For how many who are invited a place is held."""


def season(number: int, name: str, status: str, champion: str, words: Translator) -> str:
    """Return the line about a season in the list of seasons."""
    if champion:
        return words.say("Season {number} · **{event}** · champion: {name}", number=number, event=safe(name), name=safe(champion))
    text = {
        "open": words.say("open for entry"),
        "running": words.say("under way"),
        "finished": words.say("over"),
        "cancelled": words.say("called off"),
    }[status]
    return words.say("Season {number} · **{event}** · {state}", number=number, event=safe(name), state=text)


def starts(when: str | None, words: Translator) -> str:
    """Return the sentence about when the event begins; None means when the organiser decides."""
    if when is None:
        return words.say("The organiser decides when it begins.")
    return words.say("It begins {when}.", when=when)


def check_in(when: str, open_: bool, here: int, words: Translator) -> str:
    """Return the sentence about checking in: when it opens, or how many of the entrants have checked in."""
    if not open_:
        return words.say("Check-in opens {when}. Press **{button[event-check-in]}** then, or you won't play.", when=when)
    return words.count(
        "Check-in is open: press **{button[event-check-in]}**, or you won't play. {number} is here.",
        "Check-in is open: press **{button[event-check-in]}**, or you won't play. {number} are here.",
        here,
    )


def sealed(commitment: str, words: Translator) -> str:
    """Return the line with the seal of the draw that decides the pairings, shortened to 16 characters."""
    return words.say("-# Sealed draw {commitment}", commitment=commitment[:16])


opened: MessageTemplate[str] = pattern("-# Draw opened: {seed}")
"""What decided the pairings, after the end."""


def progress(round_: str, open_: int, tables: int, words: Translator) -> str:
    """Return the sentence about how many games of the current round have been played."""
    if not tables:
        return words.say("Now: {round}.", round=round_)
    return words.say("Now: {round}, {done} of {tables} games played.", round=round_, done=tables - open_, tables=tables)


challenges = plural("{number} challenge is being played.", "{number} challenges are being played.")
"""How many challenges are being played in a ladder."""


def arena(playing: int, waiting: int, ends: str, words: Translator) -> str:
    """Return the line about an arena: games being played, players waiting, and until when games begin."""
    count = words.count("{number} game is being played.", "{number} games are being played.", playing)
    free = words.count("{number} player is waiting for an opponent.", "{number} players are waiting for an opponent.", waiting)
    return " ".join([count, *([free] if waiting else []), words.say("New games until {when}.", when=ends)])


arena_points = sentence(
    "A win scores 2 points, a draw 1. After two wins in a row, each further win scores 4. "
    "Pause and come back as you like; free players are paired."
)
"""How an arena counts."""
ladder_duties: MessageTemplate[timedelta] = pattern(
    "If you're challenged, you have {time} for your first turn. If you don't come, you lose. Games are rated.", time=length
)
"""What anyone who enters a ladder agrees to."""
preview_waits: MessageTemplate[str, str] = pattern("Next: {round}, published {when}.")
"""The next round is drawn and not yet shown."""
late: MessageTemplate[Sequence[str]] = pattern("Waiting for {names}.", names=people)
"""Whose first turn is awaited."""
none_open = sentence("No games are open.")
"""Nothing is awaited."""
champion: MessageTemplate[str] = pattern("Champion: **{name}**", name=safe)
"""Who has won."""
no_champion = sentence("It's over. Nobody played a game, so there's no champion.")
"""It is over, and nobody has played."""
cancelled = sentence("This tournament was called off.")
"""It was called off."""


def pair(texts: TableTexts, words: Translator) -> str:
    """Return the line about a pairing in a list."""
    if texts.second is None:
        return words.say("{name} has a bye", name=safe(texts.first))
    line = words.say("{table}. {names}", table=texts.table, names=_pair_names([safe(name) for name in _names(texts)]))
    line += f" · **{texts.result}**" if texts.result else ""
    return line + (f" · {texts.place}" if texts.place else "")


def _names(texts: TableTexts) -> tuple[str, ...]:
    return (texts.first, texts.second or "", *texts.others)


def _pair_names(names: Sequence[str]) -> str:
    """Return the names of a pairing joined by dashes: Ann – Ben – Chi."""
    return " – ".join(names)


def pairing(event: str, round_: str, texts: TableTexts, words: Translator) -> str:
    """Return the heading of a pairing's message; table number 0 stands for the only pairing of its round."""
    if not texts.table:
        return words.say("**{event}** · {round}\n{names}", event=safe(event), round=round_, names=_pair_names(_names(texts)))
    return words.say(
        "**{event}** · {round} · table {table}\n{names}",
        event=safe(event),
        round=round_,
        table=texts.table,
        names=_pair_names(_names(texts)),
    )


def begins(name: str | None, games: int, words: Translator) -> str:
    """Return the sentence about who goes first and how many games are played; `name` is None for the reader."""
    if name is None:
        if games > 1:
            return words.say("Best of {games}; you go first, then you take turns.", games=games)
        return words.say("You go first.")
    if games > 1:
        return words.say("Best of {games}; {name} goes first, then you take turns.", games=games, name=safe(name))
    return words.say("{name} goes first.", name=safe(name))


def thread(event: str, round_: str, names: Sequence[str], words: Translator) -> str:
    """Return the name of a pairing's thread, at most 100 characters."""
    return words.say("{names} · {event}, {round}", names=_pair_names(names), event=event, round=round_)[:100]


def duel_thread(names: Sequence[str], length_: str, words: Translator) -> str:
    """Return the name of a duel's thread, at most 100 characters."""
    return words.say("⚔️ {names} · {length}", names=_pair_names(names), length=length_)[:100]


def table_result(names: Sequence[str], points: Sequence[int], gone: Sequence[bool], words: Translator) -> str:
    """Return the result of a table of three to five, the best first: `Ann 52, Chi 48, Ben left`."""
    seats = sorted(zip(names, points, gone, strict=True), key=lambda seat: (seat[2], -seat[1]))
    texts = [
        words.say("{name} left", name=safe(name)) if left else words.say("{name} {points}", name=safe(name), points=number)
        for name, number, left in seats
    ]
    return ", ".join(texts)


GAVE_UP_EARLY = "gave-up-early"
"""How a game of an arena ended that is none: its loser gave up before half of it was played."""


def result(how_: str, winner: str | None, points: Sequence[Sequence[int]], words: Translator) -> str:
    """Return a result in brief: `52–41`, `Ben by ruling`."""
    if how_ == "double-walkover":
        return words.say("nobody came")
    if how_ == "walkover":
        return words.say("{name} wins: no opponent", name=safe(winner or ""))
    if how_ == GAVE_UP_EARLY:
        return words.say("{name} wins: the opponent gave up early", name=safe(winner or ""))
    if how_ == "ruling":
        return words.say("draw by ruling") if winner is None else words.say("{name} by ruling", name=safe(winner))
    score = ", ".join(f"{point}–{other}" for point, other in points)
    if how_ == "elsewhere":
        return _external_score(winner, score, words)
    if how_ == "resigned":
        return words.say("{name} by resignation ({score})", name=safe(winner or ""), score=score)
    if how_ == "flag":
        return words.say("{name} on time ({score})", name=safe(winner or ""), score=score)
    return score


def _external_score(winner: str | None, score: str, words: Translator) -> str:
    """Return a result of a game played elsewhere: `71–64 (played elsewhere)`, or its winner if there is no score."""
    if score:
        return words.say("{score} (played elsewhere)", score=score)
    if winner is None:
        return words.say("draw (played elsewhere)")
    return words.say("{name} (played elsewhere)", name=safe(winner))


same_bag = sentence(
    "All tables of a round draw the same tiles in the same order, each in a private thread. The results come "
    "once all tables are done. Each is compared with the field: the average of everyone in the same seat."
)
"""What people are told of an event whose tables all draw the same tiles."""


def against_the_field(leads: Sequence[float], words: Translator) -> str:
    """Return the leads of a table over the average of everyone in the same seat: `+7 / −2 against the field`."""
    text = " / ".join(("+" if lead > 0 else "") + words.number(round(lead, 1)) for lead in leads)
    return words.say("{points} against the field", points=text)


_BRACKETS = {UPPER: phrase("Upper bracket"), LOWER: phrase("Lower bracket")}
_STAKES = {
    UPPER: phrase("-# Upper bracket: if you lose, you play on in the lower one."),
    LOWER: phrase("-# Lower bracket: if you lose, you're out."),
    FINAL: phrase("-# If the winner of the lower bracket wins the first final, a second one decides."),
}


bracket = worded(_BRACKETS)
"""What a half of a double elimination is called."""
at_stake = worded(_STAKES)
"""What a pairing of a double elimination decides."""


def teams(members: Sequence[tuple[str, Sequence[str]]], words: Translator) -> list[str]:
    """Return every team with its members, the captain first."""
    return [words.say("{team}: {names}", team=safe(team), names=", ".join(map(safe, names))) for team, names in members]


def team_match(first: str, second: str, points: str, until: str = "") -> str:
    """Return the heading of a match between teams: Reds – Blues 2½–½.

    Without points, it has the time until which the match is played.
    """
    return f"**{_pair_names([safe(first), safe(second)])}**" + (f" **{points}**" if points else f" · {until}" if until else "")


window: MessageTemplate[str] = pattern("to play until {when}")
"""The end of the time in which a match between teams is played."""


def outcome(names: Sequence[str], result_: str) -> str:
    """Return a result after its players' names: Ann – Ben 52–41."""
    return f"{_pair_names([safe(name) for name in names])} **{result_}**"


provisional = sentence("still playing, a draw until then")
"""A game that counts as a draw for now."""


def broken(rule: str, names: Sequence[str], reason: str, words: Translator) -> str:
    """Return the line about a pairing rule that a round could not keep, with the reason."""
    who = words.list([safe(name) for name in names])
    if reason == "by-hand":
        return words.say("Swapped by hand: {names}.", names=who)
    text = {
        "second-bye": words.say("Second bye: {names}", names=who),
        "met-before": words.say("Meet for a second time: {names}", names=who),
        "team-mates": words.say("From the same team: {names}", names=who),
        "floats-again": words.say("One of them is paired up or down twice in a row: {names}", names=who),
        "three-starts": words.say("Third time in a row going first or second: {names}", names=who),
    }.get(rule, who)
    return words.say("{what} (it can't be avoided)", what=text)


def listed(name: str, status: str, number: int, words: Translator) -> str:
    """Return the line about a tournament in a list."""
    return words.say("**{name}** · {state}", name=safe(name), state=stands(status, number, words))


def stands(status: str, number: int, words: Translator) -> str:
    """Return the state of a tournament with its number of entrants."""
    return {
        "open": words.count("open for entry, {number} is in", "open for entry, {number} are in", number),
        "running": words.count("under way, {number} entrant", "under way, {number} entrants", number),
        "finished": words.say("over"),
        "cancelled": words.say("called off"),
    }[status]


none_listed = sentence("There are no tournaments here yet.")
"""A server without tournaments."""
place: MessageTemplate[int, int, str] = pattern("Place {place} of {most}, score {points}")
"""How the reader of a panel stands in the table."""
you: MessageTemplate[str] = pattern("You: {state}")
"""Where the reader stands, in the panel of the event."""


def organising(open_: int, late_: int, words: Translator) -> str:
    """Return the line about open and late games, for organisers and referees."""
    count = words.count("{number} game is still open", "{number} games are still open", open_)
    return words.say("{what}, {number} late", what=count, number=late_) if late_ else count


mine: MessageTemplate[str, str] = pattern("**{event}**: {state}", event=safe)
"""One tournament of the reader, and what it waits for."""


def my_state(kind: str, words: Translator, **params: object) -> str:
    """Return the state of the reader's own tournament: what it waits for."""
    text = {
        "waiting": lambda: words.say("on the waiting list"),
        "in": lambda: words.say("entered; it hasn't begun yet"),
        "asks": lambda: words.say("your captain has to let you in"),
        "out": lambda: words.say("out"),
        "between": lambda: words.say("waiting for the next round"),
        "bye": lambda: words.say("a bye this round"),
        "plays": lambda: words.say("{round}, against {name} · {place}", **params),
        "played": lambda: words.say("{round}, against {name} · {result}", **params),
        "sits": lambda: words.say("{round}, with {name} · {place}", **params),
        "sat": lambda: words.say("{round}, with {name} · {result}", **params),
        "free": lambda: words.say("waiting for an opponent"),
        "pauses": lambda: words.say("paused; you aren't paired"),
        "ladder": lambda: words.say("number {place} on the ladder", **params),
        "missed": lambda: words.say("the others play on without you"),
    }
    return text[kind]()
