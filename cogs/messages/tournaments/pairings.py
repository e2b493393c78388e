"""Pairings of a round as text: on the notice board, in pages, one by one, and as a preview for organisers."""

from __future__ import annotations

from collections.abc import Sequence

from discord.utils import format_dt

from cogs.messages.message_parts import GO, Message, button
from cogs.messages.tournaments import standings_tables as shown
from cogs.tournament_context import TournamentContext
from service.tournaments import arenas, queries, round_deadlines
from service.tournaments.tournament_settings import READY_WITHIN
from storage.tournament_rows import OPEN
from text.labels import label
from text.tournaments import board, confirmations, standings_text, tables
from tournament.double_elimination import FINAL
from tournament.history import DrawnRound
from tournament.kinds import double_bracket
from tournament.results import BYE, HALF_BYE, EntrantId, Pairing

PAGE = 20
"""Lines of standings or pairings in one message."""


def standing_lines(context: TournamentContext, *, most: int) -> list[str]:
    """Return up to `most` lines of the newest standings, one per entrant; of a knock-out, the pairings of its newest round.

    Empty before the first game counts.
    """
    if not context.state.rounds and not context.state.waits:
        return [tables.nothing_yet(context.words)] if context.state.row.status != OPEN else []
    if context.settings.is_arena and not context.state.results:
        return []
    drawn = context.state.round
    if drawn is not None and context.state.course.stages[drawn.stage].knocks_out:
        return pairing_lines(context, drawn)[:most]
    if not context.state.waits and all(result.how in (BYE, HALF_BYE) for result in context.state.results.values()):
        return []
    return [line for grid in shown.standings(context) for line in standings_text.lines(grid, context.words, in_short=True)][:most]


def progress_line(context: TournamentContext) -> str:
    """Return a line on the progress of the present round, of a ladder or of an arena; empty between two rounds."""
    state, drawn = context.state, context.state.round
    if state.waits and state.arena_ends is not None:
        return board.arena(
            len(state.open_tables()), len(arenas.waiting_entrants(state)), format_dt(state.arena_ends, "f"), context.words
        )
    if state.waits:
        return board.challenges(len(state.open_tables()), context.words)
    if drawn is None or drawn.number in state.closed:
        return ""
    tables_ = [(drawn.number, table) for table, _ in drawn.tables()]
    return board.progress(
        context.round_name(drawn), sum(place not in state.results for place in tables_), len(tables_), context.words
    )


def pairings(context: TournamentContext, page: int) -> Message:
    """Return a page of the pairings of the newest published round."""
    words, drawn = context.words, context.state.round
    message = Message().say(f"**{board.title(context.state.row.name, words)}**")
    if drawn is None:
        return message.say(tables.nothing_yet(words))
    lines = pairing_lines(context, drawn)
    name = context.round_name(drawn)
    message.say(f"**{name[:1].upper() + name[1:]}**", *lines[page * PAGE : (page + 1) * PAGE])
    return _add_pages(message, "tpair", context, page, len(lines))


def pairing_lines(context: TournamentContext, drawn: DrawnRound) -> list[str]:
    """Return a line for each pairing of a round, including byes."""
    lines = [board.pair(pair_of(context, drawn, table), context.words) for table in range(1, len(drawn.couples) + 1)]
    if drawn.slots:
        return _group_by_bracket(context, drawn, lines)
    return _group_by_match(context, drawn, lines) if drawn in context.state.rounds and context.state.boards else lines


def _group_by_bracket(context: TournamentContext, drawn: DrawnRound, lines: Sequence[str]) -> list[str]:
    """Return the pairing lines of a double elimination, each group below the name of its bracket."""
    parts = [double_bracket.part_of(context.state.course, drawn, table) for table in range(1, len(lines) + 1)]
    bracket_lines: list[str] = []
    for at, (part, line) in enumerate(zip(parts, lines, strict=True)):
        if part != FINAL and part not in parts[:at]:
            bracket_lines.append(f"**{board.bracket(part, context.words)}**")
        bracket_lines.append(line)
    return bracket_lines


def _group_by_match(context: TournamentContext, drawn: DrawnRound, lines: Sequence[str]) -> list[str]:
    """Return the pairing lines of a team round, those of each team match below its score."""
    matches = context.state.matches[context.state.rounds.index(drawn)]
    match_lines: list[str] = []
    for number, pairing in matches.tables():
        result = context.state.course.results.get((matches.number, number))
        points = [0, 0] if result is None else [sum(side) for side in zip(*result.games, strict=True)]
        score = "" if result is None else "–".join(tables.number(halves / 2, context.words) for halves in points)
        ends = round_deadlines.deadline_of(context.state, (drawn.number, 1)) if result is None else None
        until = "" if ends is None else board.window(format_dt(ends, "f"), context.words)
        match_lines.append(board.team_match(context.name(pairing.first), context.name(pairing.second), score, until))
        sides = [context.state.team_of[drawn.seats(table)[0]] for table in range(1, len(lines) + 1)]
        match_lines += [line for line, side in zip(lines, sides, strict=True) if side in pairing.seats]
    return match_lines


def result_lines(context: TournamentContext, drawn: DrawnRound) -> list[str]:
    """Return a line for each result of a round; in a duplicate tournament also with the leads over the field."""
    lines = pairing_lines(context, drawn)
    if not context.settings.kind.duplicate:
        return lines
    leads = queries.against_the_field(context.state, drawn)
    seats = [drawn.seats(table) for table in range(1, len(drawn.couples) + 1)]
    return [
        f"{line} · {board.against_the_field([leads[who] for who in there], context.words)}" if leads.keys() >= set(there) else line
        for line, there in zip(lines, seats, strict=True)
    ]


