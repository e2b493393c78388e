"""Games with all four expansions by buttons alone and by commands alone, with restarts at the worst moments.

Those are while several players walk the dragon, and between a capture and its exchange. One game is played whole, and once the
service plays plain turns until every question has come.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
import simcord
from discord.utils import utcnow

from games.carcassonne.actions import NOWHERE
from games.carcassonne.geometry import CHAT
from games.core.action_gateway import LoggedAction, replay
from service.match.match_log import standing_rows
from storage.rows import MatchId, UserId
from tests.e2e import hunting
from tests.e2e.world import World, named

ALL_FOUR = "inns,traders,dragon,tower"

OF_THREE, OF_SIX = (3, 4), (6, 3)
GAMES = [(*OF_THREE, False), (*OF_THREE, True), (*OF_SIX, True)]
"""Members and the seed of their play: in these games an exchange has a choice. Then whether all of it is played as people do it."""

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("one_bag")]
"""In every run `test_expansions` asks each kind of question, and `test_presses` plays turns of a Big Box."""

PLAIN = {"place", "deploy"}
"""What every turn may ask."""

ALL_KINDS = {"place", "deploy", "dragon", "capture", "exchange"}
"""What must have been asked in a game."""

RESTARTS = {"dragon": "dragon", "exchange": "capture"}
"""Where the bot restarts: what is asked, and what must have been done just before."""


class Session:
    """A game that is played to its end, with two restarts on the way."""

    def __init__(self, world: World, match_id: MatchId, room: Any, seed: int) -> None:
        self.world, self.match_id, self.room = world, match_id, room
        self.chance = random.Random(seed)
        self.restarts: set[str] = set()
        self.decisions: set[str] = set()

    @property
    def has_asked_all(self) -> bool:
        """Whether everything was asked and both restarts happened."""
        return self.restarts == set(RESTARTS) and self.decisions >= ALL_KINDS

    async def passed_over(self, member: simcord.MemberActor) -> bool:
        """Return whether the service has played this plain turn."""
        before, draft, texts = self.chance.getstate(), await self.draft(member), list[str]()
        while not draft.may_confirm:
            if draft.view.decision not in PLAIN:
                self.chance.setstate(before)
                return False
            texts.append(draft.game.write(hunting.choice(draft.view, draft.legal, draft.seat, self.chance)))
            draft = await self.world.services.drafts.peek(self.match_id, UserId(member.id), texts, now=utcnow())
        act = self.world.services.turns.act
        await act(self.match_id, UserId(member.id), texts, expected_version=await self.version(), now=utcnow())
        return True

    async def version(self) -> int:
        """Return the number of rows of the log."""
        return (await self.world.services.match_queries.match(self.match_id)).version

    async def draft(self, member: simcord.MemberActor) -> Any:
        """Return the member's draft."""
        now = utcnow()
        return await self.world.services.drafts.open(self.match_id, UserId(member.id), now=now)

    async def next(self, member: simcord.MemberActor) -> tuple[Any, Any] | None:
        """Return the draft and its author's next choice; None when it can be confirmed. Restart at places not yet tried."""
        draft = await self.draft(member)
        if draft.may_confirm:
            return None
        self.decisions.add(draft.view.decision)
        if draft.view.decision in RESTARTS.keys() - self.restarts:
            await self.restart(member, draft)
            draft = await self.draft(member)
        return draft, hunting.choice(draft.view, draft.legal, draft.seat, self.chance)

    async def restart(self, member: simcord.MemberActor, draft: Any) -> None:
        """Restart if the right step was just done; the member finds the draft as they left it."""
        rows = await self.world.services.match_queries.history(self.match_id)
        done = (*(row.text for row in rows), *draft.texts)[-1]
        if not done.startswith(RESTARTS[draft.view.decision]):
            return
        self.restarts.add(draft.view.decision)
        old = self.world.bot
        await self.world.restart()
        again = await self.draft(member)
        assert self.world.bot is not old
        assert (again.version, again.view, again.texts, again.legal) == (draft.version, draft.view, draft.texts, draft.legal)

    async def follows_from_its_log(self) -> None:
        """Check that all was asked, both restarts happened, and the log alone gives the public table."""
        table = await self.world.table(self.match_id)
        game, state = await self.replayed()
        assert self.has_asked_all
        assert game.view(state, None) == table.view
        assert all(self.world.alts(message) for message in self.world.messages(self.room, "place"))

    async def ended(self) -> None:
        """Check the same at the end, with the public scores."""
        await self.follows_from_its_log()
        table = await self.world.table(self.match_id)
        game, state = await self.replayed()
        outcome = game.outcome(state)
        assert table.outcome is not None and outcome is not None
        end = self.world.messages(self.room, "rematch")
        assert len(end) == 1
        assert table.outcome.scores == outcome.scores
        for seat, score in zip(table.seats, table.outcome.scores, strict=True):
            assert self.world.member(seat.user_id).name in self.world.text(end[0])
            assert str(score) in self.world.text(end[0])

    async def replayed(self) -> tuple[Any, Any]:
        """Return the game and its state by the rules alone, from the log."""
        match = await self.world.services.match_queries.match(self.match_id)
        game = self.world.services.games[match.game]
        log = [
            LoggedAction(row.seat, row.text)
            for row in standing_rows(await self.world.services.match_queries.history(self.match_id))
        ]
        table = await self.world.table(self.match_id)
        state, _ = replay(game, game.options(match.options), len(table.seats), log)
        return game, state


