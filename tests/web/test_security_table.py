"""The list of what could go wrong with pages, line by line, with the tests of each; some of them are here."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest

from cogs.display_names import DisplayNames
from service.guilds.server_settings import PUBLIC, YES
from tests.web.conftest import Client, Table, needs_browser, phones
from tests.web.test_public import shared
from web import activity, routes
from web.files import STATIC
from web.limits import Buckets

LINES: Mapping[str, tuple[str, ...]] = {
    "a link is forwarded or found": (
        "test_access.test_a_link_opens_once_and_its_page_plays_until_all_are_closed",
        "test_bad_days.test_a_link_that_two_open_at_once_becomes_one_page",
        "test_bad_days.test_links_and_pages_end_with_their_time",
    ),
    "a token is forged or changed, or another person's id is put in": (
        "test_tokens.test_whatever_is_changed_the_token_is_none",
        "test_tokens.test_another_key_signs_nothing_of_ours",
        "test_tokens.test_a_link_is_no_page",
        "test_access.test_nobody_gets_in_without_a_page_or_from_another_site",
        "test_activity.test_a_token_of_a_person_opens_their_games_and_no_other_door",
    ),
    "a token is in a Referer, a log or the history": (
        "test_security_table.test_no_request_of_a_page_tells_its_link_to_a_server_or_a_log",
        "test_access.test_no_broken_request_is_an_error_or_writes_down_a_link",
        "test_metrics.test_every_request_of_a_page_is_measured_without_its_link",
    ),
    "a seat is lost, resigned, taken over or barred": (
        "test_bad_days.test_who_has_resigned_still_looks_but_plays_no_more",
        "test_worse_days.test_who_has_taken_over_a_seat_plays_on_and_who_had_it_only_looks",
        "test_activity.test_who_is_barred_gets_in_nowhere",
    ),
    "somebody who only watches plays": ("test_security_table.test_who_only_watches_can_do_nothing",),
    "a hidden draft or hand is seen by others": (
        "test_access.test_a_page_shows_one_players_draft_and_hand_to_them_alone",
        "test_security_table.test_a_hand_is_in_no_answer_to_anybody_else",
    ),
    "two tabs, a stale version, a second press": (
        "test_worse_days.test_two_tabs_and_the_chat_at_once_make_one_move",
        "test_worse_days.test_a_line_that_breaks_in_the_middle_of_a_confirm_doubles_nothing",
        "test_acting_at_once.test_an_act_on_a_table_that_has_moved_on_is_answered_with_the_table_and_why",
    ),
    "the process starts again": ("test_bad_days.test_a_page_is_served_on_by_the_next_process_and_its_link_stays_used",),
    "a script in a name": (
        "test_security_table.test_a_name_with_markup_is_text_on_the_page",
        "test_security_table.test_no_script_of_ours_makes_markup_of_text",
        "test_public.test_a_title_with_markup_is_text_in_the_tags",
    ),
    "another site calls the API": (
        "test_worse_days.test_a_hostile_page_of_another_site_can_neither_act_nor_read",
        "test_activity.test_the_page_inside_discord_may_act_and_those_of_other_activities_may_not",
    ),
    "another site shows the page in a frame": (
        "test_access.test_no_answer_may_be_framed_indexed_or_load_anything_of_others",
        "test_activity.test_only_discord_frames_it_and_only_pages_that_need_it",
    ),
    "a flood": (
        "test_security_table.test_more_than_a_page_needs_is_refused",
        "test_streams.test_one_page_opens_only_so_many_streams",
        "test_access.test_one_readers_limit_is_not_anothers_behind_a_proxy",
        "test_worse_days.test_who_writes_a_request_slowly_is_cut_off",
        "test_worse_days.test_who_never_ends_the_head_of_a_request_is_cut_off",
        "test_activity.test_one_instance_that_floods_is_slowed_down",
    ),
    "odd names of pictures fill the disk": ("test_security_table.test_odd_names_of_pictures_are_none",),
    "an old page after an update of the bot": ("test_worse_days.test_a_page_of_a_former_program_learns_that_there_is_a_newer_one",),
    "a game that is called off, finished or erased": (
        "test_bad_days.test_a_game_that_is_called_off_is_shown_and_offers_nothing",
        "test_worse_days.test_a_game_that_is_erased_is_gone_from_every_page",
    ),
    "a channel is hidden, a person forgotten": (
        "test_bad_days.test_a_member_who_cannot_read_the_channel_any_more_sees_nothing",
        "test_bad_days.test_the_pages_of_a_person_who_is_forgotten_are_closed",
    ),
    "a public link is guessed, or shows what isn't public": (
        "test_security_table.test_a_public_link_is_made_by_players_alone",
        "test_access.test_a_game_is_public_only_while_its_server_allows_it_and_its_players_share_it",
    ),
    "somebody says inside Discord that they are another person": (
        "test_activity.test_who_is_not_who_and_where_they_say_gets_nothing",
        "test_activity.test_nothing_odd_is_handed_on_to_discord",
        "test_security_table.test_no_name_of_an_instance_leads_to_another_address",
    ),
}
"""What could go wrong, and the tests of it."""

VERBS = ("try", "type", "play", "confirm", "discard", "undo", "takeback", "pass", "share", "unshare")


@pytest.mark.parametrize("line", LINES)
def test_each_line_has_its_tests(line: str) -> None:
    for name in LINES[line]:
        module, test = name.split(".")
        assert callable(getattr(importlib.import_module(f"tests.web.{module}"), test)), name


async def test_who_only_watches_can_do_nothing(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    anybody, _ = await shared(table, client, match)
    draft = (await page.get("api/table"))[1]["draft"]
    on = {key: draft[key] for key in ("version", "kept", "base")}
    before = (await table.seen(match)).version, draft

    for verb in (*VERBS, "aside"):
        assert (await anybody.post(verb, **on, actions=[draft["choices"][0]["a"]], text="N12"))[0] == 403, verb
    await asyncio.sleep(0)
    assert ((await table.seen(match)).version, (await page.get("api/table"))[1]["draft"]) == before


async def test_a_public_link_is_made_by_players_alone(table: Table, client: Client) -> None:
    """Members who may guess at a move have a page that acts, but they don't decide who may watch."""
    match = await table.begin()
    page, guesser = await client.opened(table.link(match, 0)), await client.opened(table.link(match, 2))
    await table.services.server_settings.choose(table.bot.guilds[0].id, PUBLIC, [YES])

    assert (await guesser.post("share"))[1]["error"] == "not-seated"
    path = (await page.post("share"))[1]["path"]
    assert (await guesser.post("unshare"))[1]["error"] == "not-seated"

    anybody = Client(client.session, client.home)
    number, _, secret = path.removeprefix("/g/").partition(".")
    for link, status in ((f"{number}.{secret}", 200), (f"{number}.{secret[::-1]}", 403), (f"{int(number) + 1}.{secret}", 403)):
        anybody.headers["Authorization"] = f"Share {link}"
        assert (await anybody.get("api/table"))[0] == status


