"""Maps in chat: adding, looking, removing, choosing one for a game, and whole games on the tutorial island."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
import simcord

from games.carcassonne.expansions.maps import library
from service.lobby.maps import LARGEST
from storage.rows import MatchId
from tests.e2e.world import World, named, newest
from tests.games.carcassonne.maps.drawn import changed


def drawing(title: str = "Isle of tests") -> bytes:
    """Return the tutorial island under another title."""
    return changed("tutorial", ("title: Tutorial island", f"title: {title}")).encode()


def keeper(world: World, name: str = "mod", *, manage_guild: bool = False) -> simcord.MemberActor:
    """Return a member who may change the list of maps."""
    rights = discord.Permissions(manage_guild=True) if manage_guild else discord.Permissions(manage_channels=True)
    role = world.guild.create_role(f"Role of {name}", permissions=rights)
    return world.guild.add_member(world.env.create_user(name), roles=[role])


async def listed_for(world: World, member: simcord.MemberActor) -> Any:
    """Return the list of maps, below its topic of help."""
    return (await member.slash(world.channel, "help", topic="maps")).response


async def upload(world: World, member: simcord.MemberActor, name: str, content: bytes) -> Any:
    """Send a file by the form below the list."""
    form = await member.click(await listed_for(world, member), label=named("add-map"))
    return await member.submit_modal(form, {"file": [(name, content)]})


async def add(world: World, member: simcord.MemberActor, title: str = "Isle of tests") -> str:
    """Upload a map and confirm it; its id."""
    shown = (await upload(world, member, "isle.txt", drawing(title))).response
    await member.click(shown, label=named("confirm"))
    text = drawing(title).decode()
    return library.id_for(library.read_checked(text), text)


async def test_an_uploaded_map_is_shown_first_and_listed_after_confirming(world: World) -> None:
    """Even if the program ends in between; only then others can choose it."""
    mod, anna = keeper(world), world.members[0]

    shown = (await upload(world, mod, "isle.txt", drawing())).response
    assert "**Isle of tests**" in world.text(shown)
    assert "33 squares for tiles · 40 tiles · 2 start squares" in world.text(shown)
    assert any("Start squares:" in alt for alt in world.alts(shown))
    assert "Isle of tests" not in world.text(await listed_for(world, anna))
    await world.restart()
    done = await mod.click(shown, label=named("confirm"))

    assert "Added to this server: Isle of tests" in world.said(done)
    listed = await listed_for(world, anna)
    assert all(title in world.text(listed) for title in ("Isle of tests", "Tutorial island", "Germany", "1 of 18", "added by mod"))


async def test_a_discarded_map_is_gone(world: World) -> None:
    """And the button of a discarded upload says so."""
    mod = keeper(world, manage_guild=True)
    first = (await upload(world, mod, "isle.txt", drawing())).response
    second = (await upload(world, mod, "isle.txt", drawing("Other"))).response

    late = await mod.click(first, label=named("confirm"))
    gone = await mod.click(second, label=named("discard"))

    assert "upload is gone" in world.said(late)
    assert "wasn't added" in world.said(gone)
    assert "0 of 18" in world.text(await listed_for(world, mod))


WRONG = (
    ("isle.png", drawing(), "must end with one of"),
    ("isle.txt", b"#" * (LARGEST + 1), "at most 64 KB"),
    ("isle.txt", b"\xff\xfe\x00", "isn't plain text (UTF-8)"),
    ("isle.txt", drawing().replace(b"rows: 8", b"rows: eight"), "Line 7, column 7"),
    ("isle.txt", drawing().replace(b"cols: 8\n", b""), "“cols:” is missing"),
    ("isle.txt", b"", "Line 1, column 1"),
)


async def test_a_wrong_file_is_refused_with_the_reason(world: World) -> None:
    """By line and column where it is a map with a slip; nothing waits to be confirmed."""
    kim = keeper(world)
    for name, content, why in WRONG:
        answer = await upload(world, kim, name, content)

        assert why in world.said(answer)
        assert named("confirm") not in world.buttons(answer.response), why


async def test_only_who_manages_channels_or_the_server_changes_the_list(world: World) -> None:
    """Everybody may look; a form that was open when somebody lost the right does nothing."""
    mod, anna = keeper(world), world.members[0]
    map_id = await add(world, mod)
    page = await listed_for(world, mod)
    assert {named("add-map"), named("remove-map")} <= set(world.buttons(page))
    forms = [await mod.click(page, label=named(key)) for key in ("add-map", "remove-map")]
    role = next(role for role in world.env.backend.get_guild(world.guild.id).roles.values() if role.name == "Role of mod")
    world.env.backend.edit_role(world.guild.id, role.id, {"permissions": 0})

    refused = [
        await mod.submit_modal(forms[0], {"file": [("isle.txt", drawing("Other"))]}),
        await mod.submit_modal(forms[1], {"map": [map_id]}),
    ]

    assert not {named("add-map"), named("remove-map")} & set(world.buttons(await listed_for(world, mod)))
    assert all("Only people who can manage channels or the server" in world.said(answer) for answer in refused)
    assert "Isle of tests" in world.text(await listed_for(world, anna))


async def test_a_map_is_shown_with_its_picture_and_its_file(world: World) -> None:
    """Ours and added ones, from the list; in private messages ours."""
    anna, map_id = world.members[0], await add(world, keeper(world))
    listed = await listed_for(world, anna)
    answers = [
        await anna.select(listed, [map_id], custom_id=_maps_button(world, listed)),
    ]

    for answer in answers:
        shown = newest(answer)
        files = {file.filename: await file.read() for file in shown.attachments}
        assert files[f"{map_id}.txt"] == drawing()
        assert files["map.png"].startswith(b"\x89PNG")
    alone = (await anna.user.slash("help", topic="maps")).response
    assert "Isle of tests" not in world.text(alone) and named("add-map") not in world.buttons(alone)
    germany = await anna.user.select(alone, ["germany"], custom_id=_maps_button(world, alone))
    assert "**Germany**" in world.said(germany)


def _maps_button(world: World, listed: Any) -> str:
    """Return the id of the list of maps, beside that of topics."""
    return next(str(menu["custom_id"]) for menu in world.selects(listed) if "mapshow" in menu["custom_id"])


async def test_a_removed_map_is_no_longer_offered_and_its_games_go_on(world: World) -> None:
    """Also after a restart; what comes with the game stays."""
    mod, map_id = keeper(world), await add(world, keeper(world, "other"))
    match_id, room = await world.start(2, map=map_id)

    page = await listed_for(world, mod)
    form, other = [await mod.click(page, label=named("remove-map")) for _ in range(2)]
    removed = await mod.submit_modal(form, {"map": [map_id]})
    await world.restart()

    assert "Removed from this server" in world.said(removed)
    late = await mod.submit_modal(other, {"map": [map_id]})
    assert "no map" in world.said(late) and named("remove-map") not in world.buttons(await listed_for(world, mod))
    assert await mod.autocomplete(world.channel, "new", "map", "isle") == []
    assert "no map" in world.said(await mod.slash(world.channel, "new", map=map_id, place="here"))
    for _ in range(3):
        await _type_turn(world, match_id, room)
    record = (await world.members[0].slash(room, "game", action="export")).response
    assert any([b"Isle of tests" in await file.read() for file in record.attachments])


async def test_maps_of_another_server_are_neither_offered_nor_played(world: World) -> None:
    """Not even by who knows the id."""
    map_id = await add(world, keeper(world))
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("play")
    stranger = guild.add_member(world.env.create_user("stranger"))

    offered = await stranger.autocomplete(channel, "new", "map", "")
    refused = [
        await stranger.slash(channel, "new", map=map_id, place="here"),
        await stranger.slash(channel, "new", rules=f"map={map_id}", place="here"),
    ]

    assert {c["value"] for c in offered} == {"none", *library.BUILT_IN}
    assert all("no map" in world.said(answer) for answer in refused)


async def test_a_host_chooses_a_map_from_the_form_and_everybody_sees_it(world: World) -> None:
    """The picture comes with the map and goes with it; joining keeps it."""
    anna, ben, map_id = world.members[0], world.members[1], await add(world, keeper(world))
    await anna.slash(world.channel, "new", place="thread")
    lobby = world.messages(world.channel, "join")[-1]
    assert "a meeple for each seat" in world.alts(lobby)[0]

    form, menu = await _map_page(world, anna, lobby)
    assert [o["value"] for o in menu["options"]] == ["none", *library.BUILT_IN, map_id]
    await anna.select(form, [map_id], custom_id=menu["custom_id"])
    await ben.click(lobby, label=named("join"))

    assert "Map: Isle of tests" in world.text(lobby)
    assert any("Isle of tests" in alt for alt in world.alts(lobby))
    form, menu = await _map_page(world, anna, lobby)
    await anna.select(form, ["none"], custom_id=menu["custom_id"])
    assert "a meeple for each seat" in world.alts(lobby)[0]


async def test_maps_are_offered_while_typing(world: World) -> None:
    """In /new, by name and by id, in the option of their own and among the rules."""
    map_id = await add(world, keeper(world))

    typed = await world.members[0].autocomplete(world.channel, "new", "map", "isl")
    rules = await world.members[0].autocomplete(world.channel, "new", "rules", "map=tutorial-")

    assert [c["value"] for c in typed] == ["tutorial", map_id]
    assert [c["value"] for c in rules] == [f"map={map_id}"]


@pytest.mark.soak  # `test_ending` and `test_presses` come to the end of the island in every run
@pytest.mark.parametrize("players", [2, 4])
async def test_a_whole_game_on_the_tutorial_island_by_buttons(world: World, players: int) -> None:
    """With a restart in the middle and all the rules of small cities; squares have the map's own names."""
    match_id, room = await world.start(players, map="tutorial", rules="towns=a,b,c")
    turns = 0
    while on_turn := await world.waited_for(match_id):
        member, _ = on_turn
        turn = world.messages(room, "place")[-1]
        assert member.mention in world.text(turn)
        shown = (await member.click(turn, label=named("place"))).response
        shown = await world.play_out(member, shown)
        assert re.search("Your turn is over|It's your turn again", world.text(shown))
        turns += 1
        if turns == 9:
            await world.restart()

    await _check_end(world, match_id, room)


