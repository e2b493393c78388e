"""Playing: `/place`, `/meeple`, `/undo` and the private draft behind the button of a turn. Asks no game which one it is."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.commands.command_translator import explained, named, with_letters
from cogs.declarations import ActorRole, ButtonGroup, DeferMode, Emphasis, EntryPoint, handed_on
from cogs.images import match_images
from cogs.interactions import access_rules, input_parsing, modals, move_submission
from cogs.interactions import game_conditions as conditions
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.command_tree import FIRST
from cogs.interactions.surfaces import GAME
from cogs.match_context import MatchContext
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.play import consent_requests, game_views
from cogs.messages.play.draft import SEVERAL, read_base, read_page
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from storage.rows import MatchId
from text.play import turn_texts


class MoveCog(commands.Cog):
    """Moves."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    # --- commands ----------------------------------------------------------------------------------------------------

    @app_commands.command(**named("place"))
    @with_letters
    @explained("place", "spot", "rotation", "meeple")
    async def place(self, interaction: discord.Interaction, spot: str = "", rotation: str = "", meeple: str = "") -> None:
        """The private draft opens at what is missing, or at its preview; for who wants that, a move said whole is made."""
        match = await access_rules.here(self.app, interaction)
        said, words = input_parsing.spoken(spot, rotation, meeple), interaction_info.words(interaction)
        draft = await input_parsing.move(self.app, interaction_info.user(interaction), match.id, said, words, lenient=True)
        await move_submission.go_on(self.app, interaction, draft, whole=bool(meeple))

    @app_commands.command(**named("meeple"))
    @with_letters
    @explained("meeple", "where", "piece")
    async def meeple(self, interaction: discord.Interaction, where: str, piece: str = "") -> None:
        """The figure, or none, for the tile of the draft."""
        match = await access_rules.here(self.app, interaction)
        words = interaction_info.words(interaction)
        draft = await input_parsing.move(
            self.app, interaction_info.user(interaction), match.id, input_parsing.spoken(piece, where), words
        )
        await move_submission.go_on(self.app, interaction, draft, whole=True)

    @app_commands.command(**named("undo"), extras={FIRST: True})
    @with_letters
    async def undo(self, interaction: discord.Interaction) -> None:
        """Back to the start of one's own turn."""
        match = await access_rules.here(self.app, interaction)
        await self._undone(interaction, match.id)

    @completes(place, "spot", "rotation", "meeple")
    @completes(meeple, "where", "piece")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        return await input_parsing.offers(self.app, typing)

    # --- the draft ---------------------------------------------------------------------------------------------------

    @GAME.action(
        "place",
        "place",
        ActorRole.MOVER,
        when=lambda at: at.is_asked,
        group=ButtonGroup.DO,
        label=conditions.act,
        style=Emphasis.MAIN,
    )
    @GAME.action("vote", "place", ActorRole.MOVER, when=lambda at: at.may_vote, group=ButtonGroup.DO, style=Emphasis.MAIN)
    @GAME.action("plan", "place", ActorRole.MOVER, when=lambda at: at.may_plan, group=ButtonGroup.DO)
    @GAME.press("draft", ActorRole.MOVER)
    async def press_place(self, interaction: discord.Interaction, press: Press) -> None:
        """Open the draft where it was left."""
        await move_submission.show(
            self.app,
            interaction,
            await self.services.drafts.prepare(press.match, interaction_info.user(interaction), now=interaction_info.now()),
        )

    @GAME.press("openboard", ActorRole.ANYBODY)
    async def press_open_board(self, interaction: discord.Interaction, press: Press) -> None:
        """A link of one's own to the board in the browser."""
        words = interaction_info.words(interaction)
        match, board = await self.services.match_queries.match(press.match), self.app.board
        if board is None:
            raise InteractionRefused("no-board")
        await delivery.respond(
            interaction, notes.open_board(board.link(match.id, interaction_info.user(interaction), words), words)
        )

    @GAME.press("pick", ActorRole.MOVER, way=EntryPoint.SELECT)
    @GAME.press("push", ActorRole.MOVER)
    async def press_push(self, interaction: discord.Interaction, press: Press) -> None:
        """One more action, from a select or a button, or a step back without one; what came after that step before is dropped."""
        (keep, based_on), text = base_and_text(press)
        draft = await self.services.drafts.push(
            press.match,
            interaction_info.user(interaction),
            press.values or (text.split(SEVERAL) if text else ()),
            keep=keep,
            based_on=based_on,
            expected_version=press.version,
            onward=True,
            now=interaction_info.now(),
        )
        await move_submission.show(self.app, interaction, draft)

    @GAME.press("play", ActorRole.MOVER)
    @GAME.press("pickplay", ActorRole.MOVER, way=EntryPoint.SELECT)
    async def press_play(self, interaction: discord.Interaction, press: Press) -> None:
        """The last choice, by a button or a line, and the move is made; if something is left to choose after all, that is asked."""
        user, ((keep, based_on), text) = interaction_info.user(interaction), base_and_text(press)
        update = await self.services.turns.play(
            press.match,
            user,
            [press.choice or text],
            keep=keep,
            based_on=based_on,
            expected_version=press.version,
            now=interaction_info.now(),
        )
        if update is not None:
            await move_submission.made(self.app, interaction, update)
        else:
            await move_submission.show(
                self.app, interaction, await self.services.drafts.prepare(press.match, user, now=interaction_info.now())
            )

    @GAME.press("type", ActorRole.MOVER, ack=DeferMode.FORM)
    async def press_type(self, interaction: discord.Interaction, press: Press) -> None:
        """A field to type the move into, which nobody else can read."""
        await modals.ask_move(interaction, press.match, interaction_info.words(interaction), step=press.argument)

    @GAME.press("typed", ActorRole.MOVER, way=EntryPoint.FORM)
    async def press_typed(self, interaction: discord.Interaction, press: Press) -> None:
        """What was typed there."""
        user, words = interaction_info.user(interaction), interaction_info.words(interaction)
        draft = await input_parsing.move(self.app, user, press.match, press.choice, words, lenient=True, step=press.argument)
        await move_submission.show(self.app, interaction, draft)

    @GAME.press("page", ActorRole.MOVER)
    @GAME.press("pickpage", ActorRole.MOVER, way=EntryPoint.SELECT)
    async def press_page(self, interaction: discord.Interaction, press: Press) -> None:
        """Another page of spots."""
        draft = await self.services.drafts.prepare(press.match, interaction_info.user(interaction), now=interaction_info.now())
        page, step_name = read_page(press)
        await move_submission.show(self.app, interaction, draft, page=page, step_name=step_name)

    @GAME.press("back", ActorRole.MOVER)
    async def press_back(self, interaction: discord.Interaction, press: Press) -> None:
        """The last choice is taken back; a second click on the same button takes nothing more back."""
        draft = await self.services.drafts.push(
            press.match,
            interaction_info.user(interaction),
            [],
            keep=max(0, interaction_info.number(press.argument) - 1),
            expected_version=press.version,
            onward=True,
            now=interaction_info.now(),
        )
        await move_submission.show(self.app, interaction, draft)

    @GAME.press("discard", ActorRole.MOVER)
    async def press_discard(self, interaction: discord.Interaction, press: Press) -> None:
        """Nothing has happened: the draft begins again."""
        user = interaction_info.user(interaction)
        await move_submission.show(
            self.app, interaction, await self.services.drafts.discard(press.match, user, now=interaction_info.now())
        )

    @GAME.press("confirm", ActorRole.MOVER)
    async def press_confirm(self, interaction: discord.Interaction, press: Press) -> None:
        """Make it final."""
        update = await self.services.turns.confirm(
            press.match,
            interaction_info.user(interaction),
            expected_version=press.version,
            based_on=base_and_text(press)[0][1],
            now=interaction_info.now(),
        )
        await move_submission.made(self.app, interaction, update)

    @GAME.press("playplan", ActorRole.SEATED)
    async def press_play_plan(self, interaction: discord.Interaction, press: Press) -> None:
        """The plan is played if the turn has come; before that it is kept."""
        user, (_, based_on) = interaction_info.user(interaction), read_base(press.argument)
        update = await self.services.turns.confirm(press.match, user, based_on=based_on, now=interaction_info.now())
        await move_submission.made(self.app, interaction, update)

    @GAME.press("takeback", ActorRole.SEATED)
    async def press_take_back(self, interaction: discord.Interaction, press: Press) -> None:
        """The confirmed move is a draft again."""
        user, version = interaction_info.user(interaction), press.version
        draft = await self.services.pending_moves.take_back(press.match, user, expected_version=version, now=interaction_info.now())
        await move_submission.show(self.app, interaction, draft, lead=turn_texts.taken_back(interaction_info.words(interaction)))

    @GAME.action("pass", "pass", ActorRole.SEATED, when=conditions.may_go_back, group=ButtonGroup.DO, listed=False)
    async def press_pass(self, interaction: discord.Interaction, press: Press) -> None:
        """The turn passes on before its time is over."""
        user, version = interaction_info.user(interaction), press.version
        update = await self.services.pending_moves.pass_on(press.match, user, expected_version=version, now=interaction_info.now())
        await move_submission.made(self.app, interaction, update)

    @GAME.action(
        "undo",
        "undo",
        ActorRole.SEATED,
        when=lambda at: at.may_undo and at.is_asked,
        group=ButtonGroup.DO,
        ack=DeferMode.AFRESH,
        first=True,
    )
    @GAME.action(
        "back",
        "undo",
        ActorRole.SEATED,
        when=conditions.may_go_back,
        group=ButtonGroup.ASK,
        label="go-back",
        ack=DeferMode.AFRESH,
        first=True,
    )
    async def press_undo(self, interaction: discord.Interaction, press: Press) -> None:
        """Back to the start of the own turn."""
        await self._undone(interaction, press.match)

    @handed_on("now")
    async def press_now(self, interaction: discord.Interaction, press: Press) -> None:
        """An old button, or a second click on one: how it stands by now, under the reason that `press.argument` names."""
        user, words = interaction_info.user(interaction), interaction_info.words(interaction)
        if press.argument == "draft-changed":
            draft = await self.services.drafts.open(press.match, user, now=interaction_info.now())
            await move_submission.show(self.app, interaction, draft, lead=turn_texts.draft_changed(words))
            return
        context = await match_context.load(self.app, press.match, user, words)
        twice = press.verb in ("confirm", "play", "pickplay", "pass") and press.argument == "already-done"
        lead = turn_texts.counted_once(words) if twice else turn_texts.stale_button(words)
        await delivery.respond(interaction, game_views.present(context, await match_images.board(context, "turn"), lead))

    # --- what they share ---------------------------------------------------------------------------------------------

    async def _undone(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        try:
            update = await self.services.turns.undo(match_id, interaction_info.user(interaction), now=interaction_info.now())
        except Refusal as refused:
            if refused.code != "undo-too-late":
                raise
            match = await self.services.match_queries.match(match_id)
            await delivery.respond(interaction, consent_requests.offer_undo(match, interaction_info.words(interaction)))
            return
        words = interaction_info.words(interaction)
        said = turn_texts.draft_undone(words) if update.from_draft else turn_texts.undone(interaction.user.display_name, [], words)
        context: MatchContext = await match_context.load(self.app, match_id, interaction_info.user(interaction), words)
        await delivery.respond(interaction, game_views.present(context, await match_images.board(context, "turn"), said))


def base_and_text(press: Press) -> tuple[tuple[int, str], str]:
    """On which draft a button goes on (`read_base`), and with which action, if any."""
    base, _, text = press.argument.partition(" ")
    return read_base(base), text
