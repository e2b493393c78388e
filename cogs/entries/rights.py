"""Who may do what: one table for every button, select, form and command, and the one check that reads it.

A press may come from anywhere: from an old message, from another server, written by hand. So before anybody answers it, it is
made sure that the verb may come in this way, that the match belongs to the server (or, in a private message, to the person),
and that the person may do it. What the table of the game itself refuses (whose turn it is, whether the lobby is full) is not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import discord
from discord.ext import commands

from cogs import asking, visibility
from cogs.acknowledging import Ack
from cogs.desk import Desk
from cogs.entries import finding
from cogs.present.ids import Press
from cogs.refused import Declined
from games.core.errors import Refused
from service.errors import Refusal
from service.events.authority import BY_PRESS
from service.servers.server_settings import REFEREES
from storage.records import MatchId, MatchRow, SeatRow, UserId


class Who(Enum):
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


class Way(Enum):
    """How something can be asked for."""

    BUTTON = auto()
    SELECT = auto()
    FORM = auto()


@dataclass(frozen=True)
class Right:
    """One line of the table."""

    who: Who
    ways: Mapping[Way, Ack]
    """How the verb can come in, and what its acknowledgement promises where the answer takes long."""
    of_match: bool = True
    """Whether it is about a match at all."""
    first: bool = False
    """Whether it is acknowledged before anything is done: a second press would do it once more, as it opens, posts, adds or goes
    back. Whatever else was done in silence is seen, or told by the next press."""


def _by(who: Who, ack: Ack = Ack.HERE, way: Way = Way.BUTTON, *, of_match: bool = True, first: bool = False) -> Right:
    return Right(who, {way: ack}, of_match, first)


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
(`cogs.commands.events.which_event`)."""
AGAIN = ("tnewset", "tswapset", "twriteset", "tproposeset", "toffer", "tpart", "tshare")
"""Those that a second press would do once more."""

