"""Requests that need the consent of all players: undoing a turn, pausing, or ending the match early; the same for every game."""

from __future__ import annotations

from discord.ext import commands

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode, Emphasis
from cogs.interactions import game_conditions as conditions
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import TextField as Line
from cogs.messages.play import consent_requests as notes
from service.clocks.pausing import MINUTES, PAUSE
from service.lobby.match_terms import duration
from service.play.early_finish import FINISH, STOP
from service.play.requests import OpenRequest
from service.play.take_back import UNDO
from service.wiring.services import Services
from storage.rows import MatchId
from text.play import consent_texts, game_panel_texts
from text.translator import phrase


class ConsentCommands(commands.Cog):
    """Part of the `/game` cog with consent requests and their answers."""

    app: AppContext
    services: Services

    @GAME.action(
        "finish",
        "finish",
        ActorRole.SEATED,
        about=phrase("Ask the others to let computers play the rest, or to stop now and count the points"),
        when=lambda situation: conditions.may_agree(situation) and not situation.in_event,
        group=ButtonGroup.ASK,
        label="finish-early",
        typed=ActionArgument(offers=lambda _at, words: consent_texts.ways("", words), as_argument=True),
        ack=DeferMode.AFRESH,
    )
    async def press_finish(self, request: MatchRequest) -> None:
        """Ask the other players to end the match in the given way; without a way, ask the user which."""
        if request.argument in (STOP, FINISH):
            await self._ask(request, request.match_id, request.argument)
        else:
            match = await self.services.match_queries.match(request.match_id)
            await request.respond(notes.finishing_choices(match, request.words))

    @GAME.action(
        "pause",
        "pause",
        ActorRole.SEATED,
        about=phrase("Ask the others to stop the clocks for a while"),
        when=lambda situation: conditions.may_agree(situation) and situation.has_clock and situation.paused_until is None,
        group=ButtonGroup.ASK,
        typed=ActionArgument(
            offers=lambda situation, words: game_panel_texts.pauses(words, short=not situation.match.terms.pace.rests)
        ),
        ack=DeferMode.FORM,
    )
    async def press_pause(self, request: MatchRequest) -> None:
        """Open the form that asks for the length of the pause."""
        words = request.words
        line = Line(
            game_panel_texts.pause_hint(words),
            long=20,
            hint=game_panel_texts.pause_example(words),
            detail=game_panel_texts.pause_about(words),
        )
        await request.ask(game_panel_texts.pause_title(words), Press(request.match_id, 0, "pauseset"), line)

    @GAME.filled("pause")
    async def press_pause_set(self, request: MatchRequest) -> None:
        """Ask the other players for a pause of the entered length; 0 ends the present pause.

        A bare number means days, or minutes in a match of a live pace. Refuses `bad-pause` and `bad-terms`.
        """
        typed = request.choice.strip()
        if typed == "0":
            await self._end_pause(request, request.match_id)
            return
        if typed.isdecimal():
            match = await self.services.match_queries.match(request.match_id)
            typed += "d" if match.terms.pace.rests else "min"
        await self._ask(request, request.match_id, PAUSE, **{MINUTES: int(duration(typed).total_seconds() // 60)})

    @GAME.action(
        "end-pause",
        "endpause",
        ActorRole.SEATED,
        about=phrase("Start the clocks again"),
        when=lambda situation: situation.paused_until is not None,
        group=ButtonGroup.DO,
        style=Emphasis.GO,
        ack=DeferMode.AFRESH,
    )
    async def press_end_pause(self, request: MatchRequest) -> None:
        """End the present pause, which any player may do."""
        await self._end_pause(request, request.match_id)

    @GAME.action(
        "ask-back",
        "askundo",
        ActorRole.SEATED,
        about=phrase("Ask the others at once, where it's too late to undo by yourself"),
        when=conditions.may_go_back,
        group=ButtonGroup.ASK,
        label="ask-others",
        listed=False,
    )
    async def press_ask_undo(self, request: MatchRequest) -> None:
        """Ask all other players whether the user may undo their turn."""
        await self._ask(request, request.match_id, UNDO)

    @GAME.action(
        "agree",
        "agree",
        ActorRole.SEATED,
        about=phrase("Agree to what another player asks of everyone"),
        when=lambda situation: situation.is_asked_to_agree,
        group=ButtonGroup.DO,
        argument=conditions.request,
        style=Emphasis.GO,
        ack=DeferMode.AFRESH,
    )
    async def press_agree(self, request: MatchRequest) -> None:
        """Agree to another player's request."""
        await self._answer(request, agrees=True)

    @GAME.action(
        "disagree",
        "disagree",
        ActorRole.SEATED,
        about=phrase("Don't agree to it, or take back what you asked"),
        when=lambda situation: situation.may_disagree,
        group=ButtonGroup.DO,
        argument=conditions.request,
        ack=DeferMode.AFRESH,
    )
    async def press_disagree(self, request: MatchRequest) -> None:
        """Refuse another player's request, or withdraw the user's own."""
        await self._answer(request, agrees=False)

    async def _end_pause(self, request: Request, match_id: MatchId) -> None:
        open_request = await self.services.pausing.end(match_id, request.user, now=request.now)
        words = request.words
        names = await self.app.people.names(open_request.seats, open_request.match.guild_id, words)
        await request.respond(notes.pause_over(open_request, names, words))

    async def _ask(self, request: Request, match_id: MatchId, kind: str, **detail: int) -> None:
        open_request = await self.services.requests.ask(match_id, request.user, kind, detail, now=request.now)
        await self._request_noted(request, open_request)

    async def _answer(self, request: Request, *, agrees: bool) -> None:
        user, number = request.user, interaction_info.number(request.argument)
        await self._request_noted(
            request, await self.services.requests.answer(request.match_id, user, number, agrees=agrees, now=request.now)
        )

    async def _request_noted(self, request: Request, open_request: OpenRequest) -> None:
        words = request.words
        names = await self.app.people.names(open_request.seats, open_request.match.guild_id, words)
        await request.respond(notes.answer_confirmation(open_request, names, words))
