"""Messages of duels: the form of a challenge, and the single message that follows a duel from challenge to result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord.utils import format_dt

from clocks.terms import read_pace
from cogs.messages.form_fields import ChoiceField, EntityField, Field
from cogs.messages.lobby import game_form as asked
from cogs.messages.message_parts import GO, Entity, Message, SelectEntry, button
from cogs.messages.panels import GOLD
from cogs.tournament_context import TournamentContext
from service.tournaments.state import OUT
from service.tournaments.tournament_settings import LAPSES_AFTER
from storage.tournament_rows import CANCELLED, FINISHED, OPEN, RUNNING
from text.clocks import time_controls
from text.clocks.time_controls import length
from text.labels import label
from text.protocol import RulesTexts
from text.tournaments import duels as said
from text.tournaments import form_fields
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
    """Return the form fields of a challenge: number of games, game, pace, and whether it is rated.

    `pace`: value and name of the usual pace.
    """
    numbers = [SelectEntry(said.length(number, words).capitalize(), str(number), chosen=number == 1) for number in BEST_OF]
    counts = [SelectEntry(form_fields.yes(words), "yes", chosen=rated), SelectEntry(form_fields.no(words), "no", chosen=not rated)]
    return [
        ChoiceField("games", said.how_many(words), numbers, said.how_many_about(words)),
        asked.games(known, words, last=last, asks=False),
        asked.paces(*pace, words, said.how_fast_about(words)),
        ChoiceField("rated", said.does_it_count(words), counts, said.does_it_count_about(words)),
    ]


def rival(words: Translator) -> EntityField:
    """Return the form field that chooses the opponent."""
    kind: Entity = Entity.MEMBER
    return EntityField("rival", said.whom(words), kind, detail=said.whom_about(words), must=True)


def message(context: TournamentContext) -> Message:
    """Return the message of a duel in its present state: the open challenge, the progress with a link, or the result."""
    state, words = context.state, context.words
    if state.row.status != OPEN:
        more = button(None, label("more", words), "tpanel", context.id) if state.row.status == RUNNING else None
        meet = button(None, label("event-propose", words), "tpropose", context.id) if state.open_tables() else None
        here = button(None, label("event-here", words), "tready", context.id, style=GO) if _awaits_presence(context) else None
        return Message().say(*duel_state_lines(context)).row(here, meet, more).framed(GOLD)
    rival = state.users[2]
    made = Message(pings=(rival,) if rival > 0 else ())
    mention = f"<@{rival}>" if rival > 0 else context.name(RIVAL)
    made.say(
        said.challenge(context.name(CHALLENGER), mention, _games(context), words),
        _duel_rules(context),
        said.agreed_to(format_dt(state.row.created_at + LAPSES_AFTER, "R"), length(context.settings.first_turn, words), words),
    )
    return made.framed(GOLD).row(
        button(None, label("duel-accept", words), "tenter", context.id, style=GO),
        button(None, label("duel-decline", words), "tleave", f"{context.id} {OPEN}"),
    )


def _awaits_presence(context: TournamentContext) -> bool:
    """Return whether the first game waits for the players to confirm their presence."""
    return context.state.round is not None and PLACE not in context.state.results and context.state.awaits(context.state.round, 1)


def duel_state_lines(context: TournamentContext) -> list[str]:
    """Return lines about the present state of a duel."""
    state, words = context.state, context.words
    if state.row.status == CANCELLED:
        return [_head(context), said.called_off(state.called_off, context.name(RIVAL), words)]
    if state.row.status == FINISHED:
        return [_result(context), _duel_rules(context)]
    thread = context.mention(PLACE)
    points = _score(context, CHALLENGER)
    stands = said.stands(points, thread, words) if points and thread else points or thread
    return [_head(context), _duel_rules(context), stands, context.hour(PLACE) if state.open_tables() else ""]


def duel_result(context: TournamentContext, ratings: Sequence[str]) -> Message:
    """Return the result of a duel with the changed `ratings`, for the thread in which it was played."""
    again = button(None, label("duel-again", context.words), "challenge", f"again {context.id}")
    return Message().say(_result(context), *ratings).row(again).framed(GOLD)


def duel_title(context: TournamentContext) -> str:
    """Return the title of a duel, as used in messages about the duel."""
    return said.titled(context.name(CHALLENGER), context.name(RIVAL), context.words)


def _games(context: TournamentContext) -> int:
    return context.settings.plan[0].best_of


def _head(context: TournamentContext) -> str:
    return said.head([context.name(CHALLENGER), context.name(RIVAL)], _games(context), context.words)


def _duel_rules(context: TournamentContext) -> str:
    pace = time_controls.pace(read_pace(context.settings.pace), context.words)
    return said.how(context.game, pace, context.words, rated=context.settings.rated)


def _result(context: TournamentContext) -> str:
    drawn = context.state.round
    assert drawn is not None, "it is over"
    winner = _winner(context, drawn)
    first, second = drawn.pairing(1).seats if winner is None else (winner, RIVAL if winner == CHALLENGER else CHALLENGER)
    return said.result(
        [context.name(first), context.name(second)], _duel_end(context, winner), _score(context, first), context.words
    )


def _winner(context: TournamentContext, drawn: DrawnRound) -> EntrantId | None:
    result, pairing = context.state.results[PLACE], drawn.pairing(1)
    lead, difference = duels.lead_of_first(context.state.games.get(PLACE, ()), pairing)
    ahead = lead or difference
    if result.winner is not None or result.how in (*BY_HAND, DOUBLE_WALKOVER) or not ahead:
        return result.winner
    return pairing.first if ahead > 0 else pairing.second


def _duel_end(context: TournamentContext, winner: EntrantId | None) -> str:
    how = context.state.results[PLACE].how
    if winner is None:
        return said.NOBODY if how == DOUBLE_WALKOVER else said.LEVEL
    if how == WALKOVER:
        return said.GAVE_UP if context.state.having(OUT) else said.NO_SHOW
    return {RULING: said.RULED, ELSEWHERE: said.ELSEWHERE}.get(how, said.WON)


def _score(context: TournamentContext, first: EntrantId) -> str:
    """Return games and points so far as text, those of entrant `first` first."""
    games, drawn = context.state.games.get(PLACE, ()), context.state.round
    if drawn is None or not games:
        return ""
    turned = 1 if drawn.pairing(1).first == first else -1
    counted = [duels.counted_points(game, drawn.pairing(1))[::turned] for game in games]
    shown = [game.score[:2][::turned] for game in games]
    won = sum(own > other for own, other in counted), sum(own < other for own, other in counted)
    return said.score(won, [(own, other) for own, other in shown])