PRESSES: Mapping[str, Right] = {
    # the lobby
    "join": _by(Who.ANYBODY, Ack.FRONT),
    "leave": _by(Who.ANYBODY, Ack.FRONT),
    "start": _by(Who.HOST, Ack.AFRESH),
    "settings": _by(Who.ANYBODY),
    "set": _by(Who.HOST, way=Way.SELECT),
    "setgame": _by(Who.HOST, way=Way.SELECT),
    "setrules": _by(Who.HOST, way=Way.FORM),
    "setterms": _by(Who.HOST, way=Way.FORM),
    "handover": _by(Who.HOST),
    "term": _by(Who.HOST, way=Way.SELECT),
    "done": _by(Who.HOST),
    "seats": _by(Who.HOST, way=Way.SELECT),
    "speaks": _by(Who.HOST, way=Way.SELECT),
    "computer": _by(Who.HOST),
    "level": _by(Who.HOST, way=Way.SELECT, first=True),
    "rival": _by(Who.HOST, first=True),
    "rivalcode": _by(Who.HOST, Ack.FORM),
    "rivalcodeset": _by(Who.HOST, way=Way.FORM),
    "rivalagree": _by(Who.HOST, first=True),
    "uncomputer": _by(Who.HOST, first=True),
    "word": _by(Who.SEATED, Ack.FORM),
    "wordset": _by(Who.SEATED, way=Way.FORM),
    "invite": _by(Who.HOST, way=Way.SELECT, first=True),
    "cancelsure": _by(Who.HOST),
    "cancel": _by(Who.HOST),
    "keep": _by(Who.ANYBODY),
    "rematch": _by(Who.SEATED, Ack.AFRESH, first=True),
    # the move
    "place": _by(Who.MOVER),
    "draft": _by(Who.MOVER),
    "pick": _by(Who.MOVER, way=Way.SELECT),
    "push": _by(Who.MOVER),
    "play": _by(Who.MOVER),
    "pickplay": _by(Who.MOVER, way=Way.SELECT),
    "type": _by(Who.MOVER, Ack.FORM),
    "typed": _by(Who.MOVER, way=Way.FORM),
    "page": _by(Who.MOVER),
    "guess": _by(Who.ANYBODY),
    "hint": _by(Who.SEATED, Ack.AFRESH),
    "back": _by(Who.MOVER),
    "discard": _by(Who.MOVER),
    "confirm": _by(Who.MOVER),
    "playplan": _by(Who.SEATED),
    "askundo": _by(Who.SEATED),
    "endpause": _by(Who.SEATED, Ack.AFRESH),
    "pause": _by(Who.SEATED, Ack.FORM),
    "pauseset": _by(Who.SEATED, way=Way.FORM),
    "give": _by(Who.SEATED, Ack.FORM),
    "giveset": _by(Who.SEATED, way=Way.FORM),
    "agree": _by(Who.SEATED, Ack.AFRESH),
    "finish": _by(Who.SEATED, Ack.AFRESH),
    "disagree": _by(Who.SEATED, Ack.AFRESH),
    "backhere": _by(Who.SEATED),
    "takeback": _by(Who.SEATED),
    "pass": _by(Who.SEATED),
    "undo": _by(Who.SEATED, Ack.AFRESH, first=True),
    # looking
    "hand": _by(Who.ANYBODY, Ack.AFRESH),
    "look": _by(Who.ANYBODY, Ack.AFRESH),
    "share": _by(Who.ANYBODY, first=True),
    "score": _by(Who.ANYBODY, Ack.AFRESH),
    "tiles": _by(Who.ANYBODY, Ack.AFRESH),
    "why": _by(Who.ANYBODY, way=Way.SELECT),
    "scorings": _by(Who.ANYBODY),
    "more": _by(Who.ANYBODY),
    "follow": _by(Who.ANYBODY, first=True),
    "followperson": _by(Who.ANYBODY, of_match=False, first=True),
    "info": _by(Who.ANYBODY, Ack.AFRESH),
    "clocks": _by(Who.ANYBODY, Ack.AFRESH),
    "log": _by(Who.ANYBODY, Ack.AFRESH),
    "replay": Right(Who.ANYBODY, {Way.BUTTON: Ack.AFRESH}),
    "replayshare": _by(Who.ANYBODY, first=True),
    "analyse": _by(Who.ANYBODY, Ack.AFRESH),
    "analysisshare": _by(Who.ANYBODY, first=True),
    "ownturns": _by(Who.SEATED, Ack.AFRESH),
    "mistakes": _by(Who.SEATED, Ack.AFRESH),
    "ownturn": Right(Who.SEATED, {Way.SELECT: Ack.HERE, Way.BUTTON: Ack.HERE}),
    "step": _by(Who.ANYBODY),
    "stepto": _by(Who.ANYBODY, way=Way.SELECT),
    "export": _by(Who.ANYBODY),
    "verify": _by(Who.ANYBODY),
    "details": _by(Who.ANYBODY),
    "keepsake": _by(Who.ANYBODY),
    "guesses": _by(Who.ANYBODY),
    # giving up, coming back
    "resign": _by(Who.SEATED),
    "resignsure": _by(Who.SEATED),
    "resume": _by(Who.CALLER),
    "skip": _by(Who.REFEREE),
    "skipsure": _by(Who.REFEREE),
    "letback": _by(Who.REFEREE),
    "letbacksure": _by(Who.REFEREE),
    "leavepractice": _by(Who.HOST, Ack.AFRESH),
    "return": _by(Who.ANYBODY, Ack.AFRESH),
    "takeover": _by(Who.ANYBODY, Ack.AFRESH),
    "standin": _by(Who.SEATED, Ack.AFRESH),
    "leaveline": _by(Who.ANYBODY, of_match=False),
    "lookat": _by(Who.ANYBODY, Ack.AFRESH, Way.SELECT, of_match=False),
    # no match is meant
    "games": _by(Who.ANYBODY, of_match=False),
    "open": Right(Who.ANYBODY, {Way.SELECT: Ack.HERE, Way.BUTTON: Ack.HERE}, of_match=False),
    "import": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "importset": _by(Who.ANYBODY, way=Way.FORM, of_match=False, first=True),
    "new": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "challenge": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "challengeset": _by(Who.ANYBODY, way=Way.FORM, of_match=False, first=True),
    "newset": _by(Who.ANYBODY, way=Way.FORM, of_match=False, first=True),
    "practice": _by(Who.ANYBODY, Ack.AFRESH, of_match=False, first=True),
    "solo": _by(Who.ANYBODY, Ack.AFRESH, of_match=False, first=True),
    "help": Right(Who.ANYBODY, {Way.BUTTON: Ack.AFRESH, Way.SELECT: Ack.HERE}, of_match=False),
    "puzzle": _by(Who.ANYBODY, Ack.AFRESH, of_match=False),
    "puzzleplace": _by(Who.ANYBODY, Ack.AFRESH, of_match=False),
    "puzzlelook": _by(Who.ANYBODY, Ack.AFRESH, of_match=False),
    "puzzlesolution": _by(Who.ANYBODY, Ack.AFRESH, of_match=False),
    "puzzlepick": _by(Who.ANYBODY, way=Way.SELECT, of_match=False),
    "puzzlepush": _by(Who.ANYBODY, of_match=False),
    "puzzleplay": _by(Who.ANYBODY, of_match=False),
    "puzzlepickplay": _by(Who.ANYBODY, way=Way.SELECT, of_match=False),
    "puzzlepage": _by(Who.ANYBODY, of_match=False),
    "puzzlediscard": _by(Who.ANYBODY, of_match=False),
    "puzzletype": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "puzzletyped": _by(Who.ANYBODY, way=Way.FORM, of_match=False),
    "puzzleconfirm": _by(Who.ANYBODY, of_match=False),
    "forgetsure": _by(Who.ANYBODY, of_match=False),
    "preferences": _by(Who.ANYBODY, of_match=False),
    "preferform": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "prefer": Right(Who.ANYBODY, {Way.FORM: Ack.HERE, Way.SELECT: Ack.HERE}, of_match=False),
    "mydata": _by(Who.ANYBODY, Ack.AFRESH, of_match=False),
    "forgetme": _by(Who.ANYBODY, of_match=False),
    "hours": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "hoursset": _by(Who.ANYBODY, way=Way.FORM, of_match=False),
    "findform": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "findset": _by(Who.ANYBODY, way=Way.FORM, of_match=False),
    "seek": _by(Who.ANYBODY, Ack.AFRESH, of_match=False),
    "unseek": _by(Who.ANYBODY, of_match=False),
    "unblock": _by(Who.ANYBODY, way=Way.SELECT, of_match=False),
    "vacationend": _by(Who.ANYBODY, of_match=False),
    "welcomecheck": _by(Who.ANYBODY, of_match=False),
    "welcomegone": _by(Who.ANYBODY, of_match=False),
    "welcomeback": _by(Who.ANYBODY, of_match=False),
    "leaders": _by(Who.ANYBODY, way=Way.SELECT, of_match=False),
    "guesstable": _by(Who.ANYBODY, of_match=False),
    "servercheck": _by(Who.ANYBODY, of_match=False),
    "block": _by(Who.ANYBODY, Ack.AFRESH, of_match=False),
    "away": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "awayset": _by(Who.ANYBODY, way=Way.FORM, of_match=False),
    "serverform": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "serverset": Right(Who.ANYBODY, {Way.FORM: Ack.HERE, Way.SELECT: Ack.HERE}, of_match=False),
    "serverpage": _by(Who.ANYBODY, of_match=False),
    **{verb: _by(Who.ANYBODY, of_match=False, first=verb in AGAIN) for verb in EVENTS},
    **{verb: _by(Who.ANYBODY, Ack.FORM, of_match=False) for verb in EVENT_FORMS},
    **{f"{verb}set": _by(Who.ANYBODY, way=Way.FORM, of_match=False, first=f"{verb}set" in AGAIN) for verb in EVENT_FORMS},
    "tlist": _by(Who.ANYBODY, of_match=False),
    "topen": _by(Who.ANYBODY, way=Way.SELECT, of_match=False),
    "mapform": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "mapset": _by(Who.ANYBODY, way=Way.FORM, of_match=False),
    "mapremove": _by(Who.ANYBODY, Ack.FORM, of_match=False),
    "mapremoveset": _by(Who.ANYBODY, way=Way.FORM, of_match=False),
    "mapadd": _by(Who.ANYBODY, of_match=False),
    "mapdrop": _by(Who.ANYBODY, of_match=False),
    "mapshow": _by(Who.ANYBODY, Ack.AFRESH, Way.SELECT, of_match=False),
}
"""By verb. `service.lobby.maps` knows who keeps a server's maps; `cogs.commands.servers.servers` asks who manages a server."""

