"""Messages for the operators: their panel, users' reports, exclusions and the announcement form."""

from __future__ import annotations

from collections.abc import Sequence

from discord.utils import format_dt

from cogs.messages.component_ids import Press
from cogs.messages.form_fields import ChoiceField, Field, TextField
from cogs.messages.message_parts import OPTIONS, Message, SelectEntry, button, cut, select
from cogs.messages.panels import HOUSE
from service.tournaments.state import TournamentState
from storage.operator_rows import BarRow, OperationRow, ReportRow
from storage.rows import PERSON, SERVER, MatchId
from text.labels import label
from text.operators import panel_texts as said
from text.translator import Translator

NUMBER, KIND, TEXT = "number", "kind", "text"
"""The fields of the forms."""
ROOM = 3000
"""Most characters of a list in a message."""
QUOTED = 500
"""Most characters of a report in a list of several."""


def panel(bars: Sequence[BarRow], reports: int, words: Translator, lead: str = "", *, paused: bool) -> Message:
    """Return the operators' panel: the present state, and a button for each action."""
    counts = f"{said.bars_now(len(bars), words)} · {said.reports_now(reports, words)}"
    pause = ("op-resume", "opresume") if paused else ("op-pause", "oppause")
    message = Message().say(lead, f"**{said.heading(words)}**", counts, said.paused(words) if paused else "")
    message.row(
        button(None, label("op-bar", words), "opbar"),
        button(None, label("op-reports", words), "opreports"),
        button(None, label("op-write", words), "opwrite"),
        button(None, label(pause[0], words), pause[1]),
        button(None, label("op-log", words), "oplog"),
    )
    message.row(button(None, label("op-fair-play", words), "opfair"))
    lines = [SelectEntry(bar_line(row, words), str(row.number)) for row in bars[:25]]
    return message.row(select(None, "oplift", lines, hint=said.lift_which(words))).framed(HOUSE)


def bar_line(row: BarRow, words: Translator) -> str:
    """Return an excluded user or server as a line of a list."""
    return f"{_kind(row.kind, words)} {row.number}"


def _kind(kind: str, words: Translator) -> str:
    return said.server(words) if kind == SERVER else said.person(words)


def bar_form(words: Translator) -> tuple[str, Press, list[Field]]:
    """Return (title, press, fields) of the form that excludes a user or a server."""
    kinds = [SelectEntry(said.person(words), PERSON, chosen=True), SelectEntry(said.server(words), SERVER)]
    number = TextField(said.bar_number(words), long=20, key=NUMBER, detail=said.bar_number_about(words))
    return (
        label("op-bar", words),
        _press("opbarset"),
        [number, ChoiceField(KIND, said.bar_kind(words), kinds, said.bar_about(words))],
    )


def letter_form(words: Translator) -> tuple[str, Press, list[Field]]:
    """Return (title, press, fields) of the form that sends an announcement to all servers."""
    text = TextField(said.letter_label(words), long=1500, key=TEXT, detail=said.letter_about(words), wide=True)
    return label("op-write", words), _press("opwriteset"), [text]


def report(row: ReportRow, words: Translator, room: int = ROOM) -> str:
    """Return a user's report as text: by whom, where, and the reported message as a quotation."""
    link = f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}/{row.message_id}"
    quoted = "\n".join(f"> {line}" for line in cut(row.text, room).splitlines())
    return f"{said.reported(row.id, row.user_id, link, words)}\n{quoted}"


def report_list(rows: Sequence[ReportRow], words: Translator, lead: str = "") -> Message:
    """Return the open reports, as many as fit, with a select that closes them."""
    message, room = Message().say(lead), ROOM
    shown: list[ReportRow] = []
    for row in rows:
        text = report(row, words, QUOTED)
        if len(text) > room:
            break
        room -= len(text)
        message.say(text)
        shown.append(row)
    if not shown:
        message.say(said.no_reports(words))
    lines = [SelectEntry(said.report_line(row.id, words), str(row.id)) for row in shown]
    message.row(select(None, "opclose", lines, hint=said.close_which(words)))
    return message.row(button(None, label("op-panel", words), "operators")).framed(HOUSE)


def tournaments(states: Sequence[TournamentState], words: Translator) -> Message:
    """Return the select of tournaments whose fair-play report can be shown."""
    lines = [SelectEntry(f"{state.row.name} · {state.row.id}", str(state.row.id)) for state in states[:OPTIONS]]
    message = Message().say(said.fair_play_about(words))
    message.row(select(None, "opfairof", lines, hint=said.fair_play_which(words)))
    return message.row(button(None, label("op-panel", words), "operators")).framed(HOUSE)


def log(rows: Sequence[OperationRow], words: Translator) -> Message:
    """Return the latest actions of operators, newest first."""
    lines = [said.operation(row.what, format_dt(row.at, "f"), row.by, row.about, row.detail, words) for row in rows]
    message = Message().say(cut("\n".join(lines), ROOM) or said.log_empty(words))
    return message.row(button(None, label("op-panel", words), "operators")).framed(HOUSE)


def _press(verb: str) -> Press:
    return Press(MatchId(0), 0, verb)
