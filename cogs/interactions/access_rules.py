"""Who may do what: one table for every button, select, form and command, and the one check that reads it.

A press may come from anywhere: from an old message, from another server, written by hand. So before anybody answers it, it is
made sure that the verb may come in this way, that the match belongs to the server (or, in a private message, to the person),
and that the person may do it. What the table of the game itself refuses (whose turn it is, whether the lobby is full) is not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Any

import discord
from discord.ext import commands

from cogs import interaction_info, visibility
from cogs.app_context import AppContext
from cogs.deferral import DeferMode
from cogs.interactions import match_lookup
from cogs.messages.component_ids import Press
from cogs.refusals import InteractionRefused
from games.core.errors import RuleRefusedError
from service.errors import Refusal
from service.guilds.server_settings import REFEREES
from service.tournaments.permissions import BY_PRESS
from storage.rows import MatchId, MatchRow, SeatRow, UserId


class ActorRole(Enum):
    """Of those who may see the match at all."""

    ANYBODY = auto()
    SEATED = auto()
    """Who has a seat, also one that a computer plays by now."""
    MOVER = auto()
    """Who has a seat, or guesses its moves; where a server plays one, who may vote for it."""
    HOST = auto()
    """The host, or a moderator."""
    REFEREE = auto()
    """Who may manage the channel of the match, or has one of the roles that the server has chosen for its referees."""
    CALLER = auto()
    """Who brings a lost game back: a person with a seat, the host, or a moderator of the whole server."""


class EntryPoint(Enum):
    """How something can be asked for."""

    BUTTON = auto()
    SELECT = auto()
    FORM = auto()


@dataclass(frozen=True)
class AccessRule:
    """One line of the table."""

    who: ActorRole
    ways: Mapping[EntryPoint, DeferMode]
    """How the verb can come in, and what its acknowledgement promises where the answer takes long."""
    of_match: bool = True
    """Whether it is about a match at all."""
    first: bool = False
    """Whether it is acknowledged before anything is done: a second press would do it once more, as it opens, posts, adds or goes
    back. Whatever else was done in silence is seen, or told by the next press."""


def _by(
    who: ActorRole,
    ack: DeferMode = DeferMode.HERE,
    way: EntryPoint = EntryPoint.BUTTON,
    *,
    of_match: bool = True,
    first: bool = False,
) -> AccessRule:
    return AccessRule(who, {way: ack}, of_match, first)


EVENT_FORMS = (
    "tedit",
    "ttimes",
    "tlimits",
    "trules",
    "tseed",
    "tdeputy",
    "twrite",
    "tswap",
    "tpropose",
    "thours",
    "trule",
    "tlineup",
    "tnext",
    "treport",
    "tnew",
)
"""Buttons about events that open a form; the answer comes back as the same verb with `set` behind it."""
EVENTS = tuple(verb for verb in BY_PRESS if verb not in EVENT_FORMS and verb.removesuffix("set") not in EVENT_FORMS)
"""Other presses about events, by those who may reach the event; what only officials may is asked by who answers
(`cogs.commands.tournaments.tournament_lookup`)."""
AGAIN = ("tnewset", "tswapset", "twriteset", "tproposeset", "toffer", "tpart", "tshare")
"""Those that a second press would do once more."""

PRESSES: Mapping[str, AccessRule] = {
    # the lobby
    "join": _by(ActorRole.ANYBODY, DeferMode.FRONT),
    "leave": _by(ActorRole.ANYBODY, DeferMode.FRONT),
    "start": _by(ActorRole.HOST, DeferMode.AFRESH),
    "settings": _by(ActorRole.ANYBODY),
    "set": _by(ActorRole.HOST, way=EntryPoint.SELECT),
    "setgame": _by(ActorRole.HOST, way=EntryPoint.SELECT),
    "setrules": _by(ActorRole.HOST, way=EntryPoint.FORM),
    "setterms": _by(ActorRole.HOST, way=EntryPoint.FORM),
    "handover": _by(ActorRole.HOST),
    "term": _by(ActorRole.HOST, way=EntryPoint.SELECT),
    "done": _by(ActorRole.HOST),
    "seats": _by(ActorRole.HOST, way=EntryPoint.SELECT),
    "speaks": _by(ActorRole.HOST, way=EntryPoint.SELECT),
    "computer": _by(ActorRole.HOST),
    "level": _by(ActorRole.HOST, way=EntryPoint.SELECT, first=True),
    "rival": _by(ActorRole.HOST, first=True),
    "rivalcode": _by(ActorRole.HOST, DeferMode.FORM),
    "rivalcodeset": _by(ActorRole.HOST, way=EntryPoint.FORM),
    "rivalagree": _by(ActorRole.HOST, first=True),
    "uncomputer": _by(ActorRole.HOST, first=True),
    "word": _by(ActorRole.SEATED, DeferMode.FORM),
    "wordset": _by(ActorRole.SEATED, way=EntryPoint.FORM),
    "invite": _by(ActorRole.HOST, way=EntryPoint.SELECT, first=True),
    "cancelsure": _by(ActorRole.HOST),
    "cancel": _by(ActorRole.HOST),
    "keep": _by(ActorRole.ANYBODY),
    "rematch": _by(ActorRole.SEATED, DeferMode.AFRESH, first=True),
    # the move
    "place": _by(ActorRole.MOVER),
    "draft": _by(ActorRole.MOVER),
    "pick": _by(ActorRole.MOVER, way=EntryPoint.SELECT),
    "push": _by(ActorRole.MOVER),
    "play": _by(ActorRole.MOVER),
    "pickplay": _by(ActorRole.MOVER, way=EntryPoint.SELECT),
    "pickpage": _by(ActorRole.MOVER, way=EntryPoint.SELECT),
    "type": _by(ActorRole.MOVER, DeferMode.FORM),
    "typed": _by(ActorRole.MOVER, way=EntryPoint.FORM),
    "page": _by(ActorRole.MOVER),
    "guess": _by(ActorRole.ANYBODY),
    "openboard": _by(ActorRole.ANYBODY),
    "hint": _by(ActorRole.SEATED, DeferMode.AFRESH),
    "back": _by(ActorRole.MOVER),
    "discard": _by(ActorRole.MOVER),
    "confirm": _by(ActorRole.MOVER),
    "playplan": _by(ActorRole.SEATED),
    "askundo": _by(ActorRole.SEATED),
    "endpause": _by(ActorRole.SEATED, DeferMode.AFRESH),
    "pause": _by(ActorRole.SEATED, DeferMode.FORM),
    "pauseset": _by(ActorRole.SEATED, way=EntryPoint.FORM),
    "give": _by(ActorRole.SEATED, DeferMode.FORM),
    "giveset": _by(ActorRole.SEATED, way=EntryPoint.FORM),
    "agree": _by(ActorRole.SEATED, DeferMode.AFRESH),
    "finish": _by(ActorRole.SEATED, DeferMode.AFRESH),
    "disagree": _by(ActorRole.SEATED, DeferMode.AFRESH),
    "backhere": _by(ActorRole.SEATED),
    "takeback": _by(ActorRole.SEATED),
    "pass": _by(ActorRole.SEATED),
    "undo": _by(ActorRole.SEATED, DeferMode.AFRESH, first=True),
    # looking
    "hand": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "look": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "share": _by(ActorRole.ANYBODY, first=True),
    "score": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "tiles": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "why": _by(ActorRole.ANYBODY, way=EntryPoint.SELECT),
    "scorings": _by(ActorRole.ANYBODY),
    "more": _by(ActorRole.ANYBODY),
    "follow": _by(ActorRole.ANYBODY, first=True),
    "followperson": _by(ActorRole.ANYBODY, of_match=False, first=True),
    "info": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "clocks": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "log": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "replay": AccessRule(ActorRole.ANYBODY, {EntryPoint.BUTTON: DeferMode.AFRESH}),
    "replayshare": _by(ActorRole.ANYBODY, first=True),
    "analyse": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "analysisshare": _by(ActorRole.ANYBODY, first=True),
    "ownturns": _by(ActorRole.SEATED, DeferMode.AFRESH),
    "mistakes": _by(ActorRole.SEATED, DeferMode.AFRESH),
    "ownturn": AccessRule(ActorRole.SEATED, {EntryPoint.SELECT: DeferMode.HERE, EntryPoint.BUTTON: DeferMode.HERE}),
    "step": _by(ActorRole.ANYBODY),
    "stepto": _by(ActorRole.ANYBODY, way=EntryPoint.SELECT),
    "export": _by(ActorRole.ANYBODY),
    "verify": _by(ActorRole.ANYBODY),
    "details": _by(ActorRole.ANYBODY),
    "keepsake": _by(ActorRole.ANYBODY),
    "guesses": _by(ActorRole.ANYBODY),
    # giving up, coming back
    "resign": _by(ActorRole.SEATED),
    "resignsure": _by(ActorRole.SEATED),
    "resume": _by(ActorRole.CALLER),
    "skip": _by(ActorRole.REFEREE),
    "skipsure": _by(ActorRole.REFEREE),
    "letback": _by(ActorRole.REFEREE),
    "letbacksure": _by(ActorRole.REFEREE),
    "leavepractice": _by(ActorRole.HOST, DeferMode.AFRESH),
    "return": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "takeover": _by(ActorRole.ANYBODY, DeferMode.AFRESH),
    "standin": _by(ActorRole.SEATED, DeferMode.AFRESH),
    "leaveline": _by(ActorRole.ANYBODY, of_match=False),
    "lookat": _by(ActorRole.ANYBODY, DeferMode.AFRESH, EntryPoint.SELECT, of_match=False),
    # no match is meant
    "games": _by(ActorRole.ANYBODY, of_match=False),
    "open": AccessRule(ActorRole.ANYBODY, {EntryPoint.SELECT: DeferMode.HERE, EntryPoint.BUTTON: DeferMode.HERE}, of_match=False),
    "import": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "importset": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False, first=True),
    "new": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "challenge": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "challengeset": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False, first=True),
    "newset": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False, first=True),
    "practice": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False, first=True),
    "solo": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False, first=True),
    "help": AccessRule(ActorRole.ANYBODY, {EntryPoint.BUTTON: DeferMode.AFRESH, EntryPoint.SELECT: DeferMode.HERE}, of_match=False),
    "puzzle": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False),
    "puzzleplace": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False),
    "puzzlelook": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False),
    "puzzlesolution": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False),
    "puzzlepick": _by(ActorRole.ANYBODY, way=EntryPoint.SELECT, of_match=False),
    "puzzlepush": _by(ActorRole.ANYBODY, of_match=False),
    "puzzleplay": _by(ActorRole.ANYBODY, of_match=False),
    "puzzlepickplay": _by(ActorRole.ANYBODY, way=EntryPoint.SELECT, of_match=False),
    "puzzlepickpage": _by(ActorRole.ANYBODY, way=EntryPoint.SELECT, of_match=False),
    "puzzlepage": _by(ActorRole.ANYBODY, of_match=False),
    "puzzlediscard": _by(ActorRole.ANYBODY, of_match=False),
    "puzzletype": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "puzzletyped": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False),
    "puzzleconfirm": _by(ActorRole.ANYBODY, of_match=False),
    "forgetsure": _by(ActorRole.ANYBODY, of_match=False),
    "preferences": _by(ActorRole.ANYBODY, of_match=False),
    "preferform": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "prefer": AccessRule(ActorRole.ANYBODY, {EntryPoint.FORM: DeferMode.HERE, EntryPoint.SELECT: DeferMode.HERE}, of_match=False),
    "mydata": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False),
    "forgetme": _by(ActorRole.ANYBODY, of_match=False),
    "hours": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "hoursset": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False),
    "findform": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "findset": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False),
    "seek": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False),
    "unseek": _by(ActorRole.ANYBODY, of_match=False),
    "unblock": _by(ActorRole.ANYBODY, way=EntryPoint.SELECT, of_match=False),
    "vacationend": _by(ActorRole.ANYBODY, of_match=False),
    "welcomecheck": _by(ActorRole.ANYBODY, of_match=False),
    "welcomegone": _by(ActorRole.ANYBODY, of_match=False),
    "welcomeback": _by(ActorRole.ANYBODY, of_match=False),
    "leaders": _by(ActorRole.ANYBODY, way=EntryPoint.SELECT, of_match=False),
    "guesstable": _by(ActorRole.ANYBODY, of_match=False),
    "servercheck": _by(ActorRole.ANYBODY, of_match=False),
    "block": _by(ActorRole.ANYBODY, DeferMode.AFRESH, of_match=False),
    "away": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "awayset": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False),
    "serverform": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "serverset": AccessRule(
        ActorRole.ANYBODY, {EntryPoint.FORM: DeferMode.HERE, EntryPoint.SELECT: DeferMode.HERE}, of_match=False
    ),
    "serverpage": _by(ActorRole.ANYBODY, of_match=False),
    **{verb: _by(ActorRole.ANYBODY, of_match=False, first=verb in AGAIN) for verb in EVENTS},
    **{verb: _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False) for verb in EVENT_FORMS},
    **{
        f"{verb}set": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False, first=f"{verb}set" in AGAIN)
        for verb in EVENT_FORMS
    },
    "tlist": _by(ActorRole.ANYBODY, of_match=False),
    "topen": _by(ActorRole.ANYBODY, way=EntryPoint.SELECT, of_match=False),
    "mapform": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "mapset": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False),
    "mapremove": _by(ActorRole.ANYBODY, DeferMode.FORM, of_match=False),
    "mapremoveset": _by(ActorRole.ANYBODY, way=EntryPoint.FORM, of_match=False),
    "mapadd": _by(ActorRole.ANYBODY, of_match=False),
    "mapdrop": _by(ActorRole.ANYBODY, of_match=False),
    "mapshow": _by(ActorRole.ANYBODY, DeferMode.AFRESH, EntryPoint.SELECT, of_match=False),
}
"""By verb. `service.lobby.maps` knows who keeps a server's maps, and `cogs.commands.guilds.server_settings` asks
who manages a server.
"""

COMMANDS: Mapping[str, ActorRole] = {
    "place": ActorRole.SEATED,
    "meeple": ActorRole.SEATED,
    "play": ActorRole.SEATED,
    "undo": ActorRole.ANYBODY,
    "board": ActorRole.ANYBODY,
    "score": ActorRole.ANYBODY,
    "tiles": ActorRole.ANYBODY,
}
"""Commands about the match of a channel, by their full name; the others are about none."""

OWNERS = frozenset({"health"})
"""Commands of the bot's owner; Discord shows them to administrators, and this table lets nobody else in."""

