"""The simulated world: its laws hold, it notices when the program is wrong, and the same seed tells the same story."""

from __future__ import annotations

import asyncio
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from typing import Any

import pytest

from clocks.clock_history import ClockHistory
from service.clocks import clock_events as clocking
from service.clocks import notifications as calls
from service.clocks.notifications import Notifications
from service.clocks.timeouts import Timeouts
from service.clocks.vacations import Vacations
from service.computers.computer_players import Computers
from service.core.outbox import Outbox
from service.guilds.channel_changes import ChannelChanges
from service.match.match_transaction import MatchTransaction
from service.play import turns
from service.play.pending_moves import PendingMoves
from service.play.resignations import ResignationService
from service.users.direct_message_limits import DirectMessageLimits
from service.users.preferences import DIGEST
from storage.changes import CommitMatch, CompleteTimer
from storage.repositories.outbox_and_timers import PostStore
from tools.simulation.plan import Actor, PlannedEvent, planned, with_more
from tools.simulation.run import ACTORS, BEGIN, SLOW_ACTORS, lived, month_of, world_of
from tools.simulation.shrinking import minimal, shortest
from tools.simulation.virtual_time import DeadlockError, run
from tools.simulation.world import World


@pytest.mark.parametrize(("seed", "days"), [(1, 0.4), *(pytest.param(seed, 1, marks=pytest.mark.soak) for seed in (1, 2, 7, 8))])
def test_every_law_holds_whatever_happens(seed: int, days: float) -> None:
    outcome = lived(seed, world_of(seed, days))

    assert outcome.broken is None, "\n".join(outcome.told.lines[-30:])
    assert outcome.told.counts["transactions"] > 50


async def the_rights_are_taken_for_a_moment(world: World, _chance: Random) -> str | None:
    """Take the rights to write where games are played, and give them back: the games rest, and go on in the same channels."""
    for match in [book.match for book in world.running()]:
        await world.services.channel_changes.vanished(match.channel_id, world.host_time())
        await world.services.channel_changes.rehome(match.id, match.channel_id, now=world.host_time())
    return "the rights were gone for a moment"


def test_a_game_that_goes_on_where_it_was_may_tell_its_turn_again() -> None:
    """The turn goes out by its old row, after later messages of the channel: those who are asked must be asked there."""
    rests = Actor(the_rights_are_taken_for_a_moment, 0)
    begins = [PlannedEvent(number, 60, BEGIN.name, f"game {number}") for number in range(3)]
    plan = [*begins, *(PlannedEvent(10 + number, 900 + 300 * number, rests.name, "") for number in range(4))]

    outcome = lived(1, plan, actors=(rests,))

    assert outcome.broken is None, outcome.broken
    assert any("the rights were gone" in line for line in outcome.told.lines)


@pytest.mark.soak
def test_the_same_seed_tells_the_same_story_in_every_process() -> None:
    """Whatever the hashes of texts are, and whatever was simulated before."""
    command = [sys.executable, "-m", "tools.simulation", "--seed", "1", "--days", "0.4", "--tell"]
    stories = [
        subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": hashes}).stdout
        for hashes in ("1", "2")
    ]
    lived(5, world_of(5, 0.2))
    here = lived(1, world_of(1, 0.4))

    lines = ["\n".join(story.splitlines()[:-1]) for story in stories]
    assert lines == ["\n".join(here.told.lines)] * 2
    assert len(here.told.lines) > 20


def test_another_seed_tells_another_story() -> None:
    assert lived(6, world_of(6, 0.05)).told.digest != lived(7, world_of(7, 0.05)).told.digest


def _accepts_what_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "check_version", lambda *_: None)


def _forgets_what_it_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    async def take(self: PostStore, now: Any, limit: int, among: int, free: Any, _pace: Any) -> Any:
        return tuple(islice(filter(free, await self.due(now, among)), limit)), True

    async def sent(self: PostStore, post: Any, _message: int, now: Any) -> None:
        await self.delayed(post, now, "forgotten")

    monkeypatch.setattr(PostStore, "take_and_look", take)
    monkeypatch.setattr(PostStore, "sent", sent)


def _tells_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    commit = MatchTransaction.commit

    def silent(self: MatchTransaction) -> CommitMatch:
        return replace(commit(self), posts=())

    monkeypatch.setattr(MatchTransaction, "commit", silent)


def _let_strangers_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.play.resignations.check_host", lambda *_, **__: None)


def _let_computers_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Computers, "think", lambda *_: None)


def _posts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any) -> None:
        pass

    monkeypatch.setattr(Outbox, "drain", nothing)
    monkeypatch.setattr(Outbox, "next_at", nothing)


