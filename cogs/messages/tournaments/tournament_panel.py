"""The panel of a tournament: its state for one user and the actions possible now; and the list of a server's tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from discord.utils import format_dt

from cogs.declarations import ButtonGroup
from cogs.messages import panels
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import MAIN, OPTIONS, Message, SelectEntry, button, select
from cogs.messages.panels import GOLD, PanelButton, PanelPage
from cogs.messages.tournaments import duels, standings_tables
from cogs.messages.tournaments.entrant_messages import MOST_CHALLENGES, my_state
from cogs.messages.tournaments.pairings import entrants_told_late, is_awaited, progress_line
from cogs.messages.tournaments.tournament_messages import entry_limits, game_and_terms, team_lines
from cogs.tournament_context import TournamentContext
from service.tournaments import queries
from service.tournaments.entrant_import import ImportPreview
from service.tournaments.next_season import SeasonAnnounced
from service.tournaments.state import IN, WAITING, Participant, TournamentState
from storage.rows import MatchId
from storage.tournament_rows import FINISHED, OPEN, RUNNING
from text.labels import label
from text.tournaments import board, confirmations
from text.tournaments import entrant_import as import_texts
from text.translator import Translator
from tournament.stages import SWISS

CHALLENGE = "challenge"
WRONG_LINES = 15
"""Wrong lines that are listed."""


def panel(
    context: TournamentContext,
    member: Participant | None,
    offers: Sequence[PanelButton],
    rivals: Sequence[tuple[str, str]],
    now: datetime,
    *,
    organises: bool,
    lead: str = "",
    looked: Sequence[str] = (),
) -> Message:
    """Return a user's panel of a tournament.

    `rivals`: name and number of each entrant whom the user can challenge; `lead`: what has just happened; `looked`: recently chosen
    list entries, as in `panels.panel`.
    """
    state, words = context.state, context.words
    lines = [lead, f"**{board.title(state.row.name, words)}**", *_progress(context, now)]
    if state.is_duel:
        return panels.panel([lead, *duels.duel_state_lines(context)], offers, words, colour=GOLD, looked=looked)
    if member is not None and state.row.status in (OPEN, RUNNING):
        lines += [board.you(my_state(context, member), words), _place(context, member)]
        if state.boards and state.team(state.team_of[member.id], IN)[:1] == (member,):
            lines.append(confirmations.lineup([context.name(who) for who in state.lineup(state.team_of[member.id])], words))
    if organises and state.row.status == OPEN:
        lines.append(_too_many_rounds(context))
    if organises and state.row.status == RUNNING:
        lines.append(_organising(context))
    shown = [*_challenges(context, offers, rivals), *(offer for offer in offers if offer.key != CHALLENGE)]
    return panels.panel(lines, shown, words, colour=GOLD, looked=looked)


def _place(context: TournamentContext, member: Participant) -> str:
    """Return the user's or their team's line in the newest standings; empty before the first result, and in a knock-out."""
    stage, who = standings_tables.table_stage(context), (member.id, context.state.team_of.get(member.id))
    if stage is None or not context.state.results:
        return ""
    for table in (table for table in queries.tables(context.state) if table.stage == stage):
        for line in table.lines:
            if line.id in who:
                return board.place(line.rank, len(table.lines), f"{line.values['points']:g}", context.words)
    return ""


def _progress(context: TournamentContext, now: datetime) -> list[str]:
    """Return lines on the progress of the tournament."""
    state, words, settings = context.state, context.words, context.settings
    if state.row.status == OPEN:
        opens = settings.check_in_from
        here = sum(member.checked_in for member in state.having(IN))
        return [
            game_and_terms(context)[0],
            entry_limits(context),
            board.starts(None if settings.starts_at is None else format_dt(settings.starts_at, "R"), words),
            "" if opens is None else board.check_in(format_dt(opens, "R"), now >= opens, here, words),
            *board.entrant_lines(
                [context.name(participant.id) for participant in state.having(IN)],
                settings.limit,
                len(state.having(WAITING)),
                words,
            ),
            *team_lines(context),
        ]
    if state.row.status == RUNNING:
        return [progress_line(context)]
    if state.row.status == FINISHED:
        return [board.champion(context.name(state.final[0]), words) if state.final else board.no_champion(words)]
    return [board.cancelled(words)]


def _too_many_rounds(context: TournamentContext) -> str:
    """Return a warning if a Swiss tournament has more rounds than half of its entrants; otherwise an empty text."""
    entrants = len(context.state.having(IN))
    rounds = max((stage.size for stage in context.settings.plan if stage.kind == SWISS), default=0)
    return confirmations.many_rounds(rounds, entrants, context.words) if 1 < entrants < 2 * rounds else ""


def _organising(context: TournamentContext) -> str:
    """Return a summary for organisers: open pairings, late players, and the round that waits to be published."""
    state, words = context.state, context.words
    late = [who for who in entrants_told_late(context) if state.round is not None and is_awaited(context, state.round, who)]
    if state.preview is not None and state.since is not None:
        when = format_dt(state.since + state.settings.preview, "R")
        return board.preview_waits(context.round_name(state.preview), when, words)
    is_open = len(state.open_tables())
    return board.organising(is_open, len(late), words) if is_open else ""


def _challenges(context: TournamentContext, offers: Sequence[PanelButton], rivals: Sequence[tuple[str, str]]) -> list[PanelButton]:
    """Return a button for each entrant whom the user can challenge."""
    if not any(offer.key == CHALLENGE for offer in offers):
        return []
    return [
        PanelButton(f"{CHALLENGE} {number}", name, Press(MatchId(0), 0, "tchallenge", f"{context.id} {number}"), ButtonGroup.DO)
        for name, number in rivals[:MOST_CHALLENGES]
    ]


def seasons(event: str, found: Sequence[tuple[SeasonAnnounced, str]], words: Translator) -> Message:
    """Return the seasons of a series with their champions, newest first, and a select that opens one."""
    lines = [
        board.season(season_announced.number, season_announced.name, season_announced.status, champion, words)
        for season_announced, champion in found
    ]
    chosen = [SelectEntry(season_announced.name, str(season_announced.event_id)) for season_announced, _ in found]
    message = Message().say(f"**{label('event-seasons', words)}**", *lines)
    message.row(select(None, "topen", chosen[:OPTIONS], hint=label("event-open", words)))
    return message.row(button(None, label("back", words), "tpanel", event)).framed(GOLD)


def tournament_list(shown: PanelPage[TournamentState], mine: Sequence[str], words: Translator, *, opens: bool) -> Message:
    """Return a page of a server's tournaments.

    `mine`: lines on the reader's open matters; `opens`: whether the reader may open a new tournament.
    """
    message = Message().say(*mine)
    lines = []
    for state in shown.rows:
        entered = sum(member.status in (IN, WAITING) for member in state.members.values())
        lines.append(f"{board.listed(state.row.name, state.row.status, entered, words)} · <#{state.row.channel_id}>")
    message.say(*(lines or [board.none_listed(words)]), shown.told(words))
    chosen = [SelectEntry(state.row.name, str(state.row.id)) for state in shown.rows]
    message.row(select(None, "topen", chosen, hint=label("event-open", words)))
    message.row(*shown.turns(lambda page: Press(MatchId(0), 0, "tlist", f"{page}"), words))
    return message.row(button(None, label("event-new", words), "tnew", style=MAIN) if opens else None).framed(GOLD)


def import_preview(context: TournamentContext, outcome: ImportPreview, verb: str) -> Message:
    """Return what an import would do, with the button that carries it out; or the lines with errors."""
    words, message = context.words, Message().say(import_texts.title(context.words))
    back = button(None, label("back", words), "tpanel", context.id)
    if outcome.problems:
        wrong = [
            import_texts.problem(problem.line.number, problem.line.text, problem.why, words)
            for problem in outcome.problems[:WRONG_LINES]
        ]
        rest = len(outcome.problems) - len(wrong)
        message.say(import_texts.nothing_done(len(outcome.problems), words), *wrong, import_texts.more(rest, words) if rest else "")
        return message.row(back).framed(GOLD)
    message.say(
        import_texts.invites(len(outcome.invited), words) if outcome.invited else "",
        import_texts.seeds(len(outcome.seeds or {}), words) if outcome.seeds else "",
        import_texts.caution(words),
    )
    return message.row(button(None, label("yes-import", words), verb, context.id, style=MAIN), back).framed(GOLD)