_REFUSALS = {
    ActorRole.SEATED: "not-seated",
    ActorRole.HOST: "not-host",
    ActorRole.REFEREE: "not-moderator",
    ActorRole.CALLER: "not-seated",
}


def entry_point(interaction: discord.Interaction) -> EntryPoint:
    """How a press came in."""
    if interaction.type is discord.InteractionType.modal_submit:
        return EntryPoint.FORM
    data: Any = interaction.data or {}
    return EntryPoint.BUTTON if data.get("component_type") == discord.ComponentType.button.value else EntryPoint.SELECT


ALWAYS = frozenset({"preferences", "preferform", "prefer", "mydata", "forgetme", "forgetsure"})
"""Presses that excluded people may make too: they decide about their own data."""


def is_excluded(app: AppContext, interaction: discord.Interaction) -> bool:
    """Whether the host has excluded this person or server, and this is not the command about one's own data."""
    named = interaction.command is not None and interaction.command.qualified_name == "settings"
    return not named and app.services.exclusion.holds(interaction.user.id, interaction.guild_id)


async def check(app: AppContext, interaction: discord.Interaction, press: Press) -> None:
    """Refuse a press that this person may not make here: `no-match`, `out-of-reach`, and by role."""
    right = PRESSES[press.verb]
    if right.of_match:
        await of_match(app, interaction, press.match, right.who)


