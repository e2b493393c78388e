"""The creation of events: settings are checked, the seed of all lots is sealed, and places are reserved for a next season."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from clocks.terms import MatchTerms
from service.core.free_text import LONGEST_NAME, NAME, RULES, FreeText
from service.core.post_content import new_post
from service.errors import Refusal
from service.lobby.match_terms import with_wishes
from service.records import MatchLocation
from service.tournaments.event_posts import NoticeBoard
from service.tournaments.letters import NextSeason
from service.tournaments.log.entrant_events import ReservedPlaces
from service.tournaments.log.log_event import LogRow
from service.tournaments.queries import MOST_UNDER_WAY
from service.tournaments.repository import DUE, TournamentRepository
from service.tournaments.state import TournamentState
from service.tournaments.tournament_settings import MOST_ENTRANTS, NIGHT_MINUTES, TournamentSettings
from storage.rows import NewPost, NewTimer, UserId, of_server
from storage.tournament_rows import OPEN, TOURNAMENT, UNDER_WAY, EntrantRow, EventId, EventRow
from tournament import first_player, stages
from tournament.results import InvalidTournamentError

WEEK = timedelta(days=7)
"""Length of a round of games by appointment, where its organiser has chosen none."""


@dataclass(frozen=True, slots=True)
class ReservedSeats:
    """The users for whom places of a new event are reserved, as they were in the season before."""

    users: tuple[UserId, ...]
    """In the order of the seeding."""
    until: datetime
    told: tuple[UserId, ...]
    """Who of them wants a letter about it."""


class TournamentCreation:
    """The use-case of creating events; the caller checks that the user may do so."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    def checked(self, settings: TournamentSettings) -> TournamentSettings:
        """Return the settings with the game's options filled in, if an event with them is possible.

        Refuses `bad-event` (found), `bad-limits`, `unknown-game`, `bad-terms`, `not-for-so-many` (number: of players at a table,
        who can't play this game), the codes of the options, and for the organiser's own rules as `FreeText.checked`.
        """
        game = self._tournaments.matches.known(settings.game)
        options = game.options(settings.options)
        try:
            with_wishes(terms_of(settings, {}), {})
            _ = settings.plan, settings.kind
        except InvalidTournamentError as error:
            raise Refusal("bad-event", found=error) from error
        _must_suit_presence(settings)
        for number in sorted(stages.at_a_table(settings.plan)):
            if number not in game.seats(options):
                raise Refusal("not-for-so-many", game=settings.game, number=number)
        if not 0 <= settings.most <= MOST_ENTRANTS or settings.most == 1:
            raise Refusal("bad-event", found=InvalidTournamentError("too-many", value=settings.most, most=MOST_ENTRANTS))
        if 0 < settings.most_rating < settings.least_rating:
            raise Refusal("bad-limits")
        if settings.by_appointment and settings.round_length is None:
            settings = replace(settings, round_length=WEEK)  # or pairings that never agree would hold everybody up
        own_rules = self._tournaments.matches.free_text.checked(settings.own_rules, RULES)
        return replace(
            settings, own_rules=own_rules, options={option.key: option.write(options[option.key]) for option in game.schema()}
        )

    async def open(
        self,
        place: MatchLocation,
        host: UserId,
        name: str,
        settings: TournamentSettings,
        *,
        now: datetime,
        locale: str = "en",
        held: ReservedSeats | None = None,
        check: Callable[[], Awaitable[None]] | None = None,
    ) -> TournamentState:
        """Create an event with sealed seed and open it for entry; return its state.

        `check` may refuse on other grounds. Refuses as `checked`, `title_of`, `starts-too-soon`, `too-many-events`.
        """
        title = title_of(name, self._tournaments.matches.free_text)
        if settings.starts_at is not None and settings.starts_at < now + timedelta(minutes=5):
            raise Refusal("starts-too-soon")
        settings = self.checked(settings)
        new = new_event(place, host, title, settings, now=now, locale=locale)
        moments = [moment for moment in (settings.starts_at, None if held is None else held.until) if moment is not None]
        due = (NewTimer(DUE, min(moments)),) if moments else ()
        posts = (new_post(NoticeBoard(), secrets.token_hex(10), place.channel_id), *_letters(held))
        entrants, log = _holding(held, now)
        row = replace(new, version=len(log))
        if (guild_id := place.guild_id) is None:
            return await self._tournaments.opened(row, posts, due, who=entrants, log=log)

        return await self._tournaments.matches.unit_of_work.open(
            of_server(guild_id),
            lambda: self._may_open(guild_id, check),
            lambda revised: self._tournaments.opened(row, posts, due, revised, who=entrants, log=log),
        )

    async def _may_open(self, guild_id: int, check: Callable[[], Awaitable[None]] | None) -> None:
        """Refuse `too-many-events`, and as `check`."""
        there = await self._tournaments.store.events.of_guild(guild_id, UNDER_WAY, MOST_UNDER_WAY)
        if len(there) >= MOST_UNDER_WAY:
            raise Refusal("too-many-events", most=MOST_UNDER_WAY)
        if check is not None:
            await check()


