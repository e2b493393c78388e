"""Pairings of a round: on the board, in pages, one by one, and as an organiser sees them first."""

from __future__ import annotations

from collections.abc import Sequence

from discord.utils import format_dt

from cogs.messages.events import standings_tables as shown
from cogs.messages.message_parts import GO, Message, button
from cogs.tournament_context import TournamentContext
from service.events import arenas, looking
from service.events.settings import READY_WITHIN
from storage.event_records import OPEN
from text.events import board, confirmations, standings_text, tables
from text.labels import label
from tournament.double_elimination import FINAL
from tournament.history import DrawnRound
from tournament.kinds import double_bracket
from tournament.results import BYE, HALF_BYE, EntrantId, Pairing

PAGE = 20
"""Lines of standings or pairings in one message."""


def standing_lines(fair: TournamentContext, *, most: int) -> list[str]:
    """The newest standings, a line for each entrant, as soon as a game counts; while a knock-out is played, its newest round."""
    if not fair.state.rounds and not fair.state.waits:
        return [tables.nothing_yet(fair.words)] if fair.state.row.status != OPEN else []
    if fair.settings.is_arena and not fair.state.results:
        return []
    drawn = fair.state.round
    if drawn is not None and fair.state.course.stages[drawn.stage].knocks_out:
        return pairing_lines(fair, drawn)[:most]
    if not fair.state.waits and all(result.how in (BYE, HALF_BYE) for result in fair.state.results.values()):
        return []
    return [line for grid in shown.standings(fair) for line in standings_text.lines(grid, in_short=True)][:most]


def progress_line(fair: TournamentContext) -> str:
    """How far the present round is, or how many games of a ladder or an arena are played; empty between two rounds."""
    state, drawn = fair.state, fair.state.round
    if state.waits and state.arena_ends is not None:
        return board.arena(len(state.open_tables()), len(arenas.waiting(state)), format_dt(state.arena_ends, "f"), fair.words)
    if state.waits:
        return board.challenges(len(state.open_tables()), fair.words)
    if drawn is None or drawn.number in state.closed:
        return ""
    tables_ = [(drawn.number, table) for table, _ in drawn.tables()]
    return board.progress(fair.round_name(drawn), sum(place not in state.results for place in tables_), len(tables_), fair.words)


def pairings(fair: TournamentContext, page: int) -> Message:
    """A page of the pairings of the newest round that is published."""
    words, drawn = fair.words, fair.state.round
    message = Message().say(f"**{board.title(fair.state.row.name, words)}**")
    if drawn is None:
        return message.say(tables.nothing_yet(words))
    lines = pairing_lines(fair, drawn)
    name = fair.round_name(drawn)
    message.say(f"**{name[:1].upper() + name[1:]}**", *lines[page * PAGE : (page + 1) * PAGE])
    return _paged(message, "tpair", fair, page, len(lines))


def pairing_lines(fair: TournamentContext, drawn: DrawnRound) -> list[str]:
    """Every table of a round, and who has a bye."""
    lines = [board.pair(pair_of(fair, drawn, table), fair.words) for table in range(1, len(drawn.couples) + 1)]
    if drawn.slots:
        return _by_brackets(fair, drawn, lines)
    return _under_matches(fair, drawn, lines) if drawn in fair.state.rounds and fair.state.boards else lines


def _by_brackets(fair: TournamentContext, drawn: DrawnRound, lines: Sequence[str]) -> list[str]:
    """The pairings of a double elimination under the brackets that they belong to."""
    parts = [double_bracket.part_of(fair.state.course, drawn, table) for table in range(1, len(lines) + 1)]
    found: list[str] = []
    for at, (part, line) in enumerate(zip(parts, lines, strict=True)):
        if part != FINAL and part not in parts[:at]:
            found.append(f"**{board.bracket(part, fair.words)}**")
        found.append(line)
    return found


def _under_matches(fair: TournamentContext, drawn: DrawnRound, lines: Sequence[str]) -> list[str]:
    """The boards of a round under the matches between teams that they belong to."""
    matches = fair.state.matches[fair.state.rounds.index(drawn)]
    found: list[str] = []
    for number, pairing in matches.tables():
        result = fair.state.course.results.get((matches.number, number))
        points = [0, 0] if result is None else [sum(side) for side in zip(*result.games, strict=True)]
        score = "" if result is None else "–".join(tables.number(halves / 2, fair.words) for halves in points)
        found.append(board.team_match(fair.name(pairing.first), fair.name(pairing.second), score))
        sides = [fair.state.team_of[drawn.seats(table)[0]] for table in range(1, len(lines) + 1)]
        found += [line for line, side in zip(lines, sides, strict=True) if side in pairing.seats]
    return found


def result_lines(fair: TournamentContext, drawn: DrawnRound) -> list[str]:
    """The results of a round; where all had the same bag with what each has against the field."""
    lines = pairing_lines(fair, drawn)
    if not fair.settings.kind.duplicate:
        return lines
    leads = looking.against_the_field(fair.state, drawn)
    seats = [drawn.seats(table) for table in range(1, len(drawn.couples) + 1)]
    return [
        f"{line} · {board.against_the_field([leads[who] for who in there], fair.words)}" if leads.keys() >= set(there) else line
        for line, there in zip(lines, seats, strict=True)
    ]


