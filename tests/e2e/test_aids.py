"""Aids are a rule of the game: no door shows at a level what that level keeps back, and after the end everything is open."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from clocks.assistance import EVERY, SHOWN, AssistLevel
from cogs import match_context
from editions.registry import EDITIONS
from editions.restricted_edition import restrict_to_aids
from games.core.choice_values import ChoiceValue
from storage.rows import MatchId
from tests.e2e.world import ENGLISH, World, newest

LEVELS = ("all", pytest.param("club", marks=pytest.mark.soak), "purist")
ROOT = Path(__file__).parents[2]


async def opened(world: World, level: str, game: str = "carcassonne", turns: int = 4) -> tuple[MatchId, Any, Any]:
    """Return a game at a level of aids, some turns in: its id, its channel, the asked player."""
    match_id, room = await world.start(2, place="here", preset=game, terms=level)
    await world.moves(match_id, turns)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    return match_id, room, on_turn[0]


def shown(world: World, answer: Any) -> str:
    """Return all that a message says: its text, buttons, lists and alt texts."""
    message = answer.followups[-1] if getattr(answer, "followups", None) else getattr(answer, "response", answer)
    lines = [option["label"] for menu in world.selects(message) for option in menu["options"]]
    return "\n".join([world.text(message), *world.buttons(message), *lines, *world.alts(message)])


async def doors(world: World, room: Any, member: Any) -> dict[str, str]:
    """Return the answers of every way to look at a game, by what was asked."""
    turn = world.messages(room, "more")[-1]
    doors = {"turn": shown(world, turn)}
    for label in world.buttons(turn):
        if not re.match(r"\d", label):
            doors[f"button {label}"] = shown(world, await member.click(turn, label=label))
    for label, answer in (await world.behind_more(member, turn)).items():
        doors[f"more {label}"] = shown(world, answer)
    for command in ("score", "tiles", "game log", "game info", "board", "place", "undo", "game hint"):
        doors[command] = shown(world, await world.ask(member, room, command))
    for view in ("turn", "whole", "text", "features", "fields", "owners", "coordinates"):
        doors[f"board {view}"] = shown(world, await member.slash(room, "board", view=view))
    doors["tiles hole"] = shown(world, await member.slash(room, "tiles", square="M14"))
    for command, option in (("tiles", "square"), ("place", "spot"), ("place", "rotation"), ("place", "meeple"), ("board", "view")):
        offers = await member.autocomplete(room, command, option, "")
        doors[f"offer {command} {option}"] = "\n".join(f"{offer['name']} {offer['value']}" for offer in offers)
    for form in ("json", "line"):
        doors[f"export {form}"] = await file(await member.slash(room, "game", action="export", detail=form))
    replayed = (await member.slash(room, "game", action="replay", detail="2")).response  # its list numbers the turns
    doors["replay turn"] = "\n".join([world.text(replayed), *world.alts(replayed)])
    for wrong in ("A1", "M13", "7", "nowhere", "M13 90"):
        doors[f"place {wrong}"] = shown(world, await member.slash(room, "place", spot=wrong))
    return doors


async def file(answer: Any) -> str:
    """Return the content of the answered file."""
    message = newest(answer)
    return (await message.attachments[0].read()).decode()


SIGNS = {
    AssistLevel.SPOTS: r"(?m)^\d+ · |Squares that fit|Rotations? that fits?|\(spot \d+\)|numbers where the tile fits",
    AssistLevel.STOCK: r"\d+ × |Every kind",
    AssistLevel.OVERLAYS: r"in its owner's colour|Show owners|Show fields|Who is where|fields and their owners",
    AssistLevel.ODDS: r"tiles? fits? \(|: \d+ tiles? fits?\b|of the \d+ tiles left|none of the tiles left",
    AssistLevel.HINTS: r"A good turn for you",
    AssistLevel.FORECAST: r"If the game ended now|What is still open|; now |nobody has a majority|\+\d+ at the end",
}
"""What tells that an aid was given; `POINTS` has a test of its own, since few choices score."""


@pytest.mark.parametrize("level", LEVELS)
async def test_no_door_shows_what_the_level_keeps_back(world: World, level: str) -> None:
    """And every aid that the level gives is found behind some door, so that the signs are known to be signs."""
    _, room, member = await opened(world, level)

    texts = await doors(world, room, member)

    shown_at = {
        aid: sorted(door for door, text in texts.items() if re.search(sign, text, re.MULTILINE)) for aid, sign in SIGNS.items()
    }
    assert {aid: at for aid, at in shown_at.items() if at and aid not in SHOWN[level]} == {}
    assert {aid for aid, at in shown_at.items() if at} == SHOWN[level] - {AssistLevel.POINTS}


async def test_a_purist_names_the_square_and_hears_nothing_of_others(world: World) -> None:
    match_id, room, member = await opened(world, "purist")
    table = await world.table(match_id, member.id)
    spots = world.bot.editions["carcassonne"].words.say.spots(table.view, table.legal)

    wrong = shown(world, await member.slash(room, "place", spot="A1"))
    numbered = shown(world, await member.slash(room, "place", spot="1"))
    right = await member.slash(room, "place", spot=spots[0].name)

    assert "It doesn't fit there" in wrong
    assert "name the square" in numbered
    assert not any(spot.name in text for spot in spots for text in (wrong, numbered.replace("N12", "")))
    assert world.alts(right.response)
    assert {"Confirm", "You may place a meeple."} & {*world.buttons(right.response), *world.text(right.response).splitlines()}


@pytest.mark.parametrize("level", LEVELS)
async def test_in_the_card_game_only_the_deck_and_the_forecast_are_kept_back(world: World, level: str) -> None:
    """The cards of the own hand are no squares: they are always numbered."""
    _, room, member = await opened(world, level, "cardcassonne")

    text = {name: shown(world, await world.ask(member, room, name)) for name in ("score", "tiles", "game hand")}
    others = {name: shown(world, await world.ask(member, room, name)) for name in ("board", "game log", "game info", "play")}
    turn = world.messages(room, "more")[-1]
    others |= {label: shown(world, await member.click(turn, label=label)) for label in world.buttons(turn)}
    others |= {form: await file(await member.slash(room, "game", action="export", detail=form)) for form in ("json", "line")}
    offers = await member.autocomplete(room, "play", "card", "")
    others["offers"] = shown(world, turn) + "\n".join(offer["name"] for offer in offers)

    told = "\n".join((*text.values(), *others.values()))
    assert ("Seen so far" in told) == (AssistLevel.STOCK in SHOWN[level])
    assert ("one more card of a species would score" in told) == (AssistLevel.FORECAST in SHOWN[level])
    assert ("Seen so far" in text["tiles"]) == (AssistLevel.STOCK in SHOWN[level])
    assert ("one more card of a species would score" in text["score"]) == (AssistLevel.FORECAST in SHOWN[level])
    assert re.search(r"\d", text["game hand"])


@pytest.mark.parametrize("level", LEVELS)
async def test_a_choice_is_shown_with_the_points_that_its_level_allows(world: World, level: str) -> None:
    """At once in a club, with those of the end where everything is shown."""
    _, room, member = await opened(world, level, turns=1)
    context = await match_context.load(
        world.bot.app, (await world.services.match_queries.in_channel(room.id)).id, member.id, ENGLISH
    )
    choice = context.legal[0]

    scored = context.with_gains({choice: ChoiceValue((4, 2), (6, -3))})
    texts, label = scored.choice(choice), scored.pointed(choice)

    own, other = context.viewer, 1 - context.viewer if context.viewer is not None else None
    assert own is not None and other is not None
    points = {own: (4, 2)[own], other: (4, 2)[other]}
    assert (f"you +{points[own]}, {context.names[other]} +{points[other]} now" in texts.detail) == (level != "purist")
    assert (f"+{points[own]} ({context.names[other]} +{points[other]})" in label) == (level != "purist")
    assert ("+6 at the end" in texts.detail) == (level == "all" and own == 0)


async def test_a_figure_says_what_it_would_bring_at_the_end(world: World) -> None:
    _, room, member = await opened(world, "all", turns=0)
    turn = world.messages(room, "more")[-1]

    label = next(label for label in world.buttons(turn) if re.match(r"\d", label)) if world.buttons(turn) else ""
    asked = (await member.click(turn, label=label)).response

    assert re.search(r"\+\d+ at the end", shown(world, asked))
    offers = await member.autocomplete(room, "meeple", "where", "")
    assert any("at the end" in offer["name"] for offer in offers)


async def test_after_the_end_everything_is_open(world: World) -> None:
    match_id, room, member = await opened(world, "purist", turns=2)
    await world.services.resignations.cancel(
        match_id, (await world.services.match_queries.match(match_id)).host_id, now=_time_now(world)
    )
    await world.settle()

    tiles = shown(world, await member.slash(room, "tiles"))
    assert re.search(SIGNS[AssistLevel.STOCK], tiles)
    assert ".;" not in tiles and re.search(r"\. \d+ × .*; \d+ × ", tiles), "the alt text is one sentence, then a list"
    assert re.search(SIGNS[AssistLevel.OVERLAYS], shown(world, await member.slash(room, "board", view="owners")))


@pytest.mark.parametrize("game", list(EDITIONS))
@pytest.mark.parametrize("level", LEVELS)
def test_a_game_is_shown_with_the_parts_that_its_level_has(game: str, level: str) -> None:
    whole = EDITIONS[game]

    edition = restrict_to_aids(whole, SHOWN[level])

    words = edition.words
    assert (words.holes is not None) == (whole.words.holes is not None and AssistLevel.ODDS in SHOWN[level])
    assert (words.forecast is not None) == (whole.words.forecast is not None and AssistLevel.FORECAST in SHOWN[level])
    assert (words.holdings is not None) == (whole.words.holdings is not None and AssistLevel.OVERLAYS in SHOWN[level])
    assert (edition is whole) == (SHOWN[level] == EVERY)
    assert (edition.painter.hole is not None) == (whole.painter.hole is not None and AssistLevel.ODDS in SHOWN[level])
    assert (edition.painter.with_holes is not None) == (whole.painter.with_holes is not None and AssistLevel.ODDS in SHOWN[level])
    assert (edition.painter.stock is not None) == (whole.painter.stock is not None and AssistLevel.STOCK in SHOWN[level])


def test_what_shows_a_match_gets_its_game_from_one_place() -> None:
    """Code that looked up a game by itself, or its numbered squares, would pass the terms by. Those named here show no match."""
    about_lobbies = {"new_game.py", "game_request.py", "practice.py", "matchmaking.py"}
    games = {
        "match_context.py",
        "app_context.py",
        "input_parsing.py",
        "view_commands.py",
        "maps.py",
        "tournament_images.py",
    } | about_lobbies
    squares = {"match_context.py", "input_parsing.py", "draft.py", "match_images.py"}
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert path.name in games or "editions[" not in text, path
        assert path.name in squares or ".say.spots(" not in text, path


def _time_now(world: World) -> Any:
    return world.env.now()
