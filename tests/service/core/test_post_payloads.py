"""Payloads of posts, checked where they are queued."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs import delivery
from cogs.background import message_builders
from cogs.background.clocks import clock_messages
from cogs.background.play import vote_messages
from cogs.messages.message_parts import Message
from service.core import post_payloads
from service.core.post_payloads import BULLETINS, LETTERS, NOTICES, InvalidPostError, Reaches, must_be_buildable
from service.wiring.services import Services
from storage.changes import QueuePosts
from storage.rows import EVENT, MATCH, Cause, NewPost, Subject
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW
from text.tournaments import direct_messages

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


def test_every_message_that_has_words_or_a_builder_has_its_payload() -> None:
    """A code with words but without a payload could never be queued; one with a payload but without words never be told."""
    assert set(direct_messages._LETTERS) - {"previewed"} == set(LETTERS)  # what *preview* is told as once the round is published
    assert {*direct_messages._BULLETINS, "duel-over"} == set(BULLETINS)
    assert {*clock_messages.NOTICES, *vote_messages.NOTICES} <= set(NOTICES)
    built = {key for key in message_builders.of_matches()._builders if key[0] == MATCH}
    assert built <= {*post_payloads.BY_KIND, *post_payloads.BY_CODE}


async def test_a_post_that_reaches_somebody_without_a_cause_is_refused_where_it_is_queued(services: Services, store: Store) -> None:
    """Of every kind that mentions or writes to somebody; and one that a person makes happen says who."""
    declared = {(of, kind, ""): payload for (of, kind), payload in post_payloads.BY_KIND.items()}
    for (of, kind), codes in post_payloads.BY_CODE.items():
        declared |= {(of, kind, code): payload for code, payload in codes.items()}
    letters = {key for key in declared if key[:2] in ((EVENT, "letter"), (EVENT, "call"))}
    reaching = {key for key, payload in declared.items() if payload.reaches is not Reaches.NOBODY}
    assert letters <= reaching, "a letter reaches somebody"

    for of, kind, code in sorted(reaching):
        payload = {"code": code} if code else {}
        exact = replace(declared[of, kind, code], required={}, optional={})  # only the cause is at stake
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(post_payloads, "declared", lambda *_, exact=exact: exact)
            subject = Subject(of, 5)
            with pytest.raises(InvalidPostError, match="without a cause"):
                must_be_buildable(subject, NewPost(kind, payload, "n", None, ANNA))
            if exact.reaches is Reaches.PERSON:
                with pytest.raises(InvalidPostError, match="who makes it happen"):
                    must_be_buildable(subject, NewPost(kind, payload, "n", None, ANNA, cause=Cause("it")))
            must_be_buildable(subject, NewPost(kind, payload, "n", None, ANNA, cause=Cause("it", BEN)))
    with pytest.raises(InvalidPostError, match="reach nobody"):
        must_be_buildable(CUP, NewPost("board", {}, "n", 70, ANNA, cause=Cause("it", BEN)))


async def test_nothing_that_mentions_somebody_is_sent_before_the_account_has_let_it() -> None:
    with pytest.raises(delivery.UncausedPingError):
        await delivery.post(Any, Message(pings=(ANNA,)).say("hello"))
    with pytest.raises(delivery.UncausedPingError):
        await delivery.post_line(Any, Message(pings=(ANNA,)).say("hello"), nonce="n", silent=False)
