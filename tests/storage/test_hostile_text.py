"""Text that a database can't take as it is, in every column of text."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from sqlalchemy import Connection, Text, insert, select

from service.core.free_text import LETTER, MAP, NAME, REASON, RULES, SERVER_NAME, WORD, FreeText
from storage.changes import PutRow
from storage.database_url import read
from storage.opening import open_store
from storage.rows import PersonRow, UserId
from storage.schema import metadata
from storage.store import Store

HOSTILE = "a\0b\ud7ff\uffff\u202e\x7f\r\n"


@pytest.fixture(params=["sqlite", "postgresql"])
async def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "sqlite":
        file = copyfile(request.getfixturevalue("new_file"), tmp_path / "bastide.db")
        store = await open_store(Path(file))
    else:
        store = await open_store(read(request.getfixturevalue("ready_database")))
    yield store
    await store.close()


async def test_a_text_with_nul_is_kept_by_both_databases_and_read_again(any_store: Store) -> None:
    """In a row of its own, inside plain data, and where many rows are written at once."""
    users = [UserId(number) for number in (1, 2)]

    for user in users:
        await any_store.commit(PutRow(PersonRow(user, HOSTILE, {"typed": HOSTILE})))

    for user in users:
        row = await any_store.people.get(user)
        assert row is not None and row.prefs["typed"] == HOSTILE, "plain data comes back as it was"
        assert row.locale is not None and row.locale.replace("\ufffd", "\0") == HOSTILE


async def test_every_column_of_text_takes_it(any_store: Store) -> None:
    columns = [column for table in metadata.tables.values() for column in table.columns if type(column.type) is Text]
    assert len(columns) > 20

    def compared(con: Connection) -> None:
        for column in columns:
            assert con.execute(select(column).where(column == HOSTILE)).first() is None
        many = metadata.tables["player"]
        con.execute(insert(many), [{"user_id": number, "locale": HOSTILE, "prefs": {}} for number in (8, 9)])

    await any_store._db.write(compared)


@pytest.mark.parametrize("rules", [NAME, WORD, SERVER_NAME, REASON, RULES, LETTER, MAP])
def test_nothing_that_people_write_for_others_holds_it(rules: Any) -> None:
    kept = FreeText().checked(f"word {HOSTILE}", rules)
    assert not set(kept) & set("\0\u202e\x7f\r") and "word" in kept
