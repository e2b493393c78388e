"""Every kind of post can be built in every state of an event and of a game: what could not would go out as a plain line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, replace
from itertools import islice
from typing import Any, get_type_hints

import discord
import pytest

from cogs.background import plain_posts
from service.core.outbox import PostRejectedError
from service.core.post_content import CODE, KINDS, InvalidPostError, PostContent, content_of, must_be_buildable, new_post
from service.tournaments.repository import must_name_what_exists
from service.tournaments.state import TournamentState
from storage.rows import EVENT, NewPost, Post, PostId, Subject, UserId, of_match
from tests.e2e.fair import Fair
from tests.e2e.world import World
from tools import log_examples

TEXTS: Mapping[str, Any] = {
    "keys": ("name",),
    "reason": "because",
    "why": "forbidden",
    "what": "win",
    "points": "3–1",
    "text": "hello",
    "level": "citizen",
}
TRIES: tuple[Mapping[str, Any], ...] = (
    {"round": 0, "table": 0, "entrant": 1, "ruling": 0},
    {"round": 1, "table": 1, "entrant": 2, "ruling": 0},
    {"round": 2, "table": 2, "entrant": 3, "ruling": 1},
)
"""Rounds, tables and entrants that are named: those that an event does not have yet fail in its use-case, as a test says."""


def sample(kind: type[PostContent], code: str, chosen: Mapping[str, Any], user: int, *, whole: bool) -> PostContent:
    """Return a content of this kind, with or without what may be left out."""
    numbers = {**chosen, "user": user, "by": user, "other": 1, "appellant": 1, "number": chosen["round"], "proposal": 1}
    hints, made = get_type_hints(kind), dict[str, Any]()
    for each in fields(kind):
        known = {**numbers, **TEXTS, CODE: code}
        if whole or each.default is MISSING:
            made[each.name] = known[each.name] if each.name in known else log_examples.sample(hints[each.name], MISSING)
    if "entrants" in made and isinstance(made["entrants"], tuple):
        made["entrants"] = (1,)
    return kind(**made | ({"others": (1,)} if "others" in made and isinstance(made["others"], tuple) else {}))


def posts(topic: Subject, users: tuple[int, ...], channel: int) -> Iterator[tuple[str, Post]]:
    """Yield every kind of post of an event, with and without what may be left out."""
    for (of, kind, code), content in KINDS.items():
        for chosen in TRIES if of == EVENT else ():
            for whole in (True, False):
                for user in users:
                    post_content = sample(content, code, chosen, user, whole=whole)
                    is_private = kind in ("letter", "call")
                    to = UserId(users[0]) if is_private else None
                    new = new_post(post_content, "n", None if is_private else channel, to, by=UserId(99), kind=kind)
                    must_be_buildable(topic, new)
                    yield f"{kind} {code}", _row(topic, new)


def _row(topic: Subject, new: NewPost) -> Post:
    now = discord.utils.utcnow()
    return Post(PostId(1), topic, new.kind, new.payload, new.nonce, new.channel_id, new.user_id, new.seat, new.upto, now, now)


async def must_build(fair: Fair, state: TournamentState, named: str, first: int = 0, each: int = 1) -> int:
    """Build everything that its use-cases could queue in this state, or every so many of it; how many."""
    app, built, topic = fair.world.bot.app, 0, Subject(EVENT, state.row.id)
    users = (fair.people[0].id, -77)
    for kind, post in islice(posts(topic, users, state.row.channel_id), first, None, each):
        try:
            must_name_what_exists(state, content_of(post))
        except InvalidPostError:
            continue
        code = post.payload.get("code")
        if (code == "champion" and not state.final) or (code == "duel-over" and not state.is_duel):
            continue  # never told of such an event
        try:
            message = await fair.world.bot.rounds.poster.builders.build(app, post)
        except PostRejectedError:
            continue
        except Exception as error:
            raise AssertionError(f"{named}: {kind} {post.payload} can't be built: {error!r}") from error
        assert message.texts() and message.line(), (named, kind)
        built += 1
    return built


@pytest.mark.parametrize("each", [5, pytest.param(1, marks=pytest.mark.soak)])
async def test_every_post_of_an_event_is_built_in_every_state(fair: Fair, each: int) -> None:
    """All of them in `make soak`; in every run others in each state, so that each is built in one of them."""
    built: dict[str, int] = {}

    async def look(named: str) -> None:
        built[named] = await must_build(fair, await fair.state(), named, len(built) % each, each)

    await fair.opened(stages="swiss:2", preview="0", most=4)
    await look("empty")
    for member in fair.people[:4]:
        await fair.press(member, "Enter")
    await fair.type(fair.organiser, "start")
    await fair.rest()
    await look("running")
    await fair.decide()
    await look("second round")
    await fair.world.services.privacy.forget(UserId(fair.people[3].id), now=discord.utils.utcnow())
    await fair.rest()
    await look("somebody forgotten")
    await fair.world.services.privacy.forget(UserId(fair.organiser.id), now=discord.utils.utcnow())
    await look("organiser gone")
    for match in await fair.events.queries.matches(await fair.event_id()):
        for seat in match.seats if match.status == "running" else ():
            if (seat.user_id or 0) > 0:
                await fair.world.services.resignations.resign(match.match_id, seat.user_id, now=discord.utils.utcnow())
                break
    await fair.rest()
    await fair.wait(days=40)
    await look("over")

    assert all(number > 100 // each for number in built.values()), built
    message = await plain_posts.build(fair.world.bot.app, next(iter(posts(Subject(EVENT, await fair.event_id()), (1,), 1)))[1])
    assert "discord.com" in message.line()


@pytest.mark.parametrize("kind", ["ladder", "arena"])
async def test_every_post_is_built_where_nobody_has_played_yet_and_after_it_was_called_off(fair: Fair, kind: str) -> None:
    await fair.opened(kind=kind)
    event_id, organiser = await fair.event_id(), UserId(fair.organiser.id)
    for member in fair.people[:3]:
        await fair.events.registration.enter(event_id, UserId(member.id), now=discord.utils.utcnow())
    await fair.events.registration.start(event_id, organiser, now=discord.utils.utcnow())
    await fair.rest()
    await must_build(fair, await fair.state(), kind)

    await fair.events.registration.cancel(event_id, organiser, now=discord.utils.utcnow())
    await fair.rest()
    await must_build(fair, await fair.state(), f"{kind}, called off")


async def test_every_notice_of_a_game_is_built_while_it_runs_after_its_end_and_of_somebody_forgotten(world: World) -> None:
    match_id, _ = await world.start(2)
    users = (world.members[0].id, -77)

    async def look(named: str) -> None:
        for (_, kind, code), content in KINDS.items():
            if kind != "notice" or code.startswith(("rival", "voted")):
                continue  # needs a seat that another server plays, or a vote: those are built where they are tested
            for user in users:
                post_content = sample(content, code, {"round": 1, "table": 1, "entrant": 1, "ruling": 1}, user, whole=False)
                names = {each.name for each in fields(content)}
                known = {"until": 1_790_000_000, "since": 1_790_000_000, "seat": 0, "why": "resigned"}
                known |= {"what": "move", "nth": 1} if code == "timed-out" else {}
                post_content = replace(post_content, **{key: value for key, value in known.items() if key in names})
                new = new_post(post_content, "n", 5)
                post = _row(of_match(match_id), new)
                must_be_buildable(post.topic, new)
                try:
                    assert (await world.bot.rounds.poster.builders.build(world.bot.app, post)).line(), (named, code)
                except PostRejectedError:
                    continue
                except Exception as error:
                    raise AssertionError(f"{named}: {code} {post_content} can't be built: {error!r}") from error

    await look("running")
    await world.services.resignations.resign(match_id, UserId(world.members[1].id), now=discord.utils.utcnow())
    await look("somebody has gone")
    await world.services.privacy.forget(UserId(world.members[0].id), now=discord.utils.utcnow())
    await world.settle()
    await look("forgotten")
