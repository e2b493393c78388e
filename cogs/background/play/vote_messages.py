"""Messages about a server's votes: the deadline, the result, the best voters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from discord.utils import format_dt

from clocks.assistance import AssistLevel
from cogs import match_context
from cogs.app_context import AppContext
from cogs.match_context import MatchContext
from cogs.messages.message_parts import Message
from games.core.game import Seat
from service.core.post_content import content_of, read
from service.history.analyses import AnalysedTurn
from service.play.cross_server_games import (
    RIVAL_BACK,
    RIVAL_LEFT,
    RIVAL_LOST,
    RIVAL_WENT_ON,
    RivalBack,
    RivalLeft,
    RivalLost,
    RivalWentOn,
)
from service.watching.server_seat import UNVOTED, VOTED, RevealedVote, TooFewVotes, VoteResult
from storage.rows import MatchRow, Post, SeatRow
from text.lobby import cross_server_texts
from text.play import vote_texts
from text.translator import Translator
from text.users.player_names import safe

TURNS, NAMES, BEST = 5, 12, 3
"""Most moves listed for a vote, most voters named for each move, and most of the best voters named at the end."""


async def voting_line(app: AppContext, post: Post, match: MatchRow, _seats: Sequence[SeatRow], words: Translator) -> list[str]:  # noqa: ARG001
    """Line for a turn message: when voting closes; empty if no vote is open."""
    end = await app.services.server_seat.closes_at(match.id)
    return [] if end is None else [vote_texts.until(format_dt(end, "f"), format_dt(end, "R"), words)]


async def _vote_result(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    """Build the result of a vote: the winning move and the votes; where the game's aids include forecasts also the best move."""
    content = read(post, VoteResult)
    context = await match_context.load(app, match.id, None, words)
    reveal = await app.services.server_seat.told(match.id, Seat(content.seat), content.version, content.texts)
    most = sum(len(revealed_vote.voters) for revealed_vote in reveal if revealed_vote.is_played)
    shows = AssistLevel.FORECAST in context.aids
    lines = [line for revealed_vote in reveal[:TURNS] for line in await _turn(app, context, revealed_vote, show=shows)]
    tie = [f"-# {vote_texts.by_lot(words)}"] if content.tied else []
    better = await _better(app, context, content, reveal) if shows else []
    return Message(silent=True).say(f"**{vote_texts.result(most, content.votes, words)}**", *lines, *tie, *better)


async def _better(app: AppContext, context: MatchContext, told: VoteResult, found: Sequence[RevealedVote]) -> list[str]:
    """Return the best turn, unless it has votes, and who gave good votes in a row."""
    match, words, town = context.match, context.words, app.services.server_seat
    best, lines = told.best, []
    if best and not any(revealed_vote.tenths == 0 or revealed_vote.turn.texts == best for revealed_vote in found):
        turn = await town.best_turn(match.id, Seat(told.seat), told.version, best)
        lines.append(vote_texts.best_turn(_summary(context, turn), words))
    if match.guild_id is not None:
        streaks = await town.streaks(match.guild_id, [user for revealed_vote in found for user in revealed_vote.voters][:NAMES])
        names = {user: await app.people.name(user, match.guild_id, words) for user in streaks}
        longest = sorted(streaks, key=lambda user: -streaks[user])[:BEST]
        lines += [f"-# {vote_texts.streaks([(names[user], streaks[user]) for user in longest], words)}"] if longest else []
    return lines


def _summary(context: MatchContext, turn: AnalysedTurn) -> str:
    actions = [context.game.read(text) for text in turn.texts]
    return context.say.summary(actions, turn.events, turn.view, context.names, context.words)


async def _turn(app: AppContext, context: MatchContext, vote: RevealedVote, *, show: bool) -> list[str]:
    names = [safe(await app.people.name(user, context.match.guild_id, context.words)) for user in vote.voters[:NAMES]]
    summary = _summary(context, vote.turn)
    worth = [vote_texts.worth(vote.tenths / 10, context.words)] if show and vote.tenths is not None else []
    people = context.words.list(names) if len(vote.voters) <= NAMES else f"{', '.join(names)}, …"
    return [f"{len(vote.voters)} × {summary}", f"-# {' · '.join([people, *worth])}"]


async def _vote_without_votes(_app: AppContext, post: Post, _match: MatchRow, words: Translator) -> Message:
    return Message(silent=True).say(vote_texts.too_few(read(post, TooFewVotes).votes, words))


async def best_voters_line(app: AppContext, context: MatchContext) -> list[str]:
    """Return one line that names the best voters of a finished game; empty without votes."""
    if not any(seat.is_town for seat in context.seats):
        return []
    best_records = (await app.services.server_seat.voters(context.match.id))[:BEST]
    names = [await app.people.name(voter_record.user_id, context.match.guild_id, context.words) for voter_record in best_records]
    return [vote_texts.best(names, context.words)] if names else []


async def _rival(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    """Silent notice about the rival server: unreachable, left, back, or playing on."""
    content = content_of(post)
    assert isinstance(content, RivalLost | RivalLeft | RivalBack | RivalWentOn)
    name = (await app.services.match_queries.seats(match.id))[content.seat].called or ""
    if isinstance(content, RivalLost):
        return Message(silent=True).say(cross_server_texts.lost(name, f"<t:{content.until}:f>", words))
    if isinstance(content, RivalLeft):
        return Message(silent=True).say(cross_server_texts.left(name, content.why, words))
    return Message(silent=True).say(
        (cross_server_texts.back if isinstance(content, RivalBack) else cross_server_texts.went_on)(name, words)
    )


NOTICES: Mapping[str, Callable[[AppContext, Post, MatchRow, Translator], Awaitable[Message]]] = {
    VOTED: _vote_result,
    UNVOTED: _vote_without_votes,
    **dict.fromkeys((RIVAL_LOST, RIVAL_BACK, RIVAL_LEFT, RIVAL_WENT_ON), _rival),
}
"""Builders of notices about votes and about the rival server, by notice code."""
