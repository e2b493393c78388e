"""Public messages of a tournament: notice board, bulletins, information, and questions to organisers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from discord.utils import format_dt

from clocks.terms import read_pace
from cogs.messages.message_parts import END, MAIN, Component, Link, Message, Picture, button
from cogs.messages.panels import GOLD
from cogs.messages.tournaments import duels
from cogs.messages.tournaments.entrant_messages import appeal_buttons
from cogs.messages.tournaments.pairings import (
    PAGE,
    entrants_told_late,
    is_awaited,
    pairing_lines,
    progress_line,
    result_lines,
    standing_lines,
)
from cogs.tournament_context import TournamentContext
from service.core.post_content import PostContent, code_of
from service.tournaments import external_ratings
from service.tournaments.event_posts import AppealNews, ChampionFound, RoundDrawn, RoundOver
from service.tournaments.state import IN, WAITING
from storage.tournament_rows import CANCELLED, FINISHED, OPEN, RUNNING
from text.clocks import time_controls
from text.labels import label
from text.tournaments import board, confirmations, direct_messages, stage_names, tables
from text.tournaments.direct_messages import NewsFacts
from tournament import stages
from tournament.stages import LADDER

TOP = 8
"""Lines of standings on the board."""


def notice_board(context: TournamentContext, now: datetime) -> Message:
    """Return the notice board: the one public message that shows the state of a tournament."""
    parts = {OPEN: _before_start, RUNNING: _during, FINISHED: _after_end, CANCELLED: _called_off_page}
    return parts[context.state.row.status](context, now).framed(GOLD)


def _before_start(context: TournamentContext, now: datetime) -> Message:
    settings, words, state = context.settings, context.words, context.state
    entered = [context.name(member.id) for member in state.having(IN)]
    waiting = len(state.having(WAITING))
    opens = settings.check_in_from
    here = sum(member.checked_in for member in state.having(IN))
    is_open = opens is not None and now >= opens
    message = Message().say(
        f"**{board.title(state.row.name, words)}**",
        *game_and_terms(context),
        entry_limits(context),
        board.starts(None if settings.starts_at is None else format_dt(settings.starts_at, "R"), words),
        "" if opens is None else board.check_in(format_dt(opens, "R"), is_open, here, words),
        *board.entrant_lines(entered, settings.limit, waiting, words),
        *season_lines(context, now),
        *team_lines(context),
        board.sealed(state.row.commitment, words),
    )
    return message.row(
        button(None, label("event-enter", words), "tenter", context.id, style=MAIN),
        button(None, label("event-leave", words), "tleave", f"{context.id} {OPEN}"),
        button(None, label("event-check-in", words), "tcheckin", context.id, style=MAIN) if is_open else None,
        button(None, label("more", words), "tpanel", context.id),
    )


def season_lines(context: TournamentContext, now: datetime) -> list[str]:
    """Return lines on the season, the previous winner, and the places held for previous entrants or invited users."""
    state, words = context.state, context.words
    kept = state.kept_free(now)
    until = format_dt(state.held_until or now, "R")
    if state.settings.former is None:
        return [board.invited(kept, until, words)] if kept else []
    return [board.last_season(state.settings.season, context.former, words), board.kept(kept, until, words) if kept else ""]


def team_lines(context: TournamentContext) -> list[str]:
    """Return a line for each team with its members, the captain first."""
    state = context.state
    members = {name: [context.name(member.id) for member in state.team(team, IN)] for team, name in state.teams.items()}
    return board.teams([(name, names) for name, names in members.items() if names], context.words)


def entry_limits(context: TournamentContext) -> str:
    """Return a line with the limits of entry."""
    own = context.settings
    rated = {"least_rating": own.least_rating, "most_rating": own.most_rating}
    return board.limits(context.words, **rated, games=own.least_games, days=own.least_days, kept=own.least_kept, role=own.role)


def game_and_terms(context: TournamentContext) -> list[str]:
    """Return lines with the game, the duration, and the requirements for entrants."""
    settings, words = context.settings, context.words
    plan = context.state.course.stages or settings.plan
    pace = read_pace(settings.pace)
    lines = board.how(stage_names.stages(plan, words), context.game, time_controls.pace(pace, words), words)
    longest, is_ladder = settings.round_length, plan[-1].kind == LADDER
    if longest is not None and not is_ladder:
        lines.append(board.longest(stages.most_rounds(plan, settings.most), longest, words))
    duties = board.ladder_duties if is_ladder and len(plan) == 1 else board.duties
    more = board.same_bag(words) if settings.kind.duplicate else board.arena_points(words) if settings.is_arena else ""
    rated = (
        board.rated_elsewhere(external_ratings.MOST_OF_TWO, external_ratings.WITHIN.days, words) if settings.rate_elsewhere else ""
    )
    return [*lines, duties(settings.first_turn, words), more, rated]


def _during(context: TournamentContext, _now: datetime) -> Message:
    state, words = context.state, context.words
    drawn = state.round
    lines = [progress_line(context)]
    if state.preview is not None and state.since is not None:
        when = format_dt(state.since + state.settings.preview, "R")
        lines.append(board.preview_waits(context.round_name(state.preview), when, words))
    late = [who for who in entrants_told_late(context) if drawn is not None and is_awaited(context, drawn, who)]
    lines += [board.late([context.name(who) for who in late], words)] if late else []
    message = Message().say(f"**{board.title(state.row.name, words)}**", *lines)
    message.say(*standing_lines(context, most=TOP))
    return message.row(
        button(None, label("event-mine", words), "tmy", context.id, style=MAIN),
        _joining(context),
        button(None, label("event-standings", words), "tstand", f"{context.id} 0"),
        button(None, label("event-pairings", words), "tpair", f"{context.id} 0"),
        button(None, label("more", words), "tpanel", context.id),
    )


def _joining(context: TournamentContext) -> Component | None:
    """Return the button to enter; in an arena, the button to join or pause; None if there is neither."""
    if context.settings.is_arena:
        return button(None, label("event-join-pause", context.words), "tjoin", context.id)
    return (
        button(None, label("event-enter", context.words), "tenter", context.id) if context.state.late_round() is not None else None
    )


def _after_end(context: TournamentContext, _now: datetime) -> Message:
    state, words = context.state, context.words
    message = Message().say(
        f"**{board.title(state.row.name, words)}**",
        board.champion(context.name(state.final[0]), words) if state.final else board.no_champion(words),
        *tables.places([context.name(who) for who in state.final[:TOP]], words),
        *(() if state.settings.kind.duplicate and state.open_tables() else (board.opened(state.row.seed, words),)),
    )
    return message.row(
        button(None, label("event-standings", words), "tstand", f"{context.id} 0"),
        button(None, label("event-pairings", words), "tpair", f"{context.id} 0"),
        button(None, label("more", words), "tpanel", context.id),
    )


def _called_off_page(context: TournamentContext, _now: datetime) -> Message:
    return Message().say(f"**{board.title(context.state.row.name, context.words)}**", board.cancelled(context.words))


# --- pairings, bulletins, letters --------------------------------------------------------------------------------------


def bulletin(context: TournamentContext, content: PostContent, facts: NewsFacts, picture: Picture | None = None) -> Message:
    """Return a bulletin to the tournament's channel, with the picture and buttons that fit its content."""
    words, state = context.words, context.state
    text = direct_messages.bulletin(code_of(content), replace(facts, event=_name(context)), words)
    message = Message().say(text).show(picture)
    if isinstance(content, RoundDrawn):
        drawn = state.rounds[content.round - 1]
        message.say(*[board.broken(b.rule, [context.name(who) for who in b.entrants], b.reason, words) for b in drawn.broken])
        message.say(*pairing_lines(context, drawn)[: 2 * PAGE])
    if isinstance(content, RoundOver):
        message.say(*result_lines(context, state.rounds[content.round - 1])[: 2 * PAGE])
    if isinstance(content, AppealNews):
        message.row(*appeal_buttons(context, content.ruling))
    if isinstance(content, ChampionFound):
        message.say(*tables.places([context.name(who) for who in state.final[:TOP]], words)).framed(GOLD)
    return message


