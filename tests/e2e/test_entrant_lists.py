"""Lists of entrants that organisers import, and line-ups of many boards that captains write."""

from __future__ import annotations

from service.tournaments.state import IN
from tests.e2e.fair import Fair
from tests.e2e.world import named


async def test_an_organiser_imports_entrants_by_a_form_and_by_typing(fair: Fair) -> None:
    world, boss = fair.world, fair.organiser
    panel = await fair.opened(kind="slow-swiss")
    anna, ben, chi = fair.people[:3]

    form = await boss.click(panel, label=named("event-import"))
    wrong = await world.fill(boss, form, list=f"{anna.id},1\nnobody at all,2\n{ben.id},1")
    assert "2 lines are wrong" in world.text(wrong.response) and wrong.response.ephemeral
    assert "Line 2: nobody at all isn't a member" in world.text(wrong.response) and "Line 3" in world.text(wrong.response)
    assert named("yes-import") not in world.buttons(wrong.response)

    again = await boss.click(await fair.panel(boss), label=named("event-import"))
    table = f"seed,user\n1,{ben.id}\n,nobody at all\n".encode("utf-8-sig")
    uploaded = (await boss.submit_modal(again, {"list": "", "file": [("entrants.csv", table)]})).response
    assert "1 line is wrong" in world.text(uploaded) and "Line 3: nobody at all" in world.text(uploaded)

    asked = (await fair.type(boss, "import", f"@{anna.name} 2; <@{ben.id}> 1; {chi.id}")).response
    assert "3 players get a place" in world.text(asked) and "2 seeds" in world.text(asked)
    assert not (await fair.state()).held
    await boss.click(asked, label=named("yes-import"))
    await fair.rest()

    assert "3 places are held for people who are invited" in world.text(fair.board())
    assert any("an organiser has invited you" in world.text(letter) for letter in fair.letters(ben))
    await fair.press(ben, named("event-enter"))
    state = await fair.state()
    assert [(state.user(member.id), member.seed) for member in state.having(IN)] == [(ben.id, 1)]
    refused = await fair.type(anna, "import", f"{chi.id}")
    assert "Only organisers" in world.text(refused.response)


async def test_a_captain_writes_a_line_up_of_more_boards_than_a_form_has_fields(fair: Fair) -> None:
    world = fair.world
    await fair.opened(kind="teams", stages="swiss:1 boards=6")
    anna, ben = fair.people[:2]
    for member in (anna, ben):
        await fair.type(member, "enter", "Reds")
        await fair.rest()
    await anna.user.click(fair.letters(anna)[-1], label=named("event-let-in"))
    await fair.rest()

    form = await fair.type(anna, "lineup")
    wrong = await world.fill(anna, form, lineup="ben\nnobody")
    assert "Name members of your own team" in world.text(wrong.response)
    answer = await world.fill(anna, await fair.type(anna, "lineup"), lineup=f"ben\n<@{anna.id}>")
    assert "1. ben, 2. anna" in world.text(answer.response)
