"""Rights: every verb and every command by every role, by forged presses, and from another server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.commands.play.game_panel import ACTIONS
from cogs.declarations import ActorRole
from cogs.interactions import access_rules
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import GAME as GAME_SURFACE
from cogs.messages import component_ids
from cogs.messages.component_ids import Press
from service.errors import Refusal
from service.guilds.server_settings import REFEREES
from storage.rows import MatchId
from tests.e2e.world import World, named, newest
from tools import rights_table
from tools.rights_table import GAME, TOURNAMENT

RIGHTS = {row.verb: row for row in rights_table.written()}
"""What was written down, never what the program says of itself."""
OF_NO_MATCH = {verb for verb, row in RIGHTS.items() if row.about != GAME}
FORMS = {verb for verb, row in RIGHTS.items() if row.ways.startswith("form>")}
SELECTS = {verb for verb, row in RIGHTS.items() if row.ways.startswith("select>")}
OPENING = {verb for verb, row in RIGHTS.items() if "button>form" in row.ways}
"""What opens a form."""
POSTING = {verb for verb, row in RIGHTS.items() if row.first}
"""What opens, posts, adds or takes back something each time it is pressed."""

ROLES = ("stranger", "player", "host", "moderator", "referee", "other server", "private player", "private stranger")


OUTSIDE = {"manager": ("other server",), "opener": ("other server",), "operator": (), "member": ("stranger", "other server")}
"""Who may do what is about no match; the administrator of the other server manages it."""

ABOUT_NO_MATCH = ("stranger", "other server", "private stranger")
"""Who presses what everybody may do: nobody else knows less of the match."""


TELLING = ("stranger", "player", "host", "moderator", "other server")
"""Any two kinds of right tell two of these roles apart."""


def may(role: str, verb: str) -> bool:
    """Return whether this role may do this, by the golden line."""
    if RIGHTS[verb].about == TOURNAMENT:
        return False  # there is none here: that is checked before anybody answers
    if verb in OF_NO_MATCH:
        return role in OUTSIDE.get(RIGHTS[verb].who, ROLES)
    if role in ("other server", "private stranger"):
        return False
    allowed = {
        "host": ("host", "moderator"),
        "referee": ("moderator", "referee"),
        "seated": ("host", "player", "private player"),
        "caller": ("host", "player", "private player", "moderator"),
    }
    return role in allowed.get(RIGHTS[verb].who, ROLES)


class Table:
    """A game of two, and a person of every role with a message to press on."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.reached: list[str] = []

    async def lay(self, *, real: bool = False) -> None:
        """Begin the game, find the people, and put a note in the place of every answer, unless the `real` ones are wanted."""
        world = self.world
        self.match_id, room = await world.start(2)
        role = world.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
        moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])
        judges = world.guild.create_role("Judges")
        referee = world.guild.add_member(world.env.create_user("ref"), roles=[judges])
        await world.services.server_settings.choose(world.guild.id, REFEREES, [str(judges.id)])
        self.other = world.env.create_guild("Other")
        boss = self.other.create_role("Boss", permissions=discord.Permissions(administrator=True))
        admin = self.other.add_member(world.env.create_user("admin"), roles=[boss])
        elsewhere = self.other.create_text_channel("play")
        await admin.slash(elsewhere, "new", place="here")
        turn = world.messages(room, "place")[-1]
        away = world.messages(elsewhere, "join")[-1]
        self.at: dict[str, tuple[Any, Any, Any]] = {
            "stranger": (world.members[4], room, turn),
            "player": (world.members[1], room, turn),
            "host": (world.members[0], room, turn),
            "moderator": (moderator, room, turn),
            "referee": (referee, room, turn),
            "other server": (admin, elsewhere, away),
            "private player": await self._private_reply(world.members[1].user),
            "private stranger": await self._private_reply(world.members[4].user),
        }
        presses = world.bot.presses
        for verb in presses.verbs if not real else ():
            presses._handlers[verb] = self._take_seat_then(verb)

    def _take_seat_then(self, verb: str) -> Callable[..., Any]:
        async def taken(*_: object) -> None:
            self.reached.append(verb)

        return taken

    async def _private_reply(self, user: Any) -> tuple[Any, Any, Any]:
        channel = await self.world.bot.create_dm(discord.Object(user.id))
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.ActionRow(discord.ui.Button(label="x", custom_id="b1:0:0:nothing")))
        sent = await channel.send(view=view)
        return user, user.dm_channel, next(m for m in user.dm_channel.history() if m.id == sent.id)

    async def press(self, role: str, verb: str, *, way: str | None = None) -> tuple[bool, str]:
        """Press it by hand; whether it was let through, and what was answered."""
        who, channel, message = self.at[role]
        custom_id = component_ids.write(Press(MatchId(0) if verb in OF_NO_MATCH else self.match_id, 0, verb))
        way = way or ("select" if verb in SELECTS else "form" if verb in FORMS else "button")
        stored = self.world.env.backend.get_message(channel.id, message.id)
        self.reached.clear()
        if way == "form":
            stored.components = [_row({"type": 2, "style": 2, "label": "x", "custom_id": f"b1:{self.match_id}:0:type"})]
            answer = await self._form(who, message, custom_id)
        elif way == "select":
            menu = {"type": 3, "custom_id": custom_id, "options": [{"label": "x", "value": "x"}]}
            stored.components = [_row(menu)]
            answer = await who.select(message, ["x"], custom_id=custom_id)
        else:
            stored.components = [_row({"type": 2, "style": 2, "label": "x", "custom_id": custom_id})]
            answer = await who.click(message, custom_id=custom_id)
        shown = newest(answer)
        return verb in self.reached, self.world.text(shown) if shown is not None and not self.reached else ""

    async def _form(self, who: Any, message: Any, custom_id: str) -> Any:
        """Show a person a form, change what it is for, and send it."""

        async def shown(request: Request) -> None:
            form = discord.ui.Modal(title="x", custom_id=custom_id)
            form.add_item(discord.ui.Label(text="x", component=discord.ui.TextInput(custom_id="line")))
            await request.interaction.response.send_modal(form)
            form.stop()

        handlers, right = self.world.bot.presses._handlers, GAME_SURFACE.rules["type"]
        before = handlers["type"]
        handlers["type"] = shown
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(GAME_SURFACE.rules, "type", replace(right, who=ActorRole.ANYBODY, of_match=False))
            opened = await who.click(message, label="x")
        handlers["type"] = before
        return await who.submit_modal(opened, {"line": "N12"})


