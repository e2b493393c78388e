"""`/game` and the panel behind More: one private message with everything a person can do in a game now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, scene, visibility
from cogs.background.servers import reopening
from cogs.commands.play.game_actions import ACTIONS, EVERY, OFF
from cogs.commands.vocabulary import explained, named, with_letters
from cogs.desk import Desk
from cogs.entries import finding, rights
from cogs.entries.actions import ACTIONS_OF
from cogs.entries.completing import Offers, Typing, completes
from cogs.entries.presses import Presses, on_press
from cogs.entries.rights import Who
from cogs.present import settings
from cogs.present.ids import Press
from cogs.present.panels import Group, Offer, panel
from cogs.present.parts import Message
from cogs.present.play import boards, game_panel
from cogs.present.play.situation import Situation
from cogs.refused import Declined
from cogs.scene import Scene
from games.core.errors import Refused
from games.core.signs import seat_colour
from service.process.services import Services
from storage.records import FINISHED, FOLLOWED_MATCH, LOST, RUNNING, MatchId, MatchRow, UserId
from text.language import Words


class PanelCommands(commands.Cog):
    """The command, and the buttons that open its panel; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services
    presses: Presses
    games_page: Callable[[discord.Interaction, int], Awaitable[Message]]
    offered: Callable[[discord.Interaction, str], Awaitable[list[tuple[str, str]]]]
    import_record: Callable[[discord.Interaction, discord.Attachment], Awaitable[None]]
    typed_choices: Callable[[MatchRow, Words], Awaitable[Mapping[str, Sequence[tuple[str, str]]]]]

    @app_commands.command(**named("game"), extras={ACTIONS_OF: EVERY})
    @with_letters
    @explained("game", "action", "detail", "game", "file")
    async def game(
        self,
        interaction: discord.Interaction,
        action: str = "",
        detail: str = "",
        game: str = "",
        file: discord.Attachment | None = None,
    ) -> None:
        """The panel of a game, or an action of it; where no game is, the games of the server."""
        if file is not None:
            await self.import_record(interaction, file)
        elif action.strip():
            await self._act(interaction, action, detail, game)
        elif (match_id := await self._near(interaction, game)) is not None:
            await self._open(interaction, match_id)
        else:
            await deliver.show(interaction, await self.games_page(interaction, 0))

    @completes(game, "game")
    async def _offer_games(self, typing: Typing) -> Offers:
        return await self.offered(typing.interaction, typing.text)

    @completes(game, "action", "detail")
    async def _offer(self, typing: Typing) -> Offers:
        match_id = await self._near(typing.interaction, typing.filled.get("game", ""))
        if typing.option == "action" and match_id is not None:
            return ACTIONS.complete(await situation(self.desk, typing.interaction, match_id), typing.text, typing.words)
        if typing.option == "action":
            return typing.fitting([(one.called(None, typing.words), one.key) for one in EVERY.all if one.key in ("list", "import")])
        if match_id is None:
            return []
        at = await self._typing(typing.interaction, match_id)
        return ACTIONS.complete_detail(at, typing.filled.get("action", ""), typing.text, typing.words)

    @on_press("more")
    async def press_more(self, interaction: discord.Interaction, press: Press) -> None:
        """The panel, from the message of a turn, or back from a question."""
        await self._open(interaction, press.match)

    @on_press("open")
    async def press_open(self, interaction: discord.Interaction, press: Press) -> None:
        """A game of the list, or the one of a line about it."""
        await self._open(interaction, MatchId(asking.number(press.choice) or press.match))

    @on_press("follow")
    async def press_follow(self, interaction: discord.Interaction, press: Press) -> None:
        """Hear of the game from now on, or no longer; the panel says which."""
        await self.services.followers.follow_match(asking.user(interaction), press.match, on=press.argument != OFF)
        await self._open(interaction, press.match)

    async def _act(self, interaction: discord.Interaction, action: str, detail: str, game: str) -> None:
        """Refuses `not-among`, as `finding.meant`, and as the button of the action."""
        meant = EVERY.named(action)
        if meant is not None and meant.key in ("list", "import"):
            await self.presses.carry_out(interaction, Press(MatchId(0), 0, meant.verb))
            return
        match_id = await self._given(interaction, game) if game else None
        if match_id is None:
            match_id = (await finding.meant(self.desk, interaction, meant.key if meant is not None else "")).id
        at = await self._typing(interaction, match_id)
        await self.presses.carry_out(interaction, ACTIONS.typed(at, action, detail, asking.words(interaction)))

    async def _typing(self, interaction: discord.Interaction, match_id: MatchId) -> Situation:
        """The situation of somebody who types an action: with what a host can choose, where the program knows the game."""
        at = await situation(self.desk, interaction, match_id)
        if not at.sets or at.match.game not in self.desk.editions:
            return at
        return replace(at, choices=await self.typed_choices(at.match, asking.words(interaction)))

    async def _near(self, interaction: discord.Interaction, game: str) -> MatchId | None:
        """The game that was named, else that of the channel, else the only lobby shown there."""
        if game.strip():
            return await self._given(interaction, game)
        here = await finding.in_channel(self.desk, asking.place(interaction).channel_id)
        lobbies = await finding.beside(self.desk, interaction)
        if here is None and len(lobbies) == 1:
            return lobbies[0][0].id
        return here.id if here is not None else None

    async def _given(self, interaction: discord.Interaction, game: str) -> MatchId:
        """By number, or by what completes. Refuses `not-among`."""
        number = asking.number(game.strip().lstrip("#"))
        if number:
            return MatchId(number)
        found = await self.offered(interaction, game)
        if len(found) != 1:
            raise Declined("not-among", value=game, choices=tuple(name for name, _ in found))
        return MatchId(int(found[0][1]))

    async def _open(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        at, words = await situation(self.desk, interaction, match_id), asking.words(interaction)
        if at.is_lost and await reopening.reopen(self.desk, at.match):  # anyone who looks wakes it
            at = await situation(self.desk, interaction, match_id)
        lines = game_panel.lines(at, settings.called(self.desk, at.match, words), words)
        colour = seat_colour(at.seat.seat) if at.seat is not None else None
        offers, looked = [*_views(at, words), *ACTIONS.offers(at, words)], self.desk.looked.by(asking.user(interaction))
        await deliver.show(interaction, panel(lines, offers, words, colour=colour, looked=looked))


def _views(at: Situation, words: Words) -> list[Offer]:
    """The views of the board that have no button, as lines of the list."""
    if at.at is None:
        return []
    view_button = ACTIONS.typed(at, "board", "", words).argument
    views = [(name, view) for name, view in boards.views(at.at.edition, words) if view != view_button]
    return [Offer(view, name, Press(at.match.id, at.at.version, "look", view), Group.LOOK) for name, view in views]


async def situation(desk: Desk, interaction: discord.Interaction, match_id: MatchId) -> Situation:
    """The situation of the person who asks. Refuses `no-match`, `out-of-reach`."""
    match = await _reached(desk, interaction, match_id)
    services, user, words, now = desk.services, asking.user(interaction), asking.words(interaction), asking.now()
    seats = await services.looking.seats(match.id)
    at = await _seen(desk, match, user, words)
    plays = at is not None and match.status == RUNNING and any(row.user_id == user and row.is_human for row in seats)
    moderates = visibility.moderates(interaction, match.channel_id)
    return Situation(
        match=match,
        seats=seats,
        names=tuple(await desk.people.names(seats, match.guild_id, words)),
        user=user,
        channel_id=asking.place(interaction).channel_id,
        now=now,
        moderates=moderates,
        judges=moderates or rights.is_referee(desk, interaction),
        may_bring_back=rights.calls(interaction, match, seats),
        at=at,
        may_undo=plays and await services.turns.may_undo(match.id, user),
        may_plan=plays and await services.drafts.may_plan(match.id, user),
        paused_until=await services.pausing.lasts_until(match.id, now) if plays and match.terms.pace.has_clock else None,
        clocks=tuple(await services.clocks.shown(match, seats, now)) if match.status == RUNNING else (),
        request=await services.requests.open_now(match.id) if plays else None,
        in_event=await services.events.looking.event_of(match.id) is not None,
        follows=match.status == RUNNING and await services.followers.follows(user, FOLLOWED_MATCH, match.id, match.guild_id),
        lacks=(await reopening.lacking(desk, match) or ()) if match.status == LOST else (),
    )


async def _reached(desk: Desk, interaction: discord.Interaction, match_id: MatchId) -> MatchRow:
    match = await desk.services.looking.match(match_id)
    brings_back = match.status == LOST and match.guild_id == interaction.guild_id and visibility.moderates_all(interaction)
    return await rights.of_match(desk, interaction, match_id, Who.CALLER if brings_back else Who.ANYBODY)


async def _seen(desk: Desk, match: MatchRow, user: UserId, words: Words) -> Scene | None:
    if match.status not in (RUNNING, LOST, FINISHED):
        return None
    try:
        return await scene.seen(desk, match.id, user, words)
    except Refused:
        return None