def open_pairings(fair: TournamentContext) -> Message:
    """Every pairing of any round whose result is awaited, and whom it waits for."""
    state, words = fair.state, fair.words
    lines = [board.pair(pair_of(fair, drawn, table), words) for drawn, table in state.open_tables()]
    late = [fair.name(who) for who in told_late(fair) if state.round is not None and is_awaited(fair, state.round, who)]
    return Message().say(*(lines[: 2 * PAGE] or [board.none_open(words)]), board.late(late, words) if late else "")


def pair_of(fair: TournamentContext, drawn: DrawnRound, table: int) -> board.TableTexts:
    """A table in words."""
    first, *others = [fair.name(who) for who in drawn.seats(table)]
    place = (drawn.number, table)
    where = "" if place in fair.state.results else " · ".join(filter(None, (fair.mention(place), fair.hour(place))))
    return board.TableTexts(table, first, others[0] if others else None, tuple(others[1:]), fair.result(place), where)


def _paged(message: Message, verb: str, fair: TournamentContext, page: int, number: int) -> Message:
    words = fair.words
    previous = button(None, label("previous", words), verb, f"{fair.id} {page - 1}") if page > 0 else None
    following = button(None, label("next", words), verb, f"{fair.id} {page + 1}") if (page + 1) * PAGE < number else None
    return message.row(previous, following)


def pairing(fair: TournamentContext, drawn: DrawnRound, table: int) -> Message:
    """The message of a pairing, from which its thread is made; after the end its result."""
    words, state = fair.words, fair.state
    found, place = drawn.pairing(table), (drawn.number, table)
    users = [state.user(who) for who in found.seats]
    over = place in state.results and place not in state.open_ended
    called = zip(users, found.seats, strict=True)
    first, second, *others = [f"<@{user}>" if user > 0 and not over else fair.name(who) for user, who in called]
    shown_table = 0 if state.waits else table
    there = board.TableTexts(shown_table, first, second, tuple(others))
    head = board.pairing(state.row.name, fair.round_name(drawn), there, words)
    if over:
        return Message().say(head, f"**{fair.result(place)}**")
    message = Message(pings=tuple(user for user in users if user > 0))
    begins = board.begins(fair.name(found.first), drawn.best_of, words)
    come = board.first_turn_at_table if found.is_table else board.first_turn
    said = _begins(fair, drawn, table) if state.awaits(drawn, table) else come(fair.settings.first_turn, words)
    stake = board.at_stake(double_bracket.part_of(state.course, drawn, table), fair.words) if drawn.slots else ""
    message.say(head, begins, stake, fair.hour(place), said)
    return message.row(
        button(None, label("event-here", words), "tready", fair.id, style=GO) if _asks_who_is_here(fair, drawn, table) else None,
        button(None, label("event-join-pause", words), "tjoin", fair.id) if fair.settings.is_arena else None,
        button(None, label("event-propose", words), "tpropose", f"{fair.id} {drawn.number} {table}")
        if _may_meet(fair, found)
        else None,
        button(None, label("event-referee", words), "treferee", f"{fair.id} {drawn.number} {table}"),
    )


def _begins(fair: TournamentContext, drawn: DrawnRound, table: int) -> str:
    """What the two of a game that waits for them do: come at the hour that they have agreed on, agree on one, or say that they are
    there by now.
    """
    words, time = fair.words, fair.settings.first_turn
    if (drawn.number, table) in fair.state.hours.agreed:
        return board.here_at_the_hour(words)
    if fair.settings.by_appointment:
        return board.here_by_appointment(time, words)
    return board.here(format_dt(fair.state.published[drawn.number] + READY_WITHIN, "R"), time, words)


def _asks_who_is_here(fair: TournamentContext, drawn: DrawnRound, table: int) -> bool:
    """Only games of two at a live pace wait for their players."""
    return fair.settings.asks_who_is_here and not drawn.pairing(table).is_table


def _may_meet(fair: TournamentContext, found: Pairing) -> bool:
    """Whether the two of a pairing can agree on an hour: in an arena and at tables with the same tiles everybody is present."""
    return not (found.is_table or fair.settings.is_arena or fair.settings.kind.duplicate)


def preview(fair: TournamentContext, drawn: DrawnRound) -> Message:
    """The round that waits to be published, with reasons for whatever could not be met."""
    words = fair.words
    broken = [board.broken(b.rule, [fair.name(who) for who in b.entrants], b.reason, words) for b in drawn.broken]
    message = Message().say(f"**{confirmations.preview(fair.round_name(drawn), words)}**", *pairing_lines(fair, drawn)[: 2 * PAGE])
    message.say(*confirmations.unmet(broken, words))
    return message.row(button(None, label("event-publish", words), "tpublish", fair.id, style=GO))


def told_late(fair: TournamentContext) -> list[EntrantId]:
    """Who was told that they are late in the present round."""
    number = len(fair.state.rounds)
    return [EntrantId(str(who)) for round_, who in fair.state.steps if round_ == number]


def is_awaited(fair: TournamentContext, drawn: DrawnRound, who: EntrantId) -> bool:
    table = drawn.table_of(who)
    return table is not None and (drawn.number, table) not in fair.state.results
