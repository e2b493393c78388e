"""Table manners: double presses, late presses, simultaneous ones, wrong places, missing rights."""

from __future__ import annotations

import discord
import pytest

from tests.e2e.world import World, named, verb_of


async def test_a_restart_in_the_middle_changes_nothing(world: World) -> None:
    """The buttons of messages sent before go on working, and nobody is pinged twice."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, _ = on_turn
    turn = world.messages(room, "place")[-1]
    shown = (await member.click(turn, label=named("place"))).response
    await world.choose(member, shown, world.options(shown)[0])

    await world.restart()

    assert len(world.messages(room, "place")) == 1
    again = (await member.click(turn, label=named("place"))).response
    assert {"Other spot", "Confirm", "Start over"} & world.buttons(again).keys(), "the draft is still there"


async def test_an_old_button_shows_how_it_stands_now(world: World) -> None:
    """Nothing is played, and the answer is private."""
    match_id, room = await world.start(2)
    first = world.messages(room, "place")[0]
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    shown = (await member.click(first, label=named("place"))).response
    await member.send(room, " ".join(texts), reply_to=first)
    log = await world.services.match_queries.history(match_id, None)
    played = {world.option(shown, entry.text) for entry in log}
    option = next(offered for offered in world.options(shown) if offered not in played)  # the very move played is "already in"

    version = (await world.services.match_queries.match(match_id)).version

    late = await (member.select(shown, [option[1]]) if option[1] else member.click(shown, label=option[0]))

    assert "earlier turn" in world.text(late.response)
    assert late.ephemeral or late.response.ephemeral
    assert (await world.services.match_queries.match(match_id)).version == version


async def test_a_double_click_counts_once(world: World) -> None:
    """Confirm, and confirm again."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, _ = on_turn
    shown = (await member.click(world.messages(room, "place")[-1], label=named("place"))).response
    while not (ends := [label for label, press in world.buttons(shown).items() if verb_of(press) in ("confirm", "play")]):
        shown = await world.choose(member, shown, world.options(shown)[0])
    last = ends[0]
    version = (await world.services.match_queries.match(match_id)).version

    answers = await world.at_once((member, shown, last), (member, shown, last))

    placed = [
        entry for entry in await world.services.match_queries.history(match_id, since=version) if entry.text.startswith("place")
    ]
    assert len(placed) == 1
    assert len(world.messages(room, "place")) == 2, "one turn message, not two"
    text = world.text(answers[-1].response)
    assert "You've already played this move" in text or "Your turn is over" in text, (
        "both change the same private message, in any order"
    )


async def test_two_people_who_press_join_at_once_get_one_seat_each_or_a_reason(world: World) -> None:
    """The last seat goes to one of them; the other reads why not."""
    await world.members[0].slash(world.channel, "new", place="here", players=2)
    lobby = world.messages(world.channel, "join")[-1]

    answers = await world.at_once((world.members[1], lobby, named("join")), (world.members[2], lobby, named("join")))

    match = await world.services.match_queries.in_channel(world.channel.id)
    seated = [seat.user_id for seat in await world.services.match_queries.seats(match.id)]
    assert seated in ([world.members[0].id, member.id] for member in world.members[1:3])
    assert sum("seats are taken" in world.said(answer) for answer in answers) == 1


async def test_two_people_who_begin_at_once_begin_once(world: World) -> None:
    """The host and a moderator both press Start: one game, one turn message, and anyone who was late is told so."""
    role = world.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])
    host, other = world.members[:2]
    await host.slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    await other.click(lobby, label=named("join"))

    answers = await world.at_once((host, lobby, named("start")), (moderator, lobby, named("start")))

    assert len(world.messages(world.channel, "place")) == 1
    texts = [world.text(answer.response) for answer in answers]
    assert sum("The game begins" in text for text in texts) == 1
    assert sum("only do this before the game starts" in text for text in texts) == 1


async def test_somebody_else_may_not_move(world: World) -> None:
    """A seated player who is not asked is told why; somebody without a seat guesses the move by the same button."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    other, version = next(member for member in world.members[:2] if member.id != on_turn[0].id), on_turn[1].version

    waiting = await other.slash(room, "place", spot="N13")
    stranger = await world.members[4].click(world.messages(room, "place")[-1], label=named("place"))

    assert "not your turn" in world.text(waiting.response)
    assert "Nobody else sees your guess" in world.text(stranger.response)
    assert (await world.table(match_id)).version == version
    assert waiting.ephemeral and stranger.ephemeral


async def test_a_command_in_another_channel_shows_the_way_to_ones_games(world: World) -> None:
    """With a link to each and whether it waits; who plays nowhere is told how to open one."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    other = next(member for member in world.members[:2] if member.id != on_turn[0].id)
    elsewhere = world.guild.create_text_channel("elsewhere")

    answer = await on_turn[0].slash(elsewhere, "place", spot="N13")
    waiting = await other.slash(elsewhere, "score")
    stranger = await world.members[4].slash(elsewhere, "place", spot="N13")

    assert answer.ephemeral and waiting.ephemeral and stranger.ephemeral
    assert f"<#{room.id}> · Base game · it's your turn" in world.text(answer.response)
    assert f"<#{room.id}> · Base game · running" in world.text(waiting.response)
    assert "/new" in world.text(stranger.response) and "<#" not in world.text(stranger.response)


