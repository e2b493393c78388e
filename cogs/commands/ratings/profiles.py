"""Commands `/profile` and `/leaderboard`: statistics and ratings of members in a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import audience, interaction_info, tournament_context
from cogs.app_context import AppContext
from cogs.background.guilds import hall_of_fame
from cogs.commands.command_translator import describe_options, name_and_description
from cogs.declarations import EntryPoint
from cogs.images import tournament_images
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.messages.message_parts import OPTIONS, Component, Message, Picture, SelectEntry, button, select
from cogs.messages.panels import HOUSE
from cogs.refusals import InteractionRefused
from service.ratings.leaderboards import BY_RATING, BY_SEASON, ORDERS, Leaderboards, Profile, RatingKind
from storage.rows import FOLLOWED_PERSON, UserId
from storage.stats import RankedPlayer
from text.commands import COMMANDS
from text.labels import label
from text.ratings import profile_texts, server_records
from text.translator import Translator
from text.users import follower_texts
from tournament.chart_data import ProfileCard, RatingCurve

RECORDS, CHAMPIONS = "records", "champions"
HALLS = (RECORDS, CHAMPIONS)
"""What else a leaderboard can be ordered by, as it were: records, and who has won tournaments."""
SEASONS = 24
"""Seasons that are offered."""
CURVES = 3
"""Ratings on a profile's card, the most played first."""


