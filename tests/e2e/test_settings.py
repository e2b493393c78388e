"""Personal data: as a file, and forgotten."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from cogs import match_context
from cogs.images import match_images
from service.users.preferences import PREFERENCES
from service.users.user_settings import preference
from storage.rows import UserId
from tests.e2e.world import ENGLISH, World, named
from text.translator import translator_for
from text.users import preferences


async def test_who_is_forgotten_is_a_former_member_and_the_game_goes_on(world: World) -> None:
    """Only after being asked once more; the others see who plays now."""
    match_id, room = await world.start(2)
    member = world.members[0]

    result = await member.slash(room, "settings", setting="forget")
    assert result.ephemeral and "can't undo this" in world.text(result.response)
    done = await member.click(result.response, label=named("yes-forget"))

    assert "forgotten you" in world.text(done.response)
    score = await world.members[1].slash(room, "score")
    assert "former member" in world.text(score.response) and "anna" not in world.text(score.response).casefold()
    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id == world.members[1].id


async def test_everything_about_oneself_comes_as_a_file(world: World) -> None:
    """In private."""
    _, room = await world.start(2)

    answer = await world.members[0].slash(room, "settings", setting="export")

    assert answer.ephemeral
    assert [file.filename for file in answer.response.attachments] == ["about-me.json"]


async def test_preferences_are_chosen_in_forms(world: World) -> None:
    """All of a form at once, and the summary says so; what was not touched stays."""
    member = world.members[0]
    panel = await member.slash(world.channel, "settings")
    assert panel.ephemeral and "Reading** · as usual" in world.text(panel.response)

    reading = await member.click(panel.response, label=named("prefer-reading"))
    chosen = await world.fill(member, reading, typed="at-once", language="nl")
    assert translator_for("nl").say(preferences.PREFERENCES["typed"][0]) in world.text(chosen.response) and not world.selects(
        chosen.response
    )
    reminders = await member.click(chosen.response, custom_id=world.pressing(chosen.response, "preferform reminders"))
    await world.fill(member, reminders, digest="8")

    person = await world.services.user_settings.person(UserId(member.id))
    assert person.locale == "nl" and preference(person, "typed") == "at-once" and preference(person, "digest") == "8"
    again = await member.slash(world.channel, "settings")
    assert "8:00" in world.text(again.response)


async def test_preferences_are_typed_in_any_language_and_complete_themselves(world: World) -> None:
    """A slip says what fits, and changes nothing."""
    member = world.members[0]
    offered = {offer["value"] for offer in await member.autocomplete(world.channel, "settings", "setting", "")}
    assert {*PREFERENCES, "language", "hours", "block", "unblock", "export", "forget"} == offered

    done = await member.slash(world.channel, "settings", setting="Kontrast der Bilder", value="strong")
    assert "Picture contrast: Strong" in world.text(done.response)
    slip = await member.slash(world.channel, "settings", setting="contrast", value="loud")
    assert "Usual" in world.said(slip)
    about = await member.slash(world.channel, "settings", setting="digest")
    assert "No list" in world.text(about.response)
    values = await member.autocomplete(world.channel, "settings", "value", "dark", setting="theme")
    assert [value["value"] for value in values] == ["dark"]

    person = await world.services.user_settings.person(UserId(member.id))
    assert person.prefs == {"contrast": "strong"}


async def test_hours_are_typed_into_a_form_that_shows_what_was_chosen(world: World) -> None:
    """A slip is answered with what would be right, and nothing changes."""
    member = world.members[0]
    panel = await member.slash(world.channel, "settings", setting="hours", value="Amsterdam 23-7:30")
    assert "23:00 to 07:30" in world.text(panel.response) and "Europe/Amsterdam" in world.text(panel.response)

    result = await member.click(panel.response, label=named("hours"))
    slip = await world.fill(member, result, zone="Amsterdm")
    assert "Europe/Amsterdam" in world.said(slip)
    again = await member.click(panel.response, label=named("hours"))
    none = await world.fill(member, again, asleep_from="", asleep_until="")

    assert "From" in world.text(none.response) and "none" in world.text(none.response)
    assert "23:00 to 07:30" in world.text(none.response), "a change counts later"


async def test_zones_are_completed(world: World) -> None:
    offered = await world.members[0].autocomplete(world.channel, "settings", "value", "berl", setting="hours")

    assert offered[0]["value"] == "Europe/Berlin"


async def test_who_wants_text_reads_below_a_picture_what_it_shows(world: World) -> None:
    """In private, and nobody else does."""
    _, room = await world.start(2)
    anna, ben = world.members[:2]
    await world.services.user_settings.prefer(UserId(anna.id), "text", "both")

    first, second = [(await member.slash(room, "board")).response for member in (anna, ben)]

    assert world.alts(first)[0] in world.text(first)
    assert world.alts(second)[0] not in world.text(second)


async def test_what_is_about_a_person_alone_can_be_installed_by_a_person(world: World) -> None:
    """And is there in every server and private message; nothing else is."""
    told = {command.name: command.to_dict(world.bot.tree) for command in world.bot.tree.get_commands()}

    personal = {name for name, payload in told.items() if 1 in (payload.get("integration_types") or ())}

    assert personal == {"Block", "away", "find", "help", "practice", "puzzle", "settings", "turns"}
    assert all(sorted(told[name]["contexts"]) == [0, 1, 2] for name in personal)


@pytest.mark.parametrize("options", [{}, {"preset": "cardcassonne"}], ids=str)
async def test_who_likes_it_dark_sees_dark_pictures_and_nobody_else_does(world: World, options: dict[str, Any]) -> None:
    """In private; the message about the turn is as bright as before, also when it is painted after a dark one."""
    match_id, room = await world.start(2, **options)
    anna, ben = (UserId(member.id) for member in world.members[:2])
    app = world.bot.app

    async def seen_by(reader: UserId | None) -> float:
        return brightness((await match_images.board(await match_context.load(app, match_id, reader, ENGLISH), "turn")).png)

    of_anna, *others = [await seen_by(reader) for reader in (anna, ben, None)]
    await world.services.user_settings.prefer(anna, "theme", "dark")

    assert await seen_by(anna) < 0.9 * of_anna
    assert [await seen_by(reader) for reader in (ben, None)] == others
    form = await world.members[0].slash(room, "settings")
    assert "Picture colours: Dark" in world.text(form.response)

    await world.services.server_settings.choose(world.guild.id, "theme", ["dark"])
    await world.services.user_settings.prefer(anna, "theme", "light")
    assert await seen_by(anna) == of_anna
    assert all(seen < 0.9 * before for seen, before in zip([await seen_by(ben), await seen_by(None)], others, strict=True))


def brightness(png: bytes) -> float:
    """Return the mean of all pixels."""
    return float(np.asarray(Image.open(io.BytesIO(png)).convert("L")).mean())
