"""The program's rights equal those of tests/golden/rights.txt: changing one changes a line to be read."""

from __future__ import annotations

from cogs.declarations import ActorRole, EntryPoint
from tools import rights_table
from tools.rights_table import GAME, NEITHER, TOURNAMENT


def test_the_rights_are_those_that_were_written_down() -> None:
    """Run `python -m tools.write rights` only where a right was changed on purpose, and read the difference."""
    assert list(rights_table.lines()) == rights_table.PAGE.read_text(encoding="utf-8").splitlines()


def test_the_file_is_read_as_it_is_written() -> None:
    assert rights_table.written() == rights_table.rows()


def test_every_line_says_who_and_how() -> None:
    roles, ways = {role.name.lower() for role in ActorRole}, {way.name.lower() for way in EntryPoint}
    for row in rights_table.written():
        assert row.about in (GAME, TOURNAMENT, NEITHER), row
        assert row.who in roles or row.about == TOURNAMENT, row
        assert row.ways and {way.partition(">")[0] for way in row.ways.split()} <= ways, row


def test_every_form_is_opened_by_something_that_leads_to_it() -> None:
    """The form of `pause` comes back as `pauseset`: those who may open it may fill it in, and nobody else."""
    rows = {row.verb: row for row in rights_table.written()}
    for verb, row in rows.items():
        opened = rows.get(f"{verb}set")
        if "button>form" in row.ways and opened is not None:
            assert opened.who == row.who and "form>" in opened.ways, verb
