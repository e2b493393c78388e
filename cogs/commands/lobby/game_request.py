"""Parameters of a game to be opened, read from a form or from the options of a command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from clocks.term_parsing import PACE, terms_as_text
from cogs import audience
from cogs.app_context import AppContext
from cogs.interactions.requests import Request
from cogs.messages import game_settings
from cogs.refusals import InteractionRefused
from games.core.errors import RuleRefusedError
from games.core.options import Option
from games.core.options import non_default_options as differing
from service.lobby.match_terms import default_terms
from storage.rows import MatchRow
from text.clocks import time_controls
from text.lobby import setup
from text.translator import Translator

LAST = "last"
"""The preset that means: as the last game that was opened here."""

LOOKED_AT = 5
"""So many of the games that the reader may know of are looked at for the last one."""
AMONG = 200
"""So many of the games that ended last are looked through for those: hidden ones push no others out."""

PLACES = ("thread", "private", "here")
"""Where a game can be played, as it is typed and kept in forms."""


class GameRequest(NamedTuple):
    """Parameters of a game to be opened."""

    game: str
    options: Mapping[str, str]
    seats: int | None = None
    """None: as many as the game allows."""
    terms: Mapping[str, str] = {}
    asks: str = ""
    """The option that its host is asked for next."""


async def plan_named(app: AppContext, request: Request, named: str) -> GameRequest:
    """Return the parameters named by `named`: `LAST`, a preset's key or name, or a game.

    Without a name, the first game. Refuses `not-among`.
    """
    words, known = request.words, app.editions.explain
    if named == LAST and (before := await last_opened_game(app, request)) is not None:
        return plan_of_match(app, before)
    known_preset = setup.preset(named or next(iter(known)), known, words)
    if known_preset is None:
        raise InteractionRefused("not-among", value=named, choices=tuple(name for name, _ in setup.presets("", known, words)))
    game_id, preset = known_preset
    plan = GameRequest(game_id, dict(preset.options), preset.seats or None)
    return plan._replace(asks=preset.asks) if preset.asks else plan


async def with_first(app: AppContext, request: Request, plan: GameRequest) -> GameRequest:
    """Return the parameters with the first value for the option that the host would otherwise be asked for (`asks`)."""
    if not plan.asks or plan.asks in plan.options:
        return plan._replace(asks="")
    option = next(option for option in await schema(app, request.guild_id, plan.game) if option.key == plan.asks)
    first = next(value for value in option.choices if value != option.default)
    return plan._replace(options={**plan.options, plan.asks: first})


async def schema(app: AppContext, guild_id: int | None, game_id: str) -> tuple[Option, ...]:
    """Return the options of a game, including values that the server has added, such as maps."""
    edition = app.editions.get(game_id)
    return () if edition is None else await app.services.maps.schema(guild_id, game_id, edition.game.schema(), {})


async def last_opened_game(app: AppContext, request: Request) -> MatchRow | None:
    """Return the match opened last here by this user, or else by anyone; None without one.

    Practice games, tournament games, and games that can't be opened any more are left out.
    """
    looking, guild_id = app.services.match_queries, request.guild_id
    if guild_id is None:
        return None
    ended = await looking.guild_matches(guild_id, ended=True, limit=AMONG)
    match_rows = [*await looking.guild_matches(guild_id), *ended]
    match_rows.sort(key=lambda match: (match.host_id == request.interaction.user.id, match.created_at), reverse=True)
    known = 0
    for match in match_rows:
        if match.host_id != request.user and not await _may_know(app, request, guild_id, match):
            continue
        if _is_open_again(app, match) and await app.services.tournaments.queries.event_of(match.id) is None:
            return match
        if (known := known + 1) == LOOKED_AT:
            break
    return None


async def _may_know(app: AppContext, request: Request, guild_id: int, match: MatchRow) -> bool:
    """Return whether the user may know of a match that another member has opened."""
    what = audience.of_match(match, await app.services.match_queries.seats(match.id))
    return await audience.may_tell(app, what, audience.Reader(guild_id, request.user))


def plan_of_match(app: AppContext, match: MatchRow) -> GameRequest:
    """Return the parameters of an earlier match."""
    game = app.editions[match.game].game
    options = differing(game.schema(), game.options(match.options))
    terms = terms_as_text(match.terms)
    return GameRequest(match.game, options, match.seats_wanted, {key: terms[key] for key in match.terms.chosen})


def plan_description(app: AppContext, match: MatchRow, words: Translator) -> str:
    """Return a match's title and pace as text: `Base game, daily`."""
    return f"{game_settings.title_or_id(app, match, words)}, {words.say(time_controls.PACE_NAMES[match.terms.pace.id])}"


def usual_pace(app: AppContext, guild_id: int | None) -> str:
    """Return the server's default pace, in its stored form."""
    return terms_as_text(default_terms(app.services.server_settings.terms(guild_id)))[PACE]


def _is_open_again(app: AppContext, match: MatchRow) -> bool:
    """Return whether a match with the same parameters can be opened now."""
    if match.game not in app.editions:
        return False
    edition = app.editions[match.game]
    lessons = edition.words.lessons
    try:
        edition.game.options(match.options)
    except RuleRefusedError:
        return False
    return lessons is None or not lessons.is_first_game(match.options)
