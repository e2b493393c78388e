"""A whole small event through the simulated Discord, by buttons: from the call for entries to the champion."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import discord
import pytest

from editions.edition import Charts
from service.tournaments.state import OUT
from service.users.preferences import TOURNAMENTS, WARNINGS
from storage.rows import FINISHED, Post, UserId
from tests.e2e.fair import Fair
from tests.e2e.world import named
from tests.service.ratings.test_leaderboards import ended

Patch = pytest.MonkeyPatch


async def test_an_event_is_opened_entered_left_and_started_by_buttons(fair: Fair) -> None:
    mine = await fair.opened(stages="swiss:1", preview="0", most=3)
    assert named("event-start") in fair.world.buttons(mine)
    board = fair.world.text(fair.board())
    assert "Spring Cup" in board and "Swiss, 1 round" in board and "for your first turn" in board and "at most 28 days" in board

    limited = await fair.type(fair.organiser, "edit", "games=1 name=Spring Cup most=3")
    assert "Changed" in fair.world.text(limited.response)
    assert "1 finished game here" in fair.world.text(fair.board())
    assert "You have: 0" in await fair.press(fair.people[0], "Enter")
    await fair.type(fair.organiser, "edit", "no-limits=yes")
    await fair.world.services.user_settings.prefer(UserId(fair.people[1].id), TOURNAMENTS, WARNINGS)
    texts = [await fair.press(member, "Enter") for member in fair.people[:4]]
    assert ["in private" in text for text in texts] == [True, False, True, False], "nobody is promised letters they don't want"
    assert "waiting list" in texts[-1]
    await fair.type(fair.organiser, "seeding", "1", who=fair.people[3])
    assert "already" in await fair.press(fair.people[0], "Enter")
    assert "anna, ben and chi" in fair.world.text(fair.board()) and "1 on the waiting list" in fair.world.text(fair.board())
    assert "no longer" in await fair.press(fair.people[0], "Leave")
    assert "ben, chi and dora" in fair.world.text(fair.board())
    refused = await fair.type(fair.people[0], "start")
    assert "Only organisers" in fair.world.text(refused.response)

    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()

    state = await fair.state()
    assert state.row.status == "running" and len(state.rounds) == 1
    (pairing,) = fair.pairings()
    thread = fair.world.room(pairing.id)
    assert "Spring Cup" in thread.name
    assert fair.world.messages(thread, "place"), "the game has begun there"
    assert named("event-mine") in fair.world.buttons(fair.board())
    board = fair.world.text(fair.board())
    assert "Now: round 1, 0 of 1 games played." in board and "1. " not in board, "no standings before a game counts"
    assert "Now: round 1, 0 of 1 games played." in fair.world.text(await fair.panel(fair.people[1]))


async def test_whom_the_server_has_chosen_opens_and_runs_tournaments(fair: Fair) -> None:
    """Without any right to manage channels; nobody else does."""
    world = fair.world
    role = world.guild.create_role("Stewards", permissions=discord.Permissions())
    steward = world.guild.add_member(world.env.create_user("stew"), roles=[role])
    refused = await fair.type(steward, "new", "Autumn Cup")
    assert "Manage Channels" in world.text(refused.response)

    await world.services.server_settings.choose(world.guild.id, "organisers", [str(role.id)])

    opened = await fair.type(steward, "new", "Autumn Cup")
    assert named("event-start") in world.buttons(opened.response)
    other = world.guild.add_member(world.env.create_user("second"), roles=[role])
    reply = await fair.type(other, "cancel")
    assert "rganiser" not in world.text(reply.response)
    await fair.rest()


async def test_a_small_event_with_semi_finals_and_a_final_of_three_runs_to_its_champion(fair: Fair) -> None:
    """Eight members; one leaves, one never comes; nobody organises anything after the start."""
    mine = await fair.opened(stages="swiss:3 -> knock-out:4 final=3", preview="0")
    for member in fair.people:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()

    assert len(fair.pairings()) == 4
    mine = (await fair.people[7].click(fair.board(), label=named("event-mine"))).response
    assert named("event-skip") in fair.world.buttons(mine)
    leaving = (await fair.people[7].click(mine, label=named("event-leave"))).response
    assert named("yes-leave-event") in fair.world.buttons(leaving)
    await fair.people[7].click(leaving, label=named("yes-leave-event"))
    await fair.rest()
    away = fair.people[6]
    for _ in range(12):
        if (await fair.state()).row.status != "running":
            break
        await fair.decide(absent=away.id)
        for hours in (25, 37, 49):  # anyone who never comes is reminded, warned, and loses
            if (await fair.state()).members[7].status != OUT:
                await fair.wait(hours=hours)

    state = await fair.state()
    assert state.row.status == "finished"
    assert [drawn.best_of for drawn in state.rounds] == [1, 1, 1, 1, 3]
    assert state.user(state.final[0]) == fair.people[0].id
    assert state.members[7].status == state.members[8].status == OUT and state.members[7].no_shows == 2
    last = [m for m in await fair.events.queries.matches(await fair.event_id()) if m.round == 5]
    assert [m.game for m in last] == [1, 2] and {m.status for m in last} == {FINISHED}
    texts = [fair.world.text(message) for message in fair.world.channel.history()]
    assert any("Champion: **anna**" in text for text in texts)
    assert any("semi-finals" in text for text in texts)
    assert named("event-standings") in fair.world.buttons(newest_board(fair))
    standings = (await fair.people[1].click(newest_board(fair), label=named("event-standings"))).response
    assert "anna" in fair.world.text(standings) and [shown.filename for shown in standings.attachments] == ["table.png"]
    crossed = (await fair.people[1].click(standings, label=named("event-cross"))).response
    assert "won" in fair.world.text(crossed) and [shown.filename for shown in crossed.attachments] == ["table.png"]
    tree = (await fair.people[1].click(crossed, label=named("event-bracket"))).response
    assert "Semi-finals" in fair.world.text(tree) and [shown.filename for shown in tree.attachments] == ["bracket.png"]
    assert list(fair.world.buttons(tree)) == ["Standings", "Cross-table", named("share")]
    posted = {text: [shown.filename for shown in message.attachments] for text, message in fair.told()}
    assert [posted[text] for text in posted if ": results" in text] == [["table.png"]] * 3 + [["bracket.png"]] * 2
    assert [posted[text] for text in posted if "Champion: **anna**!" in text] == [["champion.png"]]
    nobody = await fair.people[1].slash(fair.world.channel, "profile", member=fair.people[0])
    assert "No finished game counts" in fair.world.text(nobody.response), "games given up before ten moves count for nobody"
    await ended(fair.world.services, [UserId(member.id) for member in fair.people[:2]], (40, 30), guild_id=fair.world.guild.id)
    profile = await fair.people[1].slash(fair.world.channel, "profile", member=fair.people[0])
    assert "anna" in fair.world.text(profile.response) and "provisional" in fair.world.text(profile.response)
    assert [shown.filename for shown in profile.response.attachments] == ["profile.png"]
    assert "Tournaments won: Spring Cup" in fair.world.text(profile.response)
    own = fair.world.text((await fair.people[0].user.slash("profile")).response)
    assert "**anna** in all servers" in own and fair.world.guild.name in own and "provisional" in own
    others = await fair.people[1].user.slash("profile", member=fair.people[0].user)
    assert "only works in a server" in fair.world.text(others.response)
    leaders = await fair.people[1].slash(fair.world.channel, "leaderboard", by="wins")
    assert "1. anna" in fair.world.text(leaders.response)
    now = discord.utils.utcnow()
    key = f"{now.year}-{(now.month + 2) // 3}"
    season = await fair.people[1].slash(fair.world.channel, "leaderboard", season=key)
    assert "1. anna" in fair.world.text(season.response) and str(now.year) in fair.world.text(season.response)
    unknown = await fair.people[1].slash(fair.world.channel, "leaderboard", season="1999-1")
    assert key in fair.world.text(unknown.response)


async def test_a_table_whose_message_is_long_on_its_way_is_seated_when_it_is_there(fair: Fair, monkeypatch: Patch) -> None:
    """Also where somebody looks for tables that wait while it is not there yet."""
    await fair.opened(stages="swiss:1", preview="0")
    for member in fair.people[:2]:
        await fair.press(member, "Enter")
    rounds, now = fair.world.bot.rounds, discord.utils.utcnow()
    post, is_sent, may_return = rounds.poster.post, asyncio.Event(), asyncio.Event()

    async def late(row: Post) -> int:
        message_id: int = await post(row)
        if row.kind == "pairing":
            is_sent.set()
            await may_return.wait()
        return message_id

    monkeypatch.setattr(rounds.poster, "post", late)
    await fair.events.registration.start(await fair.event_id(), UserId(fair.organiser.id), now=now)
    await fair.world.services.timers.tick(now)
    rounds.news()
    await is_sent.wait()
    await rounds.event_threads.open_threads()
    assert await fair.events.queries.matches(await fair.event_id()) == ()

    may_return.set()
    await fair.rest()

    assert len(await fair.events.queries.matches(await fair.event_id())) == 1


def newest_board(fair: Fair) -> Any:
    return [m for m in fair.world.channel.history() if named("event-standings") in fair.world.buttons(m)][-1]


async def test_everybody_sees_their_place_and_who_is_late_is_told_in_private(fair: Fair) -> None:
    mine = await fair.opened(stages="swiss:1", preview="0")
    for member in fair.people[:2]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()

    press = await fair.press(fair.people[0], "My game")
    assert "round 1, against ben" in press and "<#" in press
    pairings = (await fair.type(fair.people[5], "pairings")).response
    assert "anna" in fair.world.text(pairings) and "ben" in fair.world.text(pairings)
    state = await fair.state()
    first = fair.world.member(state.user(state.rounds[0].pairing(1).first))
    stranger = (await fair.people[5].click(fair.pairings()[0], label=named("event-referee"))).response
    assert "in this tournament" in fair.world.text(stranger)
    called = (await first.click(fair.pairings()[0], label=named("event-referee"))).response
    await fair.rest()
    assert "told" in fair.world.text(called)


async def test_an_organiser_looks_swaps_publishes_rules_and_calls_off(fair: Fair) -> None:
    mine = await fair.opened(stages="swiss:2", preview="1h")
    for member in fair.people[:4]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    shown = (await fair.type(fair.organiser, "preview")).response
    assert "All rules are kept" in fair.world.text(shown)
    drawn = (await fair.state()).preview
    assert drawn is not None
    state = await fair.state()
    actor, other = (fair.world.member(state.user(couple[0])) for couple in drawn.couples)
    swapped = (await fair.type(fair.organiser, "swap", other.mention, who=actor)).response
    assert "by hand" in fair.world.text(swapped)

    await fair.organiser.click(swapped, label=named("event-publish"))
    await fair.rest()
    again = (await fair.type(fair.organiser, "preview")).response
    assert "No round is waiting" in fair.world.text(again)
    ruled = await fair.type(fair.organiser, "rule", "win reason=wrong tile", who=actor)
    await fair.rest()
    assert "tell everyone involved" in fair.world.text(ruled.response)
    info = (await fair.type(fair.people[5], "info")).response
    assert "win for" in fair.world.text(info) and "wrong tile" not in fair.world.text(info)
    late = (await fair.type(fair.organiser, "late")).response
    assert "–" in fair.world.text(late)

    asked = (await fair.type(fair.organiser, "cancel")).response
    await fair.organiser.click(asked, label=named("yes-cancel-event"))
    await fair.rest()
    assert (await fair.state()).row.status == "cancelled"
    exported = await fair.type(fair.people[0], "export")
    assert exported.response


async def test_where_everybody_is_present_the_game_begins_when_both_are_here(fair: Fair) -> None:
    mine = await fair.opened(kind="evening", stages="swiss:1", preview="0")
    for member in fair.people[:2]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    (pairing,) = fair.pairings()
    assert "when you're both here" in fair.world.text(pairing)

    text = fair.world.text((await fair.people[0].click(pairing, label=named("event-here"))).response)
    await fair.rest()
    assert "as soon as your opponent" in text
    assert await fair.events.queries.matches(await fair.event_id()) == ()
    await fair.people[1].click(pairing, label=named("event-here"))
    await fair.rest()

    (match,) = await fair.events.queries.matches(await fair.event_id())
    assert match.status == "running" and fair.world.messages(fair.world.room(pairing.id), "place")


async def test_a_ruling_is_appealed_against_and_set_aside_by_buttons(fair: Fair) -> None:
    mine = await fair.opened(stages="swiss:1", preview="0")
    for member in fair.people[:2]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    channel, text, loser = fair.world.channel, fair.world.text, fair.people[0]
    paused = await fair.type(fair.organiser, "rule", "pause time=2d reason=power cut")
    assert "1 game" in text(paused.response)
    asked = await fair.type(fair.organiser, "rule", "take-back reason=misread")
    assert "`who`" in text(asked.response)
    await fair.type(fair.organiser, "deputies", who=fair.people[4])
    await fair.type(fair.organiser, "rule", "win reason=late", who=fair.people[1])
    await fair.rest()

    letter = next(m for m in reversed(fair.letters(loser)) if named("event-appeal") in fair.world.buttons(m))
    assert "win for ben" in text(letter) and "Reason: late" in text(letter)
    assert "stands" in text((await loser.user.click(letter, label=named("event-appeal"))).response)
    await fair.rest()
    public = next(m for m in reversed(channel.history()) if named("event-set-aside") in fair.world.buttons(m))
    assert "late" not in text(public)
    assert "Only organisers" in text((await fair.people[1].click(public, label=named("event-set-aside"))).response)
    assert "decided this before" in text((await fair.organiser.click(public, label=named("event-set-aside"))).response)
    await fair.people[4].user.click(fair.letters(fair.people[4])[-1], label=named("event-set-aside"))
    await fair.rest()

    state = await fair.state()
    assert state.row.status == "running" and not state.results
    info = text((await fair.type(fair.people[5], "info")).response)
    assert "clocks stop for 2 days" in info and "After an appeal" in info and "from the start" in info


async def test_a_restart_in_the_middle_goes_on_where_it_was(fair: Fair) -> None:
    mine = await fair.opened(stages="swiss:2", preview="0")
    for member in fair.people[:4]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()

    await fair.world.restart()
    await fair.rest()
    await fair.decide()
    await fair.world.restart()
    await fair.rest()
    await fair.decide()

    assert (await fair.state()).row.status == "finished"
    assert len(await fair.events.queries.matches(await fair.event_id())) == 4


async def test_a_picture_that_cannot_be_drawn_leaves_its_lines(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither an answer nor a post waits for it, nor fails with it."""

    def broken(_: object) -> bytes:
        raise ValueError("out of paint")

    monkeypatch.setattr(fair.world.bot.editions, "charts", Charts(*[broken] * 6))  # every test has the same ones
    mine = await fair.opened(stages="swiss:1", preview="0")
    for member in fair.people[:2]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    await fair.decide()

    texts = [text for text, message in fair.told() if not message.attachments]
    assert any(": results" in text for text in texts) and any("Champion: **anna**!" in text for text in texts)
    asked = await fair.type(fair.people[5], "table", "share")
    assert "anna" in fair.world.text(asked.response) and not asked.response.attachments
    assert "Cross-table" in fair.told()[-1][0], "it was shared"
    nothing = await fair.type(fair.people[5], "bracket")
    assert "No knock-out" in fair.world.text(nothing.response)
    await ended(fair.world.services, [UserId(member.id) for member in fair.people[:2]], (40, 30), guild_id=fair.world.guild.id)
    profile = await fair.people[1].slash(fair.world.channel, "profile", member=fair.people[0])
    assert {record.getMessage() for record in fair.world.mistakes} == {"a picture could not be drawn"}
    fair.world.mistakes.clear()
    assert "1 game, 1 won" in fair.world.text(profile.response) and not profile.response.attachments