COMMANDS: Mapping[str, Who] = {
    "place": Who.SEATED,
    "meeple": Who.SEATED,
    "play": Who.SEATED,
    "undo": Who.ANYBODY,
    "board": Who.ANYBODY,
    "score": Who.ANYBODY,
    "tiles": Who.ANYBODY,
}
"""Commands about the match of a channel, by their full name; the others are about none."""

OWNERS = frozenset({"health"})
"""Commands of the bot's owner; Discord shows them to administrators, and this table lets nobody else in."""

_REFUSALS = {
    Who.SEATED: "not-seated",
    Who.HOST: "not-host",
    Who.REFEREE: "not-moderator",
    Who.CALLER: "not-seated",
}


def way_in(interaction: discord.Interaction) -> Way:
    """How a press came in."""
    if interaction.type is discord.InteractionType.modal_submit:
        return Way.FORM
    data: Any = interaction.data or {}
    return Way.BUTTON if data.get("component_type") == discord.ComponentType.button.value else Way.SELECT


async def check(desk: Desk, interaction: discord.Interaction, press: Press) -> None:
    """Refuse a press that this person may not make here: `no-match`, `out-of-reach`, and by role."""
    right = PRESSES[press.verb]
    if right.of_match:
        await of_match(desk, interaction, press.match, right.who)


