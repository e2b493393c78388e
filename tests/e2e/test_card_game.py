"""The card game through a simulated Discord: whole games with restarts in mid-round, every way to play, privacy."""

from __future__ import annotations

from typing import Any

import pytest

from editions.registry import EDITIONS
from storage.rows import MatchId
from tests.e2e.world import ENGLISH, World, named

SAY = EDITIONS["cardcassonne"].words


async def opened(world: World, players: int) -> tuple[MatchId, Any]:
    """Return a begun card game of the first members."""
    return await world.start(players, preset="cardcassonne")


async def open_draft(world: World, room: Any, member: Any) -> Any:
    """Open the private window behind the button of the newest turn message."""
    turn = world.messages(room, "place")[-1]
    name = next(label for label in ("Play", "Choose") if label in world.buttons(turn))
    return (await member.click(turn, label=name)).response


async def chosen(world: World, member: Any, shown: Any) -> None:
    """Whatever is still asked is chosen, perhaps another row, then it is confirmed."""
    if named("confirm") in world.buttons(shown) and (others := world.options(shown)) and world.chance.random() < 0.5:
        shown = await world.choose(member, shown, world.chance.choice(others))
    await world.play_out(member, shown)


async def by_buttons(world: World, room: Any, member: Any, table: Any) -> None:
    """Play a card from the list, perhaps another row, and confirm."""
    await chosen(world, member, await open_draft(world, room, member))


async def by_command(world: World, room: Any, member: Any, table: Any) -> None:
    """`/play` with an answer from its own lists."""
    cards = await member.autocomplete(room, "play", "card", "")
    card = world.chance.choice(cards)["value"]
    rows = await member.autocomplete(room, "play", "row", "", card=card)
    if rows:
        answer = await member.slash(room, "play", card=card, row=world.chance.choice(rows)["value"])
        assert "our turn" in world.text(answer.response), world.text(answer.response)
    else:
        answer = await member.slash(room, "play", card=card)
    await chosen(world, member, answer.response)


async def by_typing(world: World, room: Any, member: Any, table: Any) -> None:
    """Play by the field that only the player can see."""
    shown = await open_draft(world, room, member)
    if len(table.legal) > 1:
        form = await member.click(shown, label=named("type"))
        typed = world.typed(table, world.chance.choice(table.legal))
        shown = (await member.submit_modal(form, {"line": typed})).response
    await chosen(world, member, shown)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 5])
async def test_a_whole_game_is_played_through_restarts(world: World, players: int) -> None:
    """By commands, buttons and typing in turn; in every run the service plays one to its end, and people play the first turns."""
    match_id, room = await opened(world, players)
    ways = (by_command, by_buttons, by_typing)
    turns = 0

    while on_turn := await world.waited_for(match_id):
        member, table = on_turn
        await world.settle()
        await world.chance.choice(ways)(world, room, member, table)
        turns += 1
        if turns % 41 == 0:
            await world.settle()
            await world.restart()
    await world.settle()

    table = await world.table(match_id)
    assert table.outcome is not None
    end = world.messages(room, "rematch")
    assert len(end) == 1
    assert "Sealed bag opened" in world.text(end[0])
    assert f"{table.view.rounds} rounds" in world.text(end[0])
    for score in table.outcome.scores:
        assert str(score) in world.text(end[0])


async def test_moves_typed_in_public_are_not_read_and_not_repeated(world: World) -> None:
    match_id, room = await opened(world, 2)
    member, table = await to_a_first_card(world, match_id, room)
    version = (await world.table(match_id)).version
    turn = world.messages(room, "place")[-1]

    await member.send(room, f"{table.view.hand[0]} red", reply_to=turn)

    text = world.text(room.last_message)
    assert "don't read moves" in text
    assert table.view.hand[0] not in text
    assert (await world.table(match_id)).version == version