def terms_of(settings: TournamentSettings, more: Mapping[str, str]) -> MatchTerms:
    """Return the match terms for every game of an event; refuse `bad-terms`."""
    rated = "on" if settings.rated else "off"
    terms = with_wishes(MatchTerms(), {"pace": settings.pace, "rated": rated, "substitutes": "off", "returns": "off", **more})
    return replace(terms, vacations=settings.vacations, night_minutes=NIGHT_MINUTES if terms.pace.rests else 0)


def _must_suit_presence(settings: TournamentSettings) -> None:
    """Refuse `bad-event` for a shared bag or an arena whose players need not be present at the same time."""
    if settings.kind.duplicate:
        if not settings.is_live:
            raise Refusal("bad-event", found=InvalidTournamentError("duplicate-live"))
        if any(stage.best_of > 1 or stage.final > 1 or stage.kind in (stages.LADDER, stages.ARENA) for stage in settings.plan):
            raise Refusal("bad-event", found=InvalidTournamentError("duplicate-once"))
    if settings.is_arena and not settings.is_live:
        raise Refusal("bad-event", found=InvalidTournamentError("arena-live"))


def title_of(name: str, free_text: FreeText) -> str:
    """Return the name of an event in the form in which it is stored; refuse `no-name`, and as `FreeText.checked`."""
    title = free_text.checked(name, NAME)
    if not title:
        raise Refusal("no-name", most=LONGEST_NAME)
    return title


def _holding(reserved: ReservedSeats | None, now: datetime) -> tuple[tuple[EntrantRow, ...], tuple[LogRow, ...]]:
    """Return the entrant rows of the users with reserved places, and the log row that reserves them."""
    if reserved is None:
        return (), ()
    entrants = tuple(EntrantRow(number, user) for number, user in enumerate(reserved.users, 1))
    return entrants, (LogRow(0, ReservedPlaces(tuple(entrant.number for entrant in entrants), reserved.until), now),)


def _letters(reserved: ReservedSeats | None) -> tuple[NewPost, ...]:
    if reserved is None:
        return ()
    return tuple(new_post(NextSeason(reserved.until), secrets.token_hex(10), None, user) for user in reserved.told)


def new_event(
    place: MatchLocation,
    host: UserId,
    name: str,
    settings: TournamentSettings,
    *,
    now: datetime,
    locale: str,
    kind: str = TOURNAMENT,
) -> EventRow:
    """Return the row of a new event, with its seed sealed."""
    seed = fresh_seed()
    return EventRow(
        *(EventId(0), name, place.guild_id, place.channel_id, host, OPEN, settings.dump(), locale),
        seed=seed,
        commitment=first_player.commitment(seed),
        version=0,
        created_at=now,
        kind=kind,
    )


def fresh_seed() -> str:
    """Return a new random seed for all lots of an event, which is published at its end."""
    return secrets.token_hex(16)
