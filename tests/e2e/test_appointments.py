"""Two agree on an hour by buttons; it stands in the server's calendar once, whatever happens, and works without one."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest

from service.users import preferences
from storage.errors import DatabaseUnavailableError
from storage.rows import UserId
from tests.e2e.fair import Fair
from tests.e2e.world import World, named

HOUR = timedelta(hours=1)


class Duel:
    """A tournament of two whose pairing is open."""

    def __init__(self, fair: Fair) -> None:
        self.fair, self.world = fair, fair.world
        self.anna, self.ben = fair.people[:2]

    async def begin(self, *, calendar: bool = True, **options: str) -> None:
        """Begin with or without the bot's right to enter appointments in the calendar."""
        self.allow(calendar)
        mine = await self.fair.opened(stages="swiss:1", preview="0", **options)
        for member in (self.anna, self.ben):
            await self.fair.press(member, "Enter")
        await self.fair.organiser.click(mine, label=named("event-start"))
        await self.fair.rest()

    def allow(self, enters: bool) -> None:
        backend = self.world.env.backend
        guild = backend.get_guild(self.world.guild.id)
        role = next(value for value in guild.roles.values() if value.name == "TestBot")
        rights = discord.Permissions(role.permissions)
        rights.update(manage_events=enters, create_events=enters)
        backend.edit_role(guild.id, role.id, {"permissions": rights.value})

    @property
    def entries(self) -> list[Any]:
        """Entries of the calendar."""
        return list(self.world.env.backend.get_guild(self.world.guild.id).scheduled_events.values())

    async def thread(self) -> Any:
        (match,) = await self.fair.events.queries.matches(await self.fair.event_id())
        return self.world.room(match.channel_id)

    async def newest(self, verb: str) -> Any:
        return self.world.messages(await self.thread(), verb)[-1]

    async def propose(self, member: Any, **typed: str) -> Any:
        asked = await member.click(self.world.messages(self.world.channel, "tpropose")[-1], label=named("event-propose"))
        answer = await self.world.fill(member, asked, **typed)
        await self.fair.rest()
        return answer

    async def agree(self, hour: str = "30h") -> None:
        await self.propose(self.anna, hour=hour)
        await self.ben.click(await self.newest("tmeet"), label=named("event-meet"))
        await self.fair.rest()

    async def told(self) -> str:
        """Return all that was said in the thread."""
        kept = self.world.env.backend.messages.get((await self.thread()).id, {}).values()
        return "\n".join(self.world.text(message) for message in kept)


@pytest.fixture
async def duel(world: World) -> Duel:
    return Duel(Fair(world))


async def test_an_hour_is_typed_in_ones_own_zone_accepted_by_a_press_and_stands_in_the_calendar(duel: Duel) -> None:
    await duel.begin()
    day = (discord.utils.utcnow() + timedelta(days=3)).date()
    answer = await duel.propose(duel.anna, hour=f"{day.isoformat()} 20:00", zone="Tokyo")
    hour = datetime(day.year, day.month, day.day, 11, tzinfo=discord.utils.utcnow().tzinfo)

    assert "ben can accept" in duel.world.text(answer.response)
    asked = await duel.newest("tmeet")
    assert f"<t:{int(hour.timestamp())}:F>" in duel.world.text(asked) and f"<@{duel.ben.id}>" in duel.world.text(asked)
    own = (await duel.anna.click(asked, label=named("event-meet"))).response
    assert "your own" in duel.world.text(own)
    await duel.ben.click(asked, label=named("event-meet"))
    await duel.fair.rest()

    (entry,) = duel.entries
    assert datetime.fromisoformat(entry.scheduled_start_time) == hour and "anna – ben" in entry.name
    assert entry.entity_metadata["location"].endswith(f"/{(await duel.thread()).id}")
    await duel.ben.click(await duel.newest("tpart"), label=named("event-part"))
    await duel.fair.rest()
    await duel.anna.click(await duel.newest("tmeet"), label=named("event-meet"))
    await duel.fair.rest()
    assert duel.entries == [] and "The appointment is off" in await duel.told()


async def test_without_the_permission_it_works_and_says_so_once(duel: Duel) -> None:
    await duel.begin(calendar=False)
    await duel.agree("30h")
    await duel.agree("40h")
    assert duel.entries == [] and (await duel.told()).count("Create Events") == 1
    duel.allow(True)
    await duel.agree("50h")
    assert len(duel.entries) == 1


async def test_an_entry_that_an_ended_process_has_left_is_found_again(duel: Duel) -> None:
    """Ended after Discord has made it and before that was noted: the timer asks for it once more."""
    await duel.begin()

    async def killed(*_: Any, **__: Any) -> None:
        raise DatabaseUnavailableError("killed")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duel.fair.events.scheduling, "entered", killed)
        await duel.propose(duel.anna, hour="30h")
        await duel.ben.click(await duel.newest("tmeet"), label=named("event-meet"))
        await duel.world.settle()
    (left,) = duel.entries
    await duel.fair.wait(minutes=3)

    assert [entry.id for entry in duel.entries] == [left.id]
    state = await duel.fair.state()
    assert state.hours.entries[1, 1].id == left.id