async def test_only_the_own_hand_is_shown_and_only_in_private(world: World) -> None:
    match_id, room = await opened(world, 3)
    await to_a_first_card(world, match_id, room)
    turn = world.messages(room, "place")[-1]

    for member in world.members[:3]:
        table = await world.table(match_id, member.id)
        for answer in (await member.slash(room, "game", action="hand"), await member.click(turn, label=named("hand"))):
            assert answer.response.flags.ephemeral
            assert SAY.hands.hand(table.view, ENGLISH) in world.text(answer.response)
            assert len(world.alts(answer.response)) == 1
    stranger = await world.members[5].slash(room, "game", action="hand")
    assert "You're watching this game" in world.text(stranger.response)
    assert not world.alts(stranger.response)


async def test_a_game_without_hands_says_so(world: World) -> None:
    _, room = await world.start(2)

    answer = await world.members[0].slash(room, "game", action="hand")

    assert "no secret hands" in world.text(answer.response)


async def test_the_row_can_be_changed_before_confirming(world: World) -> None:
    match_id, room = await opened(world, 2)
    member, table = await to_a_first_card(world, match_id, room)
    card = table.view.hand[0]

    shown = (await member.slash(room, "play", card=card)).response
    await member.click(shown, label="face down, blue row")

    laid = (await world.table(match_id, member.id)).view.row("blue").cards[-1]
    assert (laid.card, laid.seat) == (card, table.viewer)


async def test_a_typed_card_that_goes_to_one_row_only_needs_neither_row_nor_press(world: World) -> None:
    match_id, room = await opened(world, 2)
    while on_turn := await world.waited_for(match_id):
        member, table = on_turn
        card = next((action for action in table.legal if action.verb == "play" and action.card[0] == action.row[0]), None)
        if card is not None:
            break
        await by_command(world, room, member, table)

    await member.slash(room, "play", card=card.card)

    after = await world.table(match_id, member.id)
    assert after.version > table.version and after.view.row(card.row).cards[-1].card == card.card


async def test_a_game_can_be_looked_at_in_every_way(world: World) -> None:
    match_id, room = await opened(world, 2)
    member, _ = await to_a_first_card(world, match_id, room)

    texts = [
        world.text((await world.ask(member, room, name)).response) for name in ("score", "tiles", "help", "game log", "game info")
    ]
    texts.append(world.text((await member.slash(room, "board", view="text")).response))
    pictured = (await member.slash(room, "board")).response

    assert "Open collections" in texts[0]
    assert "You haven't seen" in texts[1]
    assert all(texts)
    assert "Yellow row" in texts[5]
    assert world.alts(pictured)
    assert await member.autocomplete(room, "board", "view", "") == [
        {"name": "around the latest moves", "value": "turn"},
        {"name": "as text", "value": "text"},
    ]


async def to_a_first_card(world: World, match_id: MatchId, room: Any) -> tuple[Any, Any]:
    """Anyone who lays the first card of the first round, and what they see; jokers of the opening are put away."""
    while on_turn := await world.waited_for(match_id):
        member, table = on_turn
        if table.view.decision == "turn":
            return member, table
        await by_buttons(world, room, member, table)
    raise AssertionError("the game is over")


async def test_a_form_opened_before_a_restart_is_read_after_it(world: World) -> None:
    """A submitted form is read from its id, like a button: nothing of it lives in memory."""
    match_id, room = await opened(world, 2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, table = on_turn
    form = await member.click(await open_draft(world, room, member), label=named("type"))
    typed = world.typed(table, world.chance.choice(table.legal))

    await world.restart()
    answer = await member.submit_modal(form, {"line": typed})

    assert named("confirm") in world.buttons(answer.response)


async def test_the_button_about_the_deck_speaks_of_cards(world: World) -> None:
    """There are no tiles in this game."""
    _, room = await opened(world, 2)
    turn = world.messages(room, "place")[-1]

    more = (await world.members[0].click(turn, label=named("more"))).response

    assert "Cards seen" in world.buttons(more) and named("tiles") not in world.buttons(more)
    assert "You haven't seen" in world.text((await world.members[0].click(more, label="Cards seen")).response)