async def test_a_channel_holds_one_game(world: World) -> None:
    """A second game in the same channel is refused, in a thread of its own it is not."""
    await world.members[0].slash(world.channel, "new", place="here")

    refused = await world.members[1].slash(world.channel, "new", place="here")
    opened = await world.members[1].slash(world.channel, "new", place="thread")

    assert "already has a game" in world.text(refused.response)
    assert "is open in" in world.text(opened.response)


async def test_a_misread_move_says_what_would_fit_and_plays_nothing(world: World) -> None:
    """By command in private, by reply quietly."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, _ = on_turn
    version = (await world.services.match_queries.match(match_id)).version

    answer = await member.slash(room, "place", spot="A1", rotation="0", meeple="-")
    await member.send(room, "Z99 90 wizard", reply_to=world.messages(room, "place")[-1])

    assert answer.ephemeral and "A1" in world.text(answer.response)
    assert "Z99" in world.text(room.last_message)
    assert not room.last_message.mentions
    assert (await world.services.match_queries.match(match_id)).version == version


async def test_a_typed_move_may_come_in_two_replies(world: World) -> None:
    """The first is answered with what may be said next."""
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    message = world.messages(room, "place")[-1]

    await member.send(room, texts[0], reply_to=message)
    question = world.text(room.last_message)
    await member.send(room, texts[1], reply_to=message)

    assert "`" in question
    assert len(world.messages(room, "place")) == 2


async def test_undo_gives_the_draft_up_and_is_too_late_after_the_next_draw(world: World) -> None:
    """Before the next tile is revealed nothing is lost; afterwards nothing is taken back."""
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    spot, _, facing = texts[0].partition(" ")
    await member.slash(room, "place", spot=spot, rotation=facing)

    undone = await member.slash(room, "undo")
    await member.slash(room, "place", spot=spot, rotation=facing, meeple=texts[1])
    late = await member.slash(room, "undo")

    assert "unfinished move is gone" in world.text(undone.response)
    assert "too late" in world.text(late.response)


async def test_everything_about_a_game_can_be_looked_at(world: World) -> None:
    """Every command and every button of the turn message answers in private."""
    match_id, room = await world.start(3)
    member = world.members[0]
    turn = world.messages(room, "place")[-1]

    answers = [
        await world.ask(member, room, name) for name in ("score", "tiles", "turns", "help", "game info", "game list", "game log")
    ]
    answers += [
        await member.slash(room, "board", view=view) for view in ("turn", "whole", "fields", "owners", "coordinates", "text")
    ]
    answers += [await member.click(turn, label=label) for label in ("Board", "Score", "More")]
    answers.append(await member.slash(room, "game", action="export", detail="json"))
    answers += (await world.behind_more(member, turn)).values()

    for answer in answers:
        assert answer.response is not None and (answer.ephemeral or answer.response.ephemeral), answer
        assert answer.response is not None
        assert "went wrong on my side" not in world.text(answer.response), world.text(answer.response)
    assert await world.services.match_queries.match(match_id)


async def test_a_board_is_shown_to_everybody_on_request(world: World) -> None:
    """With a name, without a ping."""
    _, room = await world.start(2)

    await world.members[3].slash(room, "board", view="whole", share=True)

    assert "dora shows the board" in world.text(room.last_message)
    assert world.alts(room.last_message)
    assert not room.last_message.mentions


@pytest.mark.parametrize(("view", "says"), [("text", "row by row"), ("features", "There's nobody on the board.")])
async def test_a_view_in_sentences_is_shown_to_everybody_too(world: World, view: str, says: str) -> None:
    """By the option and by the button below the private one; without what only the one who asks may do."""
    _, room = await world.start(2)

    private = (await world.members[0].slash(room, "board", view=view, share=True)).response
    shared = room.last_message
    await world.members[0].click(private, label=named("share"))

    for message in (shared, room.last_message):
        assert "anna shows the board" in world.text(message)
        assert says in world.text(message)
        assert "field only" not in world.text(message)
        assert not message.mentions
    assert room.last_message.id != shared.id


async def test_a_hole_is_answered_with_its_odds_alone(world: World) -> None:
    """Chosen from the autocomplete; without one, everything that is left is listed."""
    _, room = await world.start(2)
    holes = await world.members[0].autocomplete(room, "tiles", "square", "")

    answer = await world.members[0].slash(room, "tiles", square=holes[0]["value"])
    everything = await world.members[0].slash(room, "tiles")

    assert world.text(answer.response).startswith(holes[0]["value"]) and "%" in world.text(answer.response)
    assert "tiles are left" not in world.text(answer.response)
    assert "70 tiles are left" in world.text(everything.response)


async def test_autocomplete_offers_legal_spots_facings_and_figures(world: World) -> None:
    """Every value offered is taken by the command."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, _ = on_turn

    spots = await member.autocomplete(room, "place", "spot", "")
    facings = await member.autocomplete(room, "place", "rotation", "", spot=spots[0]["value"])
    figures = await member.autocomplete(room, "place", "meeple", "", spot=spots[0]["value"], rotation=facings[0]["value"])
    answer = await member.slash(room, "place", spot=spots[0]["value"], rotation=facings[0]["value"], meeple=figures[0]["value"])

    assert "Your turn is over" in world.text(answer.response)
    assert await member.autocomplete(world.channel, "place", "spot", "") == []
