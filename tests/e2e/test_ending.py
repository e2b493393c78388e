"""The end of a game, for every kind of game: one message, one ping each, who has won and how; and the next game."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest

from ai.game_analysis import luck_and_loss_match_result
from games.core.game import ignore_event
from storage.rows import FINISHED, MatchId
from tests.e2e.world import World, named, verb_of
from text.message_templates import bare
from tools.transcripts.server import flat


def posted(requests: list[str], verb: str) -> list[dict[str, Any]]:
    """Return the bodies of public messages that were sent with a button of this verb."""
    posts = []
    for line in requests:
        method, path, body = line.split(" ", 2)
        if method == "POST" and path.endswith("/messages"):
            sent = json.loads(body)
            if any(verb_of(part.get("custom_id", "")) == verb for part in flat(sent.get("components") or [])):
                posts.append(sent)
    return posts


def pinged(body: dict[str, Any]) -> list[int]:
    """Return who was pinged; none by a silent message."""
    return [] if body.get("flags", 0) & 1 << 12 else [int(user) for user in body["allowed_mentions"].get("users", ())]


async def played_out(world: World, match_id: MatchId) -> None:
    """Random legal turns to the end, the quickest way there is."""
    seats = await world.services.match_queries.seats(match_id)
    while (live := await world.services.repository.seen(match_id)).match.status != FINISHED:
        texts, state, (seat, *_) = list[str](), live.game.clone(live.state), live.game.to_act(live.state)
        while live.game.to_act(state) == (seat,):
            action = world.chance.choice(live.game.legal(state, seat))
            texts.append(live.game.write(action))
            live.game.advance(state, seat, action, ignore_event)
        now = discord.utils.utcnow()
        await world.services.turns.act(match_id, seats[seat].user_id, texts, expected_version=live.version, now=now)
    await world.settle()


@pytest.mark.parametrize(
    "options", [{"map": "tutorial"}, pytest.param({"preset": "cardcassonne"}, marks=pytest.mark.soak)], ids=str
)
async def test_the_end_is_one_message_that_names_the_winner_and_pings_everybody_once(
    world: World, requests: list[str], options: dict[str, Any]
) -> None:
    """With the points by source, the highlights, the opened bag, and what can be done next."""
    match_id, room = await world.start(3, **options)
    people = world.members[:3]

    await played_out(world, match_id)

    (end,) = world.messages(room, "rematch")
    (sent,) = posted(requests, "rematch")
    assert sorted(pinged(sent)) == sorted(member.id for member in people)
    text = world.text(end)
    for member in people:
        assert text.count(member.mention) == 1
    outcome = (await world.table(match_id)).outcome
    assert outcome is not None
    seats = (await world.table(match_id)).seats
    winners = [world.member(seats[seat].user_id).user.name for seat in outcome.winners]
    assert all(name in text.split("\n")[1] for name in winners)
    assert str(max(outcome.scores)) in text.split("\n")[1]
    assert "Best moments" in text
    assert "Sealed bag opened and checked" in text
    is_tiles = "map" in options
    assert list(world.buttons(end)) == [named(key) for key in ("rematch", "analyse", "details", "keepsake")]
    assert "Most points: " in text
    moments = [line[4:] for line in text.split("\n") if line.startswith("`")]
    assert len(moments) == 3
    assert any(all(bare(moment) in alt for moment in moments) for alt in world.alts(end)), "their picture says them too"
    kept = (await people[1].click(end, label=named("keepsake"))).response
    assert [name for member in people if (name := member.user.name) not in world.alts(kept)[0]] == []
    assert all(str(score) in text for score in outcome.scores)
    assert len(text.split()) < (110 if is_tiles else 150), text
    details = (await people[0].click(end, label=named("details"))).response
    assert all(str(score) in f"{world.text(details)}\n{world.alts(details)[0]}" for score in outcome.scores)
    assert "secret" in world.text(details)
    assert list(world.buttons(details)) == [named(key) for key in ("replay", "log", "verify", "export")]
    front = world.messages(world.channel, "join")
    assert not front
    assert any("finished" in world.text(message) for message in world.channel.history()), "the lobby's message says so as well"

    world.services.analyses.leaves = 2_000
    await people[2].click(end, label=named("analyse"))
    await world.services.analyses.settled()
    await world.settle()
    (analysis,) = world.messages(room, "ownturns")
    assert world.text(analysis).count("Better: ") == 3
    judged = await world.services.analyses.of(match_id)
    assert judged.luck is not None, "also of hands that were dealt, now that all may see them"
    assert ("Luck of the draws" in world.text(analysis)) == luck_and_loss_match_result(judged)


async def test_a_rematch_keeps_the_seats_and_invites_by_mention(world: World, requests: list[str]) -> None:
    """Who asks sits at once, and the computer; the others are pinged once and join if they like."""
    anna, ben, chi = world.members[:3]
    await anna.slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    await ben.click(lobby, label=named("join"))
    await chi.click(lobby, label=named("join"))
    home = (await anna.click(lobby, label=named("settings"))).response
    levels = (await anna.click(home, label=named("add-computer"))).response
    await anna.select(levels, ["citizen"])
    await anna.click(lobby, label=named("start"))
    question = (await anna.slash(world.channel, "game", action="cancel")).response
    await anna.click(question, label=named("yes-cancel"))

    await ben.slash(world.channel, "game", action="rematch")

    match = await world.services.match_queries.in_channel(world.channel.id)
    assert match.seats_wanted == 4
    assert [seat.user_id for seat in await world.services.match_queries.seats(match.id)] == [ben.id, None]
    lobby = world.messages(world.channel, "join")[-1]
    sent = posted(requests, "join")[-1]
    assert sorted(pinged(sent)) == sorted([anna.id, chi.id])
    assert f"{anna.mention} and {chi.mention}" in world.text(lobby)
    await chi.click(lobby, label=named("join"))
    await anna.click(lobby, label=named("join"))
    assert "Invited" not in world.text(lobby)
    assert len(await world.services.match_queries.seats(match.id)) == 4