def _row(component: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": [component]}


@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.soak)])
async def test_every_verb_by_every_role(world: World, each: int) -> None:
    """What is not let through is refused with a sentence and reaches nobody.

    Those of `TELLING` differ in every kind of right: the other roles press only one verb of so many.
    """
    table = Table(world)
    await table.lay()
    verbs = set(RIGHTS)
    assert world.bot.presses.verbs - {"now"} == verbs, "a new verb needs its line: python -m tools.write rights"

    for role in ROLES:
        pressed = sorted(verbs if role in ABOUT_NO_MATCH else verbs - OF_NO_MATCH)
        for verb in pressed if role in TELLING else pressed[::each]:
            through, text = await table.press(role, verb)
            assert through == may(role, verb), (role, verb, text)
            assert through or text, (role, verb)


@pytest.mark.parametrize("each", [16, pytest.param(1, marks=pytest.mark.soak)])
async def test_a_form_with_another_verb_reaches_nobody(world: World, each: int) -> None:
    """With a form of one's own an administrator elsewhere cancelled games here."""
    table = Table(world)
    await table.lay()

    for verb in sorted(world.bot.presses.verbs - FORMS - OPENING)[::each]:
        for role in ("host", "other server"):
            through, text = await table.press(role, verb, way="form")
            assert not through, (role, verb)
            assert "no longer works" in text, (role, verb, text)


@pytest.mark.parametrize(
    ("role", "each"),
    [("host", 3), *(pytest.param(role, 1, marks=pytest.mark.soak) for role in ("private player", "host"))],
)
async def test_every_press_written_by_hand_is_answered_without_a_mistake(world: World, role: str, each: int) -> None:
    """In a private message, and in a channel that is no thread: the world fails on whatever is logged as a mistake of ours."""
    table = Table(world)
    await table.lay(real=True)
    world.services.puzzles.making.game_id = ""
    last = ("resignsure", "cancelsure", "forgetsure")

    for verb in (*sorted(world.bot.presses.verbs - FORMS - {"now", *last})[::each], *last):
        _, text = await table.press(role, verb)
        assert "failed" not in text, (verb, text)


async def test_buttons_that_are_none_reach_nobody(world: World) -> None:
    """A select is no button, and `now` is for the program alone."""
    table = Table(world)
    await table.lay()

    assert await table.press("host", "now") == (
        False,
        "This button no longer works. /board shows how the game stands now.",
    )
    assert not (await table.press("host", "set", way="button"))[0]
    assert not (await table.press("host", "confirm", way="select"))[0]


