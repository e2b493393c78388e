"""`/tournament` for everybody: list, info, enter, leave, check-in, skip, standings, table, bracket, pairings, my, export; the
board's buttons.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, fair
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import errors
from cogs.entries.presses import on_press
from cogs.fair import Fair
from cogs.pictures import sheets as sheets_of
from cogs.present import entrants, events, pairings
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.parts import Message
from cogs.refused import Declined
from service.errors import Refusal
from service.events import sheets
from service.events.assembled import Events
from service.events.limits import Applicant
from service.events.state import IN, WAITING, State
from storage.event_records import RUNNING, UNDER_WAY, EventEntry, EventId, EventRow
from storage.records import UserId
from text.language import words as spoken
from text.tournament import answers, board, letters
from tournament.records import EntrantId

LISTED = 15

SheetOf = Callable[[Desk, Fair, int, UserId | None], Awaitable[Message]]
"""A page of what an event can be shown as, for one reader or for all."""


class EnteringCommands(commands.Cog):
    """The part of `/tournament` for players; `cogs.commands.tournament` makes a cog of it."""

    desk: Desk
    events: Events

    # --- commands --------------------------------------------------------------------------------------------------------

    @app_commands.command(name="list", **{k: v for k, v in named("tournament list").items() if k != "name"})
    async def list_events(self, interaction: discord.Interaction) -> None:
        """The tournaments of this server."""
        if interaction.guild_id is None:
            raise Declined("not-in-private")
        words, lines = asking.words(interaction), []
        for row in (await self.events.looking.of_guild(interaction.guild_id))[:LISTED]:
            state = await self.events.looking.state(row.id)
            entered = sum(member.status in (IN, WAITING) for member in state.members.values())
            lines.append(f"{board.listed(row.name, row.status, entered, words)} · <#{row.channel_id}>")
        await deliver.show(interaction, notes.note(*(lines or [board.none_listed(words)])))

    @app_commands.command(**named("tournament info"))
    @explained("tournament info", "tournament")
    async def info(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """How it is played, who is in, what was ruled."""
        await self._info(interaction, await meant(self.events, interaction, tournament, ended=True))

    @app_commands.command(**named("tournament enter"))
    @explained("tournament enter", "tournament", "team")
    async def enter(self, interaction: discord.Interaction, tournament: str = "", team: str = "") -> None:
        """Enter; where teams meet, for one of them."""
        await self._enter(interaction, await meant(self.events, interaction, tournament), team)

    @enter.autocomplete("team")
    @errors.silent
    async def _offer_teams(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        rows = () if interaction.guild_id is None else await self.events.looking.of_guild(interaction.guild_id, ended=False)
        names = [name for row in rows for name in (await self.events.looking.state(row.id)).teams.values()]
        return notes.choices([(name, name) for name in dict.fromkeys(names) if current.strip().casefold() in name.casefold()])

    @app_commands.command(**named("tournament leave"))
    @explained("tournament leave", "tournament")
    async def leave(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Leave; asks once more when it runs."""
        await self._ask_leave(interaction, await meant(self.events, interaction, tournament))

    @app_commands.command(**named("tournament check-in"))
    @explained("tournament check-in", "tournament")
    async def check_in(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Say that one will be there."""
        await self._check_in(interaction, await meant(self.events, interaction, tournament))

    @app_commands.command(**named("tournament skip"))
    @explained("tournament skip", "tournament")
    async def skip(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Sit the next round out."""
        await self._skip(interaction, await meant(self.events, interaction, tournament))

    @app_commands.command(**named("tournament standings"))
    @explained("tournament standings", "tournament", "share")
    async def standings(self, interaction: discord.Interaction, tournament: str = "", share: bool = False) -> None:
        """Who stands where."""
        state = await meant(self.events, interaction, tournament, ended=True)
        await self._show_sheet(interaction, state, sheets_of.standings, share=share)

    @app_commands.command(**named("tournament table"))
    @explained("tournament table", "tournament", "share")
    async def table(self, interaction: discord.Interaction, tournament: str = "", share: bool = False) -> None:
        """Who met whom, and what came of it."""
        state = await meant(self.events, interaction, tournament, ended=True)
        await self._show_sheet(interaction, state, sheets_of.cross, share=share)

    @app_commands.command(**named("tournament bracket"))
    @explained("tournament bracket", "tournament", "share")
    async def bracket(self, interaction: discord.Interaction, tournament: str = "", share: bool = False) -> None:
        """The tree of a knock-out."""
        state = await meant(self.events, interaction, tournament, ended=True)
        await self._show_sheet(interaction, state, sheets_of.bracket, share=share)

    @app_commands.command(**named("tournament pairings"))
    @explained("tournament pairings", "tournament")
    async def pairings(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Who meets whom."""
        state = await meant(self.events, interaction, tournament, ended=True)
        await deliver.show(interaction, pairings.pairings(await self._seen(interaction, state.row.id), 0))

    @app_commands.command(**named("tournament my"))
    async def my(self, interaction: discord.Interaction) -> None:
        """Every tournament of the reader, and what it waits for."""
        words, lines = asking.words(interaction), []
        for state in await self.events.looking.of_user(asking.user(interaction)):
            member = state.member(asking.user(interaction))
            if member is not None and (interaction.guild_id in (None, state.row.guild_id)):
                seen = await self._seen(interaction, state.row.id)
                lines.append(board.mine(state.row.name, entrants.my_state(seen, member), words))
        await deliver.show(interaction, notes.note(*(lines or [board.nothing_mine(words)])))

    @app_commands.command(**named("tournament export"))
    @explained("tournament export", "tournament")
    async def export(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Everything that is public about it, as a file."""
        state = await meant(self.events, interaction, tournament, ended=True)
        record = await self.events.looking.export(state.row.id)
        seen = await self._seen(interaction, state.row.id)
        names = {int(who): name for who, name in seen.names.items()}
        content = json.dumps(record, indent=1, ensure_ascii=False)
        message = notes.note(board.title(state.row.name, asking.words(interaction)))
        message.attach(f"tournament-{state.row.id}.json", content.encode())
        message.attach("entrants.csv", sheets.entrants(record, names).encode("utf-8-sig"))
        message.attach("pairings.csv", sheets.pairings(record, names).encode("utf-8-sig"))
        await deliver.show(interaction, message)

    @info.autocomplete("tournament")
    @enter.autocomplete("tournament")
    @leave.autocomplete("tournament")
    @check_in.autocomplete("tournament")
    @skip.autocomplete("tournament")
    @standings.autocomplete("tournament")
    @table.autocomplete("tournament")
    @bracket.autocomplete("tournament")
    @pairings.autocomplete("tournament")
    @export.autocomplete("tournament")
    @errors.silent
    async def _offer(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await offers(self.events, interaction, current)

    # --- buttons ---------------------------------------------------------------------------------------------------------

    @on_press("tenter")
    async def press_enter(self, interaction: discord.Interaction, press: Press) -> None:
        """Enter."""
        await self._enter(interaction, await pressed(self.events, interaction, press))

    @on_press("tleave")
    async def press_leave(self, interaction: discord.Interaction, press: Press) -> None:
        """Leave."""
        await self._ask_leave(interaction, await pressed(self.events, interaction, press))

    @on_press("tleavesure")
    async def press_leave_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes, leave."""
        await self._leave(interaction, await pressed(self.events, interaction, press))

    @on_press("tcheckin")
    async def press_check_in(self, interaction: discord.Interaction, press: Press) -> None:
        """Check in."""
        await self._check_in(interaction, await pressed(self.events, interaction, press))

    @on_press("tskip")
    async def press_skip(self, interaction: discord.Interaction, press: Press) -> None:
        """Skip the next round."""
        await self._skip(interaction, await pressed(self.events, interaction, press))

    @on_press("tready")
    async def press_ready(self, interaction: discord.Interaction, press: Press) -> None:
        """I am here."""
        state = await pressed(self.events, interaction, press)
        await self.events.rounds.ready(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "ready-live" if state.settings.is_live else "ready")

    @on_press("treferee")
    async def press_referee(self, interaction: discord.Interaction, press: Press) -> None:
        """Call a referee."""
        state = await pressed(self.events, interaction, press)
        numbers = [asking.number(part) for part in press.argument.split()[1:]]
        await self.events.rulings.call(state.row.id, asking.user(interaction), *numbers[:2], now=asking.now())
        await self._done(interaction, "called")

    @on_press("tappeal")
    async def press_appeal(self, interaction: discord.Interaction, press: Press) -> None:
        """Appeal against a ruling."""
        state = await pressed(self.events, interaction, press)
        await self.events.appeals.appeal(state.row.id, asking.user(interaction), _page(press), now=asking.now())
        await self._done(interaction, "appealed")

    @on_press("tinfo")
    async def press_info(self, interaction: discord.Interaction, press: Press) -> None:
        """Info."""
        await self._info(interaction, await pressed(self.events, interaction, press))

    @on_press("tstand")
    async def press_standings(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the standings."""
        await self._press_sheet(interaction, press, sheets_of.standings)

    @on_press("tcross")
    async def press_cross(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the cross-table."""
        await self._press_sheet(interaction, press, sheets_of.cross)

    @on_press("tbracket")
    async def press_bracket(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the bracket."""
        await self._press_sheet(interaction, press, sheets_of.bracket)

    @on_press("tpair")
    async def press_pairings(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the pairings."""
        state = await pressed(self.events, interaction, press)
        await deliver.show(interaction, pairings.pairings(await self._seen(interaction, state.row.id), _page(press)))

    @on_press("tmy")
    async def press_my(self, interaction: discord.Interaction, press: Press) -> None:
        """Where the reader stands."""
        state = await pressed(self.events, interaction, press)
        member = state.member(asking.user(interaction))
        if member is None:
            raise Refusal("not-entered")
        await deliver.show(interaction, entrants.mine(await self._seen(interaction, state.row.id), member))

    # --- what commands and buttons share ---------------------------------------------------------------------------------

    async def _seen(self, interaction: discord.Interaction, event_id: EventId) -> Fair:
        return await fair.seen(self.desk, event_id, asking.words(interaction))

    async def _done(self, interaction: discord.Interaction, key: str) -> None:
        await deliver.show(interaction, notes.note(answers.done(key, asking.words(interaction))))

    async def _enter(self, interaction: discord.Interaction, state: State, team: str = "") -> None:
        who = interaction.user
        known = (
            Applicant(who.joined_at, frozenset(role.id for role in who.roles)) if isinstance(who, discord.Member) else Applicant()
        )
        member = await self.events.entries.enter(state.row.id, asking.user(interaction), known, now=asking.now(), team=team)
        await self._done(interaction, "waiting" if member.status == WAITING else "entered")

    async def _ask_leave(self, interaction: discord.Interaction, state: State) -> None:
        member = state.member(asking.user(interaction))
        if state.row.status == RUNNING and member is not None and member.status == IN:
            seen = await self._seen(interaction, state.row.id)
            await deliver.show(interaction, events.sure(seen, "ask-leave", "yes-leave-event", "tleavesure"))
        else:
            await self._leave(interaction, state)

    async def _leave(self, interaction: discord.Interaction, state: State) -> None:
        after = await self.events.entries.leave(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "withdrawn" if after.row.status == RUNNING else "left")

    async def _skip(self, interaction: discord.Interaction, state: State) -> None:
        round_ = await self.events.entries.skip(state.row.id, asking.user(interaction), now=asking.now())
        await deliver.show(interaction, notes.note(answers.skips(round_, asking.words(interaction))))

    async def _check_in(self, interaction: discord.Interaction, state: State) -> None:
        await self.events.entries.check_in(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "checked-in")

    async def _info(self, interaction: discord.Interaction, state: State) -> None:
        seen = await self._seen(interaction, state.row.id)
        log = await self.events.looking.rulings(state.row.id)
        lines = [await self._ruling(seen, number, row) for number, row in enumerate(log, 1)]
        await deliver.show(
            interaction, events.info(seen, official=fair.is_official(self.desk, interaction, state), rulings=lines[-LISTED:])
        )

    async def _ruling(self, seen: Fair, number: int, row: EventEntry) -> str:
        by = await self.desk.people.name(row.by, seen.state.row.guild_id, seen.words) if row.by is not None else ""
        return answers.ruling(number, ruled(seen, row), by, seen.words)

    async def _press_sheet(self, interaction: discord.Interaction, press: Press, sheet: SheetOf) -> None:
        state = await pressed(self.events, interaction, press)
        seen = await self._seen(interaction, state.row.id)
        await deliver.show(interaction, await sheet(self.desk, seen, _page(press), asking.user(interaction)))

    async def _show_sheet(self, interaction: discord.Interaction, state: State, sheet: SheetOf, *, share: bool) -> None:
        if share:
            asking.require_voice(interaction)
            self.desk.cooldowns.spend(asking.user(interaction), "share", asking.now())
            assert isinstance(interaction.channel, discord.abc.Messageable)
            public = await fair.seen(self.desk, state.row.id, spoken(await self.desk.languages.public(interaction)))
            await deliver.post(interaction.channel, await sheet(self.desk, public, 0, None), silent=True)
        seen = await self._seen(interaction, state.row.id)
        await deliver.show(interaction, await sheet(self.desk, seen, 0, asking.user(interaction)))


def ruled(seen: Fair, row: EventEntry) -> str:
    """One ruling in words, without its reason."""
    what, told = row.payload, dict(row.payload)
    if row.kind == "draw":
        return board.broken("changed", [], "by-hand", seen.words) if not what["broken"] else _changed(seen, row)
    kinds_ = {"withdraw": "disqualify", "replay": "replay", "substitute": "substitute"}
    told["what"] = _outcome(row) if row.kind == "result" else kinds_.get(row.kind) or what["what"]
    named = what.get("winner") or what.get("entrant") or what.get("out")
    told["name"] = seen.name(EntrantId(str(named))) if named else ""
    if "round" in what:
        told["round"] = seen.round_name(seen.state.rounds[what["round"] - 1])
    return letters.appealed(told, seen.words) if row.kind == "appealed" else letters.ruling(told, seen.words)


def _changed(seen: Fair, row: EventEntry) -> str:
    rule, who, reason = row.payload["broken"][-1]
    return board.broken(rule, [seen.name(EntrantId(str(number))) for number in who], reason, seen.words)


def _outcome(row: EventEntry) -> str:
    if row.payload["winner"] is not None:
        return "win"
    return "neither" if row.payload["how"] == "double-walkover" else "draw"


async def meant(events_: Events, interaction: discord.Interaction, text: str, *, ended: bool = False) -> State:
    """The event that a command is about: the one named, else the only one that it can be.

    Refuses `not-in-private`, `no-event`, `which-event` (names).
    """
    if interaction.guild_id is None:
        raise Declined("not-in-private")
    rows = await events_.looking.of_guild(interaction.guild_id)
    wanted = text.strip().casefold()
    if wanted:
        found = [row for row in rows if wanted in (str(row.id), row.name.casefold())]
    else:
        found = _likely(rows, interaction.channel_id, ended=ended)
    if not found:
        raise Refusal("no-event", event=text)
    if len(found) > 1 and not wanted:
        raise Refusal("which-event", names=[row.name for row in found])
    return await events_.looking.state(found[0].id)


def _likely(rows: Sequence[EventRow], channel_id: int | None, *, ended: bool) -> list[EventRow]:
    """Those under way in this channel, else in this server; where `ended` ones will do, else the last of them."""
    live = [row for row in rows if row.status in UNDER_WAY]
    here = [row for row in live if row.channel_id == channel_id]
    return here or live or (list(rows[:1]) if ended else [])


async def pressed(events_: Events, interaction: discord.Interaction, press: Press) -> State:
    """The event that a button is about. Refuses `no-event`, also to whom it is none of his."""
    state = await events_.looking.state(EventId(asking.number(press.argument.split(" ")[0])))
    fair.must_reach(interaction, state)
    return state


async def offers(events_: Events, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Names of this server's events."""
    if interaction.guild_id is None:
        return []
    rows = await events_.looking.of_guild(interaction.guild_id)
    wanted = current.strip().casefold()
    return [app_commands.Choice(name=row.name, value=str(row.id)) for row in rows if wanted in row.name.casefold()][:25]


def _page(press: Press) -> int:
    return asking.number(press.argument.partition(" ")[2])