def _name(context: TournamentContext) -> str:
    return duels.duel_title(context) if context.state.is_duel else board.title(context.state.row.name, context.words)


# --- answers -----------------------------------------------------------------------------------------------------------


def info(context: TournamentContext, *, rulings: Sequence[str], page: str = "", closes: bool = False) -> Message:
    """Return the information page: format, entrants and rulings.

    `page`: public URL, empty without one; `closes`: whether the reader may close it.
    """
    words, state = context.words, context.state
    entered = [context.name(member.id) for member in state.having(IN)]
    message = Message().say(
        f"**{board.title(state.row.name, words)}**",
        *game_and_terms(context),
        entry_limits(context),
        *board.entrant_lines(entered, context.settings.limit, len(state.having(WAITING)), words),
        *confirmations.own_rules(context.settings.own_rules, words),
        board.sealed(state.row.commitment, words),
        *rulings,
    )
    return message.row(
        button(None, label("back", words), "tpanel", context.id),
        Link(label("event-page", words), page) if page else None,
        button(None, label("close-page", words), "tunpage", context.id) if page and closes else None,
    )


def rules_first(context: TournamentContext) -> Message:
    """Return the organiser's own rules, with the button to accept them and enter."""
    words = context.words
    return (
        Message()
        .say(f"**{board.title(context.state.row.name, words)}**", *confirmations.own_rules(context.settings.own_rules, words))
        .row(
            button(None, label("event-accept", words), "taccept", context.id, style=MAIN),
            button(None, label("back", words), "tpanel", context.id),
        )
    )


def confirm_question(context: TournamentContext, question: str, yes: str, verb: str) -> Message:
    """Return a confirmation question.

    The confirming press contains the tournament's present state, so that an outdated press can be recognised.
    """
    words, target = context.words, f"{context.id} {context.state.stands}"
    return (
        Message()
        .say(confirmations.done(question, words))
        .row(button(None, label(yes, words), verb, target, style=END), button(None, label("back", words), "tpanel", context.id))
    )
