"""Only the service writes, and it does so in one way: the Discord layer does not even reach for the store behind it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import cogs
import service
import storage.repositories

ROOT = Path(str(service.__file__)).parents[1]
MECHANISM = {"service/core/unit_of_work.py"}
TABLES = {"service/wiring/post_commit.py", "cogs/post_commit_handlers.py"}
CALLBACKS = r"\.(?:after|before|may)_\w+(?:\.append\(| \+=)|\.(?:holds|over|begun)\.append\(|ui_listeners\.on_\w+ = "
OWNERS = r"\b_?(?:timers|outbox|pause_sources|requests)\.register(?:_\w+)?\("
BY_HAND = {
    "a lock of its own": (r"async with [\w.]+\.lock\(", MECHANISM),
    "tried again by hand": (r"^@retried", MECHANISM),
    "a commit of its own": (r"store\.commit\(", MECHANISM),
    "what is written noted by hand": (r"\bContextVar\b", MECHANISM | {"cogs/background/poster.py"}),
    "a callback outside the tables": (f"{CALLBACKS}|{OWNERS}", MECHANISM | TABLES),
}
"""What goes another way than the one mechanism and its tables: nowhere but in these files."""

BESIDE = {
    "MatchStore.open": "a new match; `UnitOfWork.open` counts those of a server",
    "EventStore.open": "a new event; `UnitOfWork.open` counts those of a server",
    "EventStore.open_match": "a new match; its place in the event is a key that is given once",
    "DraftStore._flush": "drafts as they were decided on and kept in memory; a change that replaces one waits for it",
    "MatchStore.drop_snapshots": "what a log gives again",
    "MatchStore.thin": "what a log gives again",
    "StatsStore.fill": "counted again from what was played",
    "StatsStore.renew": "counted again from what was played",
    "StatsStore.checked": "counted again from what was played",
    "PersonStore.forget_some": "slices of what names somebody; it advances what it changes",
    "PersonStore.forget": "`UnitOfWork.alone` holds all that names the person",
    "ServerStore.erase_some": "slices of a server that nobody can change any more",
    "PostStore.add": "an answer that is no part of any match",
    "PostStore.note": "a message that was sent already",
    "PostStore.take_and_look": "a claim on single rows",
    "PostStore.sent": "a mark of one row",
    "PostStore.sent_plainly": "a mark of one row",
    "PostStore.drop": "a mark of one row",
    "PostStore.delayed": "a mark of one row",
    "PostStore.dead": "a mark of one row",
    "PostStore.hurry": "when rows are tried again",
    "PostStore.spend_pings": "the account of pings, which only the sending of a message asks",
    "PostStore.keep_direct_channel": "where a person is written to, which Discord decides",
    "PostStore.forget_direct_channel": "where a person is written to, which Discord decides",
    "PostStore.put_pause": "when rows are tried again",
    "TimerStore.due": "timers that a clock ahead of its time has set",
    "NoteStore.keep": "what the program was told itself",
    "NoteStore.keep_first": "as above, once",
    "WebStore.open_page": "a key that is given once",
    "WebStore.close_pages": "a mark of single rows",
    "WebStore.share": "a key that is given once",
    "WebStore.unshare": "a single row",
    "WebStore.note_launch": "the newest of single rows, which nothing is decided on",
    "OperatorStore.add_report": "a row that nothing is decided on",
    "OperatorStore.send_letter": "a key that is given once, with its message",
    "OperatorStore.close_report": "a mark of one row",
    "OperatorStore.bar": "a row of its own; what follows is looked for again and again",
    "OperatorStore.lift": "a row of its own",
    "OperatorStore.add": "a line of a log",
}
"""What else a store writes, and why no decision can be out of date by it."""


def test_nothing_of_the_discord_layer_takes_the_store() -> None:
    taken = re.compile(r"services\.store\b|kernel\.store\b")
    assert [path.name for path in _sources(cogs.__file__) if taken.search(path.read_text(encoding="utf-8"))] == []


def test_nothing_goes_another_way_than_the_mechanism_and_its_tables() -> None:
    offenders = [
        (what, name)
        for path in (*_sources(service.__file__), *_sources(cogs.__file__))
        for what, (way, homes) in BY_HAND.items()
        if (name := path.relative_to(ROOT).as_posix()) not in homes and re.search(way, path.read_text("utf-8"), re.MULTILINE)
    ]
    assert offenders == []


def test_the_store_expects_revisions_and_no_versions_and_notes_nothing_by_itself() -> None:
    pattern = re.compile(r"expected_version|\bContextVar\b")
    sources = Path(str(storage.__file__)).parent.rglob("*.py")
    assert [path.name for path in sources if pattern.search(path.read_text("utf-8"))] == []


def test_every_other_way_to_write_says_why_nothing_decided_is_out_of_date_by_it() -> None:
    writers = {name for path in _sources(storage.repositories.__file__) for name in _writing(ast.parse(path.read_text("utf-8")))}

    assert writers == {*BESIDE}


def _writing(module: ast.Module) -> Iterator[str]:
    """Yield the methods of each store that write: hops made by `write`, and those that call it."""
    for store in (node for node in module.body if isinstance(node, ast.ClassDef) and node.name.endswith("Store")):
        for part in store.body:
            if isinstance(part, ast.Assign) and ast.unparse(part.value).startswith("write("):
                yield f"{store.name}.{ast.unparse(part.targets[0])}"
            elif isinstance(part, ast.AsyncFunctionDef) and "_db.write(" in ast.unparse(part):
                yield f"{store.name}.{part.name}"


def _sources(package: str | None) -> Iterator[Path]:
    return Path(str(package)).parent.rglob("*.py")