class ProfilesCog(commands.Cog):
    """Cog with profiles and leaderboards."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.standing = app.services.leaderboards
        named_so = locale_str(COMMANDS["profile member"])
        self.menu = app_commands.ContextMenu(name=named_so, callback=self.profile_member)
        self.menu.guild_only = True

    @app_commands.command(**name_and_description("profile"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @describe_options("profile", "member")
    async def profile(self, interaction: discord.Interaction, member: discord.User | None = None) -> None:
        """Show a member's statistics in this server, by default the user's own; in direct messages, those over all servers."""
        request = Request(self.app, interaction)
        await self._profile(request, member)

    async def profile_member(self, interaction: discord.Interaction, member: discord.Member) -> None:
        """Show a member's profile, from their context menu."""
        request = Request(self.app, interaction)
        await self._profile(request, member)

    async def _profile(self, request: Request, member: discord.User | discord.Member | None) -> None:
        if request.guild_id is None:
            await self._everywhere(request, member)
            return
        asker, words = request.user, request.words
        user = asker if member is None else UserId(member.id)
        leaderboards = await self._told(request, request.guild_id)
        profile = await self._tellable(await leaderboards.profile(request.guild_id, user, asker), request.guild_id, asker)
        name = await self.app.people.name(user, request.guild_id, words)
        message = notes.note(profile_texts.title(name, words)).show(await self._card(profile, name, request.guild_id, asker, words))
        message.say(
            *self._lines(profile, request.guild_id, words), *await self._reliability(request.guild_id, user, leaderboards, words)
        )
        message.say(
            *await self._overall(request, user, leaderboards), *await self._titles(request, request.guild_id, user, leaderboards)
        )
        if user != asker and user not in await self.app.services.user_settings.blocked_by(asker):
            follows = await self.app.services.subscriptions.follows(asker, FOLLOWED_PERSON, user, request.guild_id)
            message.line_below().row(
                _follow(user, words, follows=follows),
                button(None, label("event-challenge", words), "challenge", str(user)),
                button(None, label("block", words), "block", str(user)),
            )
        await request.respond(message.framed(HOUSE))

    async def _told(self, request: Request, guild_id: int) -> Leaderboards:
        """Return a server's statistics, computed only from matches that the reader may know of."""
        return await audience.figures(self.app, guild_id, audience.Reader(guild_id, request.user))

    async def _tellable(self, found: Profile, guild_id: int, asker: UserId) -> Profile:
        """Return the profile without victories in matches that the reader may not know of."""
        if found.victory is None:
            return found
        what = audience.of_channel(guild_id, found.victory.channel_id)
        if await audience.may_tell(self.app, what, audience.Reader(guild_id, asker)):
            return found
        return replace(found, victory=None)

    @SERVER.press("followperson", first=True)
    async def press_follow(self, request: Request) -> None:
        """Begin or end following a member's matches in this server."""
        if request.guild_id is None:
            raise InteractionRefused("not-in-private")
        number, _, off = request.argument.partition(" ")
        words, other, follows = request.words, UserId(interaction_info.large(number)), not off
        await self.app.services.subscriptions.follow_person(request.user, other, request.guild_id, on=follows)
        name = await self.app.people.name(other, request.guild_id, words)
        told = (follower_texts.follows if follows else follower_texts.follows_no_more)(name, words)
        await request.respond(notes.note(told).row(_follow(other, words, follows=follows)))

    async def _everywhere(self, request: Request, member: discord.User | discord.Member | None) -> None:
        """Show the user's own profile over all servers. Refuses `not-in-private` for another member."""
        if member is not None and member.id != request.interaction.user.id:
            raise InteractionRefused("not-in-private")
        words = request.words
        message = notes.note(profile_texts.everywhere(request.name, words))
        message.say(*await self._overall(request, request.user))
        everywhere = await self.standing.everywhere(request.user)
        for guild_id, each_profile in everywhere.items():
            guild = self.app.client.get_guild(guild_id)
            message.say(profile_texts.server(guild.name if guild else "", words), *self._lines(each_profile, guild_id, words))
        await request.respond((message if everywhere else message.say(profile_texts.nothing(words))).framed(HOUSE))

    @app_commands.command(**name_and_description("leaderboard"))
    @app_commands.guild_only()
    @describe_options("leaderboard", "by", "game", "season")
    async def leaderboard(self, interaction: discord.Interaction, by: str = "", game: str = "", season: str = "") -> None:
        """Show a leaderboard of this server."""
        request = Request(self.app, interaction)
        assert request.guild_id is not None
        if season.strip():
            await self._season(request, request.guild_id, season)
            return
        await self._leaders(request, by, game)

    @SERVER.press("leaders", way=EntryPoint.SELECT)
    async def press_leaders(self, request: Request) -> None:
        """Show another leaderboard, chosen by value: `rating <game> <size>`, `season 2026-3`."""
        what, _, rest = request.choice.partition(" ")
        if request.guild_id is None:
            raise InteractionRefused("not-in-private")
        if what == BY_SEASON and rest:
            await self._season(request, request.guild_id, rest)
        else:
            await self._leaders(request, what, rest)

    async def _leaders(self, request: Request, by: str, game: str) -> None:
        assert request.guild_id is not None
        guild_id, words = request.guild_id, request.words
        order = by.strip().lower() or BY_RATING
        if order in HALLS:
            await self._show_leaders(request, guild_id, order, await self._hall(request, guild_id, order))
            return
        if order not in ORDERS:
            raise InteractionRefused("not-among", value=by, choices=(*ORDERS, *HALLS))
        leaderboards = await self._told(request, guild_id)
        kinds = await leaderboards.kinds(guild_id)
        kind = next((each_kind for each_kind in kinds if game.strip() in ("", _id(each_kind))), None)
        if order == BY_RATING and game and kind is None:
            raise InteractionRefused("not-among", value=game, choices=tuple(self._kind(each_kind, words) for each_kind in kinds))
        ranked_players = await leaderboards.leaders(guild_id, order, request.now, kind)
        head = profile_texts.leaders(order, self._kind(kind, words) if order == BY_RATING and kind else "", words)
        lines = [await self._line(place, ranked_player, guild_id, words) for place, ranked_player in enumerate(ranked_players, 1)]
        chosen = f"{order} {_id(kind)}" if order == BY_RATING and kind else order
        await self._show_leaders(request, guild_id, chosen, notes.note(head, *(lines or [profile_texts.nobody(words)])))

    async def _season(self, request: Request, guild_id: int, typed: str) -> None:
        """Show the leaderboard of a past season, or of the present one."""
        words, leaderboards = request.words, await self._told(request, guild_id)
        there = await leaderboards.seasons(guild_id)
        its = next((each for each in there if each.key == typed.strip()), None)
        if its is None:
            raise InteractionRefused("not-among", value=typed, choices=tuple(each.key for each in there[:SEASONS]))
        within = request.now.replace(year=its.year, month=3 * its.quarter, day=1)
        ranked_players = await leaderboards.leaders(guild_id, BY_SEASON, within)
        won = [
            ranked_player.user_id
            for ranked_player in ranked_players
            if its in await leaderboards.titles(guild_id, ranked_player.user_id, request.now)
        ]
        champions = [await self.app.people.name(user, guild_id, words) for user in won]
        head = profile_texts.of_season(profile_texts.season(its.year, its.quarter, words), champions, words)
        lines = [await self._line(place, ranked_player, guild_id, words) for place, ranked_player in enumerate(ranked_players, 1)]
        await self._show_leaders(request, guild_id, f"{BY_SEASON} {its.key}", notes.note(head, *lines))

    async def _hall(self, request: Request, guild_id: int, which: str) -> Message:
        return await (hall_of_fame.records if which == RECORDS else hall_of_fame.champions)(self.app, request.interaction, guild_id)

    async def _show_leaders(self, request: Request, guild_id: int, chosen: str, board: Message) -> None:
        """Show a leaderboard with a select of all others; `chosen` is its own value in that select."""
        words, standing = request.words, await self._told(request, guild_id)
        offers = [
            (f"{BY_RATING} {_id(kind)}", profile_texts.by_rating(self._kind(kind, words), words))
            for kind in await standing.kinds(guild_id)
        ]
        offers += [(value, name) for name, value in profile_texts.orders("", words) if value != BY_RATING or not offers]
        offers += [(RECORDS, server_records.unordered(words)), (CHAMPIONS, server_records.champions(words))]
        seasons = (await standing.seasons(guild_id))[: OPTIONS - len(offers)]
        offers += [(f"{BY_SEASON} {season.key}", profile_texts.season(season.year, season.quarter, words)) for season in seasons]
        menu = select(None, "leaders", [SelectEntry(name, value, chosen=value == chosen) for value, name in offers])
        guesses = button(None, label("guess-table", words), "guesstable")
        counting = [] if await standing.is_complete(guild_id) else [profile_texts.still_counting(words)]
        await request.respond(board.say(*counting).line_below().row(menu).row(guesses).framed(HOUSE))

    @completes(leaderboard, "season", "by", "game")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        words, guild_id = typing.words, typing.interaction.guild_id
        if typing.option == "by":
            halls_of = typing.fitting([(server_records.unordered(words), RECORDS), (server_records.champions(words), CHAMPIONS)])
            return [*profile_texts.orders(typing.text, words), *halls_of]
        if guild_id is None:
            return []
        leaderboards = await audience.figures(self.app, guild_id, audience.Reader(guild_id, typing.user))
        if typing.option == "game":
            return typing.fitting([(self._kind(kind, words), _id(kind)) for kind in await leaderboards.kinds(guild_id)])
        there = (await leaderboards.seasons(guild_id))[:SEASONS]
        return typing.fitting([(profile_texts.season(season.year, season.quarter, words), season.key) for season in there])

    async def _line(self, place: int, player: RankedPlayer, guild_id: int, words: Translator) -> str:
        name = await self.app.people.name(player.user_id, guild_id, words)
        return profile_texts.line(place, name, player.value, player.games, words)

    def _kind(self, kind: RatingKind, words: Translator) -> str:
        return profile_texts.kind(self._name(kind.game, words), kind.size, words)

    def _name(self, game: str, words: Translator) -> str:
        return hall_of_fame.game_name(self.app, game, words)

    async def _card(self, found: Profile, name: str, guild_id: int | None, asker: UserId, words: Translator) -> Picture | None:
        """Return the profile as a picture; None for a member who has not played."""
        if not found.games:
            return None
        rated = sorted(found.ratings.items(), key=lambda item: -item[1].games)[:CURVES]
        curves = [
            RatingCurve(
                self._kind(kind, words),
                profile_texts.shown(rating.value, words, provisional=rating.is_provisional),
                tuple(map(float, found.curves.get(kind, ()))),
            )
            for kind, rating in rated
        ]
        card = ProfileCard(name, profile_texts.facts(found, words), tuple(curves))
        alt = profile_texts.alt(name, found.curves.get(rated[0][0], ()) if rated else (), words)
        return await tournament_images.paint_or_none(
            self.app, guild_id, asker, lambda charts: (charts.card, card), alt, "profile.png"
        )

    def _lines(self, profile: Profile, guild_id: int, words: Translator) -> list[str]:
        counting = [] if profile.is_complete else [profile_texts.still_counting(words)]
        if not profile.games:
            return [profile_texts.nothing(words), *counting]
        lines = [
            *counting,
            profile_texts.games(profile.games, profile.wins, words),
            profile_texts.points(profile.average, profile.best, words),
        ]
        if profile.victory is not None:
            link = f"https://discord.com/channels/{guild_id}/{profile.victory.channel_id}"
            lines.append(profile_texts.victory(profile.victory.margin, link, words))
        lines += [profile_texts.sources(self._name(game, words), shares, words) for game, shares in self._shares(profile, words)]
        for kind, rating in profile.ratings.items():
            lines.append(
                profile_texts.rating(self._kind(kind, words), rating.value, rating.games, words, provisional=rating.is_provisional)
            )
        if profile.met:
            lines.append(profile_texts.against(profile.met, profile.won_against, profile.lost_against, words))
        if any(profile.duels):
            lines.append(profile_texts.duels(*profile.duels, words))
        return lines

    def _shares(self, profile: Profile, words: Translator) -> list[tuple[str, str]]:
        """Return (game, text) on where the member's points come from; games without such figures are left out."""
        shares_by_game = [(game, self._edition_shares(game, sums, words)) for game, sums in profile.sources.items()]
        return [(game, shares) for game, shares in shares_by_game if shares]

    def _edition_shares(self, game: str, sums: Mapping[str, int], words: Translator) -> str:
        edition = self.app.editions.get(game)
        highlight_texts = None if edition is None else edition.words.highlights
        return highlight_texts.shares(sums, words) if highlight_texts else ""

    async def _overall(self, request: Request, user: UserId, told: Leaderboards | None = None) -> list[str]:
        """Return lines with a member's ratings over all servers, if the member shows them.

        With `told`, the statistics that the reader may know of this server, other servers only count with what all their members
        may know. Without `told`, for the reader's own profile, everything counts.
        """
        words = request.words

        async def told_in(guild_id: int) -> Leaderboards:
            if told is not None and guild_id == request.guild_id:
                return told
            return await audience.figures(self.app, guild_id, audience.Everybody(guild_id))

        overall = await self.standing.overall(user, None if told is None else told_in)
        return [
            profile_texts.rating(
                profile_texts.overall(self._kind(kind, words), words),
                rating.value,
                rating.games,
                words,
                provisional=rating.is_provisional,
            )
            for kind, rating in overall.items()
        ]

    async def _reliability(self, guild_id: int, user: UserId, told: Leaderboards, words: Translator) -> list[str]:
        """Return lines on how reliably a member plays their turns in time; none if too little is known."""
        kept = await self.app.services.reliability.of(guild_id, user, told.stats)
        turns = kept.made + kept.missed
        return [profile_texts.reliability(kept.share, turns, kept.average, words)] if kept.is_known else []

    async def _titles(self, request: Request, guild_id: int, user: UserId, told: Leaderboards) -> list[str]:
        """Return lines with the seasons and tournaments that a member has won, as far as the reader may know of them."""
        words = request.words
        seasons = await told.titles(guild_id, user, request.now)
        named = [profile_texts.season(season.year, season.quarter, words) for season in seasons]
        won = await self.app.services.tournaments.queries.won(guild_id, user)
        seen = [state.row.name for state in won if await tournament_context.can_reach(self.app, request.interaction, state)]
        return profile_texts.titles(named, seen, words)


def _follow(user: UserId, words: Translator, *, follows: bool) -> Component:
    """Return the button below a profile that begins or ends following the member."""
    return button(None, label("unfollow" if follows else "follow", words), "followperson", f"{user} off" if follows else f"{user}")


def _id(kind: RatingKind) -> str:
    return f"{kind.game} {kind.size}"
