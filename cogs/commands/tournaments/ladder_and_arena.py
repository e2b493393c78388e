"""Actions in ladders and arenas: challenging an entrant, and joining or pausing."""

from __future__ import annotations

from cogs import interaction_info
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.registration import RegistrationCommands
from cogs.commands.tournaments.tournament_actions import PAUSE
from cogs.declarations import ActionArgument, ButtonGroup, Emphasis
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import TournamentRequest
from cogs.interactions.surfaces import TOURNAMENT
from service.errors import Refusal
from service.tournaments.state import LEFT
from text.tournaments import confirmations
from tournament.results import EntrantId


class LadderCommands(RegistrationCommands):
    """Part of the `/tournament` cog about ladders and arenas."""

    @TOURNAMENT.action(
        "challenge",
        "tchallenge",
        "play",
        when=lambda situation: bool(situation.names),
        group=ButtonGroup.DO,
        typed=ActionArgument(offers=conditions.challengeable_entrants),
    )
    async def press_challenge(self, request: TournamentRequest) -> None:
        """Challenge the entrant with this number, or the named member."""
        state = request.state
        other = interaction_info.number(request.argument.partition(" ")[2] or request.choice)
        for user in form_values.named_people(request, {form_values.WHO: ",".join(request.fields.get(form_values.WHO, ()))}):
            member = state.member(user)
            if member is None:
                raise Refusal("not-entered")
            other = member.number
        begins = await self.events.challenges.challenge(state.row.id, request.user, other, now=request.now)
        context = await self.seen(request, state.row.id)
        message_template = confirmations.challenged if begins else confirmations.queued
        await self.after(request, state.row.id, message_template(context.name(EntrantId(str(other))), request.words))

    @TOURNAMENT.action(
        "join",
        "tjoin",
        "play",
        when=lambda situation: conditions.pauses(situation) is True,
        group=ButtonGroup.DO,
        argument=conditions.page("join"),
        style=Emphasis.MAIN,
    )
    @TOURNAMENT.action(
        "pause",
        "tjoin",
        "play",
        when=lambda situation: conditions.pauses(situation) is False,
        group=ButtonGroup.DO,
        argument=conditions.page("pause"),
    )
    async def press_join(self, request: TournamentRequest) -> None:
        """Join an arena or pause in it, as named or by toggling; users who haven't entered yet enter."""
        state, user = request.state, request.user
        member = state.member(user)
        if member is None or member.status == LEFT:
            await self.press_enter(request.of(request.press._replace(verb="tenter")))
            return
        named = request.argument.partition(" ")[2] or None
        pauses = None if named is None else named == PAUSE
        after = await self.events.arenas.join_or_pause(state.row.id, user, now=request.now, pauses=pauses)
        await self.done(request, state.row.id, "arena-paused" if after else "arena-joined")
