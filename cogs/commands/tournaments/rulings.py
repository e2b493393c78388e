"""Rulings by referees and organisers, and the answers to appeals."""

from __future__ import annotations

from cogs import interaction_info
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.tournament_actions import ALL_RULINGS, RULING
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import Request, TournamentRequest
from cogs.interactions.surfaces import DUEL, ENDED, TOURNAMENT
from cogs.messages.component_ids import Press
from cogs.messages.tournaments import tournament_forms
from cogs.messages.tournaments.entrant_messages import ruling_line
from service.errors import Refusal
from service.lobby.match_terms import duration
from service.tournaments import external_results, referee_actions
from service.tournaments.result_agreements import Proposal
from service.tournaments.rulings import DRAW, NEITHER, WIN
from storage.rows import MatchId, UserId
from text.input_vocabulary import folded
from text.labels import label
from text.tournaments import confirmations, stage_names
from text.translator import languages
from text.translator import translator_for as spoken


class RulingCommands(TournamentBaseCog):
    """Part of the `/tournament` cog for referees."""

    @TOURNAMENT.action(
        "rule",
        "trule",
        "rule",
        when=lambda situation: situation.event.round is not None,
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.rulings),
        of=[DUEL, ENDED],
        ack=DeferMode.FORM,
    )
    async def press_rule(self, request: TournamentRequest) -> None:
        """Open the form for a ruling."""
        state = request.state
        context = await self.seen(request, state.row.id)
        who = next(
            iter(form_values.named_people(request, {form_values.WHO: ",".join(request.fields.get(form_values.WHO, ()))})), None
        )
        target = Press(MatchId(0), 0, "truleset", str(state.row.id))
        await request.ask(label("event-rule", context.words), target, *tournament_forms.rule(context, who))

    @TOURNAMENT.filled("rule")
    async def press_rule_set(self, request: TournamentRequest) -> None:
        """Make the entered ruling: on a pairing's result, on its game, or to disqualify an entrant."""
        state, words = request.state, request.words
        given = form_values.filled_fields(request, RULING, lead="what")
        user, whom, reason = request.user, _whom(request, given), given.get("reason", "")
        kind = ruling_named(given.get("what", ""))
        if kind in referee_actions.ON_GAMES:
            time = given.get("time", "")
            length = duration(time) if time else None
            number = await self.events.referee_actions.rule(state.row.id, user, kind, whom, reason, now=request.now, length=length)
            await self.after(request, state.row.id, confirmations.games_ruled(number, words))
            return
        if whom is None:
            raise Refusal("no-whom")
        round_ = form_values.number(given.get("round", "")) or None
        score = form_values.score_of(given.get("score") or given.get("time", ""))
        if kind in external_results.OF_REFEREES:
            await self.events.external_results.rule(state.row.id, user, kind, whom, reason, now=request.now, score=score)
            await self.done(request, state.row.id, "ruled")
            return
        if state.plays(user) and kind in (WIN, DRAW, NEITHER):  # who plays decides nothing alone: those who play it are asked
            proposal = Proposal(kind, whom, reason, score)
            await self.events.result_agreements.propose(state.row.id, user, proposal, now=request.now, organises=True)
            await self.done(request, state.row.id, "proposed")
            return
        rule = self.events.rulings.rule
        other = await rule(state.row.id, user, kind, whom, reason, now=request.now, round_=round_, score=score)
        if other is None:
            await self.done(request, state.row.id, "ruled")
            return
        context = await self.seen(request, state.row.id)
        name = await self.app.people.name(other.by or UserId(0), state.row.guild_id, words)
        await self.after(request, state.row.id, confirmations.ruled_before(ruling_line(context, other.event), name, words))

    @TOURNAMENT.action("uphold", "tuphold", "answer", group=ButtonGroup.RUN, listed=False, of=[DUEL, ENDED])
    async def press_uphold(self, request: TournamentRequest) -> None:
        """Reject an appeal: uphold the ruling."""
        await self._answer(request, upholds=True)

    @TOURNAMENT.action("set-aside", "tsetaside", "answer", group=ButtonGroup.RUN, listed=False, of=[DUEL, ENDED])
    async def press_set_aside(self, request: TournamentRequest) -> None:
        """Grant an appeal: set the ruling aside."""
        await self._answer(request, upholds=False)

    async def _answer(self, request: TournamentRequest, *, upholds: bool) -> None:
        state = request.state
        ruling, user = interaction_info.number(request.argument.partition(" ")[2]), request.user
        ruling = ruling or await self.events.appeals.waiting(state.row.id)
        await self.events.appeals.answer(state.row.id, user, ruling, upholds=upholds, now=request.now)
        await self.done(request, state.row.id, "upheld" if upholds else "set-aside")


def ruling_named(text: str) -> str:
    """Return the key of the typed ruling, given by key or by name in any language. Refuses `no-ruling`."""
    wanted = folded(text)
    if wanted in ALL_RULINGS:
        return wanted
    named = {folded(name): key for locale in languages() for name, key in stage_names.rulings("", spoken(locale))}
    if wanted not in named:
        raise Refusal("no-ruling", value=text, choices=ALL_RULINGS)
    return named[wanted]


def _whom(request: Request, given: dict[str, str]) -> UserId | None:
    return next(iter(form_values.named_people(request, given)), None)