async def test_a_hand_is_in_no_answer_to_anybody_else(table: Table, client: Client) -> None:
    match = await table.begin("cardcassonne")
    pages = [await client.opened(table.link(match, person)) for person in (0, 1)]
    hands = [set((await table.seen(match, person)).view.hand) for person in (0, 1)]
    anybody, _ = await shared(table, client, match)

    watching = await client.opened(table.link(match, 2))
    nobodys: set[str] = set()
    for reader, own in ((pages[0], hands[0]), (pages[1], hands[1]), (watching, nobodys), (anybody, nobodys)):
        secret = (hands[0] | hands[1]) - own
        for path in ("api/table", "api/table?aside=1", *(f"api/look?what={what}" for what in ("board", "owners", "stock", "log"))):
            _, answer = await reader.get(path)
            told = json.dumps(answer.get("table", {}).get("hand") if path.startswith("api/table") else answer)
            assert not [card for card in secret if f'"{card}"' in told], path


async def test_no_request_of_a_page_tells_its_link_to_a_server_or_a_log(
    table: Table, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    link = table.link(await table.begin(), 0)
    parts = urlsplit(link)
    assert parts.fragment and not parts.query and parts.path == "/b/"
    page = await client.opened(link)
    token = page.headers["Authorization"].removeprefix("Page ")
    for path in ("api/table", "api/look?what=log", "api/paper", "api/nothing"):
        await page.get(path)
    async with client.session.get(f"{client.home}/b/") as answer:
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    script = (STATIC / "api.js").read_text(encoding="utf-8")
    assert "history.replaceState(null, '', location.pathname + location.search)" in script and "document.cookie" not in script
    assert parts.fragment not in caplog.text and token not in caplog.text
    assert token.partition(".")[2] not in caplog.text


async def test_more_than_a_page_needs_is_refused(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    looks = [(await page.get("api/table"))[0] for _ in range(60)]
    assert looks.count(429) > 5 and looks[0] == 200
    other = await client.opened(table.link(match, 1))
    assert (await other.get("api/table"))[0] == 200, "another page has its own limit"
    async with client.session.post(f"{client.home}/b/api/open", data="[" * 5000, headers={**client.headers, **JSON}) as answer:
        assert answer.status in (400, 413)
    page.headers["X"] = "a" * 20_000
    assert (await page.get("api/table"))[0] == 400


JSON = {"Content-Type": "application/json"}


def test_a_bucket_fills_again_with_time_and_forgets_the_longest_unused() -> None:
    bucket = Buckets(2, 1)
    assert [bucket.take("a", now) for now in (0, 0, 0, 1, 1)] == [True, True, False, True, False]
    assert bucket.take("b", 1)


ODD = (
    *("..%2f..%2fetc%2fpasswd", "", "a" * 300, "city.1.0;rm", "figure.small.red.9999", "tile.none.0", "%00"),
    *("figure.small.red.-1", "1e999", "A.0.0.0", "ｔｉｌｅ", "figure.huge.red.0", "../../tokens"),
)


@pytest.mark.parametrize("name", ODD)
async def test_odd_names_of_pictures_are_none(table: Table, client: Client, name: str) -> None:
    match = await table.begin()
    art = (await (await client.opened(table.link(match, 0))).get("api/table"))[1]["art"].removeprefix("/b/")

    assert (await client.get(f"{art}/{name}.png"))[0] == 404
    assert len(table.bot.board._pictures) == 0


MARKUP = '<img src=x onerror="window.stolen=1"><script>window.stolen=1</script>'


@pytest.mark.soak
@needs_browser
async def test_a_name_with_markup_is_text_on_the_page(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def named(_self: Any, seats: Any, *_: Any) -> list[str]:
        return [MARKUP for _ in seats]

    monkeypatch.setattr(DisplayNames, "names", named)
    match = await table.begin()
    async with phones({"anna": table.link(match, 0)}) as pages:
        await pages["anna"].wait_for_selector(".tile")
        assert "onerror" in await pages["anna"].locator("#seats").inner_text()
        assert await pages["anna"].evaluate("window.stolen") is None
        assert await pages["anna"].locator("#seats script, #seats img[src='x']").count() == 0


def test_no_script_of_ours_makes_markup_of_text() -> None:
    unsafe = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc|javascript:"
    )
    for path in STATIC.glob("*.js"):
        assert unsafe.search(path.read_text(encoding="utf-8")) is None, path.name
    for path in STATIC.glob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=|https?://", text.replace("http://www.w3.org", "")), path.name


@pytest.mark.parametrize("name", ["..", ".", "../commands", "a/b", "a?b", "a#b", "a%2fb", "a b", "", "é", "a\n"])
def test_no_name_of_an_instance_leads_to_another_address(name: str) -> None:
    assert activity.INSTANCE.fullmatch(name) is None


def test_limits_are_those_that_are_promised() -> None:
    assert routes.PREVIEW_S <= 60 and routes.HEARTBEAT_S < 30
