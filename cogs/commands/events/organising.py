"""`/tournament` for organisers and referees: new, start, publish, swap, rule, close-round, message, here, cancel."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, fair
from cogs.commands.events.which_event import meant, offers, pressed
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import choosing, errors
from cogs.entries.presses import on_press
from cogs.fair import Fair
from cogs.present import private as notes
from cogs.present.events import events, pairings
from cogs.present.events.rulings import ruled
from cogs.present.ids import Press
from service.errors import Refusal
from service.events import refereeing
from service.events import settings as wanted
from service.events.assembled import Events
from service.events.authority import BY_PRESS, must_be_neutral
from service.events.rulings import RULINGS
from service.events.settings import Settings
from service.events.state import State
from storage.event_records import EventId
from storage.records import UserId
from text.events import answers, kinds
from text.lobby import setup
from tournament.records import BadEvent


class OrganisingCommands(commands.Cog):
    """The part of `/tournament` for organisers; `cogs.commands.events.tournament` makes a cog of it."""

    desk: Desk
    events: Events

    # --- commands --------------------------------------------------------------------------------------------------------

    @app_commands.command(**named("tournament new"))
    @explained(
        "tournament new",
        *("name", "kind", "game", "expansions", "rules", "stages", "pace", "most", "start", "check_in", "preview", "referees"),
    )
    async def new(
        self,
        interaction: discord.Interaction,
        name: str,
        kind: str = "slow-swiss",
        game: str = "",
        expansions: str = "",
        rules: str = "",
        stages: str = "",
        pace: str = "",
        most: int = 0,
        start: str = "",
        check_in: bool = False,
        preview: str = "",
        referees: discord.Role | None = None,
    ) -> None:
        """Open a tournament for entry; everything that is left out follows from its kind."""
        asking.require(
            interaction,
            view_channel=True,
            send_messages=True,
            attach_files=True,
            create_public_threads=True,
            send_messages_in_threads=True,
        )
        if not fair.may_open(self.desk, interaction):
            asking.require_own(interaction, manage_channels=True)
        words = asking.words(interaction)
        game_id = setup.game(game, self.desk.editions.explain, words)
        options = await self.desk.services.maps.chosen(interaction.guild_id, setup.given(expansions=expansions, rules=rules))
        settings = _usual(kind, game_id)
        if settings.kind.duplicate:
            asking.require(interaction, create_private_threads=True)
        settings = replace(
            settings,
            stages=stages or settings.stages,
            options=options,
            pace=pace or settings.pace,
            most=most,
            starts_at=moment_of(start),
            check_in=check_in,
            preview=choosing.length(preview) if preview else settings.preview,
            referees=None if referees is None else referees.id,
        )
        self.desk.cooldowns.spend(asking.user(interaction), "new", asking.now())
        locale = await self.desk.languages.public(interaction)
        place, host = asking.place(interaction), asking.user(interaction)
        with choosing.named(self.desk, game_id):
            state = await self.events.entries.open(place, host, name, settings, now=asking.now(), locale=locale)
        await deliver.show(interaction, events.opened(await self._seen(interaction, state.row.id)))

    @new.autocomplete("kind")
    @errors.silent
    async def _offer_kinds(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices(kinds.offers(current, asking.words(interaction)))

    @new.autocomplete("game")
    @errors.silent
    async def _offer_games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices(setup.games(current, self.desk.editions.explain, asking.words(interaction)))

    @app_commands.command(**named("tournament start"))
    @explained("tournament start", "tournament")
    async def start(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Entry ends, the first round is drawn."""
        await self._start(interaction, await meant(self.desk, interaction, tournament))

    @app_commands.command(**named("tournament publish"))
    @explained("tournament publish", "tournament")
    async def publish(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Show the round that is drawn, and publish it with its button."""
        await self._preview(interaction, await meant(self.desk, interaction, tournament))

    @app_commands.command(**named("tournament swap"))
    @explained("tournament swap", "one", "other", "tournament")
    async def swap(
        self, interaction: discord.Interaction, one: discord.Member, other: discord.Member, tournament: str = ""
    ) -> None:
        """Two change places in the round that is drawn."""
        state = await self._official(interaction, tournament)
        numbers = [_number(state, member) for member in (one, other)]
        user = asking.user(interaction)
        after = await self.events.rounds.swap(state.row.id, user, numbers[0], numbers[1], now=asking.now())
        assert after.preview is not None
        await deliver.show(interaction, pairings.preview(await self._seen(interaction, state.row.id), after.preview))

    @app_commands.command(**named("tournament rule"))
    @explained("tournament rule", "what", "reason", "member", "score", "time", "round", "tournament")
    async def rule(
        self,
        interaction: discord.Interaction,
        what: str,
        reason: str,
        member: discord.Member | None = None,
        score: str = "",
        time: str = "",
        round: int = 0,  # noqa: A002  # the option's public name
        tournament: str = "",
    ) -> None:
        """Decide a pairing, what becomes of its game, or that somebody is out."""
        state = await self._official(interaction, tournament)
        user, whom, kind = asking.user(interaction), None if member is None else UserId(member.id), what.strip().lower()
        if kind in refereeing.ON_GAMES:
            length = choosing.length(time) if time else None
            ruling = self.events.refereeing.rule
            number = await ruling(state.row.id, user, kind, whom, reason, now=asking.now(), length=length)
            await deliver.show(interaction, notes.note(answers.games_ruled(number, asking.words(interaction))))
            return
        if kind not in RULINGS:
            raise Refusal("no-ruling", value=what, choices=(*RULINGS, *refereeing.ON_GAMES))
        if whom is None:
            raise Refusal("no-whom")
        rule = self.events.rulings.rule
        other = await rule(state.row.id, user, kind, whom, reason, now=asking.now(), round_=round or None, score=score_of(score))
        if other is None:
            await self._done(interaction, "ruled")
            return
        seen = await self._seen(interaction, state.row.id)
        name = await self.desk.people.name(other.by or UserId(0), state.row.guild_id, seen.words)
        await deliver.show(interaction, notes.note(answers.ruled_before(ruled(seen, other), name, seen.words)))

    @rule.autocomplete("what")
    @errors.silent
    async def _offer_rulings(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices(kinds.rulings(current, asking.words(interaction)))

    @app_commands.command(**named("tournament deputy"))
    @explained("tournament deputy", "member", "remove", "tournament")
    async def deputy(
        self, interaction: discord.Interaction, member: discord.Member, remove: bool = False, tournament: str = ""
    ) -> None:
        """Somebody else organises it too, or does no longer."""
        state = await self._official(interaction, tournament)
        name = self.events.organisers.name
        await name(state.row.id, asking.user(interaction), UserId(member.id), on=not remove, now=asking.now())
        await self._done(interaction, "no-deputy" if remove else "deputy")

    @app_commands.command(**named("tournament late"))
    @explained("tournament late", "tournament")
    async def late(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Whom open pairings wait for."""
        state = await self._official(interaction, tournament)
        await deliver.show(interaction, pairings.open_pairings(await self._seen(interaction, state.row.id)))

    @app_commands.command(**named("tournament close-round"))
    @explained("tournament close-round", "tournament")
    async def close_round(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """The round ends now."""
        state = await self._official(interaction, tournament)
        await self.events.rulings.close_round(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "closed")

    @app_commands.command(**named("tournament message"))
    @explained("tournament message", "text", "tournament")
    async def message(self, interaction: discord.Interaction, text: str, tournament: str = "") -> None:
        """Write to everybody who is in."""
        state = await self._official(interaction, tournament)
        self.desk.cooldowns.spend(asking.user(interaction), "share", asking.now())
        number = await self.events.rulings.message(state.row.id, asking.user(interaction), text, now=asking.now())
        await deliver.show(interaction, notes.note(answers.sent(number, asking.words(interaction))))

    @app_commands.command(**named("tournament here"))
    @explained("tournament here", "tournament")
    async def here(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Post everything in this channel from now on."""
        state = await self._official(interaction, tournament)
        asking.require(
            interaction, view_channel=True, send_messages=True, create_public_threads=True, send_messages_in_threads=True
        )
        await self.events.reach.rehome(state.row.id, asking.place(interaction), now=asking.now())
        await self._done(interaction, "moved")

    @app_commands.command(**named("tournament cancel"))
    @explained("tournament cancel", "tournament")
    async def cancel(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Call it off; asks once more."""
        await self._ask_cancel(interaction, await meant(self.desk, interaction, tournament))

    @start.autocomplete("tournament")
    @publish.autocomplete("tournament")
    @swap.autocomplete("tournament")
    @rule.autocomplete("tournament")
    @deputy.autocomplete("tournament")
    @late.autocomplete("tournament")
    @close_round.autocomplete("tournament")
    @message.autocomplete("tournament")
    @here.autocomplete("tournament")
    @cancel.autocomplete("tournament")
    @errors.silent
    async def _offer(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await offers(self.desk, interaction, current)

    # --- buttons ---------------------------------------------------------------------------------------------------------

    @on_press("tstart")
    async def press_start(self, interaction: discord.Interaction, press: Press) -> None:
        """Start."""
        await self._start(interaction, await pressed(self.desk, interaction, press))

    @on_press("tpreview")
    async def press_preview(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the round that is drawn."""
        await self._preview(interaction, await pressed(self.desk, interaction, press))

    @on_press("tpublish")
    async def press_publish(self, interaction: discord.Interaction, press: Press) -> None:
        """Publish."""
        state = await self._pressed(interaction, press)
        await self.events.rounds.publish(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "published")

    @on_press("tuphold")
    async def press_uphold(self, interaction: discord.Interaction, press: Press) -> None:
        """The ruling stands."""
        await self._answer(interaction, press, upholds=True)

    @on_press("tsetaside")
    async def press_set_aside(self, interaction: discord.Interaction, press: Press) -> None:
        """The ruling is set aside."""
        await self._answer(interaction, press, upholds=False)

    @on_press("tcancel")
    async def press_cancel(self, interaction: discord.Interaction, press: Press) -> None:
        """Call off?"""
        await self._ask_cancel(interaction, await pressed(self.desk, interaction, press))

    @on_press("tcancelsure")
    async def press_cancel_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes, call off."""
        state = await self._pressed(interaction, press)
        await self.events.entries.cancel(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "cancelled")

    # --- what commands and buttons share ---------------------------------------------------------------------------------

    async def _seen(self, interaction: discord.Interaction, event_id: EventId) -> Fair:
        return await fair.seen(self.desk, event_id, asking.words(interaction))

    async def _done(self, interaction: discord.Interaction, key: str) -> None:
        await deliver.show(interaction, notes.note(answers.done(key, asking.words(interaction))))

    async def _official(self, interaction: discord.Interaction, tournament: str) -> State:
        state = await meant(self.desk, interaction, tournament)
        fair.must_hold(self.desk, interaction, state)
        return state

    async def _pressed(self, interaction: discord.Interaction, press: Press) -> State:
        state = await pressed(self.desk, interaction, press)
        fair.must_hold(self.desk, interaction, state, BY_PRESS[press.verb])
        return state

    async def _start(self, interaction: discord.Interaction, state: State) -> None:
        fair.must_hold(self.desk, interaction, state, "start")
        await self.events.entries.start(state.row.id, asking.user(interaction), now=asking.now())
        await self._done(interaction, "started")

    async def _preview(self, interaction: discord.Interaction, state: State) -> None:
        fair.must_hold(self.desk, interaction, state, "preview")
        drawn = await self.events.rounds.preview(state.row.id, asking.user(interaction))
        await deliver.show(interaction, pairings.preview(await self._seen(interaction, state.row.id), drawn))

    async def _answer(self, interaction: discord.Interaction, press: Press, *, upholds: bool) -> None:
        state = await self._pressed(interaction, press)
        ruling, user = asking.number(press.argument.partition(" ")[2]), asking.user(interaction)
        await self.events.appeals.answer(state.row.id, user, ruling, upholds=upholds, now=asking.now())
        await self._done(interaction, "upheld" if upholds else "set-aside")

    async def _ask_cancel(self, interaction: discord.Interaction, state: State) -> None:
        fair.must_hold(self.desk, interaction, state, "cancel")
        must_be_neutral(state, asking.user(interaction), "cancel")
        seen = await self._seen(interaction, state.row.id)
        await deliver.show(interaction, events.sure(seen, "ask-cancel", "yes-cancel-event", "tcancelsure"))


def _usual(kind: str, game_id: str) -> Settings:
    try:
        return wanted.usual(kind.strip().lower(), game_id)
    except BadEvent as found:
        raise Refusal("bad-event", found=found) from found


def moment_of(text: str) -> datetime | None:
    """When it begins: so long from now. Refuses `bad-terms`."""
    return asking.now() + choosing.length(text) if text.strip() else None


def score_of(text: str) -> tuple[int, int] | None:
    """Points as they are typed, `71-64`; None for nothing. Refuses `bad-score`."""
    if not text.strip():
        return None
    found = re.fullmatch(r"\s*(\d{1,4})\s*[-–:]\s*(\d{1,4})\s*", text)
    if found is None:
        raise Refusal("bad-score")
    return int(found[1]), int(found[2])


def _number(state: State, member: discord.Member) -> int:
    found = state.member(UserId(member.id))
    if found is None:
        raise Refusal("not-entered")
    return int(state.team_of.get(found.id, found.id))
