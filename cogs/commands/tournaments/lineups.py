"""Actions of team captains: the line-up, and the members of the team."""

from __future__ import annotations

import re

from cogs import interaction_info
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import TournamentRequest
from cogs.interactions.surfaces import TOURNAMENT
from cogs.messages.component_ids import Press
from cogs.messages.tournaments import tournament_forms
from service.errors import Refusal
from service.tournaments.state import IN, WAITING
from storage.rows import MatchId, UserId
from storage.tournament_rows import UNDER_WAY
from text.input_vocabulary import folded
from text.labels import label
from text.tournaments import confirmations

_MENTION = re.compile(r"<@!?(\d{1,20})>")


class LineupCommands(TournamentBaseCog):
    """Part of the `/tournament` cog for captains."""

    @TOURNAMENT.action(
        "lineup",
        "tlineup",
        "play",
        when=lambda situation: situation.is_captain and situation.status in UNDER_WAY,
        group=ButtonGroup.DO,
        typed=ActionArgument(),
        ack=DeferMode.FORM,
    )
    async def press_lineup(self, request: TournamentRequest) -> None:
        """Open the line-up form, with a select for each board."""
        state = request.state
        member = state.member(request.user)
        if not state.boards:
            raise Refusal("no-teams")
        if member is None or member.status != IN:
            raise Refusal("not-entered")
        context, team = await self.seen(request, state.row.id), state.team_of[member.id]
        captain = next(iter(state.team(team, IN)), None)
        if captain != member:
            raise Refusal("no-captain", captain=None if captain is None else state.users[captain.number])
        names = {str(state.user(participant.id)): context.name(participant.id) for participant in state.team(team, IN)}
        order = [str(state.user(who)) for who in state.lineup(team)]
        target = Press(MatchId(0), 0, "tlineupset", str(state.row.id))
        await request.ask(
            label("event-lineup", context.words), target, *tournament_forms.lineup(context, names, order, state.boards)
        )

    @TOURNAMENT.action(
        "let-in",
        "tletin",
        "play",
        when=lambda situation: situation.leads_roster and any(member.asks for member in situation.event.having(IN, WAITING)),
        group=ButtonGroup.DO,
        listed=False,
        typed=ActionArgument(),
    )
    async def press_let_in(self, request: TournamentRequest) -> None:
        """Accept a user into the captain's team: the entrant with this number, or the named member."""
        state = request.state
        number = interaction_info.number(request.argument.partition(" ")[2])
        for user in form_values.named_people(request, {form_values.WHO: ",".join(request.fields.get(form_values.WHO, ()))}):
            number = state.numbers.get(user, 0)
        await self.events.roster.let_in(state.row.id, request.user, number, now=request.now)
        await self.done(request, state.row.id, "let-in")

    @TOURNAMENT.action(
        "take-off",
        "ttakeoff",
        "play",
        when=lambda situation: situation.leads_roster and len(conditions.own_team(situation)) > 1,
        group=ButtonGroup.DO,
        typed=ActionArgument(),
        ack=DeferMode.FORM,
    )
    async def press_take_off(self, request: TournamentRequest) -> None:
        """Open the form that asks which member to remove from the team."""
        state = request.state
        context, situation = await self.seen(request, state.row.id), await self.situation(request, state)
        mates = {str(state.user(participant.id)): context.name(participant.id) for participant in conditions.own_team(situation)}
        mates.pop(str(request.user), None)
        if not mates:
            raise Refusal("not-in-team")
        target = Press(MatchId(0), 0, "ttakeoffset", str(state.row.id))
        await request.ask(label("event-take-off", context.words), target, tournament_forms.mate(mates, context.words))

    @TOURNAMENT.filled("take-off")
    async def press_take_off_set(self, request: TournamentRequest) -> None:
        """Remove a member from the captain's team."""
        state = request.state
        given = form_values.filled_fields(request, (form_values.WHO,), lead=form_values.WHO)
        for user in form_values.named_people(request, given)[:1]:
            await self.events.roster.take_off(state.row.id, request.user, state.numbers.get(user, 0), now=request.now)
            await self.done(request, state.row.id, "taken-off")
            return
        raise Refusal("no-whom")

    @TOURNAMENT.filled("lineup")
    async def press_lineup_set(self, request: TournamentRequest) -> None:
        """Submit the line-up: the form's selects in order, or typed mentions. The answer is private."""
        state = request.state
        boards = sorted(key for key in request.fields if key.startswith("board-"))
        chosen = [UserId(interaction_info.large(value)) for key in boards for value in request.fields[key]]
        if text := "\n".join(request.fields.get("lineup", ())):
            chosen = await self._parse_lineup(request, text)
        users = chosen or [UserId(int(mention)) for mention in _MENTION.findall(request.choice)]
        there = await self.events.lineups.hand_in(state.row.id, request.user, users, now=request.now)
        context = await self.seen(request, state.row.id)
        await self.after(
            request, state.row.id, confirmations.lineup([context.name(participant.id) for participant in there], context.words)
        )

    async def _parse_lineup(self, request: TournamentRequest, text: str) -> list[UserId]:
        """Return the user id for each board from a text with one name per line.

        Refuses `bad-lineup` for a name that no member of the team has.
        """
        state = request.state
        context, member = await self.seen(request, state.row.id), state.must_have(request.user, IN)
        mates = [(folded(context.name(mate.id)), state.user(mate.id)) for mate in state.team(state.team_of[member.id], IN)]
        chosen: list[UserId] = []
        for line in [line.strip() for line in text.splitlines() if line.strip()][: state.boards]:
            written = (line.strip("<@!>"), folded(line))
            mate = next((user for name, user in mates if user not in chosen and (name in written or str(user) in written)), None)
            if mate is None:
                raise Refusal("bad-lineup", why="team", boards=state.boards)
            chosen.append(mate)
        return chosen
