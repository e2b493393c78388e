"""Actions on appointments: the players of a pairing propose a time, accept one, move it or cancel it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from clocks.datetime_parsing import read_moment
from clocks.durations import InvalidDurationError
from cogs import interaction_info, tournament_context
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode, Emphasis
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import Request, TournamentRequest
from cogs.interactions.surfaces import DUEL, TOURNAMENT
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.tournaments import appointments
from cogs.messages.tournaments.appointments import HOUR, ZONE, stamps
from service.errors import Refusal
from service.tournaments.scheduling import pair_of
from service.tournaments.state import Place, TournamentState
from service.users import preferences, sleep_settings
from storage.rows import MatchId
from text.clocks.day_names import typed
from text.labels import label
from text.tournaments import appointments as said
from tournament.results import EntrantId


class AppointmentCommands(TournamentBaseCog):
    """Part of the `/tournament` cog about appointments."""

    @TOURNAMENT.action(
        "propose",
        "tpropose",
        "play",
        when=conditions.can_meet,
        group=ButtonGroup.DO,
        typed=ActionArgument(),
        of=[DUEL],
        ack=DeferMode.FORM,
    )
    async def press_propose(self, request: TournamentRequest) -> None:
        """Show times that suit both players, if their available hours are known; otherwise open the form for a proposal."""
        state, user, words = (
            request.state,
            request.user,
            request.words,
        )
        place, rest = _place(request.press), request.argument.split()[3:]
        pair = pair_of(state, user, place)
        suiting = () if rest else await self.events.scheduling.suiting(state.row.id, user, now=request.now, place=place)
        if suiting:
            context = await tournament_context.load(self.app, state.row.id, words, (), pair.place)
            await request.respond(appointments.choose(context, pair.place, suiting))
            return
        person = await self.app.services.user_settings.person(user)
        target = Press(MatchId(0), 0, "tproposeset", f"{state.row.id} {pair.place[0]} {pair.place[1]}")
        await request.ask(label("event-propose", words), target, *appointments.form(person, words))

    @TOURNAMENT.filled("propose", first=True)
    @TOURNAMENT.press("toffer", "play", first=True)
    async def press_propose_set(self, request: TournamentRequest) -> None:
        """Propose the times that were typed, or those chosen among the times that suit both players."""
        state, user, words = (
            request.state,
            request.user,
            request.words,
        )
        place, chosen = _place(request.press), [interaction_info.large(word) for word in request.argument.split()[3:]]
        pair, note = pair_of(state, user, place), ""
        if chosen:
            moments = [datetime.fromtimestamp(seconds, UTC) for seconds in chosen]
        else:
            moments, note = await self._typed_hours(request)
        at_once = await self.events.scheduling.propose(state.row.id, user, moments, now=request.now, place=pair.place)
        name = await self._name(state, pair.other, request)
        lines = said.accepted(*stamps(moments[0]), words) if at_once else said.proposed(name, words)
        await request.respond(notes.note(lines, note))

    @TOURNAMENT.action(
        "meet", "tmeet", "play", when=conditions.is_asked_to_meet, group=ButtonGroup.DO, style=Emphasis.GO, of=[DUEL]
    )
    async def press_meet(self, request: TournamentRequest) -> None:
        """Accept a proposed time, or the cancellation of the appointment; without a number, the newest proposal."""
        state, user, words = (
            request.state,
            request.user,
            request.words,
        )
        number, which = (*map(interaction_info.number, request.argument.split()[3:]), 0, 0)[:2]
        accept = self.events.scheduling.accept
        hour = await accept(state.row.id, user, number, which, now=request.now, place=_place(request.press))
        done = said.called_off(words) if hour is None else said.accepted(*stamps(hour), words)
        await request.respond(notes.note(done))

    @TOURNAMENT.action("part", "tpart", "play", when=conditions.has_appointment, group=ButtonGroup.ASK, of=[DUEL], first=True)
    async def press_part(self, request: TournamentRequest) -> None:
        """Propose to cancel the appointment."""
        state, user, words = (
            request.state,
            request.user,
            request.words,
        )
        pair = pair_of(state, user, _place(request.press))
        at_once = await self.events.scheduling.propose(state.row.id, user, (), now=request.now, place=pair.place)
        name = await self._name(state, pair.other, request)
        await request.respond(notes.note(said.called_off(words) if at_once else said.proposed_off(name, words)))

    async def _typed_hours(self, request: TournamentRequest) -> tuple[list[datetime], str]:
        """Return the typed times, read in the user's time zone, and a note if that time zone is unknown.

        Refuses `no-moment`, `no-hour`, `odd-hour` and `no-zone`.
        """
        people, user = self.app.services.user_settings, request.user
        person = await people.person(user)
        lives = (request.fields.get(ZONE) or ("",))[0]
        if lives.strip() and preferences.ZONE not in person.prefs:
            person = await people.live_in(user, lives)
        text = (request.fields.get(HOUR) or (request.choice,))[0]
        try:
            zone = sleep_settings.zone(person)
            names = typed(request.words.locale)
            moments = [read_moment(word, zone, request.now, names=names) for word in re.split(r"[,;]", text) if word.strip()]
        except InvalidDurationError as error:
            raise Refusal(error.code, **error.params) from error
        if not moments:
            raise Refusal("no-moment", value=text)
        is_known = preferences.ZONE in person.prefs
        return moments, "" if is_known else said.in_utc(request.words)

    async def _name(self, state: TournamentState, number: int, request: Request) -> str:
        who = state.user(EntrantId(str(number)))
        return await self.app.people.name(who, state.row.guild_id, request.words)


def _place(press: Press) -> Place | None:
    """Return the round and table that a button's argument names; None if the action was typed."""
    numbers = [interaction_info.number(part) for part in press.argument.split()[1:3]]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