async def test_every_command_by_every_role(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are about the match of the channel; the same table says who may."""
    table = Table(world)
    await table.lay()
    through: list[str] = []
    judged = access_rules.match_of_channel

    async def stopped(*args: Any) -> Any:
        await judged(*args)
        through.append("here")
        raise Refusal("nothing-given")

    monkeypatch.setattr(access_rules, "match_of_channel", stopped)
    given: dict[str, dict[str, Any]] = {
        "meeple": {"where": "knight"},
    }
    for role in ("stranger", "player", "host", "moderator", "referee"):
        who, room, _ = table.at[role]
        for name, wanted in access_rules.COMMANDS.items():
            through.clear()
            await who.slash(room, name, **given.get(name, {}))
            allowed = {
                access_rules.ActorRole.ANYBODY: True,
                access_rules.ActorRole.SEATED: role in ("player", "host"),
                access_rules.ActorRole.HOST: role in ("host", "moderator"),
                access_rules.ActorRole.REFEREE: role in ("moderator", "referee"),
            }[wanted]
            assert bool(through) == allowed, (role, name)


async def test_every_typed_action_by_every_role(world: World) -> None:
    """It reaches the handler of its button, for exactly those who may press that."""
    table = Table(world)
    await table.lay()
    taken = {"resume", "import", "list"}  # a game that is not lost is meant by none; the other two are about none
    for role in ("stranger", "player", "host", "moderator", "referee"):
        who, room, _ = table.at[role]
        for action in ACTIONS.all:
            if action.key not in taken | {"join", "start", "settings", "word", "leave"} and not action.form:
                table.reached.clear()
                await who.slash(room, "game", action=action.key)
                assert (table.reached == [action.verb]) == may(role, action.verb), (role, action.key)


async def test_a_hidden_channel_is_not_looked_into_from_outside(world: World) -> None:
    """A press written by hand in the open, about a game in a private thread."""
    host, player, stranger = world.members[0], world.members[1], world.members[4]
    await host.slash(world.channel, "new", place="private")
    match_id = (await world.services.match_queries.guild_matches(world.guild.id))[0].id
    await stranger.slash(world.channel, "new", place="here")
    open_message = world.messages(world.channel, "join")[-1]
    stored = world.env.backend.get_message(world.channel.id, open_message.id)
    stored.components = [_row({"type": 2, "style": 2, "label": "x", "custom_id": f"b1:{match_id}:0:settings"})]

    refused = await stranger.click(open_message, label="x")
    shown = await host.click(open_message, label="x")

    assert "no game in this channel" in world.text(refused.response)
    assert named("rules") in world.buttons(shown.response)
    assert player


async def test_only_what_would_be_done_again_is_acknowledged_before_anything_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even before the person's language is looked up; everything else is acknowledged by its answer."""
    table = Table(world)
    await table.lay()
    early: list[str] = []
    greet = type(world.bot.app).greet

    async def noted(app: Any, interaction: discord.Interaction) -> None:
        if interaction.response.is_done():
            press = component_ids.read(interaction.data.get("custom_id", ""))
            early.append(press.verb if press else interaction.data["name"])
        await greet(app, interaction)

    monkeypatch.setattr(type(world.bot.app), "greet", noted)
    for verb in sorted(world.bot.presses.verbs - {"now"}):
        await table.press("host", verb)
    assert early == sorted(POSTING)

    early.clear()
    host, room, _ = table.at["host"]
    await host.slash(room, "tiles")
    for action, detail in (("info", ""), ("share-replay", ""), ("invite", ""), ("invite", "emil")):
        await host.slash(room, "game", action=action, detail=detail)
    await host.slash(room, "game", action="import", file=("game.json", b"{}"))
    await host.slash(room, "undo")
    for name, place in (("practice", {}), ("new", {"place": "here"})):
        await host.slash(world.channel, name, **place)
    assert early == ["game", "game", "game", "undo", "practice", "new"]


async def test_what_opens_a_game_is_not_done_where_it_cannot_be_acknowledged(world: World) -> None:
    """Nobody could be told, and who asked again would have two."""
    world.env.inject_error("POST", "/interactions/*/callback", status=404)
    await world.members[0].slash(world.channel, "new", place="here")
    assert not world.messages(world.channel, "join")

    await world.members[0].slash(world.channel, "new", place="here")
    assert len(world.messages(world.channel, "join")) == 1


async def test_a_seat_is_taken_in_one_request_and_seen_also_where_that_is_lost(world: World, requests: list[str]) -> None:
    """The message of the lobby is the answer; where it does not arrive, the message is changed without it. So are commands."""
    await world.members[0].slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    requests.clear()
    await world.members[0].slash(world.channel, "turns")
    assert len(requests) == 1

    requests.clear()
    await world.members[1].click(lobby, label=named("join"))
    assert len(requests) == 1 and "ben" in world.text(lobby)
    world.env.inject_error("POST", "/interactions/*/callback", status=404)
    await world.members[2].click(lobby, label=named("join"))
    assert "chi" in world.text(lobby)


async def test_a_turn_whose_answer_is_lost_is_told_by_the_next_press(world: World) -> None:
    """It counts: everybody sees the next turn, and who presses again hears how it stands."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    turn = world.messages(room, "place")[-1]
    shown = await world.choose(on_turn[0], turn, world.options(turn)[0])
    last = world.options(shown)[0]

    world.env.inject_error("POST", "/interactions/*/callback", status=404)
    await world.choose(on_turn[0], shown, last)
    again = await world.choose(on_turn[0], shown, last)

    assert world.messages(room, "place")[-1].id != turn.id
    assert "already played this move" in world.text(again)