async def here(app: AppContext, interaction: discord.Interaction) -> MatchRow:
    """The match that a command is about. Refuses as `match_lookup.meant`, and by role."""
    assert interaction.command is not None
    found = await match_lookup.meant(app, interaction)
    return await of_match(app, interaction, found.id, COMMANDS[interaction.command.qualified_name])


async def owner(app: AppContext, interaction: discord.Interaction) -> None:
    """The person must own the application, alone or in a team. Refuses `not-owner`."""
    assert interaction.command is not None and interaction.command.qualified_name in OWNERS
    if not isinstance(app.client, commands.AutoShardedBot) or not await app.client.is_owner(interaction.user):
        raise InteractionRefused("not-owner")


async def of_match(app: AppContext, interaction: discord.Interaction, match_id: MatchId, who: ActorRole) -> MatchRow:
    """The match, if this person may reach it and do to it what `who` may. From here on it is known whether they moderate it."""
    match, seats = await app.services.match_queries.seated(match_id)
    is_seated = any(seat.user_id == interaction.user.id for seat in seats)
    calls = who is ActorRole.CALLER and interaction.guild_id == match.guild_id and visibility.moderates_all(interaction)
    if not calls and not await _reaches(app, interaction, match, is_seated=is_seated):
        raise InteractionRefused("out-of-reach")
    judges = who is ActorRole.REFEREE and is_referee(app, interaction)
    interaction_info.judge(interaction, moderates=judges or visibility.moderates(interaction, match.channel_id))
    if who is ActorRole.MOVER and not is_seated:
        since = interaction.user.joined_at if isinstance(interaction.user, discord.Member) else None
        await vote_or_guess(app, interaction_info.user(interaction), since, match, seats)
    elif not _may(interaction, match, seats, who):
        raise _refusal(match, who)
    return match


