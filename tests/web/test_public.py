"""Public links to games: previews for other platforms, the replay after the end, and all that closes them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.refusals import InteractionRefused
from service.guilds.server_settings import NO, PUBLIC, YES
from storage.rows import CANCELLED, MatchId
from tests.web.conftest import Client, Table
from text.translator import translator_for
from web.readers import public_reader
from web.shared_answers import FRESH_S


async def shared(table: Table, client: Client, match: MatchId) -> tuple[Client, str]:
    """Return a client that has the public link, and the link's path."""
    page = await client.opened(table.link(match, 0))
    await table.services.server_settings.choose(table.bot.guilds[0].id, PUBLIC, [YES])
    path = (await page.post("share"))[1]["path"]
    anybody = Client(client.session, client.home)
    anybody.headers["Authorization"] = f"Share {path.removeprefix('/g/')}"
    return anybody, path


async def raw(client: Client, path: str) -> tuple[int, bytes]:
    """Get what has an address outside the API."""
    async with client.session.get(client.home + path) as answer:
        return answer.status, await answer.read()


async def end(table: Table, client: Client, match: MatchId) -> None:
    """End a game after its first turn."""
    page = await client.opened(table.link(match, 0))
    draft = (await page.get("api/table"))[1]["draft"]
    while draft is not None and not draft["ready"]:
        choice = next((each for each in draft["choices"] if each.get("nothing")), draft["choices"][0])
        verb = "play" if choice.get("last") else "try"
        text = {"version": draft["version"], "kept": draft["kept"], "base": draft["base"], "actions": [choice["a"]]}
        draft = (await page.post(verb, **text))[1]["draft"]
    await table.services.resignations.cancel(match, table.people[0], now=table.now(), moderator=True)


async def test_other_platforms_see_title_and_picture_of_a_shared_game_alone(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    _, path = await shared(table, client, match)

    _, body = await raw(client, path)
    status, png = await raw(client, f"{path}/preview.png")

    assert b'property="og:title"' in body and f"{path}/preview.png".encode() in body
    assert status == 200 and png.startswith(b"\x89PNG")
    await page.post("unshare")
    assert b"og:" not in (await raw(client, path))[1]
    assert (await raw(client, f"{path}/preview.png"))[0] == 403
    assert b"og:" not in (await raw(client, f"/g/{match}.{'x' * 16}"))[1]


async def test_a_title_with_markup_is_text_in_the_tags(table: Table, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await table.begin()
    _, path = await shared(table, client, match)
    monkeypatch.setattr("web.routes.game_settings.title", lambda *_: '"><script>alert(1)</script>')

    _, body = await raw(client, path)

    assert b"<script>alert" not in body and b"&quot;&gt;&lt;script&gt;alert(1)" in body


async def test_a_link_shows_nothing_once_its_server_or_channel_hides_the_game(table: Table, client: Client) -> None:
    match = await table.begin()
    anybody, path = await shared(table, client, match)
    guild = table.bot.guilds[0].id
    assert (await anybody.get("api/table"))[0] == 200

    await table.services.server_settings.choose(guild, PUBLIC, [NO])

    assert (await anybody.get("api/table"))[1]["error"] == "link-closed"
    assert (await raw(client, f"{path}/preview.png"))[0] == 403
    await table.services.server_settings.choose(guild, PUBLIC, [YES])
    assert (await anybody.get("api/table"))[0] == 200
    table.bot.app.visibility.is_seen_by_all = _is_hidden
    await asyncio.sleep(FRESH_S)  # Discord doesn't tell the database: an answer that was just made is given for a second
    assert (await anybody.get("api/table"))[1]["error"] == "link-closed"
    assert b"og:" not in (await raw(client, path))[1]
    assert (await anybody.get("api/look?what=log"))[0] == 403
    anybody.headers["Authorization"] = f"Share {match + 1}.{'x' * 16}"
    assert (await anybody.get("api/table"))[1]["error"] == "link-closed", "nothing tells which numbers are games"


async def _is_hidden(*_: Any) -> bool:
    return False


async def test_a_game_is_gone_through_step_by_step_only_after_its_end(table: Table, client: Client) -> None:
    match = await table.begin()
    anybody, _ = await shared(table, client, match)
    assert (await anybody.get("api/replay"))[1]["error"] == "not-ended"
    assert (await anybody.get("api/replay?step=0"))[1]["error"] == "not-ended"

    await end(table, client, match)
    assert (await table.services.match_queries.match(match)).status == CANCELLED

    overview = (await anybody.get("api/replay"))[1]
    first, last = [(await anybody.get(f"api/replay?step={step}"))[1] for step in (0, overview["steps"] - 1)]
    assert overview["steps"] == len(overview["turns"]) + 1 >= 2
    assert len(first["table"]["tiles"]) < len(last["table"]["tiles"])
    assert [seat["score"] for seat in first["seats"]] == [0, 0] and last["story"]["lines"]
    assert first["draft"] is None and last["viewer"] is None
    for odd, status in (("-1", 400), ("x", 400), (str(overview["steps"]), 404), ("9" * 400, 400), ("²", 400)):
        assert (await anybody.get(f"api/replay?step={odd}"))[0] == status


@pytest.mark.parametrize(
    "link", ["", "1", "1.", "1.short", "1." + "x" * 17, "1.../../../../etc/p", "-1." + "x" * 16, "١." + "x" * 16, "t1." + "x" * 16]
)
def test_anything_else_is_no_link(link: str) -> None:
    with pytest.raises(InteractionRefused):
        public_reader(link, "page", translator_for("en"))


async def test_nothing_is_public_that_tells_others_what_they_will_draw(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table.begin()
    anybody, path = await shared(table, client, match)

    async def holds_back(_match: Any) -> bool:
        return True

    monkeypatch.setattr(table.services.tournaments.queries, "holds_back", holds_back)

    assert (await anybody.get("api/table"))[1]["error"] == "link-closed"
    assert (await raw(client, f"{path}/preview.png"))[0] == 403
