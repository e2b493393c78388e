"""Pictures that players ask for, as they reach them: the bag, a hole, the meadows, and what a question is about."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.messages.play import game_views
from games.carcassonne.view import BoardView, SeatView
from render import strips
from render.panel import draw_panel
from tests.e2e.world import World, named
from text.labels import label
from text.translator import translator_for


async def test_what_is_left_is_a_picture_and_words_at_a_press(world: World) -> None:
    """The alt text names the tiles as well."""
    _, room = await world.start(2)
    anna = world.members[0]

    shown = (await anna.slash(room, "tiles")).response
    in_words = (await anna.click(shown, label=named("in-words"))).response

    assert shown.attachments and "tiles are left" in world.text(shown) and "×" not in world.text(shown)
    assert world.alts(shown)[0].count(" × ") > 10
    assert world.text(in_words).count(" × ") > 20 and not in_words.attachments


async def test_the_views_of_the_board_are_offered_and_taken_in_the_readers_language(world: World) -> None:
    """Where none has the typed name; a key is understood in every language."""
    _, room = await world.start(2)
    anna = world.members[0]
    await anna.slash(world.channel, "settings", setting="language", value="nl")
    refused = world.said(await anna.slash(room, "board", view="eigenaars"))
    assert "Ik kan" in refused and "owners" not in refused and "who owns" not in refused

    offered = game_views.views(world.bot.editions["carcassonne"], translator_for("nl"))
    name = next(line for line, key in offered if key == "owners")
    assert name in refused
    for view in (name, "owners"):
        shown = (await anna.slash(room, "board", view=view)).response
        assert len(world.alts(shown)) == 1 and label("share", translator_for("nl")) in world.buttons(shown)


async def test_the_picture_of_a_turn_says_which_squares_it_shows(world: World) -> None:
    """As the letters and numbers around it have them."""
    _, room = await world.start(2)
    turn = world.messages(room, "place")[-1]
    assert " Shown: " in world.alts(turn)[0]


async def test_a_hole_is_shown_with_what_fits(world: World) -> None:
    """The answer of `/tiles hole:` in a picture; its odds in words below."""
    match_id, room = await world.start(2)
    view = (await world.table(match_id)).view
    north = view.squares.name(view.tiles[0].x, view.tiles[0].y - 1)

    shown = (await world.members[0].slash(room, "tiles", square=north)).response

    assert shown.attachments and north in world.alts(shown)[0]
    assert "tiles left fit" in world.text(shown)


async def test_the_view_of_meadows_says_whose_each_is(world: World) -> None:
    """The names are those of the picture and of `/score`."""
    match_id, room = await world.start(2)
    while not any(piece.role == "farmer" for piece in (await world.table(match_id)).view.pieces):
        assert await world.move(match_id, unwanted=" c")
    farmer = next(p for p in (await world.table(match_id)).view.pieces if p.role == "farmer")
    owner = ("anna", "ben")[(await world.table(match_id)).seats[farmer.seat].user_id != world.members[0].id]

    shown = (await world.members[0].slash(room, "board", view="fields")).response

    line = next(line for line in world.text(shown).splitlines() if owner in line and "finished cit" in line)
    assert "open cit" in line and line.startswith("**")
    score = (await world.members[0].slash(room, "score")).response
    name = line.split("**")[1]
    offered = [option["label"] for select in world.selects(score) for option in select["options"]]
    assert any(label.startswith(f"field at {name}:") for label in offered)


async def test_the_panel_names_the_players_as_they_are_called_here(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the picture of a turn, of the score and of the board."""
    written: list[str] = []

    def noted(sheet: Any, place: Any, panel: Any, view: BoardView, *rest: Any) -> None:
        written.extend(seat.name for seat in view.seats)
        draw_panel(sheet, place, panel, view, *rest)

    def named(field: Any, look: Any, seat: SeatView, *rest: Any, acts: bool) -> None:
        written.append(seat.name)
        draw_score(field, look, seat, *rest, acts=acts)

    draw_score = strips._draw_score
    monkeypatch.setattr("render.board.draw_panel", noted)
    monkeypatch.setattr("render.strips._draw_score", named)
    _, room = await world.start(2)

    await world.members[0].slash(room, "board", view="whole")

    people = [name for name in written if name != "A"]  # the seat of what is drawn beforehand
    assert set(people) == {"anna", "ben"} and len(people) == 4, "the picture of the turn and that of the board"