async def vote_or_guess(
    app: AppContext, user_id: UserId, since: datetime | None, match: MatchRow, seats: tuple[SeatRow, ...]
) -> None:
    """By pressing what players press, people who watch vote for a server, or guess what somebody plays.

    `since`: when they joined the server. Refuses as `ServerSeat.must_vote` and `ServerSeat.must_take_sides`, and people who share
    the bag as `Guesses.begin`.
    """
    if not any(seat.is_town for seat in seats) and await _guesses(app, match, user_id):
        return
    app.services.server_seat.must_vote(match, seats, since, interaction_info.now())
    await app.services.server_seat.must_take_sides(seats, user_id)


async def _guesses(app: AppContext, match: MatchRow, user_id: UserId) -> bool:
    """Whether this person's draft is a guess from here on; False where there is nothing to guess."""
    try:
        await app.services.guesses.begin(match.id, user_id, now=interaction_info.now())
    except Refusal as refused:
        if refused.code != "no-guess" or refused.params["why"] == "bag":
            raise
        return False
    return True


def calls(interaction: discord.Interaction, match: MatchRow, seats: tuple[SeatRow, ...]) -> bool:
    """Whether this person may bring a lost game of their server back: `ActorRole.CALLER`."""
    user = interaction_info.user(interaction)
    return user == match.host_id or any(seat.user_id == user for seat in seats) or visibility.moderates_all(interaction)


