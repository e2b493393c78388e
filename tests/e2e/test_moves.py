"""One move as its player makes it: forced choices, typed moves, few presses, two windows, what a person prefers."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from storage.rows import MatchId, UserId
from tests.e2e.world import World, named

LETTER = re.compile(r"[A-Z] · \d+")
"""The button of a region of a large board, with how many places it has."""


async def previewing(world: World, players: int = 2, **options: Any) -> tuple[MatchId, Any]:
    """Begin a game of members without preferences."""
    match_id, room = await world.start(players, **options)
    for member in world.members:
        await world.services.user_settings.prefer(UserId(member.id), "typed", "preview")
    return match_id, room


async def test_a_typed_move_is_seen_before_it_counts(world: World) -> None:
    """A reply gets one short quiet answer; its button leads to the preview, and only Confirm makes the move."""
    match_id, room = await previewing(world)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    before = await world.version(match_id)

    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])

    assert await world.version(match_id) == before
    answer = room.last_message
    assert list(world.buttons(answer)) == ["My unfinished move"]
    assert not answer.mentions and answer.flags.suppress_notifications and not world.alts(answer)
    shown = (await member.click(answer, label=named("open-draft"))).response
    assert shown.flags.ephemeral and world.alts(shown)
    assert "Your turn is over" in world.text((await member.click(shown, label=named("confirm"))).response)


async def test_a_command_with_everything_said_shows_the_preview(world: World) -> None:
    """In private; so does `/meeple`."""
    match_id, room = await previewing(world)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    spot, _, facing = texts[0].partition(" ")

    whole = await member.slash(room, "place", spot=spot, rotation=facing, meeple=texts[1])
    await member.slash(room, "place", spot=spot, rotation=facing)
    figure = await member.slash(room, "meeple", where=texts[1])

    for answer in (whole, figure):
        assert answer.ephemeral and named("confirm") in world.buttons(answer.response)
    assert "Your turn is over" in world.text((await member.click(figure.response, label=named("confirm"))).response)


async def test_who_prefers_so_has_typed_moves_count_at_once(world: World) -> None:
    """Kept over a restart, and shown as chosen."""
    match_id, room = await previewing(world)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    panel = (await member.slash(room, "settings")).response
    assert "Typed moves: Count at once" not in world.text(panel)

    await world.fill(member, await member.click(panel, label=named("prefer-reading")), typed="at-once")
    await world.restart()
    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])

    assert "Typed moves: Count at once" in world.text((await member.slash(room, "settings")).response)
    assert len(world.messages(room, "place")) == 2


CHAT = ("haha nice move", "no way", "2 minutes please", "I am back at 5", "good game everybody", "one sec", "🙂", "k thx")


async def test_a_reply_that_is_no_move_gets_no_answer(world: World) -> None:
    """Neither from who is asked, nor from who is not, nor from who watches."""
    _, room = await world.start(2)
    turn = world.messages(room, "place")[-1]

    for text, member in product(CHAT, world.members[:3]):
        await member.send(room, text, reply_to=turn)

        assert room.last_message.content == text


@pytest.mark.parametrize(("said", "answer"), [("Z99", "Z99"), ("777 90", "777"), ("b 1 90", "B1")])
async def test_a_reply_that_begins_as_a_move_is_answered(world: World, said: str, answer: str) -> None:
    """Right or wrong; who is not asked reads that."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    other = next(member for member in world.members[:2] if member.id != on_turn[0].id)
    turn = world.messages(room, "place")[-1]

    await on_turn[0].send(room, said, reply_to=turn)
    to_asked = world.text(room.last_message)
    await other.send(room, said, reply_to=turn)

    assert answer in to_asked
    assert "not your turn" in world.text(room.last_message)


async def test_a_card_game_reads_no_chat(world: World) -> None:
    _, room = await world.start(2, preset="cardcassonne")
    turn = world.messages(room, "place")[-1]

    await world.members[0].send(room, "green with envy", reply_to=turn)
    assert room.last_message.content == "green with envy"

    await world.members[0].send(room, "yP3 red", reply_to=turn)
    assert "don't read moves" in world.text(room.last_message)


async def test_a_part_of_a_move_lists_every_answer_and_stays(world: World) -> None:
    """Typed without a facing: the tile lies somehow, the other ways and all figures are named, and Place tile goes on there."""
    match_id, room = await previewing(world)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, table = on_turn
    spot = world.bot.editions["carcassonne"].words.say.spots(table.view, table.legal)[0]
    turn = world.messages(room, "place")[-1]

    await member.send(room, spot.name, reply_to=turn)

    text = world.text(room.last_message)
    draft = await world.services.drafts.open(match_id, UserId(member.id), now=room.last_message.created_at)
    assert [draft.game.read(draft.texts[0])] == [spot.actions[0]]
    for action in draft.legal:
        assert f"`{world.typed(draft, action)}`" in text
    for action in spot.actions[1:]:
        assert f"`{world.typed(table, action)}`" in text
    shown = (await member.click(turn, label=named("place"))).response
    several = len(world.bot.editions["carcassonne"].words.say.spots(table.view, table.legal)) > 1
    assert (named("other-spot") in world.buttons(shown)) is several