async def test_a_ladder_is_climbed_by_buttons_and_ended_by_its_organiser(fair: Fair) -> None:
    mine = await fair.opened(kind="ladder")
    assert "Ladder: challenge" in fair.world.text(fair.board())
    for member in fair.people[:3]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    state = await fair.state()
    assert "1. " in fair.world.text(fair.board()), "places are there before anything is played"
    first, second, last = (fair.world.member(state.user(who)) for who in state.places[0])

    answer = (await last.click(fair.board(), label=named("event-mine"))).response
    assert "number 3 on the ladder" in fair.world.text(answer) and {first.name, second.name} <= set(fair.world.buttons(answer))
    result = await last.click(answer, label=first.name)
    await fair.rest()

    assert first.name in fair.world.text(result.response)
    (pairing,) = fair.pairings()
    assert "challenge 1" in fair.world.text(pairing)
    (match,) = await fair.events.queries.matches(await fair.event_id())
    await fair.world.services.resignations.resign(match.match_id, UserId(first.id), now=discord.utils.utcnow())
    await fair.rest()
    news = fair.world.text(fair.world.channel.history()[-1])
    assert "challenge 1" in news and f"Number 1 is now {last.name}" in news

    panel = await fair.panel(fair.organiser)
    sure = (await fair.organiser.click(panel, label=named("event-end"))).response
    await fair.organiser.click(sure, label=named("yes-end-ladder"))
    await fair.rest()
    assert (await fair.state()).row.status == "finished"
    assert f"Champion: **{last.name}**" in fair.world.text(fair.world.channel.history()[-1])