@pytest.mark.parametrize(("players", "seed", "whole"), GAMES)
async def test_all_four_expansions_by_buttons_alone(world: World, players: int, seed: int, whole: bool) -> None:
    """Nothing is typed; lists are leafed through; a select never has more than 25 lines."""
    match_id, room = await world.start(players, expansions=ALL_FOUR)
    session = Session(world, match_id, room, seed)

    while (on_turn := await world.waited_for(match_id)) and (whole or not session.has_asked_all):
        member, _ = on_turn
        if not whole and await session.passed_over(member):
            continue
        await world.settle()
        turn = world.messages(room, "place")[-1]
        assert world.text(turn).count(member.mention) == 1
        shown = (await member.click(turn, custom_id=pressable(world, turn, "place"))).response
        before = await session.version()
        # A last choice may be played by its own press; what is left then is somebody else's.
        while await session.version() == before and (chosen := await session.next(member)):
            shown = await pick(world, member, shown, *chosen)
        if await session.version() == before:
            shown = (await member.click(shown, label=named("confirm"))).response
        assert "our turn" in world.text(shown), world.text(shown)

    await (session.ended() if whole else session.follows_from_its_log())


@pytest.mark.parametrize(("players", "seed", "whole"), GAMES)
async def test_all_four_expansions_by_slash_commands_alone(world: World, players: int, seed: int, whole: bool) -> None:
    """`/place`, and `/meeple` for whatever else is asked, also in another player's turn."""
    match_id, room = await world.start(players, expansions=ALL_FOUR, place="here")
    session = Session(world, match_id, room, seed)

    while (on_turn := await world.waited_for(match_id)) and (whole or not session.has_asked_all):
        member, _ = on_turn
        if not whole and await session.passed_over(member):
            continue
        await world.settle()
        assert member.mention in world.text(world.messages(room, "place")[-1])
        before = (await world.services.match_queries.match(match_id)).version
        while (await world.services.match_queries.match(match_id)).version == before:
            steps = (await session.draft(member)).texts
            chosen = await session.next(member)
            if chosen is None:  # a placement after which there is nothing to choose
                answer = await member.slash(room, "meeple", where="-")
            else:
                draft, action = chosen
                typed = world.typed(draft, action)
                if action.verb == "place":
                    spot, _, facing = typed.partition(" ")
                    answer = await member.slash(room, "place", spot=spot, rotation=facing)
                else:
                    answer = await member.slash(room, "meeple", where=typed)
            moved = (await world.services.match_queries.match(match_id)).version > before
            assert moved or (await session.draft(member)).texts != steps, (chosen, world.text(answer.response))

    await (session.ended() if whole else session.follows_from_its_log())


async def pick(world: World, member: simcord.MemberActor, shown: Any, draft: Any, action: Any) -> Any:
    """Choose this action from the lists of a private draft: leaf to its page, choose its line, turn the tile as needed."""
    wanted = world.bot.services.games[draft.match.game].write(action)
    while True:
        assert all(len(select["options"]) <= 25 for select in world.selects(shown))
        texts = [world.bot.services.games[draft.match.game].write(other) for other in draft.legal]
        same = [text for text in texts if action.verb == "place" and text.startswith(f"{wanted[:-2]}r")]
        for text in (wanted, *same):
            if (option := world.option(shown, text)) is not None:
                shown = await world.choose(member, shown, option)
                return shown if text == wanted else await turned(world, member, shown, draft, wanted)
        shown = await led_on(world, member, shown, action)


async def led_on(world: World, member: simcord.MemberActor, shown: Any, action: Any) -> Any:
    """Go on towards an action that this message doesn't offer: to its step, to its square there, or to the next page."""
    steps = [action.verb, *([f"{action.verb}@{CHAT.name(*action.square)}"] if action.cell != NOWHERE else [])]
    for custom_id in world.buttons(shown).values():
        if ":page " in custom_id and custom_id.rsplit(" ", 1)[-1] in steps and not custom_id.endswith((" 0", " 1")):
            return (await member.click(shown, custom_id=custom_id)).response
    for menu in world.selects(shown):
        if value := next((line["value"] for line in menu["options"] if line["value"] in steps), None):
            return (await member.select(shown, [value], custom_id=menu["custom_id"])).response
    label = next(named(key) for key in ("more-spots", "more-choices") if named(key) in world.buttons(shown))
    return (await member.click(shown, label=label)).response


async def turned(world: World, member: simcord.MemberActor, shown: Any, draft: Any, wanted: str) -> Any:
    """Turn the tile until it lies as wanted."""
    for _ in range(4):
        now = await world.services.drafts.open(draft.match.id, UserId(member.id), now=utcnow())
        if now.texts[-1] == wanted:
            return shown
        shown = (await member.click(shown, label=named("turn-tile"))).response
    raise AssertionError(f"{wanted} cannot be reached by turning")


def pressable(world: World, message: Any, verb: str) -> str:
    """Return the id of the button with this verb."""
    return next(custom_id for custom_id in world.buttons(message).values() if custom_id.split(":")[-1].split(" ")[0] == verb)