def is_referee(app: AppContext, interaction: discord.Interaction) -> bool:
    """Whether this person has one of the roles that this server has chosen for its referees."""
    return visibility.has_role(interaction, app.services.server_settings.roles(interaction.guild_id, REFEREES))


async def _reaches(app: AppContext, interaction: discord.Interaction, match: MatchRow, *, is_seated: bool) -> bool:
    """Whether the match belongs to the place that is asked from."""
    is_inside = is_seated or match.host_id == interaction.user.id
    return await app.visibility.reaches(interaction, match.guild_id, match.channel_id, is_inside=is_inside)


def _may(interaction: discord.Interaction, match: MatchRow, seats: tuple[SeatRow, ...], who: ActorRole) -> bool:
    user = interaction_info.user(interaction)
    if who in (ActorRole.ANYBODY, ActorRole.MOVER):
        return True
    if who is ActorRole.SEATED:
        return any(seat.user_id == user for seat in seats)
    if who is ActorRole.REFEREE:
        return interaction_info.is_moderator(interaction)
    if who is ActorRole.HOST:
        return user == match.host_id or interaction_info.is_moderator(interaction)
    return calls(interaction, match, seats)


def _refusal(match: MatchRow, who: ActorRole) -> RuleRefusedError:
    return Refusal(_REFUSALS[who], match=match.id)
