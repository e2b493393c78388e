"""The start of a match: seats in their order, the first draws, the first turn message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from games.core.game import AnyGame, Seat
from service.core.post_content import PostContent, posted
from service.core.stored_form import omitted_if
from service.lobby.match_terms import settle_terms
from service.match import match_log as logs
from service.match import sealed_bag
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction, match_post
from service.match.seating import in_joining_order, in_play_order
from storage.changes import CommitMatch
from storage.rows import MATCH, RUNNING, LoadedMatch, MatchId, MatchRow, SeatRow, Secret
from storage.told_to import joined

BEGIN = "begin"
"""The kind of the message that says that a game begins: `{"words": digest}`, and `mirrors`: as which other match it draws."""

EXPIRY = "lobby-expiry"
"""The kind of the timer of a lobby; it goes when the match begins."""


@posted(MATCH, BEGIN)
class GameBegin(PostContent):
    """The news that a game begins, before any draw: a digest of the players' words, and the match whose draws it mirrors."""

    words: str
    mirrors: int | None = omitted_if(None)


def start_match(game: AnyGame, lobby: LoadedMatch, secret: Secret, now: datetime, told_to: str | None = None) -> MatchSession:
    """Return a lobby as a match that has just begun.

    `told_to` is who may see it. Raises `IllegalActionError("bad-seats")`.
    """
    options = game.options(lobby.match.options)
    state = game.start(options, len(lobby.seats))
    mixed = sealed_bag.with_words(secret, words_digest(lobby.match, lobby.seats))
    order = in_play_order(lobby.match, mixed, lobby.seats)
    seats = tuple(replace(s, seat=Seat(i)) for i, s in enumerate(order))
    terms = settle_terms(lobby.match, lobby.seats, game)
    told_to = joined(told_to, lobby.match.told_to)
    match = replace(lobby.match, status=RUNNING, started_at=now, rules_version=game.rules_version, terms=terms, told_to=told_to)
    return MatchSession(match, seats, (), game, options, secret, state, {})


def words_digest(match: MatchRow, seats: Sequence[SeatRow]) -> str:
    """Return the digest of the words that players have added; empty if none are mixed into the draws."""
    added = [seat.word for seat in in_joining_order(seats) if seat.word]
    return sealed_bag.words_digest(added) if match.bag >= logs.MIXED else ""


class MatchStart(MatchTransaction):
    """The first commit of a match: it orders the seats and drops the lobby's timer.

    If draws are mixed, the message that the game begins comes first. A match that mirrors another one (`mirrors`) uses its draws.
    """

    def __init__(self, live: MatchSession, now: datetime, *, mirrors: MatchId | None = None) -> None:
        super().__init__(live, now)
        self._rested = False  # that the house is asked is news
        if live.match.bag >= logs.MIXED:
            self.say(match_post(live.match, GameBegin(words_digest(live.match, live.seats), mirrors)))

    def commit(self) -> CommitMatch:
        """Return all rows of the first commit."""
        return replace(super().commit(), all_seats=self.live.seats, changed_seats=(), only_advances=False, drop_timers=EXPIRY)
