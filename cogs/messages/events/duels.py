"""Duels: the form in which somebody is challenged, and the one message of a duel from the challenge to its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord.utils import format_dt

from clocks.terms import read_pace
from cogs.messages.form_fields import ChoiceField, Field
from cogs.messages.lobby import game_form as asked
from cogs.messages.message_parts import GO, Message, SelectEntry, button
from cogs.messages.panels import GOLD
from cogs.tournament_context import TournamentContext
from service.events.settings import LAPSES_AFTER
from service.events.state import OUT
from storage.event_records import CANCELLED, FINISHED, OPEN, RUNNING
from text.clocks import time_controls
from text.clocks.time_controls import length
from text.events import duels as said
from text.events import form_fields
from text.labels import label
from text.protocol import RulesTexts
from text.translator import Translator
from tournament import duels
from tournament.history import DrawnRound
from tournament.results import BY_HAND, DOUBLE_WALKOVER, ELSEWHERE, RULING, WALKOVER, EntrantId
from tournament.stages import BEST_OF

PLACE = (1, 1)
"""The one pairing of a duel."""
CHALLENGER, RIVAL = EntrantId("1"), EntrantId("2")


def form(
    known: Mapping[str, RulesTexts], pace: tuple[str, str], words: Translator, *, last: tuple[str, str] | None, rated: bool = True
) -> list[Field]:
    """Number of games, game, pace (value and name of the usual one), and whether it counts."""
    numbers = [SelectEntry(said.length(number, words).capitalize(), str(number), chosen=number == 1) for number in BEST_OF]
    counts = [SelectEntry(form_fields.yes(words), "yes", chosen=rated), SelectEntry(form_fields.no(words), "no", chosen=not rated)]
    return [
        ChoiceField("games", said.how_many(words), numbers, said.how_many_about(words)),
        asked.games(known, words, last=last, asks=False),
        asked.paces(*pace, words),
        ChoiceField("rated", said.does_it_count(words), counts, said.does_it_count_about(words)),
    ]


def message(fair: TournamentContext) -> Message:
    """The one message of a duel: a challenge that waits, then how it stands and where it is played, then its result."""
    state, words = fair.state, fair.words
    if state.row.status != OPEN:
        more = button(None, label("more", words), "tpanel", fair.id) if state.row.status == RUNNING else None
        meet = button(None, label("event-propose", words), "tpropose", fair.id) if state.open_tables() else None
        here = button(None, label("event-here", words), "tready", fair.id, style=GO) if _waits(fair) else None
        return Message().say(*lines(fair)).row(here, meet, more).framed(GOLD)
    rival = state.users[2]
    made = Message(pings=(rival,) if rival > 0 else ())
    mention = f"<@{rival}>" if rival > 0 else fair.name(RIVAL)
    made.say(
        said.challenge(fair.name(CHALLENGER), mention, _games(fair), words),
        _how(fair),
        said.agreed_to(format_dt(state.row.created_at + LAPSES_AFTER, "R"), length(fair.settings.first_turn, words), words),
    )
    return made.framed(GOLD).row(
        button(None, label("duel-accept", words), "tenter", fair.id, style=GO),
        button(None, label("duel-decline", words), "tleave", fair.id),
    )


def _waits(fair: TournamentContext) -> bool:
    """Whether the first game waits for somebody to say that they are there."""
    return fair.state.round is not None and PLACE not in fair.state.results and fair.state.awaits(fair.state.round, 1)


def lines(fair: TournamentContext) -> list[str]:
    """How a duel stands."""
    state, words = fair.state, fair.words
    if state.row.status == CANCELLED:
        return [_head(fair), said.called_off(state.called_off, fair.name(RIVAL), words)]
    if state.row.status == FINISHED:
        return [_result(fair), _how(fair)]
    thread = fair.mention(PLACE)
    points = _score(fair, CHALLENGER)
    stands = said.stands(points, thread, words) if points and thread else points or thread
    return [_head(fair), _how(fair), stands, fair.hour(PLACE) if state.open_tables() else ""]


def over(fair: TournamentContext, ratings: Sequence[str]) -> Message:
    """The result and what it did to `ratings`, for the thread in which it was played."""
    again = button(None, label("duel-again", fair.words), "challenge", f"again {fair.id}")
    return Message().say(_result(fair), *ratings).row(again).framed(GOLD)


def called(fair: TournamentContext) -> str:
    """The title of a duel in messages about it."""
    return said.titled(fair.name(CHALLENGER), fair.name(RIVAL), fair.words)


def _games(fair: TournamentContext) -> int:
    return fair.settings.plan[0].best_of


def _head(fair: TournamentContext) -> str:
    return said.head([fair.name(CHALLENGER), fair.name(RIVAL)], _games(fair), fair.words)


def _how(fair: TournamentContext) -> str:
    pace = time_controls.pace(read_pace(fair.settings.pace), fair.words)
    return said.how(fair.game, pace, fair.words, rated=fair.settings.rated)


def _result(fair: TournamentContext) -> str:
    drawn = fair.state.round
    assert drawn is not None, "it is over"
    winner = _winner(fair, drawn)
    first, second = drawn.pairing(1).seats if winner is None else (winner, RIVAL if winner == CHALLENGER else CHALLENGER)
    return said.result([fair.name(first), fair.name(second)], _ended(fair, winner), _score(fair, first), fair.words)


def _winner(fair: TournamentContext, drawn: DrawnRound) -> EntrantId | None:
    result, pairing = fair.state.results[PLACE], drawn.pairing(1)
    lead, difference = duels.standing(fair.state.games.get(PLACE, ()), pairing)
    ahead = lead or difference
    if result.winner is not None or result.how in (*BY_HAND, DOUBLE_WALKOVER) or not ahead:
        return result.winner
    return pairing.first if ahead > 0 else pairing.second


def _ended(fair: TournamentContext, winner: EntrantId | None) -> str:
    how = fair.state.results[PLACE].how
    if winner is None:
        return said.NOBODY if how == DOUBLE_WALKOVER else said.LEVEL
    if how == WALKOVER:
        return said.GAVE_UP if fair.state.having(OUT) else said.NO_SHOW
    return {RULING: said.RULED, ELSEWHERE: said.ELSEWHERE}.get(how, said.WON)


def _score(fair: TournamentContext, first: EntrantId) -> str:
    """Games and points so far, those of `first` first."""
    games, drawn = fair.state.games.get(PLACE, ()), fair.state.round
    if drawn is None or not games:
        return ""
    turned = 1 if drawn.pairing(1).first == first else -1
    counted = [duels.counted(game, drawn.pairing(1))[::turned] for game in games]
    shown = [game.score[:2][::turned] for game in games]
    won = sum(own > other for own, other in counted), sum(own < other for own, other in counted)
    return said.score(won, [(own, other) for own, other in shown])
