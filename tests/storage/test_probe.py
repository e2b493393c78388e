"""The view of a database from outside."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from storage.backends.health_probe import Probe, probe
from storage.changes import QueuePosts
from storage.rows import EVENT, NewPost, Subject
from storage.store import open_sqlite
from tests.storage.test_store_contract import NOW


async def test_it_is_known_how_many_messages_wait_and_since_when(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "bastide.db")
    assert probe(tmp_path / "bastide.db") == Probe(0, 0, None)
    for minutes in (0, 5, 9):
        post = NewPost("news", {}, f"news-{minutes}", 70)
        await store.commit(QueuePosts(Subject(EVENT, 1), NOW + timedelta(minutes=minutes), (post,)))
    (first,) = await store.posts.due(NOW + timedelta(hours=1), 1)
    await store.posts.sent(first, 1, NOW)

    probed = probe(tmp_path / "bastide.db")
    await store.close()

    assert probed == Probe(0, 2, NOW + timedelta(minutes=5))