async def test_tables_with_the_same_bag_play_in_private_and_are_compared_at_the_end(fair: Fair) -> None:
    mine = await fair.opened(kind="duplicate", stages="swiss:1")
    assert "the same tiles in the same order" in fair.world.text(fair.board())
    for member in fair.people[:4]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()

    matches = await fair.events.queries.matches(await fair.event_id())
    places = [fair.world.env.backend.channels[match.channel_id] for match in matches]
    assert [discord.ChannelType(place.type) for place in places] == [discord.ChannelType.private_thread] * 2
    for match in matches:
        thread = fair.world.bot.get_channel(match.channel_id)
        inside = {member.id for member in await thread.fetch_members()} - {fair.world.bot.user.id}
        assert inside == {seat.user_id for seat in match.seats}, "nobody else can look"
    users = [seat.user_id for seat in matches[0].seats]
    await fair.world.services.resignations.resign(matches[0].match_id, UserId(users[0] or 0), now=discord.utils.utcnow())
    await fair.rest()
    assert "by resignation" not in fair.world.text(fair.board()) + "".join(fair.world.text(m) for m in fair.pairings())
    gone = next(member for member in fair.people if member.id == users[0])
    table = fair.world.room(matches[0].channel_id)
    for command in ("game verify", "game analyse"):
        answer = await fair.world.ask(gone, table, command)
        assert "Other tables in this round are still drawing the same tiles" in fair.world.text(answer.response)
    exported = (await gone.slash(table, "game", action="export")).response
    record = json.loads(await exported.attachments[0].read())
    assert "secret" not in record and record["status"] == "finished"
    await fair.decide()

    assert (await fair.state()).row.status == "finished"
    assert any("by resignation" in text for text, _ in fair.told())


