"""Messages to one entrant of a tournament: direct messages, proposed results, and the entrant's own state."""

from __future__ import annotations

from dataclasses import replace

from discord.utils import format_dt

from cogs.messages.message_parts import GO, Component, Message, button
from cogs.tournament_context import TournamentContext
from service.core.post_content import PostContent, code_of
from service.tournaments import queries
from service.tournaments.letters import (
    ACCEPTED,
    ACCEPTED_LIVE,
    BYE,
    COME,
    PLAY,
    AgreedLetter,
    AppealLetter,
    Disqualified,
    PairingMissed,
    ResultProposed,
    RoundCallLetter,
    RulingLetter,
    TeamRequest,
)
from service.tournaments.log.entrant_events import Withdrawal
from service.tournaments.log.log_event import LogEvent, LogRow
from service.tournaments.log.result_events import PairingResult, ResultProposal
from service.tournaments.log.round_events import RoundDraw
from service.tournaments.log.ruling_events import AppealDecision, PairingReplay, RefereeAction, Substitution
from service.tournaments.state import OUT, WAITING, Participant
from storage.rows import UserId
from storage.tournament_rows import OPEN
from text.labels import label
from text.tournaments import board, direct_messages
from text.tournaments.direct_messages import NewsFacts
from tournament.kinds import double_bracket
from tournament.results import DOUBLE_WALKOVER, EntrantId

MOST_CHALLENGES = 5
"""Buttons in one row."""
APPEALABLE = (RulingLetter, Disqualified, AgreedLetter, PairingMissed)
"""Letters about what one can appeal against."""


def letter(context: TournamentContext, content: PostContent, facts: NewsFacts, user_id: UserId) -> Message:
    """Return a direct message of this kind, with its facts as text and the buttons that fit."""
    code = code_of(content)
    if code == "preview" and context.state.preview is None:  # published before the letter could be delivered
        code = "previewed"
    message = Message(pings=(user_id,)).say(direct_messages.letter(code, context.state.row.name, facts, context.words))
    if code == "preview":
        message.row(
            button(None, label("event-preview", context.words), "tpreview", context.id),
            button(None, label("event-publish", context.words), "tpublish", context.id, style=GO),
        )
    if isinstance(content, RoundCallLetter) and code in (COME, ACCEPTED_LIVE) and facts.proposes:
        argument = f"{context.id} {content.round} {content.table}"
        message.row(button(None, label("event-propose", context.words), "tpropose", argument, style=GO))
    elif code in (COME, ACCEPTED_LIVE):
        message.row(button(None, label("event-here", context.words), "tready", context.id, style=GO))
    if code in (PLAY, BYE, ACCEPTED):
        message.row(button(None, label("event-mine", context.words), "tmy", context.id))
    if code == "stuck":
        message.row(
            button(None, label("event-end", context.words), "tend", context.id),
            button(None, label("event-cancel", context.words), "tcancel", context.id),
        )
    if isinstance(content, TeamRequest):
        message.row(button(None, label("event-let-in", context.words), "tletin", f"{context.id} {content.number}", style=GO))
    if isinstance(content, ResultProposed):
        message.row(button(None, label("event-agree", context.words), "tagree", f"{context.id} {content.proposal}", style=GO))
    if isinstance(content, APPEALABLE) and content.ruling is not None:
        contested = context.state.contested.get(content.ruling)
        if contested is not None:
            ends = contested.at + context.state.appeals_within(contested.place)
            message.say(direct_messages.appeal_by(format_dt(ends, "f"), context.words))
        message.row(button(None, label("event-appeal", context.words), "tappeal", f"{context.id} {content.ruling}"))
    return message.row(*appeal_buttons(context, content.ruling)) if isinstance(content, AppealLetter) else message


def proposal(context: TournamentContext, row: LogRow, by: str, *, rates: bool) -> Message:
    """Return a proposed result with the button to agree.

    `by`: name of the player who proposes; `rates`: whether the result counts for ratings.
    """
    event = row.event
    assert isinstance(event, ResultProposal), row
    facts = NewsFacts(
        what=event.what,
        name=context.name(EntrantId(str(event.entrant))),
        official=by,
        rates=rates,
        round=context.round_name(context.state.rounds[event.round - 1]),
        table=event.table,
        reason=row.reason,
        points="" if event.score is None else "–".join(map(str, event.score)),
    )
    press = button(None, label("event-agree", context.words), "tagree", f"{context.id} {row.seq}", style=GO)
    text = direct_messages.letter("proposed", context.state.row.name, facts, context.words)
    return Message().say(text, direct_messages.agree_by_typing(row.seq, context.words)).row(press)


