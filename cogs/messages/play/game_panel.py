"""The lines of a game's panel: how the game stands for its reader."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from discord.utils import format_dt

from cogs.messages.play.match_situation import MatchSituation
from games.core.game import ranked
from service.play.ranking import below
from text.lobby import lobby_texts
from text.play import departure_texts, ending_texts, game_panel_texts, turn_texts
from text.translator import Translator


def lines(at: MatchSituation, title: str, words: Translator) -> list[str]:
    """Three or four lines: which game, whose turn until when, the points."""
    place = game_panel_texts.played_in(f"<#{at.match.channel_id}>", words) if at.channel_id != at.match.channel_id else ""
    progress = at.at.say.progress(at.at.view, words) if at.at is not None and not at.is_over else ""
    head = " · ".join(part for part in (f"**{title}**", progress, place) if part)
    standings = at.at.say.standings(at.at.view, at.at.names, words) if at.at is not None else ""
    return [head, *_state(at, words), _result(at, words) or standings]


def _result(at: MatchSituation, words: Translator) -> str:
    """Who has won, and who came behind; empty before the end."""
    told = at.match.result or {}
    scores, winners = told.get("scores", ()), told.get("winners", ())
    if not (at.is_over and winners):
        return ""
    behind = [(at.names[seat], scores[seat]) for _, seat in ranked(scores, below(at.match)) if seat not in winners]
    won = ending_texts.won([at.names[seat] for seat in winners], scores[winners[0]], words)
    return " ".join(filter(None, (won, ending_texts.behind(behind, words))))


def _state(at: MatchSituation, words: Translator) -> Sequence[str]:
    if at.is_lobby:
        seats = lobby_texts.seats_taken(len(at.seats), at.match.seats_wanted, words)
        return [f"{seats}: {lobby_texts.lobby_seats(at.names, words, host=at.host)}"]
    if at.is_lost:
        return [departure_texts.paused(f"<#{at.match.channel_id}>", at.lacks, words)]
    if at.is_over and at.match.ended_at is not None:
        return [game_panel_texts.ended(format_dt(at.match.ended_at, "R"), words)]
    if not at.is_running:
        return [game_panel_texts.closed(words)]
    if at.at is None:
        return [game_panel_texts.rules_unknown(words)]
    paused = [game_panel_texts.paused_until(format_dt(at.paused_until, "f"), words)] if at.paused_until is not None else []
    lost_seat = [game_panel_texts.computer_plays(words)] if at.seat is not None and not at.seat.is_human else []
    return [*paused, *lost_seat, _whose_turn(at, at.at.waited_for, at.deadline, words)]


def _whose_turn(at: MatchSituation, waited_for: Sequence[str], end: datetime | None, words: Translator) -> str:
    stamps = (format_dt(end, "f"), format_dt(end, "R")) if end is not None else None
    if at.is_asked:
        return game_panel_texts.your_turn_until(*stamps, words) if stamps else game_panel_texts.your_turn(words)
    return game_panel_texts.waiting_until(waited_for, *stamps, words) if stamps else turn_texts.waiting_for(waited_for, words)