def _loses_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    lose = ChannelChanges.lose

    async def silent(self: ChannelChanges, failed: Any, reason: str, now: Any) -> None:
        putting = self._repository.putting
        self._repository.putting = lambda commit: putting(replace(commit, posts=()))  # type: ignore[method-assign]
        try:
            await lose(self, failed, reason, now)
        finally:
            self._repository.putting = putting  # type: ignore[method-assign]

    monkeypatch.setattr(ChannelChanges, "lose", silent)


def _fails_unforeseen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resign(*_: Any, **__: Any) -> None:
        raise KeyError("card")

    monkeypatch.setattr(ResignationService, "resign", resign)


def _forgets_what_was_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def only_done(self: PendingMoves, timer: Any, now: Any) -> None:
        await self._repository.store.commit(CompleteTimer(timer, now))

    monkeypatch.setattr(PendingMoves, "fall_due", only_done)


def _asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.play.requests.seats_yet_to_agree", lambda *_: ())


def _wait_for_the_slowest(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was once: ten messages are begun, and the next ones when all of these are done with."""
    begun = Outbox._start_due

    async def begin(self: Outbox, poster: Any) -> Any:
        return set() if self._sending else await begun(self, poster)

    monkeypatch.setattr(Outbox, "_start_due", begin)


def _writes_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DirectMessageLimits, "may_have", lambda *_: True)


OPENED = {"open_lobby": 40.0, "join": 200.0, "start": 80.0}
"""A day on which many games begin."""

MISTAKES: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], dict[str, float]]] = {
    "a late press does nothing": (_accepts_what_is_late, {**OPENED, "move": 300, "press_late": 100}),
    "every message once": (_forgets_what_it_sent, OPENED),
    "every game goes on": (_tells_nobody, OPENED),
    "nobody exceeds their rights": (_let_strangers_cancel, {**OPENED, "meddle": 200}),
    "no computer stands still": (_let_computers_sleep, {**OPENED, "move": 100, "add_computer": 100}),
    "everything is sent": (_posts_nothing, {"open_lobby": 20, "join": 60, "start": 30}),
    "nobody meets a mistake of ours": (_fails_unforeseen, {**OPENED, "resign": 50}),
    "nobody is held up by others": (_wait_for_the_slowest, {**OPENED, "move": 600, "a_channel_hangs": 60}),
    "a confirmed move passes on": (_forgets_what_was_confirmed, {**OPENED, "draft": 100}),
    "nothing is granted without consent": (_asks_nobody, {**OPENED, "move": 200, "ask_others": 100}),
    "every game that rests says why": (_loses_in_silence, {**OPENED, "move": 200, "a_channel_is_closed": 100}),
    "nobody gets too many letters": (
        _writes_without_end,
        {**OPENED, "move": 200, "resume": 600, "a_channel_is_closed": 600, "a_channel_is_opened": 600},
    ),
}


def only(seed: int, days: float, per_day: dict[str, float]) -> tuple[PlannedEvent, ...]:
    """Return a plan of these acts only."""
    return planned(seed, days, [replace(actor, per_day=per_day[actor.name]) for actor in ACTORS if actor.name in per_day])


QUICK = ("every message once", "nobody exceeds their rights", "nobody is called in the night")
"""The mistakes that every run tries; the others in `make soak`."""


def _mostly_soaked(mistakes: Iterable[str]) -> list[Any]:
    return [law if law in QUICK else pytest.param(law, marks=pytest.mark.soak) for law in mistakes]


@pytest.mark.parametrize("law", _mostly_soaked(MISTAKES))
def test_a_mistake_of_the_program_breaks_a_law(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake, per_day = MISTAKES[law]
    mistake(monkeypatch)

    broken = lived(11, only(11, 0.3, per_day)).broken

    assert broken is not None
    assert broken.law == law


@pytest.mark.soak
@pytest.mark.parametrize("law", MISTAKES)
def test_without_the_mistake_no_law_is_broken(law: str) -> None:
    assert lived(11, only(11, 0.3, MISTAKES[law][1])).broken is None


@pytest.mark.soak
def test_a_few_days_of_slow_games_all_of_which_end() -> None:
    """With kills, outages, nights, vacations and people who vanish; at the end nobody plays, and clocks end what is left."""
    outcome = lived(2, month_of(2, 3, 2), to_the_end=True)

    assert outcome.broken is None, "\n".join(outcome.told.lines[-30:])
    assert outcome.told.counts["begin_slow_game"] == 3


def _rings_at_any_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Notifications, "_quiet", lambda *_: None)


def _knows_no_vacation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Vacations, "present", lambda *_: None)


def _forgets_the_morning(monkeypatch: pytest.MonkeyPatch) -> None:
    async def only_done(self: Notifications, timer: Any, now: Any) -> None:
        await self._store.commit(CompleteTimer(timer, now))

    monkeypatch.setattr(Notifications, "wake", only_done)


def _tells_no_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = MatchTransaction.stand_in

    def silent(self: MatchTransaction, *args: Any, **more: Any) -> None:
        stand_in(self, *args, **more)
        self._posts.pop()

    monkeypatch.setattr(MatchTransaction, "stand_in", silent)


def _misses_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def later(self: Timeouts, timer: Any, now: datetime) -> None:
        await self._repository.store.commit(CompleteTimer(timer, now, now + HOUR))

    monkeypatch.setattr(Timeouts, "fall_due", later)


def _halves_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    deadline = ClockHistory.deadline

    def sooner(self: ClockHistory, seat: int) -> datetime | None:
        end, since = deadline(self, seat), self.seats[seat].since
        return end if end is None or since is None else since + (end - since) / 2

    monkeypatch.setattr(ClockHistory, "deadline", sooner)


def _stop_all_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocking, "events", lambda *_: iter(()))


def _lists_all_day(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: Any) -> bool:
        return False

    monkeypatch.setattr(calls, "next_daily_list_at", lambda person, now: now + 3 * HOUR if DIGEST in person.prefs else None)
    monkeypatch.setattr(Notifications, "_is_listed", never)


HOUR = timedelta(hours=1)

SLOW_MISTAKES: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], dict[str, float]]] = {
    "nobody is called in the night": (_rings_at_any_hour, {"choose_hours": 100, "sit_down": 250}),
    "nobody is called away": (_knows_no_vacation, {"go_on_vacation": 60, "sit_down": 250}),
    "people asked in their night or on vacation are called when it ends": (
        _forgets_the_morning,
        {"choose_hours": 100, "sit_down": 250, "watch": 12},
    ),
    "every timeout is told": (_tells_no_timeout, {"sit_down": 40}),
    "no time is over unnoticed": (_misses_timeouts, {"sit_down": 40, "watch": 12}),
    "no time is over too soon": (_halves_the_time, {"sit_down": 40}),
    "every clock runs": (_stop_all_clocks, {"sit_down": 40, "watch": 12}),
    "nobody is called too often": (_lists_all_day, {"choose_reminders": 60, "sit_down": 40}),
}
"""By the law that it breaks, and what else happens on two days on which slow games begin."""


@pytest.mark.parametrize("law", _mostly_soaked(SLOW_MISTAKES))
def test_a_mistake_about_time_breaks_a_law(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake, per_day = SLOW_MISTAKES[law]
    acting = [replace(actor, per_day=per_day[actor.name]) for actor in SLOW_ACTORS if actor.name in per_day]
    plan = with_more(5, planned(5, 2, acting), BEGIN, 4, 1)
    mistake(monkeypatch)

    broken = lived(5, plan, to_the_end=True).broken

    assert broken is not None
    assert broken.law == law


@pytest.mark.soak
def test_the_shortest_story_breaks_the_same_law(monkeypatch: pytest.MonkeyPatch) -> None:
    _tells_nobody(monkeypatch)
    plan = only(11, 0.3, {"open_lobby": 20, "join": 60, "start": 40, "look": 40, "kill": 6, "press_late": 20})
    outcome = lived(11, plan)
    assert outcome.broken is not None and len(plan) > 40

    kept, best = shortest(11, plan, outcome, limit_s=math.inf)

    assert best.broken is not None
    assert best.broken.law == outcome.broken.law
    assert {"open_lobby", "start"} <= {happening.actor for happening in kept}
    assert len(kept) < 10


def test_what_is_left_over_cannot_be_left_out() -> None:
    items = [PlannedEvent(number, number, "move", "") for number in range(40)]

    def breaks(part: Sequence[PlannedEvent]) -> bool:
        return {7, 21, 22} <= {happening.number for happening in part}

    assert [happening.number for happening in minimal(items, breaks, lambda: False)] == [7, 21, 22]


def test_leaving_something_out_changes_nothing_about_the_rest() -> None:
    assert {happening.seed for happening in planned(1, 1, (Actor(_no_complaint, 10),))} == {f"1 {number}" for number in range(10)}


async def _no_complaint(*_: Any) -> str | None:
    return None


def test_an_hour_of_sleep_takes_no_time() -> None:
    async def slept() -> float:
        await asyncio.gather(asyncio.sleep(3600), asyncio.sleep(1))
        return asyncio.get_running_loop().time()

    assert run(slept()) == 3600


def test_a_world_in_which_nothing_can_happen_any_more_says_so() -> None:
    async def waited() -> None:
        await asyncio.Event().wait()

    with pytest.raises(DeadlockError):
        run(waited())
