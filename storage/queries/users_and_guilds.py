"""SQL of settings, blocks, champion roles, follows, notes and requests for games.

Every function runs in its caller's transaction.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, bindparam, delete, or_, select

from storage.rows import FOLLOWED_MATCH, FOLLOWED_PERSON, ChampionRow, FollowRow, MatchId, PersonRow, SeekRow, ServerRow, UserId
from storage.schema import block, champion_role, follow, note, player, server, wish
from storage.sharding import insert_new, upsert

_PERSON = select(player.c.locale, player.c.prefs).where(player.c.user_id == bindparam("who"))


def person(con: Connection, user_id: UserId) -> PersonRow | None:
    """Return a person's settings; None if they have none."""
    row = con.execute(_PERSON, {"who": user_id}).first()
    return PersonRow(user_id, *row) if row else None


def servers(con: Connection) -> tuple[ServerRow, ...]:
    """Return the settings of all servers that have any."""
    return tuple(ServerRow(*row) for row in con.execute(select(server.c.guild_id, server.c.prefs)))


def server_by_id(con: Connection, guild_id: int) -> ServerRow | None:
    """Return a server's settings; None if it has none."""
    prefs = con.execute(select(server.c.prefs).where(server.c.guild_id == guild_id)).scalar()
    return None if prefs is None else ServerRow(guild_id, prefs)


def people_blocked_by(con: Connection, user_id: UserId) -> tuple[UserId, ...]:
    """Return the users whom a user has blocked, in order of blocking."""
    rows = con.execute(select(block.c.blocked_id).where(block.c.user_id == user_id).order_by(block.c.at, block.c.blocked_id))
    return tuple(rows.scalars())


def blockers_of(con: Connection, user_id: UserId) -> frozenset[UserId]:
    """Return the users who have blocked a user."""
    return frozenset(con.execute(select(block.c.user_id).where(block.c.blocked_id == user_id)).scalars())


def forget_blocks(con: Connection, user_id: UserId) -> None:
    """Delete all blocks by or of a person."""
    con.execute(delete(block).where(or_(block.c.user_id == user_id, block.c.blocked_id == user_id)))


def champions(con: Connection, guild_id: int) -> tuple[ChampionRow, ...]:
    """Return the champion roles that the bot has given, or is about to give, in a server."""
    rows = con.execute(select(champion_role).where(champion_role.c.guild_id == guild_id).order_by(champion_role.c.user_id))
    return tuple(ChampionRow(**row) for row in rows.mappings())


def crowns(con: Connection, user_id: UserId) -> tuple[ChampionRow, ...]:
    """Return the champion roles of a user, in any server."""
    rows = con.execute(select(champion_role).where(champion_role.c.user_id == user_id).order_by(champion_role.c.guild_id))
    return tuple(ChampionRow(**row) for row in rows.mappings())


_FOLLOWERS = (
    select(follow.c.user_id)
    .where(follow.c.kind == bindparam("of_kind"), follow.c.followed_id == bindparam("of_id"))
    .where(follow.c.guild_id == bindparam("of_guild"), follow.c.user_id > bindparam("after"))
    .order_by(follow.c.user_id)
    .limit(bindparam("most"))
)


def followers(
    con: Connection, match_id: MatchId, guild_id: int, players: Sequence[UserId], after: UserId, limit: int
) -> tuple[UserId, ...]:
    """Return the next `limit` people in a server, by id, who follow a match or one of its players."""
    followed = ((FOLLOWED_MATCH, match_id), *((FOLLOWED_PERSON, player) for player in players))
    chosen = {"of_guild": guild_id, "after": after, "most": limit}
    asked = [{**chosen, "of_kind": kind, "of_id": number} for kind, number in followed]
    followers = {user for its in asked for user in con.execute(_FOLLOWERS, its).scalars()}
    return tuple(sorted(followers)[:limit])


def people_who_have_not_blocked(con: Connection, users: Sequence[UserId], players: Sequence[UserId]) -> tuple[PersonRow, ...]:
    """Return the settings, by id, of those `users` whom no player has blocked; default settings for users without any."""
    blocked = select(block.c.blocked_id).where(block.c.user_id.in_(players), block.c.blocked_id.in_(users))
    out = set(con.execute(blocked).scalars())
    rows = con.execute(select(player.c.user_id, player.c.locale, player.c.prefs).where(player.c.user_id.in_(users)))
    known = {row[0]: PersonRow(*row) for row in rows}
    return tuple(known.get(user, PersonRow(user)) for user in users if user not in out)


def follows(con: Connection, user_id: UserId) -> tuple[FollowRow, ...]:
    """Return what a user follows: matches, and other users."""
    rows = con.execute(select(follow).where(follow.c.user_id == user_id).order_by(follow.c.kind, follow.c.followed_id)).mappings()
    return tuple(FollowRow(**row) for row in rows)


def unfollow_match(con: Connection, match_id: MatchId, upto: UserId) -> None:
    """Delete the follows of a match by people up to this id."""
    con.execute(delete(follow).where(follow.c.kind == FOLLOWED_MATCH, follow.c.followed_id == match_id, follow.c.user_id <= upto))


def forget_follows(con: Connection, user_id: UserId) -> None:
    """Delete all follows by or of a person."""
    theirs = and_(follow.c.kind == FOLLOWED_PERSON, follow.c.followed_id == user_id)
    con.execute(delete(follow).where(or_(follow.c.user_id == user_id, theirs)))


def read(con: Connection, key: str) -> str:
    """Return the program's note under this key; empty if there is none."""
    return con.execute(select(note.c.value).where(note.c.key == key)).scalar() or ""


def put_note(con: Connection, key: str, value: str) -> None:
    """Write the program's note under this key, replacing the former one."""
    upsert(con, note, {"key": key, "value": value}, ("value",))


def keep_first(con: Connection, key: str, value: str) -> str:
    """Write the program's note under this key unless there is one; return the note that is stored now."""
    insert_new(con, note, {"key": key, "value": value})
    return read(con, key)


def seeks_of_guild(con: Connection, guild_id: int) -> tuple[SeekRow, ...]:
    """Return all requests for a game in a server, oldest first."""
    rows = con.execute(select(wish).where(wish.c.guild_id == guild_id).order_by(wish.c.at, wish.c.user_id)).mappings()
    return tuple(SeekRow(**{**row, "languages": tuple(row["languages"].split())}) for row in rows)