def appeal_buttons(context: TournamentContext, ruling: object) -> list[Component]:
    """Return the buttons with which another referee upholds or sets aside a contested ruling."""
    return [
        button(None, label("event-uphold", context.words), "tuphold", f"{context.id} {ruling}"),
        button(None, label("event-set-aside", context.words), "tsetaside", f"{context.id} {ruling}"),
    ]


def my_state(context: TournamentContext, member: Participant) -> str:
    """Return a line on an entrant's present state in the tournament, such as their opponent and the link to their game."""
    words, state, drawn = context.words, context.state, context.state.round
    if member.status in (WAITING, OUT):
        return board.my_state(member.status, words)
    if state.row.status == OPEN:
        return board.my_state("asks" if member.asks else "in", words)
    sits = state.sits_at(member.id)
    if state.waits and state.settings.is_arena and (sits is None or sits not in state.open_tables()):
        return board.my_state("pauses" if member.pauses else "free", words)
    if state.waits and (sits is None or sits not in state.open_tables()):
        return board.my_state("ladder", words, place=queries.place_of(state, member.id))
    if drawn is None:
        return board.my_state("between", words)
    if (member.id, None) in drawn.couples:
        return board.my_state("bye", words)
    if sits is None:
        rests = drawn.slots and member.id in double_bracket.remaining_entrants(state.course, drawn.stage)
        return board.my_state("between" if rests else "missed", words)
    drawn, table = sits
    place, pairing = (drawn.number, table), drawn.pairing(table)
    others = words.list([context.name(who) for who in pairing.seats if who != member.id])
    told = {"round": context.round_name(drawn), "name": others}
    if place in state.results and place not in state.open_ended:
        return board.my_state("sat" if pairing.is_table else "played", words, **told, result=context.result(place))
    line = board.my_state("sits" if pairing.is_table else "plays", words, **told, place=context.mention(place) or "…")
    return " · ".join(filter(None, (line, context.hour(place))))


def ruling_line(context: TournamentContext, event: LogEvent) -> str:
    """Return one ruling of the log as text, without its reason."""
    if isinstance(event, RoundDraw):
        return _redrawn(context, event)
    facts, who, round_ = _ruling(event)
    facts = replace(facts, name=context.name(EntrantId(str(who))) if who is not None else "")
    if round_ is not None:
        facts = replace(facts, round=context.round_name(context.state.rounds[round_ - 1]))
    say = direct_messages.appealed if isinstance(event, AppealDecision) else direct_messages.ruling
    return say(facts, context.words)


def _ruling(event: LogEvent) -> tuple[NewsFacts, int | None, int | None]:
    """Return a ruling's facts, the number of the entrant that it names, and its round; None for no entrant or round."""
    match event:
        case Withdrawal():
            return NewsFacts(what="disqualify"), event.entrant, None
        case PairingResult():
            return NewsFacts(what=_outcome(event), rates=bool(event.rates), table=event.table), event.winner, event.round
        case PairingReplay():
            return NewsFacts(what="replay", table=event.table), None, event.round
        case Substitution():
            return NewsFacts(what="substitute", table=event.table), event.out, event.round
        case RefereeAction():
            return NewsFacts(what=event.what, length_s=event.length_s, table=event.table), event.entrant, event.round
        case AppealDecision():
            return NewsFacts(what=event.what, upheld=event.upheld, table=event.table), event.entrant, event.round
    raise AssertionError(f"{event} is no ruling")


def _redrawn(context: TournamentContext, event: RoundDraw) -> str:
    if not event.broken:
        return board.broken("changed", [], "by-hand", context.words)
    rule, who, reason = event.broken[-1]
    return board.broken(rule, [context.name(EntrantId(str(number))) for number in who], reason, context.words)


def _outcome(event: PairingResult) -> str:
    if event.winner is not None:
        return "win"
    return "neither" if event.how == DOUBLE_WALKOVER else "draw"
