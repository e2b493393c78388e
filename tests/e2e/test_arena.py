"""An arena and a double elimination through the simulated Discord, by buttons."""

from __future__ import annotations

from storage.rows import UserId
from tests.e2e.fair import Fair
from tests.e2e.world import named


async def test_an_arena_is_joined_paused_and_scored_by_one_button(fair: Fair) -> None:
    mine = await fair.opened(kind="arena")
    assert "Arena of 2 hours" in fair.world.text(fair.board()) and "2 points" in fair.world.text(fair.board())
    for member in fair.people[:2]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()

    board = fair.world.text(fair.board())
    assert "1 game is being played. New games until" in board
    assert named("event-here") not in fair.world.buttons(fair.pairings()[0]), "it has begun already"
    assert "You're in" in await fair.press(fair.people[2], named("event-join-pause"))
    assert "1 player is waiting" in fair.world.text(fair.board())
    assert "Paused" in await fair.press(fair.people[2], named("event-join-pause"))
    assert "waiting" not in fair.world.text(fair.board())
    typed = await fair.type(fair.people[2], "join")
    assert "You're in" in fair.world.text(typed.response) and named("event-pause") in fair.world.buttons(typed.response)
    await fair.decide()

    state = await fair.state()
    (result,) = state.results.values()
    assert result.how == "walkover", "nobody has played half of it"
    shown = [text for text, _ in fair.told()]
    assert any("wins: the opponent gave up early" in text for text in shown) and not any("no opponent" in text for text in shown)
    loser = next(who for who in result.seats if who != result.winner)
    assert state.members[int(loser)].pauses
    await fair.wait(minutes=2)
    assert len((await fair.state()).open_tables()) == 1, "who joined a moment ago is paired after a while"
    given_up = next(member for member in fair.people if UserId(member.id) == state.user(loser))
    assert "You can join again" in await fair.press(given_up, named("event-join-pause"))
    assert "paused you" in fair.world.text(fair.letters(given_up)[-1])
    assert "2" in fair.world.text(fair.board())


async def test_a_bracket_of_a_double_elimination_is_shown_in_its_halves(fair: Fair) -> None:
    mine = await fair.opened(kind="double-elimination", preview="0")
    for member in fair.people[:4]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    await fair.decide()

    board = fair.world.text(fair.board())
    assert board.index("Upper bracket") < board.index("Lower bracket")
    assert any("if you lose, you're out" in fair.world.text(message) for message in fair.pairings())
    shown = await fair.type(fair.people[0], "bracket")
    assert "Upper bracket" in fair.world.text(shown.response)
    following = await fair.people[0].click(shown.response, label=named("next"))
    assert "Lower bracket" in fair.world.text(following.response) and "ben – dora" in fair.world.text(following.response)
    for _ in range(3):
        await fair.decide()
    state = await fair.state()
    assert state.row.status == "finished" and state.final[0] == "1"