async def test_few_spots_have_buttons_and_the_figure_plays(world: World) -> None:
    """Two presses from the turn message; opening the draft first takes one more, with the picture beside its list."""
    match_id, room = await world.start(2)
    while True:
        on_turn = await world.waited_for(match_id)
        assert on_turn is not None
        member, table = on_turn
        spots = world.bot.editions["carcassonne"].words.say.spots(table.view, table.legal)
        turn = world.messages(room, "place")[-1]
        direct = [label for label in world.buttons(turn) if "·" in label]
        if 1 < len(spots) <= 5:
            break
        assert not direct or len(spots) == 1
        line = await world.line(match_id)
        assert line is not None
        await line[0].send(room, " ".join(line[1]), reply_to=turn)
    assert direct == [f"{spot.number} · {spot.name}" for spot in spots]

    opened = (await member.click(turn, label=named("place"))).response
    assert [label for label in world.buttons(opened) if "·" in label] == direct and world.alts(opened)
    shown = (await member.click(turn, label=direct[0])).response
    assert shown.flags.ephemeral and world.alts(shown)
    if named("confirm") not in world.buttons(shown):
        none = next(label for label in world.buttons(shown) if label.startswith("no meeple"))
        shown = (await member.click(shown, label=none)).response
    else:
        shown = (await member.click(shown, label=named("confirm"))).response
    assert "Your turn is over" in world.text(shown)


async def test_spots_of_a_large_board_are_shown_part_by_part(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draft opens with the fullest region; each other one stands behind its letter, and numbers stay the same."""
    monkeypatch.setattr("render.highlights.COLUMNS", 4)
    monkeypatch.setattr("render.highlights.ROWS", 4)
    match_id, room = await world.start(2)
    while (on_turn := await world.waited_for(match_id)) is not None and len(on_turn[1].legal) < 12:
        assert await world.move(match_id)
    assert on_turn is not None
    member, view = on_turn
    turn = world.messages(room, "place")[-1]
    number = len(world.bot.editions[view.match.game].words.say.spots(view.view, view.legal))
    opens = next(label for label, custom_id in world.buttons(turn).items() if "place" in custom_id)

    shown = (await member.click(turn, label=opens)).response
    numbers: list[int] = []
    pictures: list[str] = []
    letters = [label for label in world.buttons(shown) if LETTER.fullmatch(label)]
    for letter in ("", *letters):
        shown = (await member.click(shown, label=letter)).response if letter else shown
        pictures.append(world.alts(shown)[0])
        labels = [*world.buttons(shown), *(line["label"] for menu in world.selects(shown) for line in menu["options"])]
        numbers += [int(label.split(" ")[0]) for label in labels if label.split(" ")[0].isdecimal()]

    assert sorted(numbers) == list(range(1, number + 1))
    assert len(set(pictures)) == len(pictures) > 1, "each says which squares it shows"


async def test_two_windows_never_exchange_halves(world: World) -> None:
    """A figure chosen in the first window is not put on the tile of the second, nor is that one confirmed there."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, _ = on_turn
    turn = world.messages(room, "place")[-1]
    first = (await member.click(turn, label=named("place"))).response
    second = (await member.click(turn, label=named("place"))).response
    here, *_, there = world.options(first)
    first = await world.choose(member, first, here)
    await world.choose(member, second, there)
    before = await world.version(match_id)
    kept = (await world.services.drafts.open(match_id, UserId(member.id), now=turn.created_at)).texts

    answer = await world.choose(member, first, world.options(first)[0])

    assert "carried on with this move somewhere else" in world.text(answer)
    assert (await world.services.drafts.open(match_id, UserId(member.id), now=turn.created_at)).texts == kept
    assert await world.version(match_id) == before
    await world.play_out(member, answer)
    assert await world.version(match_id) > before


async def test_starting_over_asks_the_first_question_again(world: World) -> None:
    match_id, room = await previewing(world)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])
    shown = (await member.click(room.last_message, label=named("open-draft"))).response

    over = (await member.click(shown, label=named("start-over"))).response

    assert world.options(over) and named("confirm") not in world.buttons(over) and named("start-over") not in world.buttons(over)
    assert not (await world.services.drafts.open(match_id, UserId(member.id), now=room.last_message.created_at)).texts


async def test_undo_stands_where_it_can_do_something(world: World) -> None:
    """With a draft, not without one in the first turn; later it asks all others."""
    match_id, room = await previewing(world)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    message = world.messages(room, "place")[-1]
    idle = (await member.click(message, label=named("more"))).response
    await member.send(room, texts[0], reply_to=message)
    drafted = (await member.click(message, label=named("more"))).response

    assert named("undo") not in world.buttons(idle)
    assert named("undo") in world.buttons(drafted)
