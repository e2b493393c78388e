"""The contents of posts, checked where they are queued and read as they were stored."""

from __future__ import annotations

from typing import Any

import pytest

from cogs import delivery
from cogs.background import message_builders
from cogs.background.clocks import clock_messages
from cogs.background.play import vote_messages
from cogs.messages.message_parts import Message
from service.clocks.notifications import MorningPing
from service.core.post_content import (
    KINDS,
    InvalidPostError,
    Reaches,
    UnknownPostError,
    cause,
    decode,
    encode,
    must_be_buildable,
)
from service.core.stored_form import StoredFormError
from service.play.requests import RequestAsked
from service.tournaments.event_posts import NoticeBoard
from service.tournaments.letters import Challenge, ResultProposed
from service.wiring.services import Services
from storage.changes import QueuePosts
from storage.rows import EVENT, MATCH, Cause, NewPost, Subject, UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW
from text.tournaments import direct_messages
from tools import post_examples

CUP, GAME = Subject(EVENT, 5), Subject(MATCH, 5)


@pytest.mark.parametrize(
    ("topic", "kind", "payload"),
    [
        (CUP, "bulletin", {"code": "round"}),
        (CUP, "bulletin", {"code": "round", "round": "1"}),
        (CUP, "bulletin", {"code": "unheard-of"}),
        (CUP, "letter", {"code": "late", "round": 1, "table": 1, "until": "tomorrow"}),
        (CUP, "pairing", {"round": 1, "table": True}),
        (GAME, "turn", {"since": 0}),
        (GAME, "reprot", {}),
    ],
)
async def test_a_wrong_payload_fails_where_it_is_queued(
    services: Services, store: Store, topic: Subject, kind: str, payload: dict[str, Any]
) -> None:
    with pytest.raises(InvalidPostError):
        await services.repository.unit_of_work.write(QueuePosts(topic, NOW, (NewPost(kind, payload, "n", 70),)))

    assert await store.posts.of(topic) == ()


@pytest.mark.parametrize("text", post_examples.known())
def test_a_payload_that_was_ever_queued_is_read(text: str) -> None:
    topic, kind, payload = post_examples.read(text)
    content = decode(topic, kind, payload)
    assert decode(topic, kind, encode(content)) == content
    assert {key: value for key, value in encode(content).items() if key in payload} == payload, "its stored form has changed"


def test_every_kind_of_this_program_is_in_the_golden_file() -> None:
    missing = sorted(set(post_examples.current()) - set(post_examples.known()))
    assert not missing, f"run `python -m tools.write posts` and read what it adds: {missing}"


def test_a_kind_or_code_of_a_newer_program_is_unknown_and_a_wrong_payload_is_not_read() -> None:
    for topic, kind, payload in ((MATCH, "firework", {}), (MATCH, "notice", {"code": "firework"}), (EVENT, "letter", {})):
        with pytest.raises(UnknownPostError, match=kind):
            decode(topic, kind, payload)
    with pytest.raises(StoredFormError, match="at is missing"):
        decode(EVENT, "appointment", {"code": "agreed", "round": 1, "table": 1})
    assert decode(MATCH, "request", {"number": 1, "colour": "red"}) == RequestAsked(1), "what it doesn't know is passed over"


def test_every_message_that_has_words_or_a_builder_has_its_content() -> None:
    """A code with words but without a content could never be queued; one with a content but without words never be told."""
    codes = {kind: {code for topic, of, code in KINDS if (topic, of) == (EVENT, kind)} for kind in ("letter", "call", "bulletin")}
    assert (
        set(direct_messages._LETTERS) - {"previewed"} == codes["letter"] == codes["call"]
    )  # once published, *preview* is told as it
    assert {*direct_messages._BULLETINS, "duel-over"} == codes["bulletin"]
    assert {*clock_messages.NOTICES, *vote_messages.NOTICES} <= {code for _, kind, code in KINDS if kind == "notice"}
    assert {key for key in message_builders.of_matches()._builders if key[0] == MATCH} <= {key[:2] for key in KINDS}


async def test_a_post_that_reaches_somebody_without_a_cause_is_refused_where_it_is_queued() -> None:
    """Of every kind that mentions or writes to somebody; and one that a person makes happen says who."""
    reaching = {key: content for key, content in KINDS.items() if content.reaches is not Reaches.NOBODY}
    letters = {key for key in KINDS if key[:2] in ((EVENT, "letter"), (EVENT, "call"))}
    assert letters <= set(reaching), "a letter reaches somebody"

    for (of, kind, code), content in sorted(reaching.items(), key=lambda one: one[0]):
        payload, subject = encode(post_examples.whole_of(content, code)), Subject(of, 5)
        with pytest.raises(InvalidPostError, match="without a cause"):
            must_be_buildable(subject, NewPost(kind, payload, "n", None, ANNA))
        if content.reaches is Reaches.PERSON:
            with pytest.raises(InvalidPostError, match="who makes it happen"):
                must_be_buildable(subject, NewPost(kind, payload, "n", None, ANNA, cause=Cause("it")))
        must_be_buildable(subject, NewPost(kind, payload, "n", None, ANNA, cause=Cause("it", BEN)))
    with pytest.raises(InvalidPostError, match="reach nobody"):
        must_be_buildable(CUP, NewPost("board", {}, "n", 70, ANNA, cause=Cause("it", BEN)))


def test_a_post_names_its_cause_and_its_matter() -> None:
    proposed = ResultProposed("win", 2, 3, 1, "", 4, BEN, "")
    assert cause(proposed, BEN) == Cause("proposed", BEN, "result 2.3")
    assert cause(Challenge("challenged", 2), UserId(-5)) == Cause("challenged"), "a forgotten person makes nothing happen"
    assert cause(MorningPing(1), BEN) == Cause("morning"), "the game owes it, even if a press queued it"
    assert cause(NoticeBoard()) is None


async def test_nothing_that_mentions_somebody_is_sent_before_the_account_has_let_it() -> None:
    with pytest.raises(delivery.UncausedPingError):
        await delivery.post(Any, Message(pings=(ANNA,)).say("hello"))
    with pytest.raises(delivery.UncausedPingError):
        await delivery.post_line(Any, Message(pings=(ANNA,)).say("hello"), nonce="n", silent=False)
