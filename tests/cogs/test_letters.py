"""Private letters of an event, and the form of a duel: they promise only what is still to come."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.background.tournaments import tournament_posts
from cogs.messages.message_parts import Button
from cogs.messages.tournaments import duels, entrant_messages, tournament_messages
from editions.registry import EDITIONS
from service.core.post_content import decode
from service.tournaments.event_posts import DuelOver, OrganiserLeft
from service.tournaments.letters import RoundCallLetter, RoundPreview
from storage.rows import UserId
from tests.cogs.test_event_sheets import after, fair
from text.lobby import game_form_texts
from text.tournaments import direct_messages
from text.tournaments.direct_messages import NewsFacts
from text.translator import translator_for
from tools import post_examples
from tournament.results import EntrantId

EN = translator_for("en")
TOLD = NewsFacts(round="Round 1", when="28 November 2026 09:40")
OF_TABLES = ("win", "draw", "absent", "neither", "more-time", "pause", "resume", "take-back", "replay", "substitute")
"""Rulings that name their table."""


def test_a_round_that_is_published_already_is_not_offered_for_publishing() -> None:
    """The letter may have waited for Discord longer than the round."""
    context = fair(after("swiss:3", 5, 3))
    waiting = replace(context, state=replace(context.state, preview=context.state.rounds[0]))

    letters = [
        entrant_messages.letter(tournament_context, RoundPreview(1), TOLD, UserId(1)) for tournament_context in (waiting, context)
    ]

    offered, over = ({each.press.verb for each in letter.components() if isinstance(each, Button)} for letter in letters)
    assert "tpublish" in offered and "28 November 2026" in "".join(letters[0].texts())
    assert not over and "is paired and published" in "".join(letters[1].texts())


def test_the_form_of_a_duel_promises_no_lobby() -> None:
    rules = {key: edition.words.explain for key, edition in EDITIONS.items()}

    fields = duels.form(rules, ("daily", "daily"), EN, last=None)

    assert all(field.about != game_form_texts.how_fast_about(EN) for field in fields)


def _letters_and_bulletins() -> list[str]:
    """Return every stored form of a letter or bulletin, with each ruling where the form has one."""
    news: list[str] = []
    for text in post_examples.known():
        topic, kind, payload = post_examples.read(text)
        if topic == "event" and kind in ("letter", "call", "bulletin") and payload["code"] != "duel-over":
            payload |= {"keys": ["name"]} if "keys" in payload else {}
            rulings = direct_messages._RULED if payload.get("what") == "text" else [payload.get("what")]
            news += [json.dumps([kind, payload | ({"what": what} if what else {})]) for what in rulings]
    return news


async def _people_name(user: UserId, *_: object) -> str:
    return f"person {user}"


APP: Any = SimpleNamespace(people=SimpleNamespace(name=_people_name))


@pytest.mark.parametrize("stored", _letters_and_bulletins())
async def test_every_letter_and_bulletin_that_was_ever_queued_says_all_its_facts(stored: str) -> None:
    """Only the answer to an appeal of an earlier program names neither entrant nor table: all others leave nothing out."""
    kind, payload = json.loads(stored)
    context = fair(after("swiss:3", 5, 3))
    context = replace(context, state=replace(context.state, final=(EntrantId("1"),)))
    content = decode("event", kind, payload)
    assert not isinstance(content, DuelOver)

    facts = await tournament_posts.facts_of(APP, context, content)
    if kind == "bulletin":
        text = "\n".join(tournament_messages.bulletin(context, content, facts).texts())
    else:
        text = "\n".join(entrant_messages.letter(context, content, facts, UserId(1)).texts())

    whole = "table" in payload or payload.get("what") not in OF_TABLES
    assert not re.search(r"\bNone\b|[{}]|\[\]", text) or not whole, text
    for name, shown in ((payload.get("entrant"), "Name {}"), (payload.get("by"), "person {}"), (payload.get("user"), "<@{}>")):
        if name is not None and not (payload["code"] in ("appeal", "ruled") and kind != "bulletin"):
            assert shown.format(name) in text or _names_nobody(payload), text


def _names_nobody(payload: dict[str, Any]) -> bool:
    """Return whether the sentence of a ruling has no name in it."""
    return payload.get("what") in ("draw", "neither", "pause", "resume", "replay")


async def test_the_new_organiser_is_named_as_an_earlier_program_stored_them() -> None:
    context = fair(after("swiss:3", 5, 3))
    content = decode("event", "bulletin", {"code": "host-left", "official": 77})
    assert content == OrganiserLeft(None, UserId(77))

    facts = await tournament_posts.facts_of(APP, context, content)

    assert "person 77 is the organiser now" in "".join(tournament_messages.bulletin(context, content, facts).texts())


def test_a_fact_that_is_missing_is_no_empty_place_in_a_sentence() -> None:
    with pytest.raises(KeyError, match="round"):
        direct_messages.letter("walkover", "Cup", NewsFacts(), EN)


@pytest.mark.parametrize(
    ("code", "proposes", "verbs"), [("come", True, {"tpropose"}), ("come", False, {"tready"}), ("play", True, {"tmy"})]
)
def test_who_must_agree_on_a_time_gets_the_button_for_it(code: str, proposes: bool, verbs: set[str]) -> None:
    context = fair(after("swiss:3", 5, 3))
    facts = replace(TOLD, names=["Name 2"], begins="", place="there", time="2 days", proposes=proposes)

    letter = entrant_messages.letter(context, RoundCallLetter(code, 1, 1, (2,)), facts, UserId(1))

    assert {each.press.verb for each in letter.components() if isinstance(each, Button)} == verbs
