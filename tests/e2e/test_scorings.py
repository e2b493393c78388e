"""Explanations of scores: below `/score`, below the log, and on a message of the game."""

from __future__ import annotations

from typing import Any

import simcord

from games.carcassonne.events import FeatureScored
from games.cardcassonne.events import PointsScored as CardsScored
from service.records import LogEntry
from storage.rows import MatchId
from tests.e2e.world import World
from text.users.player_names import COLOURS


async def played(world: World, match_id: MatchId, scorings: int) -> list[tuple[LogEntry, FeatureScored]]:
    """Random turns until so many features have scored; the rows of the log with what was scored in them."""
    while True:
        entries = await world.services.match_queries.history(match_id)
        scored = [(entry, event) for entry in entries for event in entry.events if isinstance(event, FeatureScored) and event.gains]
        if len(scored) >= scorings:
            await world.settle()
            return scored
        assert await world.move(match_id, unwanted=" f", told=False), "without farmers so many features score in any game"


def options(world: World, message: Any, hint: str) -> list[dict[str, Any]]:
    """Return the lines of the select with this hint."""
    menu = next((select for select in world.selects(message) if select["placeholder"] == hint), None)
    return menu["options"] if menu else []


async def explained(world: World, member: simcord.MemberActor, message: Any, hint: str, value: str) -> Any:
    """Return what is shown once a line of a select is chosen."""
    select = next(select for select in world.selects(message) if select["placeholder"] == hint)
    return (await member.select(message, [value], custom_id=select["custom_id"])).response


async def test_every_scoring_of_a_game_can_be_explained_from_the_score(world: World) -> None:
    """The sum, the figures that have gone home since, and a picture."""
    match_id, room = await world.start(2)
    done = await played(world, match_id, 3)
    anna = world.members[0]

    shown = (await anna.slash(room, "score")).response
    assert shown.attachments, "the score track"
    lines = options(world, shown, "Why these points?")

    owners = [event.gains[0].seat if len(event.gains) == 1 else None for _, event in reversed(done)]
    shown_as = [line["emoji"]["name"] if line.get("emoji") else None for line in lines]
    assert shown_as == [None if seat is None else COLOURS[seat] for seat in owners], "whose it is, at a glance"
    assert [line["value"].split()[0] for line in lines] == [str(entry.seq) for entry, _ in reversed(done)], "newest first"
    for line, (_, event) in zip(lines, reversed(done), strict=True):
        answer = await explained(world, anna, shown, "Why these points?", line["value"])
        text = world.text(answer)
        assert f"+{event.gains[0].points}" in text and "On it: " in text, text
        assert answer.attachments, "the feature, tinted"
        assert "tiles of one score" in world.alts(answer)[0]


async def test_who_gets_nothing_reads_why(world: World) -> None:
    """The other player's road is nothing to me, and the reason is said to me alone."""
    match_id, room = await world.start(2)
    done = await played(world, match_id, 1)
    public = await world.table(match_id)
    told = {}
    for seat in public.seats:
        member = world.member(seat.user_id)
        shown = (await member.slash(room, "game", action="log")).response
        value = options(world, shown, "Why these points?")[0]["value"]
        told[seat.seat] = world.text(await explained(world, member, shown, "Why these points?", value))

    owners = {gain.seat for gain in done[0][1].gains}
    assert {seat for seat, text in told.items() if "Nothing for you" in text} == {0, 1} - owners


async def test_what_is_open_can_be_explained_too(world: World) -> None:
    """As it would be if the game ended now."""
    match_id, room = await world.start(2)
    while not (await world.table(match_id)).view.pieces:
        assert await world.move(match_id)
    anna = world.members[0]
    shown = (await anna.slash(room, "score")).response

    answer = await explained(world, anna, shown, "What is still open?", options(world, shown, "What is still open?")[0]["value"])

    assert "if the game ended now" in world.text(answer) and answer.attachments


async def test_the_command_on_a_turn_message_lists_what_it_told(world: World) -> None:
    """On a message that told no score all of the game are offered; on another's message it says where it works."""
    match_id, room = await world.start(2)
    done = await played(world, match_id, 1)
    anna = world.members[0]
    first, newest = world.messages(room, "place")[0], world.messages(room, "place")[-1]

    here = (await anna.context_menu(room, "Explain scores", newest)).response
    before = (await anna.context_menu(room, "Explain scores", first)).response
    chat = await anna.send(room, "well played")
    refused = (await anna.context_menu(room, "Explain scores", chat)).response

    assert [line["value"].split()[0] for line in options(world, here, "Why these points?")] == [str(done[0][0].seq)]
    assert "Nothing scored in this message" not in world.text(here)
    assert "Nothing scored in this message" in world.text(before)
    assert "This message has no scores" in world.text(refused)
    assert here.ephemeral


async def test_the_sums_of_a_card_game_are_explained_from_the_score(world: World) -> None:
    """Newest first, with the parts, the rules that they count by, and what the others got."""
    match_id, room = await world.start(2, preset="cardcassonne")
    while not any(
        isinstance(event, CardsScored) for entry in await world.services.match_queries.history(match_id) for event in entry.events
    ):
        assert await world.move(match_id, told=False)
    await world.settle()
    anna = world.members[0]

    shown = (await anna.slash(room, "score")).response
    lines = options(world, shown, "Why these points?")
    answer = await explained(world, anna, shown, "Why these points?", lines[0]["value"])

    assert lines[0]["label"].startswith("Round 1: ")
    text = world.text(answer)
    assert lines[0]["description"].split(" · ")[0] in text and "The others: " in text
