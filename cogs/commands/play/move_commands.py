"""Moves: `/place`, `/meeple`, `/undo`, and the private draft behind a turn's main button; the same for every game."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.commands.command_translator import describe_options, name_and_description, with_letters
from cogs.declarations import ActorRole, ButtonGroup, DeferMode, Emphasis, EntryPoint, handed_on
from cogs.images import match_images
from cogs.interactions import access_rules, activity_launch, input_parsing, modals, move_submission
from cogs.interactions import game_conditions as conditions
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.command_tree import FIRST
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.match_context import MatchContext
from cogs.messages.component_ids import Press
from cogs.messages.play import consent_requests, game_views
from cogs.messages.play.draft import SEVERAL, read_base, read_page
from service.errors import Refusal
from storage.rows import MatchId
from text.play import turn_texts
from text.translator import phrase


class MoveCog(commands.Cog):
    """Cog with the commands and buttons that make moves."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    # --- commands ----------------------------------------------------------------------------------------------------

    @app_commands.command(**name_and_description("place"))
    @with_letters
    @describe_options("place", "spot", "rotation", "meeple")
    async def place(self, interaction: discord.Interaction, spot: str = "", rotation: str = "", meeple: str = "") -> None:
        """Add the typed actions to the user's draft, and show what is still missing or the preview.

        A complete move is played at once if the user prefers that.
        """
        request = Request(self.app, interaction)
        match = await access_rules.match_of_channel(self.app, request.interaction)
        spoken, words = input_parsing.move_text(spot, rotation, meeple), request.words
        draft = await input_parsing.move(self.app, request.user, match.id, spoken, words, lenient=True)
        await move_submission.play_or_show(self.app, request.interaction, draft, whole=bool(meeple))

    @app_commands.command(**name_and_description("meeple"))
    @with_letters
    @describe_options("meeple", "where", "piece")
    async def meeple(self, interaction: discord.Interaction, where: str, piece: str = "") -> None:
        """Add the choice of a figure, or of none, to the user's draft."""
        request = Request(self.app, interaction)
        match = await access_rules.match_of_channel(self.app, request.interaction)
        words = request.words
        draft = await input_parsing.move(self.app, request.user, match.id, input_parsing.move_text(piece, where), words)
        await move_submission.play_or_show(self.app, request.interaction, draft, whole=True)

    @app_commands.command(**name_and_description("undo"), extras={FIRST: True})
    @with_letters
    async def undo(self, interaction: discord.Interaction) -> None:
        """Undo the user's turn, back to its start."""
        request = Request(self.app, interaction)
        match = await access_rules.match_of_channel(self.app, request.interaction)
        await self._take_back(request, match.id)

    @completes(place, "spot", "rotation", "meeple")
    @completes(meeple, "where", "piece")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        return await input_parsing.offers(self.app, typing)

    # --- the draft ---------------------------------------------------------------------------------------------------

    @GAME.action(
        "place",
        "place",
        ActorRole.MOVER,
        about=phrase("Open the private draft of your move"),
        when=lambda situation: situation.is_asked,
        group=ButtonGroup.DO,
        label=conditions.act,
        style=Emphasis.MAIN,
    )
    @GAME.action(
        "vote",
        "place",
        ActorRole.MOVER,
        about=phrase("Vote on the server's move; hidden until the vote closes"),
        when=lambda situation: situation.may_vote,
        group=ButtonGroup.DO,
        style=Emphasis.MAIN,
    )
    @GAME.action(
        "plan",
        "place",
        ActorRole.MOVER,
        about=phrase("Plan your next turn while others play, in a game with tiles in hand"),
        when=lambda situation: situation.may_plan,
        group=ButtonGroup.DO,
    )
    @GAME.press("draft", ActorRole.MOVER)
    async def press_place(self, request: MatchRequest) -> None:
        """Open the user's draft in its present state."""
        await move_submission.show(
            self.app,
            request.interaction,
            await self.services.drafts.prepare(request.match_id, request.user, now=request.now),
        )

    @GAME.press("openboard", ActorRole.ANYBODY)
    async def press_open_board(self, request: MatchRequest) -> None:
        """Open the board as an activity in Discord, or send the reader a personal link to the board in the browser."""
        match = await self.services.match_queries.match(request.match_id)
        await activity_launch.open_board(self.app, request.interaction, match.id)

    @GAME.press("pick", ActorRole.MOVER, way=EntryPoint.SELECT)
    @GAME.press("push", ActorRole.MOVER)
    async def press_push(self, request: MatchRequest) -> None:
        """Add the chosen actions to the draft that the button continues; without an action, go back to that draft.

        Later actions of the draft are dropped.
        """
        (keep, based_on), text = base_and_text(request.press)
        draft = await self.services.drafts.push(
            request.match_id,
            request.user,
            request.values or (text.split(SEVERAL) if text else ()),
            keep=keep,
            based_on=based_on,
            expected_version=request.press.version,
            onward=True,
            now=request.now,
        )
        await move_submission.show(self.app, request.interaction, draft)

    @GAME.press("play", ActorRole.MOVER)
    @GAME.press("pickplay", ActorRole.MOVER, way=EntryPoint.SELECT)
    async def press_play(self, request: MatchRequest) -> None:
        """Add the last choice to the draft and play the move; if a choice is still missing, ask for it."""
        user, ((keep, based_on), text) = request.user, base_and_text(request.press)
        update = await self.services.turns.play(
            request.match_id,
            user,
            [request.choice or text],
            keep=keep,
            based_on=based_on,
            expected_version=request.press.version,
            now=request.now,
        )
        if update is not None:
            await move_submission.confirm_to_player(self.app, request.interaction, update)
        else:
            await move_submission.show(
                self.app, request.interaction, await self.services.drafts.prepare(request.match_id, user, now=request.now)
            )

    @GAME.press("type", ActorRole.MOVER, ack=DeferMode.FORM)
    async def press_type(self, request: MatchRequest) -> None:
        """Open a form to type the move privately."""
        await modals.ask_move(request.interaction, request.match_id, request.words, step=request.argument)

    @GAME.press("typed", ActorRole.MOVER, way=EntryPoint.FORM)
    async def press_typed(self, request: MatchRequest) -> None:
        """Read the move from the submitted form into the draft."""
        user, words = request.user, request.words
        draft = await input_parsing.move(
            self.app, user, request.match_id, request.choice, words, lenient=True, step=request.argument
        )
        await move_submission.show(self.app, request.interaction, draft)

    @GAME.press("page", ActorRole.MOVER)
    @GAME.press("pickpage", ActorRole.MOVER, way=EntryPoint.SELECT)
    async def press_page(self, request: MatchRequest) -> None:
        """Show another page of the draft's spots or choices."""
        draft = await self.services.drafts.prepare(request.match_id, request.user, now=request.now)
        page, step_name = read_page(request.press)
        await move_submission.show(self.app, request.interaction, draft, page=page, step_name=step_name)

    @GAME.press("back", ActorRole.MOVER)
    async def press_back(self, request: MatchRequest) -> None:
        """Remove the last choice from the draft; pressing the same button again removes nothing more."""
        draft = await self.services.drafts.push(
            request.match_id,
            request.user,
            [],
            keep=max(0, interaction_info.number(request.argument) - 1),
            expected_version=request.press.version,
            onward=True,
            now=request.now,
        )
        await move_submission.show(self.app, request.interaction, draft)

    @GAME.press("discard", ActorRole.MOVER)
    async def press_discard(self, request: MatchRequest) -> None:
        """Discard the draft and begin again."""
        user = request.user
        await move_submission.show(
            self.app, request.interaction, await self.services.drafts.discard(request.match_id, user, now=request.now)
        )

    @GAME.press("confirm", ActorRole.MOVER)
    async def press_confirm(self, request: MatchRequest) -> None:
        """Play the move of the draft."""
        keep, based_on = base_and_text(request.press)[0]
        update = await self.services.turns.confirm(
            request.match_id,
            request.user,
            expected_version=request.press.version,
            keep=keep or None,
            based_on=based_on,
            now=request.now,
        )
        await move_submission.confirm_to_player(self.app, request.interaction, update)

    @GAME.press("playplan", ActorRole.SEATED)
    async def press_play_plan(self, request: MatchRequest) -> None:
        """Play the plan if it is the user's turn; before that, mark the plan to be kept."""
        user, (_, based_on) = request.user, read_base(request.argument)
        update = await self.services.turns.confirm(request.match_id, user, based_on=based_on, now=request.now)
        await move_submission.confirm_to_player(self.app, request.interaction, update)

    @GAME.press("takeback", ActorRole.SEATED)
    async def press_take_back(self, request: MatchRequest) -> None:
        """Turn the user's confirmed move into a draft again."""
        user, version = request.user, request.press.version
        draft = await self.services.pending_moves.take_back(request.match_id, user, expected_version=version, now=request.now)
        await move_submission.show(self.app, request.interaction, draft, lead=turn_texts.taken_back(request.words))

    @GAME.action(
        "pass",
        "pass",
        ActorRole.SEATED,
        about=phrase("Pass your turn on at once, while you could still undo it"),
        when=conditions.may_go_back,
        group=ButtonGroup.DO,
        listed=False,
    )
    async def press_pass(self, request: MatchRequest) -> None:
        """Pass the turn on before the time for taking the move back ends."""
        user, version = request.user, request.press.version
        update = await self.services.pending_moves.pass_on(request.match_id, user, expected_version=version, now=request.now)
        await move_submission.confirm_to_player(self.app, request.interaction, update)

    @GAME.action(
        "undo",
        "undo",
        ActorRole.SEATED,
        about=phrase("Go back to the start of your turn"),
        when=lambda situation: situation.may_undo and situation.is_asked,
        group=ButtonGroup.DO,
        ack=DeferMode.AFRESH,
        first=True,
    )
    @GAME.action(
        "back",
        "undo",
        ActorRole.SEATED,
        about=phrase("Ask everyone to let you replay your last turn"),
        when=conditions.may_go_back,
        group=ButtonGroup.ASK,
        label="go-back",
        ack=DeferMode.AFRESH,
        first=True,
    )
    async def press_undo(self, request: MatchRequest) -> None:
        """Undo the user's turn, back to its start."""
        await self._take_back(request, request.match_id)

    @handed_on("now")
    async def press_now(self, request: Request) -> None:
        """Answer an outdated button, or a second press, with the present state.

        The press's argument is the code of the reason.
        """
        user, words = request.user, request.words
        if request.argument == "draft-changed":
            draft = await self.services.drafts.open(request.match_id, user, now=request.now)
            await move_submission.show(self.app, request.interaction, draft, lead=turn_texts.draft_changed(words))
            return
        context = await match_context.load(self.app, request.match_id, user, words)
        twice = request.verb in ("confirm", "play", "pickplay", "pass") and request.argument == "already-done"
        lead = turn_texts.counted_once(words) if twice else turn_texts.stale_button(words)
        await request.respond(game_views.present(context, await match_images.board(context, "turn"), lead))

    # --- what they share ---------------------------------------------------------------------------------------------

    async def _take_back(self, request: Request, match_id: MatchId) -> None:
        try:
            update = await self.services.turns.undo(match_id, request.user, now=request.now)
        except Refusal as refused:
            if refused.code != "undo-too-late":
                raise
            match = await self.services.match_queries.match(match_id)
            await request.respond(consent_requests.offer_undo(match, request.words))
            return
        words = request.words
        sentence = turn_texts.draft_undone(words) if update.from_draft else turn_texts.undone(request.name, [], words)
        context: MatchContext = await match_context.load(self.app, match_id, request.user, words)
        await request.respond(game_views.present(context, await match_images.board(context, "turn"), sentence))


def base_and_text(press: Press) -> tuple[tuple[int, str], str]:
    """Return the draft that a button continues, as `read_base` returns it, and the action that it adds; empty for none."""
    base, _, text = press.argument.partition(" ")
    return read_base(base), text
