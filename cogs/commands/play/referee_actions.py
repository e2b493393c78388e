"""Actions of referees and moderators in a match outside of tournaments: give a seat to a computer, undo a player's turn."""

from __future__ import annotations

from collections.abc import Callable

from discord.ext import commands

from cogs.app_context import AppContext
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup
from cogs.interactions import game_conditions as conditions
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages.lobby import lobby_message as tables
from cogs.messages.play import consent_requests
from games.core.game import Seat
from service.errors import Refusal
from service.wiring.services import Services
from storage.rows import MatchRow, SeatRow
from text.labels import label
from text.play import departure_texts, game_panel_texts, turn_texts
from text.translator import Translator, phrase


class RefereeCommands(commands.Cog):
    """Part of the `/game` cog with the actions of referees."""

    app: AppContext
    services: Services

    @GAME.action(
        "skip",
        "skip",
        ActorRole.REFEREE,
        about=phrase("Let the computer play the seat of someone who has left (referee)"),
        when=lambda situation: situation.is_running and situation.judges and situation.others_play,
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.other_players, as_argument=True),
    )
    async def press_skip(self, request: MatchRequest) -> None:
        """Ask for confirmation before a computer plays for the named seat; without a seat, ask which."""
        await self._ask_once_more(request, game_panel_texts.ask_skip, "yes-skip", "skipsure")

    @GAME.sure("skip", "yes-skip")
    async def press_skip_sure(self, request: MatchRequest) -> None:
        """Let a computer play for the named seat, after confirmation."""
        user, moderates = request.user, request.is_moderator
        _, seat, name = await self._seat_to_rule(request)
        if seat is not None:
            await self.services.resignations.skip(request.match_id, seat.seat, now=request.now, moderator=moderates, by=user)
            await request.respond(notes.note(departure_texts.vacated(name, "skipped", request.words)))

    @GAME.action(
        "let-back",
        "letback",
        ActorRole.REFEREE,
        about=phrase("Let a player go back to the start of their last turn (referee)"),
        when=lambda situation: situation.is_running and situation.judges and not situation.in_event and not situation.is_practice,
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.players, as_argument=True),
    )
    async def press_let_back(self, request: MatchRequest) -> None:
        """Ask for confirmation before the named player's last turn is undone; without a player, ask who."""
        await self._ask_once_more(request, game_panel_texts.ask_let_back, "yes-let-back", "letbacksure")

    @GAME.sure("let-back", "yes-let-back")
    async def press_let_back_sure(self, request: MatchRequest) -> None:
        """Undo the named player's last turn, after confirmation."""
        _, seat, name = await self._seat_to_rule(request)
        if seat is not None and seat.user_id is not None:
            user = request.user
            await self.services.take_back.rule(request.match_id, seat.user_id, by=user, now=request.now)
            await request.respond(notes.note(turn_texts.let_back(name, request.words)))

    async def _ask_once_more(self, request: Request, question: Callable[[str, Translator], str], yes: str, verb: str) -> None:
        """Ask the confirmation `question` about the player of the named seat.

        `yes`: key of the label of the button that sends `verb`.
        """
        words = request.words
        match, seat, name = await self._seat_to_rule(request)
        if seat is not None:
            sure = tables.end_question(match, question(name, words), label(yes, words), verb, words, argument=request.argument)
            await request.respond(sure)

    async def _seat_to_rule(self, request: Request) -> tuple[MatchRow, SeatRow | None, str]:
        """Return the match, the seat that a press names, and the name of its player.

        Without a named seat, ask which and return None for the seat. Refuses `not-seated` if a computer now plays the seat.
        """
        match, seats = await self.services.match_queries.seated(request.match_id)
        names = await self.app.people.names(seats, match.guild_id, request.words)
        people = {str(row.seat): (row, name) for row, name in zip(seats, names, strict=True) if row.is_human}
        if request.argument in people:
            return match, *people[request.argument]
        if request.argument:
            raise Refusal("not-seated")
        offered: list[tuple[str, Seat]] = [(name, row.seat) for row, name in people.values()]
        await request.respond(consent_requests.seat_question(match, offered, request.verb, request.words))
        return match, None, ""
