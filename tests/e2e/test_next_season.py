"""The next season of a tournament through the simulated Discord: opened by its organiser, entered by who was in."""

from __future__ import annotations

from tests.e2e.fair import Fair
from tests.e2e.world import named


async def finished(fair: Fair, **options: object) -> None:
    """Finish a tournament of three."""
    mine = await fair.opened(stages="groups:1", preview="0", **options)
    for member in fair.people[:3]:
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label=named("event-start"))
    await fair.rest()
    for _ in range(3):
        await fair.decide()
    assert (await fair.state()).row.status == "finished"


async def test_an_organiser_opens_the_next_season_and_who_was_in_enters_first(fair: Fair) -> None:
    await finished(fair, most=3)
    panel = await fair.type(fair.organiser, tournament="Spring Cup")
    assert named("event-next") in fair.world.buttons(panel.response)
    others = await fair.type(fair.people[0], tournament="Spring Cup")
    assert named("event-next") not in fair.world.buttons(others.response)

    form = await fair.organiser.click(panel.response, label=named("event-next"))
    assert "Spring Cup 2" in str(form.modal)
    answer = await fair.type(fair.organiser, "next", "Summer Cup held=5d", tournament="Spring Cup")
    await fair.rest()

    assert "3 places are held" in fair.world.text(answer.response)
    board = fair.world.text(fair.board())
    assert "Summer Cup" in board and "Season 2. Champion of the last one: anna" in board and "3 places are held" in board
    assert "A place is held for you" in fair.world.text(fair.letters(fair.people[1])[-1])
    assert "waiting list" in await fair.press(fair.people[3], "Enter")
    assert "You're in" in await fair.press(fair.people[1], "Enter")
    assert "2 places are held" in fair.world.text(fair.board())
    seasons = await fair.type(fair.people[0], "seasons", tournament="Summer Cup")
    text = fair.world.text(seasons.response)
    assert "Spring Cup" in text and "champion: anna" in text and text.index("Summer Cup") < text.index("Spring Cup")


async def test_a_next_season_is_opened_once_by_who_may(fair: Fair) -> None:
    await finished(fair)
    name = (await fair.state()).row.name
    refused = await fair.type(fair.people[0], "next", "Mine", tournament=name)
    assert "Only organisers" in fair.world.text(refused.response)

    await fair.type(fair.organiser, "next", "Second", tournament=name)
    await fair.rest()
    again = await fair.type(fair.organiser, "next", "Third", tournament=name)

    assert "already there: Second" in fair.world.text(again.response)
