"""Lines at the top of a match's panel, which summarise the match for its reader."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from discord.utils import format_dt

from cogs.messages.play.match_situation import MatchSituation
from games.core.game import ranking
from service.match.final_ranking import ranked_below
from text.lobby import lobby_texts
from text.message_templates import labelled
from text.play import departure_texts, ending_texts, game_panel_texts, turn_texts
from text.translator import Translator


def panel_lines(situation: MatchSituation, title: str, words: Translator) -> list[str]:
    """Return three or four lines: the match, the active player with the deadline, and the points."""
    place = (
        game_panel_texts.played_in(f"<#{situation.match.channel_id}>", words)
        if situation.channel_id != situation.match.channel_id
        else ""
    )
    progress = situation.at.say.progress(situation.at.view, words) if situation.at is not None and not situation.is_over else ""
    head = " · ".join(part for part in (f"**{title}**", progress, place) if part)
    standings = situation.at.say.standings(situation.at.view, situation.at.names, words) if situation.at is not None else ""
    return [head, *_state(situation, words), _result(situation, words) or standings]


def _result(situation: MatchSituation, words: Translator) -> str:
    """Return a line with the winners and the other players; empty before the end."""
    result = situation.match.result or {}
    scores, winners = result.get("scores", ()), result.get("winners", ())
    if not (situation.is_over and winners):
        return ""
    behind = [
        (situation.names[seat], scores[seat]) for _, seat in ranking(scores, ranked_below(situation.match)) if seat not in winners
    ]
    won = ending_texts.won([situation.names[seat] for seat in winners], scores[winners[0]], words)
    return " ".join(filter(None, (won, ending_texts.behind(behind, words))))


def _state(situation: MatchSituation, words: Translator) -> Sequence[str]:
    if situation.is_lobby:
        seats = lobby_texts.seats_taken(len(situation.seats), situation.match.seats_wanted, words)
        return [labelled(seats, lobby_texts.lobby_seats(situation.names, words, host=situation.host), words)]
    if situation.is_lost:
        return [departure_texts.paused(f"<#{situation.match.channel_id}>", situation.lacks, words)]
    if situation.is_over and situation.match.ended_at is not None:
        return [game_panel_texts.ended(format_dt(situation.match.ended_at, "R"), words)]
    if not situation.is_running:
        return [game_panel_texts.closed(words)]
    if situation.at is None:
        return [game_panel_texts.rules_unknown(words)]
    paused = (
        [game_panel_texts.paused_until(format_dt(situation.paused_until, "f"), words)] if situation.paused_until is not None else []
    )
    end = situation.deadline if situation.paused_until is None else None
    lost_seat = [game_panel_texts.computer_plays(words)] if situation.seat is not None and not situation.seat.is_human else []
    return [*paused, *lost_seat, _whose_turn(situation, situation.at.waited_for, end, words)]


def _whose_turn(situation: MatchSituation, waited_for: Sequence[str], end: datetime | None, words: Translator) -> str:
    stamps = (format_dt(end, "f"), format_dt(end, "R")) if end is not None else None
    if situation.is_asked:
        return game_panel_texts.your_turn_until(*stamps, words) if stamps else game_panel_texts.your_turn(words)
    return game_panel_texts.waiting_until(waited_for, *stamps, words) if stamps else turn_texts.waiting_for(waited_for, words)