async def test_what_somebody_does_to_an_entry_by_hand_changes_nothing_that_was_agreed(duel: Duel) -> None:
    """Moved, it is put right with the next reminder; deleted, it stays so until another hour is agreed on."""
    await duel.begin()
    await duel.agree("30h")
    backend, guild = duel.world.env.backend, duel.world.guild.id
    (entry,) = duel.entries
    hour = entry.scheduled_start_time
    moved = (datetime.fromisoformat(hour) + HOUR).isoformat()
    backend.edit_scheduled_event(guild, entry.id, {"scheduled_start_time": moved})
    await duel.world.env.advance_time(7 * 3600)
    await duel.fair.rest()
    assert datetime.fromisoformat(duel.entries[0].scheduled_start_time) == datetime.fromisoformat(hour)
    backend.delete_scheduled_event(guild, entry.id)
    await duel.world.env.advance_time(23 * 3600 - 600)
    await duel.fair.rest()
    assert duel.entries == []

    ready = await duel.newest("tready")
    texts = [duel.world.text((await member.click(ready, label=named("event-here"))).response) for member in (duel.anna, duel.ben)]
    await duel.fair.rest()
    assert "You're here; ben isn't yet" in texts[0] and "You're both here" in texts[1]
    assert sum("It's your turn. Once you've played" in text for text in texts) <= 1
    assert (await duel.fair.state()).hours.kept == {(1, 1)}


async def test_hours_that_suit_both_are_offered_and_proposed_by_one_press(duel: Duel) -> None:
    await duel.begin()
    people = duel.world.services.user_settings
    for member, free in ((duel.anna, "evenings"), (duel.ben, "evenings-weekends")):
        await people.live_in(UserId(member.id), "Europe/Amsterdam")
        await people.prefer(UserId(member.id), preferences.FREE, free)

    panel = await duel.fair.panel(duel.anna)
    shown = (await duel.anna.click(panel, label=named("event-propose"))).response
    assert duel.world.text(shown).count("<t:") == 6
    await duel.anna.click(shown, label=named("event-all-times"))
    await duel.fair.rest()
    asked = await duel.newest("tmeet")
    assert {"1", "2", "3"} <= set(duel.world.buttons(asked))
    await duel.ben.click(asked, label="2")
    await duel.fair.rest()
    (entry,) = duel.entries
    stamp = int(datetime.fromisoformat(entry.scheduled_start_time).timestamp())
    assert f"2. <t:{stamp}:F>" in duel.world.text(asked)


async def test_a_game_by_appointment_begins_at_its_hour_and_everybody_reads_so(duel: Duel) -> None:
    """Nobody is told that it begins in ten minutes."""
    await duel.begin(pace="live", by_appointment="yes")
    world, fair = duel.world, duel.fair
    told = [world.text(world.messages(world.channel, "tpropose")[-1]), world.text(fair.letters(duel.anna)[-1])]
    assert all("Agree on a time with" in text and "both" not in text and ":R>" not in text for text in told), told
    asked = await duel.anna.user.click(fair.letters(duel.anna)[-1], label=named("event-propose"))
    await world.fill(duel.anna.user, asked, hour="30h")
    await fair.rest()
    await duel.ben.click(world.messages(world.channel, "tmeet")[-1], label=named("event-meet"))
    await fair.rest()

    ((_, agreed),) = (await fair.state()).hours.agreed.items()
    stamp = f"📅 <t:{int(agreed.at.timestamp())}:f> (<t:{int(agreed.at.timestamp())}:R>)"
    assert stamp in world.text(await fair.panel(duel.anna))
    assert stamp in world.text((await fair.type(duel.anna, "list")).response)
    assert stamp in world.text((await fair.type(fair.people[4], "pairings")).response)


async def test_a_weekday_is_understood_and_what_may_mean_two_hours_is_asked_again(duel: Duel) -> None:
    await duel.begin()
    await duel.world.services.user_settings.live_in(UserId(duel.anna.id), "Europe/Berlin")
    texts = [duel.world.text((await duel.propose(duel.anna, hour=typed)).response) for typed in ("freitag", "next friday 20:00")]
    assert "At what time?" in texts[0] and "friday 20:00" in texts[1] and "as a day or a time" in texts[1]

    await duel.propose(duel.anna, hour="morgen 19:30")
    proposed = (await duel.fair.state()).hours.proposed[1, 1]
    ((moment,),) = [value.moments for value in proposed.values()]
    here = moment.astimezone(ZoneInfo("Europe/Berlin"))
    assert (here.hour, here.minute) == (19, 30) and timedelta() < moment - discord.utils.utcnow() < timedelta(hours=48)


async def test_a_slow_calendar_delays_no_other_timer(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    await duel.begin()
    event, answers = asyncio.Event(), asyncio.Event()
    entered = discord.Guild.fetch_scheduled_events

    async def slow(self: discord.Guild, **given: Any) -> Any:
        event.set()
        await answers.wait()
        return await entered(self, **given)

    monkeypatch.setattr(discord.Guild, "fetch_scheduled_events", slow)
    services, state, now = duel.world.services, await duel.fair.state(), discord.utils.utcnow()
    for member in (duel.anna, duel.ben):
        await duel.fair.events.scheduling.propose(state.row.id, UserId(member.id), [now + 30 * HOUR], now=now)
    async with asyncio.timeout(20):
        await services.timers.tick(now)
        await event.wait()
        await services.timers.tick(now)
    assert duel.entries == [], "Discord has not answered yet, and the timers have gone on"

    answers.set()
    await duel.fair.rest()
    assert len(duel.entries) == 1 and (await duel.fair.state()).hours.entries
