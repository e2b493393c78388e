"""Panel actions that show and export the record of a match, resign, and resume matches whose channel was lost."""

from __future__ import annotations

from discord.ext import commands

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.background.clocks import clock_messages
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode, Emphasis
from cogs.interactions import game_conditions as conditions
from cogs.interactions import job_progress
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages import game_settings
from cogs.messages.clocks import clock_view
from cogs.messages.history import game_records
from cogs.messages.lobby import lobby_message as tables
from cogs.messages.play import consent_requests, game_views, score_explanations, turn_messages
from cogs.refusals import InteractionRefused
from games.core.errors import RuleRefusedError
from service.core.job_queue import RECORD
from service.errors import Refusal
from service.match.eligibility import IMPORTED
from service.wiring.services import Services
from storage.rows import LOST, RUNNING, MatchId, MatchRow, UserId
from text.history import replays
from text.labels import label
from text.play import departure_texts
from text.translator import Translator, phrase


class RecordCommands(commands.Cog):
    """Part of the `/game` cog with the actions on records, resigning and resuming."""

    app: AppContext
    services: Services

    # --- looking -----------------------------------------------------------------------------------------------------

    @GAME.action(
        "info",
        "info",
        ActorRole.ANYBODY,
        about=phrase("See the settings, the seats and the sealed bag of this game"),
        group=ButtonGroup.LOOK,
        ack=DeferMode.AFRESH,
    )
    async def press_info(self, request: MatchRequest) -> None:
        """Show the settings and seats of a match or lobby."""
        match = await self.services.match_queries.match(request.match_id)
        words = request.words
        players = await self._players(match, words)
        now = await self._present(match, request.user, words)
        took = [(players[seat], seconds) for seat, seconds in sorted(self.services.computers.took(match.id).items())]
        title, lines = game_settings.title_and_settings(self.app, match, words)
        fingerprint = await self.services.record_export.last_hash(match.id)
        settings = [*lines, *game_settings.terms(match, words)]
        page = game_records.info(match, title, settings, players, words, now, took, fingerprint)
        await request.respond(page)

    @GAME.action(
        "log",
        "log",
        ActorRole.ANYBODY,
        about=phrase("See all moves of this game"),
        when=conditions.has_begun,
        group=ButtonGroup.FILES,
        ack=DeferMode.AFRESH,
    )
    async def press_log(self, request: MatchRequest) -> None:
        """Show the move log of a match."""
        try:
            context = await match_context.load(self.app, request.match_id, request.user, request.words)
        except Refusal as refused:
            if refused.code != "rules-changed":
                raise
            await self._send_written_moves(request, request.match_id, refused)
            return
        entries = await self.services.match_queries.history(request.match_id, request.user)
        if request.argument == turn_messages.WHAT_HAPPENED_SINCE:
            entries = turn_messages.entries_since_own_move(entries, context.viewer)
        message = game_records.log(
            context,
            context.say.log(
                match_context.visible_events(entries, context.viewer),
                context.view,
                context.names,
                context.words,
                viewer=context.viewer,
            ),
        )
        message.say(*consent_requests.request_log_lines(entries, context.names, context.words))
        if (say := context.edition.words.scores) is not None:
            score_explanations.choose(message, context, score_explanations.scoring_list(context, say, entries))
        await request.respond(message)

    @GAME.action(
        "export",
        "export",
        ActorRole.ANYBODY,
        about=phrase("Download the whole game as a file"),
        when=conditions.has_begun,
        group=ButtonGroup.FILES,
        typed=ActionArgument(offers=conditions.formats, as_argument=True),
    )
    @GAME.action(
        "notation",
        "export",
        ActorRole.ANYBODY,
        about=phrase("Get the whole game as one line of text"),
        when=conditions.has_begun,
        group=ButtonGroup.FILES,
        argument=lambda _at: "line",
    )
    async def press_export(self, request: MatchRequest) -> None:
        """Send the record of a match as a file, in the chosen format."""
        match = await self.services.match_queries.match(request.match_id)
        form = request.argument or "json"
        words = request.words
        if form not in ("json", "line"):
            raise InteractionRefused("not-among", value=form, choices=("json", "line"))
        self.app.cooldowns.spend(request.user, "record", request.now)
        user = request.user
        async with job_progress.admission(self.app, request.interaction, RECORD):
            data = await (
                self.services.record_export.notation(match.id, user)
                if form == "line"
                else self.services.record_export.export(match.id, user)
            )
        await request.respond(
            game_records.record(match, data, words, withheld=not await self.services.match_queries.is_open(match))
        )

    @GAME.action(
        "verify",
        "verify",
        ActorRole.ANYBODY,
        about=phrase("Check the draws against the sealed bag after the end"),
        when=lambda situation: situation.is_over,
        group=ButtonGroup.FILES,
    )
    async def press_verify(self, request: MatchRequest) -> None:
        """Open the sealed bag of a match, and show the verification of every draw."""
        self.app.cooldowns.spend(request.user, "record", request.now)
        async with job_progress.admission(self.app, request.interaction, RECORD):
            match, bag = (
                await self.services.match_queries.match(request.match_id),
                await self.services.record_export.verify(request.match_id),
            )
        await request.respond(game_records.verification_message(match, bag, request.words))

    # --- giving up seats, bringing games back ------------------------------------------------------------------------

    @GAME.action(
        "resign",
        "resign",
        ActorRole.SEATED,
        about=phrase("Give up; a computer finishes the game for you"),
        when=lambda situation: situation.plays and not situation.is_practice,
        group=ButtonGroup.ASK,
        style=Emphasis.END,
    )
    async def press_resign(self, request: MatchRequest) -> None:
        """Ask for confirmation before the user resigns."""
        match = await self.services.match_queries.match(request.match_id)
        words = request.words
        winner = await clock_messages.opponent(self.app, match.id, request.user, words)
        asked = departure_texts.ask_lose(winner, words) if winner else departure_texts.ask_resign(words)
        question = tables.end_question(match, asked, label("yes-resign", words), "resignsure", words)
        await request.respond(question)

    @GAME.sure("resign", "yes-resign")
    async def press_resign_sure(self, request: MatchRequest) -> None:
        """Resign for the user, after confirmation."""
        words, me = request.words, request.name
        winner = await clock_messages.opponent(self.app, request.match_id, request.user, words)
        await self.services.resignations.resign(request.match_id, request.user, now=request.now)
        await request.respond(notes.note(departure_texts.vacated(me, "resigned", words, winner=winner)))

    @GAME.action(
        "resume",
        "resume",
        ActorRole.CALLER,
        about=phrase("Move a game here whose channel is gone"),
        when=lambda situation: situation.is_lost and situation.may_bring_back,
        group=ButtonGroup.DO,
        label="resume-here",
        argument=lambda _at: "here",
        style=Emphasis.GO,
    )
    async def press_resume(self, request: MatchRequest) -> None:
        """Resume a lost match in its old channel or, with the argument `here`, in the channel of the request."""
        lost, here = await self.services.match_queries.match(request.match_id), request.place.channel_id
        if request.argument == "here" and lost.status == LOST and here != lost.channel_id:
            await self._require_visible_to_players(request, lost, here)
            moved = await self.services.channel_changes.rehome(lost.id, here, now=request.now)
            await self._show_resumed(request, moved)
        else:
            await self._resume(request, lost)

    # --- what commands and buttons share -----------------------------------------------------------------------------

    async def _present(self, match: MatchRow, reader: UserId, words: Translator) -> list[str]:
        """Return lines on a running match: progress, player to move, clocks.

        For an imported match, return a line on who imported it; otherwise no lines.
        """
        if (match.result or {}).get(IMPORTED):
            return [replays.imported_by(await self.app.people.name(match.host_id, match.guild_id, words), words)]
        if match.status != RUNNING:
            return []
        try:
            context = await match_context.load(self.app, match.id, reader, words)
        except RuleRefusedError:
            return []
        shown = await self.services.clocks.shown(context.match, context.seats, interaction_info.now())
        return [
            context.say.progress(context.view, words),
            game_views.waited_for_line(context, words),
            *clock_view.lines(shown, context.names, words),
        ]

    async def _send_written_moves(self, request: Request, match_id: MatchId, refused: Refusal) -> None:
        """Send the moves in stored notation, for a match whose rules this program doesn't know."""
        words = request.words
        match, seats = await self.services.match_queries.seated(match_id)
        names = await self.app.people.names(seats, match.guild_id, words)
        entries = await self.services.match_queries.record(match_id, request.user)
        await request.respond(game_records.plain_log(refused, names, entries, words))

    async def _resume(self, request: Request, match: MatchRow) -> None:
        """Resume a match in its old channel. Refuses `not-lost` and `not-running`."""
        await self._show_resumed(request, await self.services.channel_changes.resume(match.id, now=request.now))

    async def _show_resumed(self, request: Request, match: MatchRow) -> None:
        await request.respond(notes.note(departure_texts.goes_on(f"<#{match.channel_id}>", request.words)))

    async def _require_visible_to_players(self, request: Request, match: MatchRow, channel_id: int) -> None:
        """Check that every player can read the channel to which a match would move. Refuses `channel-hidden`."""
        assert request.guild is not None
        hidden: list[str] = []
        for seat in await self.services.match_queries.seats(match.id):
            if not seat.is_human or seat.user_id is None or seat.user_id == request.interaction.user.id:
                continue
            member = await self.app.people.member(seat.user_id, request.guild.id)
            if member is not None and not await self.app.visibility.is_seen(request.guild, member, channel_id):
                hidden.append(member.display_name)
        if hidden:
            raise InteractionRefused("channel-hidden", names=tuple(hidden))

    async def _players(self, match: MatchRow, words: Translator) -> list[str]:
        return await self.app.people.names(await self.services.match_queries.seats(match.id), match.guild_id, words)
