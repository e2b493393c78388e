"""Time at the table, as members meet it: until when, whose is over, who is back."""

from __future__ import annotations

from tests.e2e.world import World, named


async def test_an_evening_with_a_timeout_and_a_return(world: World) -> None:
    """At pace `evening`: the time left stands on the turn message, a computer takes a seat, and gives it back."""
    match_id, room = await world.start(2, pace="evening", terms="timeout vacate", place="here")
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    late = on_turn[0]
    turn = world.messages(room, "place")[-1]
    assert "⏳ You have until <t:" in world.text(turn)
    turns = await late.slash(room, "turns")
    assert "⏳ You have until <t:" in world.text(turns.response)

    await world.env.advance_time(56 * 60)
    reminder = next(m for m in room.history() if "your time runs out" in world.text(m))
    assert late.mention in world.text(reminder) and "then a computer takes the seat" in world.text(reminder)
    assert reminder.reference is not None and reminder.reference.message_id == turn.id

    await world.env.advance_time(5 * 60)
    await world.services.computers.settled()
    await world.settle()
    notice = world.messages(room, "return")[-1]
    assert "has run out of time. A computer takes over" in world.text(notice) and "with 1 hour on the clock" in world.text(notice)
    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id != late.id, "the computer has played, and the other is asked"

    stranger = await world.members[3].click(notice, label=named("return"))
    back = await late.click(notice, label=named("return"))
    again = await late.slash(room, "game", action="return")
    clocks = await late.slash(room, "game", action="clocks")

    assert "'re watching this game" in world.text(stranger.response)
    assert "yours again" in world.text(back.response)
    assert "The seat is still yours" in world.text(again.response)
    assert any("is back and plays again" in world.text(m) for m in room.history())
    assert "runs until <t:" in world.text(clocks.response) and "evening: 1 h" in world.text(clocks.response)


async def test_time_can_be_given_and_makes_no_sense_without_a_clock(world: World) -> None:
    """Everybody hears of a gift; a length that is none is refused with what would be one."""
    match_id, room = await world.start(2, place="here")
    host = world.members[0]

    given = await host.slash(room, "game", action="give", detail="1d 12h")
    nonsense = await host.slash(room, "game", action="give", detail="soon")
    too_much = await host.slash(room, "game", action="give", detail="300d")

    assert "The others now have 36 hours more." in world.text(given.response)
    assert any("gives the others 36 hours more" in world.text(message) for message in room.history())
    assert "as a length of time" in world.text(nonsense.response)
    assert "at most 30 days" in world.text(too_much.response)
    info = await host.slash(room, "game", action="info")
    assert "anna: 5 d" in world.text(info.response) or "anna: 4 d 23 h" in world.text(info.response)
    assert match_id


async def test_a_game_of_two_that_is_lost_by_time_ends_with_its_result(world: World) -> None:
    """Where the terms say so: who wins, the board, and what can be done next."""
    match_id, room = await world.start(2, pace="evening", terms="rated=on, forfeit", place="here")
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    winner = next(member for member in world.members[:2] if member.id != on_turn[0].id)

    await world.env.advance_time(61 * 60)
    await world.settle()

    end = world.messages(room, "rematch")[-1]
    text = world.text(end)
    assert "has run out of time and lost" in text
    assert f"{winner.user.name} wins" in text
    assert "Ratings: " not in text, "nobody had a turn of the one who lost"
    assert (await world.services.match_queries.match(match_id)).status == "finished"
