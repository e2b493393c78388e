"""Looking back in Discord: the animation, its turns one by one, and who sees what of it."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
import simcord
from PIL import Image

from games.cardcassonne.events import CardLaidFaceDown, FaceDownCardNamed
from service.core import job_queue
from storage.rows import MatchId
from tests.e2e.world import ENGLISH, World, named
from text.cardcassonne.terms import card_name


async def after(world: World, turns: int, **options: Any) -> tuple[MatchId, Any]:
    """Return a game of two in which so many turns have been played."""
    match_id, room = await world.start(2, **options)
    while len(await world.services.turn_replays.frames(match_id)) < turns:
        assert await world.move(match_id, told=False)
    await world.settle()
    return match_id, room


async def go(world: World, member: simcord.MemberActor, message: Any, label: str) -> Any:
    """Return where a button leads."""
    return (await member.click(message, label=label)).response


def number(world: World, message: Any) -> int:
    """Return which turn a message shows."""
    head = next(line for line in world.text(message).splitlines() if line.startswith("**Turn "))
    return int(head.split()[1])


def dim(world: World, message: Any) -> set[str]:
    """Return the labels of disabled buttons."""
    return {part["label"] for part in world.parts(message) if part.get("type") == 2 and part.get("disabled")}


async def test_who_waits_for_an_animation_is_told_where_and_may_leave_the_line(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer says so; its button works on, and who asks again is served."""
    monkeypatch.setattr(job_queue, "PATIENCE_S", 0.0)
    _, room = await after(world, 2)
    anna, line = world.members[0], world.services.job_queue

    async with line.admitted(job_queue.FILM, 1, None):
        asking = asyncio.create_task(anna.slash(room, "game", action="replay"))
        for _ in range(100):
            await asyncio.sleep(0.02)
            if "in line" in world.env.transcript():
                break
        assert line.leave(job_queue.FILM.name, anna.id)
        left = (await asking).response

    assert "You're number 2 in line. The answer comes here." in world.text(left)
    assert "You aren't in line any more" in world.text(await go(world, anna, left, named("leave-line")))
    assert "The game so far: 2 turns." in world.text((await anna.slash(room, "game", action="replay")).response)


async def test_the_animation_has_a_frame_a_turn_and_can_be_shown_to_everybody(world: World) -> None:
    """Private at first; what is shared is the same picture, without buttons."""
    _, room = await after(world, 6)
    anna = world.members[0]

    shown = (await anna.slash(room, "game", action="replay")).response

    assert shown.ephemeral
    assert "The game so far: 6 turns." in world.text(shown)
    assert "An animation of 6 turns" in world.alts(shown)[0]
    gif = Image.open(io.BytesIO(await shown.attachments[0].read()))
    assert gif.format == "GIF" and gif.n_frames == 7, "the table before the first turn, and after each"

    before = len(room.history())
    await go(world, anna, shown, "Share with everyone")
    public = room.history()[-1]
    assert len(room.history()) == before + 1
    assert "anna" in world.text(public) and "An animation of 6 turns" in world.alts(public)[0]
    assert not world.buttons(public)


async def test_every_turn_can_be_looked_at_with_what_happened_in_it(world: World) -> None:
    """First, back, forward, last, a list; each turn has its line of the log and its picture."""
    _, room = await after(world, 5)
    anna = world.members[0]
    log = [
        line for line in world.text((await anna.slash(room, "game", action="log")).response).splitlines() if line.startswith("T")
    ]
    shown = (await anna.slash(room, "game", action="replay")).response

    shown = await go(world, anna, shown, "Turn by turn")
    told = []
    for expected in range(1, 6):
        assert number(world, shown) == expected
        told += [line for line in world.text(shown).splitlines() if line.startswith("T") and line[1].isdigit()]
        assert shown.attachments and world.alts(shown)[0]
        if expected == 1:
            assert {"First", "Back"} <= dim(world, shown) and "Forward" not in dim(world, shown)
        if expected < 5:
            shown = await go(world, anna, shown, "Forward")
    assert {"Forward", "Last"} <= dim(world, shown)
    assert [line.split("(")[0] for line in told] == [line.split("(")[0] for line in log], "the lines of the log, one a turn"

    shown = await go(world, anna, shown, "Back")
    assert number(world, shown) == 4
    shown = await go(world, anna, shown, "First")
    assert number(world, shown) == 1
    shown = await go(world, anna, shown, "Last")
    assert number(world, shown) == 5
    menu = world.selects(shown)[0]
    assert [line["value"] for line in menu["options"]] == ["1", "2", "3", "4", "5"]
    shown = (await anna.select(shown, ["2"], custom_id=menu["custom_id"])).response
    assert number(world, shown) == 2
    shown = await go(world, anna, shown, "Replay")
    assert "An animation of 5 turns" in world.alts(shown)[0]