@pytest.mark.soak
@pytest.mark.parametrize("players", [3])
async def test_a_whole_game_on_the_tutorial_island_by_commands(world: World, players: int) -> None:
    """With a restart in the middle."""
    match_id, room = await world.start(players, map="tutorial", rules="towns=c starts=2")
    turns = 0
    while turn := await world.line(match_id):
        member, steps = turn
        spot, _, facing = steps[0].partition(" ")
        assert re.fullmatch(r"[A-H][1-8]", spot)
        answer = await member.slash(room, "place", spot=spot, rotation=facing, **({"meeple": steps[1]} if len(steps) > 1 else {}))
        if len(steps) == 1:
            answer = await member.click(answer.response, label=named("confirm"))
        assert re.search("Your turn is over|It's your turn again", world.said(answer)), steps
        turns += 1
        if turns == 7:
            await world.restart()

    await _check_end(world, match_id, room)


async def _type_turn(world: World, match_id: MatchId, room: Any) -> None:
    """Type one random turn as a reply."""
    turn = await world.line(match_id)
    assert turn is not None
    member, steps = turn
    before = (await world.table(match_id)).version
    await member.send(room, " ".join(steps), reply_to=world.messages(room, "place")[-1])
    assert (await world.table(match_id)).version > before, steps


async def _map_page(world: World, member: simcord.MemberActor, lobby: Any) -> tuple[Any, dict[str, Any]]:
    """Return the page of the settings that has the maps, and the list of them."""
    home = (await member.click(lobby, label=named("settings"))).response
    page = (await member.click(home, label=named("map"))).response
    return page, next(menu for menu in world.selects(page) if menu["custom_id"].endswith(" map"))


async def _check_end(world: World, match_id: MatchId, room: Any) -> None:
    """Check that the end names the winner, the log every connection, and each picture has an alt text."""
    table = await world.table(match_id)
    assert table.outcome is not None
    assert {tile.x for tile in table.view.tiles} | {tile.y for tile in table.view.tiles} <= set(range(8))
    end = world.messages(room, "rematch")
    assert len(end) == 1
    assert all(str(score) in world.text(end[0]) for score in table.outcome.scores)
    assert all(world.alts(message) for message in (*world.messages(room, "place"), end[0]))

    log = (await world.members[0].slash(room, "game", action="log")).response
    sentence = world.text(log) + "".join([(await file.read()).decode() for file in log.attachments])
    joined = [part.name for part in (*table.view.printed.cities, *table.view.printed.ferries) if part.connected]
    assert joined
    assert all(f"{name}" in sentence for name in joined)
    assert "is connected" in sentence
    turns = "\n".join(world.text(message) for message in room.history())
    assert "is connected" in turns
