"""Payloads of posts, checked where they are queued."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.background import message_builders
from cogs.background.clocks import clock_messages
from cogs.background.play import vote_messages
from service.core import post_payloads
from service.core.post_payloads import BULLETINS, LETTERS, NOTICES, InvalidPostError
from service.wiring.services import Services
from storage.changes import QueuePosts
from storage.rows import EVENT, MATCH, NewPost, Subject
from storage.store import Store
from tests.service.conftest import NOW
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