async def test_one_can_go_through_the_own_turns_or_the_scorings_only(world: World) -> None:
    """A spectator has no turns of their own, so they are not offered them."""
    match_id, room = await after(world, 8)
    while not any(any(frame.gains) for frame in await world.services.turn_replays.frames(match_id)):
        assert await world.move(match_id, unwanted=" f"), "without farmers so many features score in any game"
    frames = await world.services.turn_replays.frames(match_id)
    member = world.members[0]
    seat = (await world.table(match_id, member.id)).viewer
    mine = [n for n, frame in enumerate(frames, 1) if seat in frame.seats]
    scored = [n for n, frame in enumerate(frames, 1) if any(frame.gains)]

    shown = (await member.slash(room, "game", action="replay", detail="1")).response
    for label, wanted in (("My turns", mine), ("Scorings", scored)):
        shown = await go(world, member, shown, label)
        seen = [number(world, shown)]
        while "Forward" not in dim(world, shown):
            shown = await go(world, member, shown, "Forward")
            seen.append(number(world, shown))
        assert seen == [n for n in wanted if n >= seen[0]]
        listed = [int(line["value"]) for line in world.selects(shown)[0]["options"]]
        assert set(listed) <= set(wanted) and number(world, shown) in listed and listed[0] == wanted[0]
        shown = (await member.slash(room, "game", action="replay", detail="1")).response

    watching = (await world.members[3].slash(room, "game", action="replay", detail="99")).response
    assert number(world, watching) == len(frames), "beyond the end is the last turn"
    assert named("own-turns") not in world.buttons(watching)


async def test_a_game_without_a_move_says_so(world: World) -> None:
    _, room = await world.start(2)

    shown = (await world.members[0].slash(room, "game", action="replay")).response
    stepped = (await world.members[0].slash(room, "game", action="replay", detail="3")).response

    assert "Nobody has moved yet" in world.text(shown) and "Nobody has moved yet" in world.text(stepped)


async def test_an_ended_game_is_found_again_by_name_and_replayed_from_its_end(world: World) -> None:
    """The end message has the button; the command offers the games of the server that one may see."""
    match_id, room = await world.start(2, preset="carcassonne", rules="tiles=twelve")
    while await world.move(match_id, told=False):
        pass
    await world.settle()
    anna = world.members[0]
    end = world.messages(room, "details")[-1]

    shown = await go(world, anna, await go(world, anna, end, named("details")), named("replay"))
    assert shown.ephemeral and "The whole game: " in world.text(shown)

    offered = await anna.autocomplete(world.channel, "game", "game", "anna")
    assert [choice["value"] for choice in offered] == [str(match_id)]
    again = (await anna.slash(world.channel, "game", action="replay", game=str(match_id))).response
    assert "The whole game: " in world.text(again)


async def test_what_was_hidden_in_the_card_game_stays_hidden_while_it_runs(world: World) -> None:
    """Nobody reads of another's face-down card, in no turn of the replay; each player reads of their own."""
    match_id, room = await after(world, 6, preset="cardcassonne")
    entries = await world.services.match_queries.history(match_id)
    dora = world.members[3]

    shown = (await dora.slash(room, "game", action="replay", detail="1")).response
    texts = [world.text(shown), *world.alts(shown)]
    while "Forward" not in dim(world, shown):
        shown = await go(world, dora, shown, "Forward")
        texts += [world.text(shown), *world.alts(shown)]

    secret = await _hidden_cards(world, match_id)
    laid = [line for line in "\n".join(texts).splitlines() if line.startswith("R") and "face down" in line]
    assert laid and all("a card face down" in line for line in laid), laid
    assert not any(f"{card} face down" in "\n".join(texts) for card in secret)

    table = await world.table(match_id)
    laid_by = {event.seat: entry.seq for entry in entries for event in entry.events if isinstance(event, CardLaidFaceDown)}
    frames = await world.services.turn_replays.frames(match_id)
    for seat, row in laid_by.items():
        turn = next(n for n, frame in enumerate(frames, 1) if frame.since <= row < frame.upto)
        mine = (await world.member(table.seats[seat].user_id).slash(room, "game", action="replay", detail=str(turn))).response
        assert any(f"{card} face down" in world.text(mine) for card in secret), world.text(mine)
        whole = (await world.member(table.seats[seat].user_id).slash(room, "game", action="log")).response
        assert any(f"{card} face down" in world.text(whole) for card in secret), world.text(whole)


async def _hidden_cards(world: World, match_id: MatchId) -> set[str]:
    """Return the names of the face-down cards, which only the service knows."""
    live = await world.services.repository.seen(match_id)
    cards = {event.card for events in live.told.values() for event in events if isinstance(event, FaceDownCardNamed)}
    return {card_name(card, ENGLISH) for card in cards}


async def test_who_replays_again_and_again_is_told_when_to_try(world: World) -> None:
    _, room = await after(world, 1)
    anna = world.members[0]
    for _ in range(4):
        assert "The game so far" in world.text((await anna.slash(room, "game", action="replay")).response)

    refused = (await anna.slash(room, "game", action="replay")).response

    assert "An animation" not in world.text(refused) and not refused.attachments


async def test_steps_are_pressed_on_messages_of_any_age(world: World) -> None:
    """What a button stands for is in its id: a turn that has gone since then is answered by the last one."""
    match_id, room = await after(world, 3)
    anna = world.members[0]
    shown = (await anna.slash(room, "game", action="replay", detail="3")).response
    await world.move(match_id)
    await world.restart()

    later = await go(world, anna, shown, "First")

    assert number(world, later) == 1 and "Turn 1 of 4" in world.text(later)
