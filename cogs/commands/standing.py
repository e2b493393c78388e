"""`/profile` and `/leaderboard`: how people have played in this server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import errors
from cogs.pictures import sheets
from cogs.present import private as notes
from cogs.present.parts import Picture
from cogs.refused import Declined
from service.standing import BY_RATING, ORDERS, Kind, Placed, Profile
from storage.records import UserId
from text import ratings
from text.language import Words
from tournament.sheets import Card, Curve

CURVES = 3
"""Ratings on a profile's card, the most played first."""


class StandingCog(commands.Cog):
    """Ratings, profiles, leaderboards."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.standing = desk.services.standing

    @app_commands.command(**named("profile"))
    @app_commands.guild_only()
    @explained("profile", "member")
    async def profile(self, interaction: discord.Interaction, member: discord.Member | None = None) -> None:
        """How somebody has played here; without a member the asker himself."""
        assert interaction.guild_id is not None
        asker, words = asking.user(interaction), asking.words(interaction)
        user = asker if member is None else UserId(member.id)
        found = await self.standing.profile(interaction.guild_id, user, asker)
        name = await self.desk.people.name(user, interaction.guild_id, words)
        message = notes.note(ratings.title(name, words)).show(await self._card(found, name, asker, words))
        await deliver.show(interaction, message.say(*self._lines(found, interaction.guild_id, words)))

    @app_commands.command(**named("leaderboard"))
    @app_commands.guild_only()
    @explained("leaderboard", "by", "game")
    async def leaderboard(self, interaction: discord.Interaction, by: str = "", game: str = "") -> None:
        """The first of this server."""
        assert interaction.guild_id is not None
        guild_id, words = interaction.guild_id, asking.words(interaction)
        order = by.strip().lower() or BY_RATING
        if order not in ORDERS:
            raise Declined("not-among", value=by, choices=ORDERS)
        kinds = await self.standing.kinds(guild_id)
        kind = next((one for one in kinds if game.strip() in ("", _id(one))), None)
        if order == BY_RATING and game and kind is None:
            raise Declined("not-among", value=game, choices=tuple(self._kind(one, words) for one in kinds))
        found = await self.standing.leaders(guild_id, order, asking.now(), kind)
        head = ratings.leaders(order, self._kind(kind, words) if order == BY_RATING and kind else "", words)
        lines = [await self._line(place, one, guild_id, words) for place, one in enumerate(found, 1)]
        await deliver.show(interaction, notes.note(head, *(lines or [ratings.nobody(words)])))

    @leaderboard.autocomplete("by")
    @errors.silent
    async def _offer_orders(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices(ratings.orders(current, asking.words(interaction)))

    @leaderboard.autocomplete("game")
    @errors.silent
    async def _offer_kinds(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        words = asking.words(interaction)
        if interaction.guild_id is None:
            return []
        offers = [(self._kind(kind, words), _id(kind)) for kind in await self.standing.kinds(interaction.guild_id)]
        return notes.choices([offer for offer in offers if current.strip().casefold() in offer[0].casefold()])

    async def _line(self, place: int, one: Placed, guild_id: int, words: Words) -> str:
        name = await self.desk.people.name(one.user, guild_id, words)
        return ratings.line(place, name, one.value, one.games, words)

    def _kind(self, kind: Kind, words: Words) -> str:
        edition = self.desk.editions.get(kind.game)
        return ratings.kind(kind.game if edition is None else edition.words.explain.name(words), kind.size, words)

    async def _card(self, found: Profile, name: str, asker: UserId, words: Words) -> Picture | None:
        """The profile as a picture; none of somebody who has not played."""
        if not found.games:
            return None
        rated = sorted(found.ratings.items(), key=lambda item: -item[1].games)[:CURVES]
        curves = [
            Curve(
                self._kind(kind, words),
                ratings.shown(one.value, words, provisional=one.is_provisional),
                tuple(map(float, found.curves.get(kind, ()))),
            )
            for kind, one in rated
        ]
        card = Card(name, ratings.facts(found, words), tuple(curves))
        alt = ratings.alt(name, found.curves.get(rated[0][0], ()) if rated else (), words)
        return await sheets.painted(self.desk, asker, lambda charts: (charts.card, card), alt, "profile.png")

    def _lines(self, found: Profile, guild_id: int, words: Words) -> list[str]:
        if not found.games:
            return [ratings.nothing(words)]
        lines = [ratings.games(found.games, found.wins, words), ratings.points(found.average, found.best, words)]
        if found.victory is not None:
            link = f"https://discord.com/channels/{guild_id}/{found.victory.match.channel_id}"
            lines.append(ratings.victory(found.victory.margin, link, words))
        for kind, one in found.ratings.items():
            lines.append(ratings.rating(self._kind(kind, words), one.value, one.games, words, provisional=one.is_provisional))
        if found.met:
            lines.append(ratings.against(found.met, found.won_against, found.lost_against, words))
        return lines


def _id(kind: Kind) -> str:
    return f"{kind.game} {kind.size}"
