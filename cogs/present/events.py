"""The messages of events: the notice board, pairings, letters, bulletins, standings, and what an organiser is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from discord.utils import format_dt

from clocks.terms import read_pace
from cogs.fair import Fair
from cogs.present import sheets as shown
from cogs.present.buttons import Pressed
from cogs.present.parts import END, GO, MAIN, Message, Picture, button
from service.events import looking
from service.events.settings import READY_WITHIN
from service.events.state import IN, OUT, WAITING, Member
from storage.event_records import CANCELLED, FINISHED, OPEN, RUNNING
from storage.records import UserId
from text import clocks
from text.labels import label
from text.tournament import answers, board, kinds, letters, sheets, tables
from tournament import stages
from tournament.drawn import Drawn
from tournament.records import EntrantId
from tournament.stages import KNOCK_OUT, LADDER

PAGE = 20
"""Lines of standings or pairings in one message."""
MOST_CHALLENGES = 5
"""Buttons in one row."""
TOP = 8
"""Lines of standings on the board."""


def notice_board(fair: Fair, now: datetime) -> Message:
    """The one message that everybody sees."""
    parts = {OPEN: _before, RUNNING: _during, FINISHED: _after, CANCELLED: _called_off}
    return parts[fair.state.row.status](fair, now)


def _before(fair: Fair, now: datetime) -> Message:
    settings, words, state = fair.settings, fair.words, fair.state
    entered = [fair.name(member.id) for member in state.having(IN)]
    waiting = len(state.having(WAITING))
    opens = settings.check_in_from
    here = sum(member.checked_in for member in state.having(IN))
    is_open = opens is not None and now >= opens
    message = Message().say(
        f"**{board.title(state.row.name, words)}**",
        *how(fair),
        limits(fair),
        board.starts(None if settings.starts_at is None else format_dt(settings.starts_at, "R"), words),
        "" if opens is None else board.check_in(format_dt(opens, "R"), is_open, here, words),
        *board.entered(entered, settings.limit, waiting, words),
        *team_lines(fair),
        board.sealed(state.row.commitment, words),
    )
    return message.row(
        button(None, label("event-enter", words), "tenter", fair.id, style=MAIN),
        button(None, label("event-leave", words), "tleave", fair.id),
        button(None, label("event-check-in", words), "tcheckin", fair.id, style=MAIN) if is_open else None,
        button(None, label("event-info", words), "tinfo", fair.id),
    )


def team_lines(fair: Fair) -> list[str]:
    """The teams with their members, the captain first."""
    state = fair.state
    members = {name: [fair.name(member.id) for member in state.team(team, IN)] for team, name in state.teams.items()}
    return board.teams([(name, names) for name, names in members.items() if names], fair.words)


def limits(fair: Fair) -> str:
    """Who may enter."""
    own = fair.settings
    rated = {"least_rating": own.least_rating, "most_rating": own.most_rating}
    return board.limits(fair.words, **rated, games=own.least_games, days=own.least_days, kept=own.least_kept, role=own.role)


def how(fair: Fair) -> list[str]:
    """What is played, for how long, and what that asks of people."""
    settings, words = fair.settings, fair.words
    plan = fair.state.course.stages or settings.plan
    pace = read_pace(settings.pace)
    lines = board.how(kinds.stages(plan, words), fair.game, clocks.pace(pace, words), words)
    longest, is_ladder = settings.round_length, plan[-1].kind == LADDER
    if longest is not None and not is_ladder:
        number = sum(stages.rounds_of(stage, settings.limit) if stage.size else 0 for stage in plan)
        lines.append(board.longest(number, longest, words) if number else "")
    duties = board.ladder_duties if is_ladder and len(plan) == 1 else board.duties
    return [*lines, duties(settings.first_turn, words), board.same_bag(words) if settings.kind.duplicate else ""]


def _during(fair: Fair, _now: datetime) -> Message:
    state, words = fair.state, fair.words
    drawn = state.round
    lines: list[str] = []
    if state.waits:
        lines.append(board.challenges(len(state.open_tables()), words))
    elif drawn is not None and drawn.number not in state.closed:
        open_ = sum((drawn.number, table) not in state.results for table, _ in drawn.tables())
        lines.append(board.progress(fair.round_name(drawn), open_, sum(1 for _ in drawn.tables()), words))
    if state.preview is not None and state.since is not None:
        when = format_dt(state.since + state.settings.preview, "R")
        lines.append(board.preview_waits(fair.round_name(state.preview), when, words))
    late = [who for who in _late(fair) if drawn is not None and _awaited(fair, drawn, who)]
    lines += [board.late([fair.name(who) for who in late], words)] if late else []
    message = Message().say(f"**{board.title(state.row.name, words)}**", *lines)
    message.say(*standing_lines(fair, most=TOP))
    return message.row(
        button(None, label("event-mine", words), "tmy", fair.id, style=MAIN),
        button(None, label("event-enter", words), "tenter", fair.id) if state.late_round() is not None else None,
        button(None, label("event-standings", words), "tstand", f"{fair.id} 0"),
        button(None, label("event-pairings", words), "tpair", f"{fair.id} 0"),
        button(None, label("event-info", words), "tinfo", fair.id),
    )


def _late(fair: Fair) -> list[EntrantId]:
    """Who was told that he is late in the present round."""
    number = len(fair.state.rounds)
    return [EntrantId(str(who)) for round_, who in fair.state.steps if round_ == number]


def _awaited(fair: Fair, drawn: Drawn, who: EntrantId) -> bool:
    table = drawn.table_of(who)
    return table is not None and (drawn.number, table) not in fair.state.results


def _after(fair: Fair, _now: datetime) -> Message:
    state, words = fair.state, fair.words
    message = Message().say(
        f"**{board.title(state.row.name, words)}**",
        board.champion(fair.name(state.final[0]), words),
        *tables.places([fair.name(who) for who in state.final[:TOP]], words),
        board.opened(state.row.seed, words),
    )
    return message.row(
        button(None, label("event-standings", words), "tstand", f"{fair.id} 0"),
        button(None, label("event-pairings", words), "tpair", f"{fair.id} 0"),
        button(None, label("event-info", words), "tinfo", fair.id),
    )


def _called_off(fair: Fair, _now: datetime) -> Message:
    return Message().say(f"**{board.title(fair.state.row.name, fair.words)}**", board.cancelled(fair.words))


# --- standings and pairings --------------------------------------------------------------------------------------------


def standing_lines(fair: Fair, *, most: int) -> list[str]:
    """The newest standings, a line for each entrant; while a knock-out is played, its newest round."""
    if not fair.state.rounds and not fair.state.waits:
        return [tables.nothing_yet(fair.words)] if fair.state.row.status != OPEN else []
    drawn = fair.state.round
    if drawn is not None and fair.state.course.stages[drawn.stage].kind == KNOCK_OUT:
        return pairing_lines(fair, drawn)[:most]
    return [line for grid in shown.standings(fair) for line in sheets.lines(grid)][:most]


def pairings(fair: Fair, page: int) -> Message:
    """A page of the pairings of the newest round that is published."""
    words, drawn = fair.words, fair.state.round
    message = Message().say(f"**{board.title(fair.state.row.name, words)}**")
    if drawn is None:
        return message.say(tables.nothing_yet(words))
    lines = pairing_lines(fair, drawn)
    name = fair.round_name(drawn)
    message.say(f"**{name[:1].upper() + name[1:]}**", *lines[page * PAGE : (page + 1) * PAGE])
    return _paged(message, "tpair", fair, page, len(lines))


def pairing_lines(fair: Fair, drawn: Drawn) -> list[str]:
    """Every table of a round, and who has a bye."""
    lines = [board.pair(pair_of(fair, drawn, table), fair.words) for table in range(1, len(drawn.couples) + 1)]
    return _under_matches(fair, drawn, lines) if drawn in fair.state.rounds and fair.state.boards else lines


def _under_matches(fair: Fair, drawn: Drawn, lines: Sequence[str]) -> list[str]:
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


def _result_lines(fair: Fair, drawn: Drawn) -> list[str]:
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


def open_pairings(fair: Fair) -> Message:
    """Every pairing of any round whose result is awaited, and whom it waits for."""
    state, words = fair.state, fair.words
    lines = [board.pair(pair_of(fair, drawn, table), words) for drawn, table in state.open_tables()]
    late = [fair.name(who) for who in _late(fair) if state.round is not None and _awaited(fair, state.round, who)]
    return Message().say(*(lines[: 2 * PAGE] or [board.none_open(words)]), board.late(late, words) if late else "")


def pair_of(fair: Fair, drawn: Drawn, table: int) -> board.Pair:
    """A table in words."""
    first, *others = [fair.name(who) for who in drawn.seats(table)]
    place = (drawn.number, table)
    where = "" if place in fair.state.results else fair.mention(place)
    return board.Pair(table, first, others[0] if others else None, tuple(others[1:]), fair.result(place), where)


def _paged(message: Message, verb: str, fair: Fair, page: int, number: int) -> Message:
    words = fair.words
    previous = button(None, label("previous", words), verb, f"{fair.id} {page - 1}") if page > 0 else None
    following = button(None, label("next", words), verb, f"{fair.id} {page + 1}") if (page + 1) * PAGE < number else None
    return message.row(previous, following)


# --- pairings, bulletins, letters --------------------------------------------------------------------------------------


def pairing(fair: Fair, drawn: Drawn, table: int) -> Message:
    """The message of a pairing, from which its thread is made; after the end its result."""
    words, state = fair.words, fair.state
    found, place = drawn.pairing(table), (drawn.number, table)
    users = [state.user(who) for who in found.seats]
    over = place in state.results and place not in state.open_ended
    called = zip(users, found.seats, strict=True)
    first, second, *others = [f"<@{user}>" if user > 0 and not over else fair.name(who) for user, who in called]
    head = board.pairing(state.row.name, fair.round_name(drawn), board.Pair(table, first, second, tuple(others)), words)
    if over:
        return Message().say(head, f"**{fair.result(place)}**")
    message = Message(pings=tuple(user for user in users if user > 0))
    begins = board.begins(fair.name(found.first), drawn.best_of, words)
    come = board.first_turn_at_table if found.is_table else board.first_turn
    said = come(fair.settings.first_turn, words)
    if state.awaits(drawn, table):
        by = format_dt(state.published[drawn.number] + READY_WITHIN, "R")
        said = board.here(by, fair.settings.first_turn, words)
    message.say(head, begins, said)
    return message.row(
        None if found.is_table else button(None, label("event-here", words), "tready", fair.id, style=GO),
        button(None, label("event-referee", words), "treferee", f"{fair.id} {drawn.number} {table}"),
    )


def bulletin(fair: Fair, code: str, params: dict[str, object], picture: Picture | None = None) -> Message:
    """What everybody is told, with what belongs to it."""
    words, state = fair.words, fair.state
    said = letters.bulletin(code, {**params, "event": _name(fair)}, words)
    message = Message().say(said).show(picture)
    number = params.get("number")
    drawn = state.rounds[number - 1] if isinstance(number, int) and code in ("round", "round-over") else None
    if drawn is not None and code == "round":
        message.say(*[board.broken(b.rule, [fair.name(who) for who in b.entrants], b.reason, words) for b in drawn.broken])
        message.say(*pairing_lines(fair, drawn)[: 2 * PAGE])
    if drawn is not None and code == "round-over":
        message.say(*_result_lines(fair, drawn)[: 2 * PAGE])
    if code == "appeal":
        message.row(*_appealed(fair, params["ruling"]))
    if code == "champion":
        message.say(*tables.places([fair.name(who) for who in state.final[:TOP]], words))
    return message


def _name(fair: Fair) -> str:
    return board.title(fair.state.row.name, fair.words)


def letter(fair: Fair, code: str, params: dict[str, object], user_id: UserId) -> Message:
    """What one person is told in private."""
    message = Message(pings=(user_id,)).say(letters.letter(code, fair.state.row.name, params, fair.words))
    if code == "preview":
        message.row(
            button(None, label("event-preview", fair.words), "tpreview", fair.id),
            button(None, label("event-publish", fair.words), "tpublish", fair.id, style=GO),
        )
    if code in ("ruled", "disqualified") and "ruling" in params:
        message.row(button(None, label("event-appeal", fair.words), "tappeal", f"{fair.id} {params['ruling']}"))
    return message.row(*_appealed(fair, params["ruling"])) if code == "appeal" else message


def _appealed(fair: Fair, ruling: object) -> list[Pressed]:
    """What another referee presses."""
    return [
        button(None, label("event-uphold", fair.words), "tuphold", f"{fair.id} {ruling}"),
        button(None, label("event-set-aside", fair.words), "tsetaside", f"{fair.id} {ruling}"),
    ]


# --- answers -----------------------------------------------------------------------------------------------------------


def info(fair: Fair, *, official: bool, rulings: Sequence[str]) -> Message:
    """How it is played, who is in, and for officials what they can do."""
    words, state = fair.words, fair.state
    entered = [fair.name(member.id) for member in state.having(IN)]
    message = Message().say(
        f"**{board.title(state.row.name, words)}**",
        *how(fair),
        *board.entered(entered, fair.settings.limit, len(state.having(WAITING)), words),
        board.sealed(state.row.commitment, words),
        *rulings,
    )
    return message.row(*controls(fair)) if official else message


def controls(fair: Fair) -> list[Pressed | None]:
    """The buttons of an organiser, as far as they do something now."""
    words, state = fair.words, fair.state
    status = state.row.status
    if status not in (OPEN, RUNNING):
        return []
    running = status == RUNNING
    return [
        button(None, label("event-start", words), "tstart", fair.id, style=GO) if not running else None,
        button(None, label("event-preview", words), "tpreview", fair.id) if state.preview is not None else None,
        button(None, label("event-publish", words), "tpublish", fair.id, style=GO) if state.preview is not None else None,
        button(None, label("event-end", words), "tend", fair.id) if state.waits else None,
        button(None, label("event-cancel", words), "tcancel", fair.id),
    ]


def opened(fair: Fair) -> Message:
    """To the organiser after `/tournament new`."""
    message = Message().say(answers.opened(f"<#{fair.state.row.channel_id}>", fair.words))
    return message.row(*controls(fair))


def preview(fair: Fair, drawn: Drawn) -> Message:
    """The round that waits to be published, with reasons for whatever could not be met."""
    words = fair.words
    broken = [board.broken(b.rule, [fair.name(who) for who in b.entrants], b.reason, words) for b in drawn.broken]
    message = Message().say(f"**{answers.preview(fair.round_name(drawn), words)}**", *pairing_lines(fair, drawn)[: 2 * PAGE])
    message.say(*answers.unmet(broken, words))
    return message.row(button(None, label("event-publish", words), "tpublish", fair.id, style=GO))


def sure(fair: Fair, question: str, yes: str, verb: str) -> Message:
    """Asks once more."""
    words = fair.words
    return (
        Message()
        .say(answers.done(question, words))
        .row(button(None, label(yes, words), verb, fair.id, style=END), button(None, label("no-event", words), "tinfo", fair.id))
    )


def mine(fair: Fair, member: Member) -> Message:
    """Where one person stands in an event, and what it waits for."""
    words, state = fair.words, fair.state
    message = Message().say(board.mine(state.row.name, my_state(fair, member), words))
    if member.status not in (IN, WAITING) or state.row.status not in (OPEN, RUNNING):
        return message
    if state.boards and state.team(state.team_of[member.id], IN)[:1] == (member,):
        message.say(answers.lineup([fair.name(who) for who in state.lineup(state.team_of[member.id])], words))
    within_reach = state.within_reach(member.id)[:MOST_CHALLENGES]
    if within_reach:
        message.say(board.can_challenge([fair.name(who) for who in within_reach], words))
        message.row(*(button(None, fair.name(who)[:80], "tchallenge", f"{fair.id} {who}") for who in within_reach))
    return message.row(
        button(None, label("event-skip", words), "tskip", fair.id) if state.may_skip(member) is None else None,
        button(None, label("event-leave", words), "tleave", fair.id),
    )


def my_state(fair: Fair, member: Member) -> str:
    """What an event means for one entrant now."""
    words, state, drawn = fair.words, fair.state, fair.state.round
    if member.status in (WAITING, OUT):
        return board.my_state(member.status, words)
    if state.row.status == OPEN:
        return board.my_state("in", words)
    sits = state.sits_at(member.id)
    if state.waits and (sits is None or sits not in state.open_tables()):
        return board.my_state("ladder", words, place=looking.place(state, member.id))
    if drawn is None:
        return board.my_state("between", words)
    if (member.id, None) in drawn.couples:
        return board.my_state("bye", words)
    if sits is None:
        return board.my_state("missed", words)
    drawn, table = sits
    place, found = (drawn.number, table), drawn.pairing(table)
    others = words.list([fair.name(who) for who in found.seats if who != member.id])
    told = {"round": fair.round_name(drawn), "name": others}
    if place in state.results and place not in state.open_ended:
        return board.my_state("sat" if found.is_table else "played", words, **told, result=fair.result(place))
    return board.my_state("sits" if found.is_table else "plays", words, **told, place=fair.link(place) or "…")
