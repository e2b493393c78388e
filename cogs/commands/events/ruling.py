"""Rulings by referees and organisers, and the answers to appeals."""

from __future__ import annotations

import discord

from cogs import asking
from cogs.commands.events import filled
from cogs.commands.events.showing import EventCog
from cogs.commands.events.situation import ALL_RULINGS, RULING
from cogs.commands.events.which_event import pressed
from cogs.entries.forms import ask
from cogs.entries.presses import on_press
from cogs.present.events import forms
from cogs.present.events.entrants import ruled
from cogs.present.ids import Press
from service.errors import Refusal
from service.events import elsewhere, refereeing
from service.events.agreements import Proposal
from service.events.rulings import DRAW, NEITHER, WIN
from service.lobby.terms import duration
from storage.records import MatchId, UserId
from text.events import answers, kinds
from text.labels import label
from text.language import languages
from text.language import words as spoken


class RulingCommands(EventCog):
    """The part of `/tournament` for referees; `cogs.commands.events.tournament` makes a cog of it."""

    @on_press("trule")
    async def press_rule(self, interaction: discord.Interaction, press: Press) -> None:
        """The form."""
        state = await pressed(self.desk, interaction, press)
        seen = await self.seen(interaction, state.row.id)
        who = next(iter(filled.people(interaction, {filled.WHO: ",".join(press.fields.get(filled.WHO, ()))})), None)
        target = Press(MatchId(0), 0, "truleset", str(state.row.id))
        await ask(interaction, label("event-rule", seen.words), target, *forms.rule(seen, who))

    @on_press("truleset")
    async def press_rule_set(self, interaction: discord.Interaction, press: Press) -> None:
        """Decide a pairing, what becomes of its game, or that somebody is out."""
        state, words = await pressed(self.desk, interaction, press), asking.words(interaction)
        given = filled.given(interaction, press, RULING, lead="what")
        user, whom, reason = asking.user(interaction), _whom(interaction, given), given.get("reason", "")
        kind = ruling_named(given.get("what", ""))
        if kind in refereeing.ON_GAMES:
            time = given.get("time", "")
            length = duration(time) if time else None
            number = await self.events.refereeing.rule(state.row.id, user, kind, whom, reason, now=asking.now(), length=length)
            await self.after(interaction, state.row.id, answers.games_ruled(number, words))
            return
        if whom is None:
            raise Refusal("no-whom")
        round_ = filled.number(given.get("round", "")) or None
        score = filled.score_of(given.get("score") or given.get("time", ""))
        if kind in elsewhere.OF_REFEREES:
            await self.events.elsewhere.rule(state.row.id, user, kind, whom, reason, now=asking.now(), score=score)
            await self.done(interaction, state.row.id, "ruled")
            return
        if state.plays(user) and kind in (WIN, DRAW, NEITHER):  # who plays decides nothing alone: those who play it are asked
            proposal = Proposal(kind, whom, reason, score)
            await self.events.agreements.propose(state.row.id, user, proposal, now=asking.now(), organises=True)
            await self.done(interaction, state.row.id, "proposed")
            return
        rule = self.events.rulings.rule
        other = await rule(state.row.id, user, kind, whom, reason, now=asking.now(), round_=round_, score=score)
        if other is None:
            await self.done(interaction, state.row.id, "ruled")
            return
        seen = await self.seen(interaction, state.row.id)
        name = await self.desk.people.name(other.by or UserId(0), state.row.guild_id, words)
        await self.after(interaction, state.row.id, answers.ruled_before(ruled(seen, other), name, words))

    @on_press("tuphold")
    async def press_uphold(self, interaction: discord.Interaction, press: Press) -> None:
        """The ruling stands."""
        await self._answer(interaction, press, upholds=True)

    @on_press("tsetaside")
    async def press_set_aside(self, interaction: discord.Interaction, press: Press) -> None:
        """The ruling is set aside."""
        await self._answer(interaction, press, upholds=False)

    async def _answer(self, interaction: discord.Interaction, press: Press, *, upholds: bool) -> None:
        state = await pressed(self.desk, interaction, press)
        ruling, user = asking.number(press.argument.partition(" ")[2]), asking.user(interaction)
        ruling = ruling or await self.events.appeals.waiting(state.row.id)
        await self.events.appeals.answer(state.row.id, user, ruling, upholds=upholds, now=asking.now())
        await self.done(interaction, state.row.id, "upheld" if upholds else "set-aside")


def ruling_named(text: str) -> str:
    """The ruling that is meant: its key, or what it is called in any language. Refuses `no-ruling`."""
    wanted = text.strip().casefold()
    if wanted in ALL_RULINGS:
        return wanted
    named = {name.casefold(): key for locale in languages() for name, key in kinds.rulings("", spoken(locale))}
    if wanted not in named:
        raise Refusal("no-ruling", value=text, choices=ALL_RULINGS)
    return named[wanted]


def _whom(interaction: discord.Interaction, given: dict[str, str]) -> UserId | None:
    return next(iter(filled.people(interaction, given)), None)