async def here(desk: Desk, interaction: discord.Interaction) -> MatchRow:
    """The match that a command is about. Refuses as `finding.meant`, and by role."""
    assert interaction.command is not None
    found = await finding.meant(desk, interaction)
    return await of_match(desk, interaction, found.id, COMMANDS[interaction.command.qualified_name])


async def owner(desk: Desk, interaction: discord.Interaction) -> None:
    """The person must own the application, alone or in a team. Refuses `not-owner`."""
    assert interaction.command is not None and interaction.command.qualified_name in OWNERS
    if not isinstance(desk.client, commands.AutoShardedBot) or not await desk.client.is_owner(interaction.user):
        raise Declined("not-owner")


async def of_match(desk: Desk, interaction: discord.Interaction, match_id: MatchId, who: Who) -> MatchRow:
    """The match, if this person may reach it and do to it what `who` may. From here on it is known whether they moderate it."""
    match, seats = await desk.services.looking.seated(match_id)
    is_seated = any(seat.user_id == interaction.user.id for seat in seats)
    calls = who is Who.CALLER and interaction.guild_id == match.guild_id and visibility.moderates_all(interaction)
    if not calls and not await _reaches(desk, interaction, match, is_seated=is_seated):
        raise Declined("out-of-reach")
    judges = who is Who.REFEREE and is_referee(desk, interaction)
    asking.judge(interaction, moderates=judges or visibility.moderates(interaction, match.channel_id))
    if who is Who.MOVER and not is_seated:
        await _vote_or_guess(desk, interaction, match, seats)
    elif not _may(interaction, match, seats, who):
        raise _refusal(match, who)
    return match


async def _vote_or_guess(desk: Desk, interaction: discord.Interaction, match: MatchRow, seats: tuple[SeatRow, ...]) -> None:
    """By pressing what players press, people who watch vote for a server, or guess what somebody plays. Refuses as
    `Town.must_vote` and `Town.must_take_sides`, and people who share the bag as `Guesses.begin`.
    """
    if not any(seat.is_town for seat in seats) and await _guesses(desk, match, asking.user(interaction)):
        return
    since = interaction.user.joined_at if isinstance(interaction.user, discord.Member) else None
    desk.services.town.must_vote(match, seats, since, asking.now())
    await desk.services.town.must_take_sides(seats, asking.user(interaction))


async def _guesses(desk: Desk, match: MatchRow, user_id: UserId) -> bool:
    """Whether this person's draft is a guess from here on; False where there is nothing to guess."""
    try:
        await desk.services.guesses.begin(match.id, user_id, now=asking.now())
    except Refusal as refused:
        if refused.code != "no-guess" or refused.params["why"] == "bag":
            raise
        return False
    return True


def calls(interaction: discord.Interaction, match: MatchRow, seats: tuple[SeatRow, ...]) -> bool:
    """Whether this person may bring a lost game of their server back: `Who.CALLER`."""
    user = asking.user(interaction)
    return user == match.host_id or any(seat.user_id == user for seat in seats) or visibility.moderates_all(interaction)


def is_referee(desk: Desk, interaction: discord.Interaction) -> bool:
    """Whether this person has one of the roles that this server has chosen for its referees."""
    return visibility.has_role(interaction, desk.services.server_settings.roles(interaction.guild_id, REFEREES))


async def _reaches(desk: Desk, interaction: discord.Interaction, match: MatchRow, *, is_seated: bool) -> bool:
    """Whether the match belongs to the place that is asked from."""
    is_inside = is_seated or match.host_id == interaction.user.id
    return await desk.visibility.reaches(interaction, match.guild_id, match.channel_id, is_inside=is_inside)


def _may(interaction: discord.Interaction, match: MatchRow, seats: tuple[SeatRow, ...], who: Who) -> bool:
    user = asking.user(interaction)
    if who in (Who.ANYBODY, Who.MOVER):
        return True
    if who is Who.SEATED:
        return any(seat.user_id == user for seat in seats)
    if who is Who.REFEREE:
        return asking.is_moderator(interaction)
    if who is Who.HOST:
        return user == match.host_id or asking.is_moderator(interaction)
    return calls(interaction, match, seats)


def _refusal(match: MatchRow, who: Who) -> Refused:
    return Refusal(_REFUSALS[who], match=match.id)
