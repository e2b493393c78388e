"""Checks of which channels and threads of a server a user can see and manage."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

import aiohttp
import discord

_REMEMBERED = 5_000

Place = discord.abc.GuildChannel | discord.Thread


class Visibility:
    """Checks of who can see channels and threads; fetches those not in cache, such as archived threads."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._found: OrderedDict[int, Place] = OrderedDict()

    async def sees(self, interaction: discord.Interaction, channel_id: int) -> bool:
        """Return whether the person can read this channel of their server; False if unsure."""
        member = interaction.user
        if interaction.guild is None or not isinstance(member, discord.Member):
            return False
        return await self.is_seen(interaction.guild, member, channel_id)

    async def reaches(
        self, interaction: discord.Interaction, guild_id: int | None, channel_id: int, *, is_inside: bool, is_lost: bool = False
    ) -> bool:
        """Return whether the user may know of a match or tournament with this channel.

        `is_inside`: the user takes part in it or organises it. Other users must be in its server, and in its channel or able to
        read it. If the channel `is_lost`, members who manage the server's channels may know of it too.
        """
        if interaction.guild is None:
            return is_inside
        if interaction.guild_id != guild_id:
            return False
        if is_inside or interaction.channel_id == channel_id or (is_lost and moderates_all(interaction)):
            return True
        return await self.sees(interaction, channel_id)

    async def is_seen(self, guild: discord.Guild, member: discord.Member, channel_id: int) -> bool:
        """Return whether a member can read a channel; False if unsure."""
        place = await self.place(guild, channel_id)
        if place is None or place.guild.id != guild.id:
            return False
        rights = permissions(place, member)
        if not rights.view_channel:
            return False
        if not isinstance(place, discord.Thread) or not place.is_private() or rights.manage_threads:
            return True
        return await _is_inside(place, member.id)

    async def is_seen_beside(self, guild_id: int, channel_id: int, beside: int) -> bool:
        """Return whether all who can read the channel `beside` can also read `channel_id`; False if unsure."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            place, other = await self.place(guild, channel_id), await self.place(guild, beside)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError):
            return False
        its, others = _front(place), _front(other)
        if its is None or others is None or its.guild.id != guild_id or others.guild.id != guild_id:
            return False
        if its.id == others.id:
            return True
        unsure = _is_opened_to_some(its, read=False) or _is_opened_to_some(others, read=True)
        return not unsure and all(
            _reads(its, named_one) for named_one in _overwrite_targets(guild, its, others) if _reads(others, named_one)
        )

    async def is_seen_by_all(self, guild_id: int | None, channel_id: int) -> bool:
        """Return whether every member of a server can read a channel; never in private threads. False if unsure."""
        front = await self.front(guild_id, channel_id) if guild_id is not None else None
        return front is not None and front[1]

    async def front(self, guild_id: int, channel_id: int) -> tuple[int, bool] | None:
        """Return the channel whose readers can see a channel or thread, and whether all members can.

        None for private threads, and if unsure.
        """
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return None
        try:
            front = _front(await self.place(guild, channel_id))
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError):
            return None
        if front is None or front.guild.id != guild_id:
            return None
        return front.id, _reads(front, guild.default_role)

    def is_known(self, guild_id: int, channel_id: int) -> bool:
        """Return whether a channel, not a thread, is there."""
        guild = self._client.get_guild(guild_id)
        return guild is not None and guild.get_channel(channel_id) is not None

    async def place(self, guild: discord.Guild, channel_id: int) -> Place | None:
        """Return the channel or thread; None if it's gone or closed to the bot."""
        try:
            return self._cached_place(guild, channel_id) or await self._fetch_place(channel_id)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return None

    async def is_gone(self, guild: discord.Guild, channel_id: int) -> bool:
        """Return whether the channel or thread was deleted; False if unsure."""
        if self._cached_place(guild, channel_id) is not None:
            return False
        try:
            await self._fetch_place(channel_id)
        except discord.NotFound:
            return True
        except (discord.HTTPException, discord.InvalidData, aiohttp.ClientError, TimeoutError, OSError):
            return False
        return False

    def forget(self, channel_id: int) -> None:
        """Drop a deleted channel from the cache."""
        self._found.pop(channel_id, None)

    def may_attach(self, guild_id: int | None, channel_id: int) -> bool:
        """Return whether the bot may attach files in a channel; True if unsure, as Discord will tell."""
        guild = self._client.get_guild(guild_id) if guild_id is not None else None
        place = guild.get_channel_or_thread(channel_id) if guild is not None else None
        if guild is None or place is None or guild.me is None:
            return True
        return permissions(place, guild.me).attach_files

    def _cached_place(self, guild: discord.Guild, channel_id: int) -> Place | None:
        return guild.get_channel_or_thread(channel_id) or self._found.get(channel_id)

    async def _fetch_place(self, channel_id: int) -> Place | None:
        """Return the channel or thread as Discord reports it; None if it isn't a channel of a server."""
        candidate = await self._client.fetch_channel(channel_id)
        if not isinstance(candidate, Place):
            return None
        self._found[channel_id] = candidate
        if len(self._found) > _REMEMBERED:
            self._found.popitem(last=False)
        return candidate


def permissions(place: Place, member: discord.Member) -> discord.Permissions:
    """Return a member's permissions in a channel or thread; none if the thread's parent is unknown."""
    try:
        return place.permissions_for(member)
    except discord.ClientException:
        return discord.Permissions.none()


def moderates(interaction: discord.Interaction, channel_id: int) -> bool:
    """Return whether the person may manage this channel."""
    if interaction.guild is None or not isinstance(interaction.user, discord.Member):
        return False
    if interaction.channel_id == channel_id:
        return interaction.permissions.manage_channels
    place = interaction.guild.get_channel_or_thread(channel_id)
    if place is None:
        return moderates_all(interaction)
    return permissions(place, interaction.user).manage_channels


def has_role(interaction: discord.Interaction, roles: Collection[int]) -> bool:
    """Return whether the person has one of these roles."""
    return isinstance(interaction.user, discord.Member) and any(role.id in roles for role in interaction.user.roles)


def moderates_all(interaction: discord.Interaction) -> bool:
    """Return whether the person may manage all channels of the server."""
    member = interaction.user
    return isinstance(member, discord.Member) and member.guild_permissions.manage_channels


def _front(place: Place | None) -> discord.abc.GuildChannel | None:
    """Return the channel whose readers can see a place; None for private threads and unknown places."""
    if isinstance(place, discord.Thread):
        return None if place.is_private() else place.parent
    return place


def _overwrite_targets(guild: discord.Guild, *places: discord.abc.GuildChannel) -> list[discord.Role | discord.Member]:
    """Return all roles of the server, and members with permission overwrites in these channels."""
    overwritten = [each for place in places for each in place.overwrites]
    members = {each.id: each for each in overwritten if isinstance(each, discord.Member)}
    return [*guild.roles, *members.values()]


def _is_opened_to_some(place: discord.abc.GuildChannel, *, read: bool) -> bool:
    """Return whether a channel has an overwrite that allows (`read`) or denies reading for a member not in cache."""
    strangers = [rights for target, rights in place.overwrites.items() if isinstance(target, discord.Object)]
    return any(rights.view_channel is read for rights in strangers)


def _reads(place: discord.abc.GuildChannel, reader: discord.Role | discord.Member) -> bool:
    return place.permissions_for(reader).view_channel


async def _is_inside(thread: discord.Thread, user_id: int) -> bool:
    try:
        await thread.fetch_member(user_id)
    except discord.HTTPException:
        return False
    return True