async def test_teams_are_founded_lined_up_in_private_and_revealed_at_once(fair: Fair) -> None:
    mine = await fair.opened(kind="teams", stages="swiss:1 boards=2")
    assert "This tournament is for teams" in await fair.press(fair.people[0], "Enter")
    for index, member in enumerate(fair.people[:6]):
        await fair.type(member, "enter", "Reds" if index < 3 else "Blues")
        await fair.rest()
        if index not in (0, 3):
            captain = fair.people[index - index % 3]
            await captain.user.click(fair.letters(captain)[-1], label=named("event-let-in"))
            await fair.rest()
    assert "Reds: anna, ben, chi" in fair.world.text(fair.board())
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    assert any("Captains hand in their line-ups" in text for text, _ in fair.told()) and fair.pairings() == []

    anna, _, chi = fair.people[:3]
    refused = await fair.type(chi, "lineup", f"<@{chi.id}>")
    assert "Only the captain" in fair.world.text(refused.response)
    answer = (await fair.type(anna, "lineup", f"<@{chi.id}> <@!{anna.id}>")).response
    assert "1. chi, 2. anna" in fair.world.text(answer) and answer.ephemeral
    await fair.rest()
    own = (await anna.click(fair.board(), label=named("event-mine"))).response
    assert "1. chi, 2. anna" in fair.world.text(own)
    assert not any("1. chi" in text for text, _ in fair.told())
    await fair.wait(hours=25)

    sentence = next(text for text, _ in fair.told() if ("1. " in text and "**Reds – Blues**" in text) or "**Blues – Reds**" in text)
    assert len(fair.pairings()) == 2 and "chi" in sentence and "ben" not in sentence
    await fair.decide()
    assert "Champion: **Reds**" in "".join(text for text, _ in fair.told())
    standings = (await fair.type(chi, "standings")).response
    assert "Reds" in fair.world.text(standings)
    files = (await fair.type(chi, "export")).response.attachments
    assert [file.filename for file in files] == [
        f"tournament-{await fair.event_id()}.json",
        "entrants.csv",
        "pairings.csv",
        "games.txt",
    ]
    games = (await files[3].read()).decode().splitlines()
    assert [game.split("bastide-1 carcassonne@")[0] for game in games] == ["1 1 1 ", "1 2 1 "], "a record for each"