def open_pairings(context: TournamentContext) -> Message:
    """Return a message with all pairings of any round that have no result, and the entrants who are late."""
    state, words = context.state, context.words
    lines = [board.pair(pair_of(context, drawn, table), words) for drawn, table in state.open_tables()]
    late = [
        context.name(who)
        for who in entrants_told_late(context)
        if state.round is not None and is_awaited(context, state.round, who)
    ]
    return Message().say(*(lines[: 2 * PAGE] or [board.none_open(words)]), board.late(late, words) if late else "")


def pair_of(context: TournamentContext, drawn: DrawnRound, table: int) -> board.TableTexts:
    """Return the texts of one pairing: names, result and, while there is none, thread and appointment."""
    first, *others = [context.name(who) for who in drawn.seats(table)]
    place = (drawn.number, table)
    where = "" if place in context.state.results else " · ".join(filter(None, (context.mention(place), context.hour(place))))
    return board.TableTexts(table, first, others[0] if others else None, tuple(others[1:]), context.result(place), where)


def _add_pages(message: Message, verb: str, context: TournamentContext, page: int, number: int) -> Message:
    words = context.words
    previous = button(None, label("previous", words), verb, f"{context.id} {page - 1}") if page > 0 else None
    following = button(None, label("next", words), verb, f"{context.id} {page + 1}") if (page + 1) * PAGE < number else None
    return message.row(previous, following)


def pairing(context: TournamentContext, drawn: DrawnRound, table: int) -> Message:
    """Return the message of a pairing, from which its thread is created; once it has a result, the message with this result."""
    words, state = context.words, context.state
    drawn_pairing, place = drawn.pairing(table), (drawn.number, table)
    users = [state.user(who) for who in drawn_pairing.seats]
    over = place in state.results and place not in state.open_ended
    called = zip(users, drawn_pairing.seats, strict=True)
    first, second, *others = [f"<@{user}>" if user > 0 and not over else context.name(who) for user, who in called]
    shown_table = 0 if state.waits else table
    there = board.TableTexts(shown_table, first, second, tuple(others))
    head = board.pairing(state.row.name, context.round_name(drawn), there, words)
    if over:
        return Message().say(head, f"**{context.result(place)}**")
    message = Message(pings=tuple(user for user in users if user > 0))
    begins = board.begins(context.name(drawn_pairing.first), drawn.best_of, words)
    come = board.first_turn_at_table if drawn_pairing.is_table else board.first_turn
    when = _begins(context, drawn, table) if state.awaits(drawn, table) else come(context.settings.first_turn, words)
    stake = board.at_stake(double_bracket.part_of(state.course, drawn, table), context.words) if drawn.slots else ""
    message.say(head, begins, stake, context.hour(place), when)
    return message.row(
        button(None, label("event-here", words), "tready", context.id, style=GO)
        if _asks_who_is_here(context, drawn, table)
        else None,
        button(None, label("event-join-pause", words), "tjoin", context.id) if context.settings.is_arena else None,
        button(None, label("event-propose", words), "tpropose", f"{context.id} {drawn.number} {table}")
        if _may_meet(context, drawn_pairing)
        else None,
        button(None, label("event-referee", words), "treferee", f"{context.id} {drawn.number} {table}"),
    )


def _begins(context: TournamentContext, drawn: DrawnRound, table: int) -> str:
    """Return the line that tells two players how their game begins: at the agreed time, by appointment, or once both confirm."""
    words, time = context.words, context.settings.first_turn
    if (drawn.number, table) in context.state.hours.agreed:
        return board.here_at_the_hour(words)
    if context.settings.by_appointment:
        return board.here_by_appointment(time, words)
    return board.here(format_dt(context.state.published[drawn.number] + READY_WITHIN, "R"), time, words)


def _asks_who_is_here(context: TournamentContext, drawn: DrawnRound, table: int) -> bool:
    """Return whether the game begins only when its players confirm their presence: only at a live pace, not at tables."""
    return context.settings.asks_who_is_here and not drawn.pairing(table).is_table


def _may_meet(context: TournamentContext, pairing: Pairing) -> bool:
    """Return whether the players of a pairing can make an appointment: not at tables, in arenas or in duplicate tournaments."""
    return not (pairing.is_table or context.settings.is_arena or context.settings.kind.duplicate)


def preview(context: TournamentContext, drawn: DrawnRound) -> Message:
    """Return the drawn round that waits to be published, with the pairing rules that it breaks and the reasons."""
    words = context.words
    broken = [board.broken(b.rule, [context.name(who) for who in b.entrants], b.reason, words) for b in drawn.broken]
    message = Message().say(
        f"**{confirmations.preview(context.round_name(drawn), words)}**", *pairing_lines(context, drawn)[: 2 * PAGE]
    )
    message.say(*confirmations.unmet(broken, words))
    return message.row(button(None, label("event-publish", words), "tpublish", context.id, style=GO))


def entrants_told_late(context: TournamentContext) -> list[EntrantId]:
    """Return the ids of the entrants who were reminded of being late in the present round."""
    number = len(context.state.rounds)
    return [EntrantId(str(who)) for round_, who in context.state.steps if round_ == number]


def is_awaited(context: TournamentContext, drawn: DrawnRound, who: EntrantId) -> bool:
    table = drawn.table_of(who)
    return table is not None and (drawn.number, table) not in context.state.results
