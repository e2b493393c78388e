"""The requirements of entry that an organiser has set: by rating, games, time on the server, and role."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from service.errors import Refusal
from service.ratings.leaderboards import Leaderboards, RatingKind
from service.ratings.reliability import Reliability
from service.ratings.stats_update import DUEL
from service.tournaments.tournament_settings import TournamentSettings
from storage.rows import UserId


@dataclass(frozen=True, slots=True)
class EntryCandidate:
    """The facts from Discord about a user who wants to enter."""

    joined_at: datetime | None = None
    """Since when they are on the server; None: nobody knows."""
    roles: frozenset[int] = field(default_factory=frozenset)


async def check(
    settings: TournamentSettings,
    leaderboards: Leaderboards,
    reliability: Reliability,
    guild_id: int | None,
    user_id: UserId,
    who: EntryCandidate,
    now: datetime,
) -> None:
    """Raise `Refusal` unless the user meets the event's entry requirements.

    Refuses `entry-limit` (why: `role`, `days`, `games`, `reliable`, `rating-below`, `rating-above`; least or most, have).
    """
    if settings.role is not None and settings.role not in who.roles:
        raise Refusal("entry-limit", why="role", role=settings.role)
    if settings.least_days and (who.joined_at is None or now < who.joined_at + timedelta(days=settings.least_days)):
        raise Refusal("entry-limit", why="days", least=settings.least_days)
    if guild_id is not None and settings.least_kept:
        kept = await reliability.of(guild_id, user_id)
        if kept.is_known and kept.share * 100 < settings.least_kept:
            raise Refusal("entry-limit", why="reliable", least=settings.least_kept, have=kept.share)
    if guild_id is None or not (settings.least_games or settings.least_rating or settings.most_rating):
        return
    games = await leaderboards.games(guild_id, user_id)
    if games < settings.least_games:
        raise Refusal("entry-limit", why="games", least=settings.least_games, have=games)
    rating = await leaderboards.rating(guild_id, user_id, RatingKind(settings.game, DUEL))
    if settings.least_rating and (rating is None or rating.is_provisional or rating.value < settings.least_rating):
        raise Refusal("entry-limit", why="rating-below", least=settings.least_rating)
    if settings.most_rating and rating is not None and not rating.is_provisional and rating.value > settings.most_rating:
        raise Refusal("entry-limit", why="rating-above", most=settings.most_rating, have=rating.value)
