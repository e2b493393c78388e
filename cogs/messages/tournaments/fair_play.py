"""Private fair-play report about a tournament, for officials who don't take part in it."""

from __future__ import annotations

from cogs.messages.message_parts import Message, button
from cogs.messages.panels import GOLD
from cogs.tournament_context import TournamentContext
from service.tournaments.fair_play import AgreedResult, FairPlayReport
from text.labels import label
from text.message_templates import listed
from text.tournaments import fair_play as said


def report(context: TournamentContext, found: FairPlayReport, *, is_host: bool = False) -> Message:
    """Return all conspicuous findings with links to the games.

    `is_host`: whether the reader is an operator of the bot.
    """
    words, message = context.words, Message()
    message.say(said.title(words), said.nothing(words) if found.is_empty else "")
    if found.repeated:
        pairs = [
            said.pair(
                context.name(repeated_opponents.one),
                context.name(repeated_opponents.other),
                repeated_opponents.met,
                repeated_opponents.won,
                repeated_opponents.rated,
                repeated_opponents.rated_won,
                words,
            )
            for repeated_opponents in found.repeated
        ]
        message.say(said.often(words), *pairs)
    if found.short:
        games = []
        for loss in found.short:
            winners = listed([context.name(who) for who in loss.winners], words)
            games.append(f"{said.short(loss.round, context.name(loss.loser), winners, words)} · <#{loss.match.channel_id}>")
        message.say(said.early(words), *games)
    if found.agreed:
        message.say(said.agreed(words), *(_agreed_result(context, agreed_result) for agreed_result in found.agreed))
    message.say(said.left_out(found.left_out, words) if found.left_out else "", said.caution(words))
    own_panel = button(None, label("back", words), "tpanel", context.id)
    return message.row(button(None, label("op-panel", words), "operators") if is_host else own_panel).framed(GOLD)


def _agreed_result(context: TournamentContext, one: AgreedResult) -> str:
    result = one.result
    names = [context.name(who) for who in result.seats[:2]]
    winner = None if result.winner is None else context.name(result.winner)
    score = "–".join(map(str, result.score)) if result.score else said.outcome(winner, context.words)
    return said.result(result.round, names[0], names[-1], score, context.words, rates=one.rates)
