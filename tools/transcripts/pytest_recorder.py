"""A pytest plugin that records which sentences the tests compose, where users read them, and one example of each.

`pytest -p tools.transcripts.pytest_recorder --heard=FOLDER` writes a file for each worker into the folder; `heard` runs the tests
and reads the files.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import UserHandle

from text.template import ROOT
from text.translator import ENGLISH
from tools.transcripts.deterministic_bot import posting
from tools.transcripts.recorder import PLACE, Recorder, Sentence, Sighting, met, pressed
from tools.transcripts.server import plain

TESTS = ("tests/e2e", "tests/text", "tests/cogs")
"""Those in which people read something."""


def _typed_name(shown: str, count: int) -> Callable[..., str]:
    """Return a function that names a typed command by its first `count` text arguments, such as command and option."""
    return lambda *given, **_: f"{shown} /{' '.join([name for name in given if isinstance(name, str)][:count])}"


PLACES: dict[str, Callable[..., str]] = {
    "slash": _typed_name("answer to", 1),
    "autocomplete": _typed_name("suggestions for", 2),
    "click": lambda *_, label=None, **__: pressed(label or "", ENGLISH),
    "select": lambda *_, **__: "answer to a choice in a list",
    "submit_modal": lambda *_, **__: "answer to a form",
    "send": lambda *_, **__: "answer to a typed move",
    "send_dm": lambda *_, **__: "answer to a typed move",
}
"""What people do in a simulated Discord, and where the answer is read."""


class MessageRecorder:
    """Plugin object that records the sentences of each test run in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tests: dict[str, dict[Sentence, Sighting]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Record while the test runs."""
        recorder = Recorder()
        with ExitStack() as stack:
            stack.enter_context(recorder.listening())
            stack.enter_context(posting())
            for kind in (MemberActor, UserHandle):
                stack.enter_context(_name_places(kind))
            result = yield
        self.tests[item.nodeid] = recorder.seen
        return result

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write what this worker recorded to its file."""
        worker = getattr(session.config, "workerinput", {"workerid": "only"})["workerid"]
        sightings = {test: [[*sentence, *sighting] for sentence, sighting in seen.items()] for test, seen in self.tests.items()}
        (self.folder / f"{worker}.json").write_text(json.dumps(sightings), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--heard` for the output folder."""
    parser.addoption("--heard", type=Path, required=True, help="the folder for what is heard")


def pytest_configure(config: pytest.Config) -> None:
    """Register the recorder in every worker."""
    config.pluginmanager.register(MessageRecorder(config.getoption("heard")))


@contextmanager
def _name_places(kind: Any) -> Iterator[None]:
    """Make the actions of simulated users set the place where their answer is read, while the block runs."""
    former = {name: getattr(kind, name) for name in PLACES if hasattr(kind, name)}
    for name, does in former.items():
        setattr(kind, name, _name_place(does, PLACES[name]))
    try:
        yield
    finally:
        for name, does in former.items():
            setattr(kind, name, does)


def _name_place(does: Callable[..., Awaitable[Any]], place: Callable[..., str]) -> Callable[..., Awaitable[Any]]:
    @wraps(does)
    async def done(self: Any, *given: Any, **named: Any) -> Any:
        token = PLACE.set(place(*given, **named))
        try:
            return await does(self, *given, **named)
        finally:
            PLACE.reset(token)

    return done


def heard() -> dict[Sentence, Sighting]:
    """Run the tests and return every sentence they compose, with place and example.

    If several tests compose it, the first by name wins, so that runs agree.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = (
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "auto",
            "-p",
            "tools.transcripts.pytest_recorder",
            f"--heard={folder}",
            *TESTS,
        )
        subprocess.run(command, cwd=ROOT, check=False)  # noqa: S603  # our own tests; what is said in a failing one counts too
        return read(Path(folder))


def read(folder: Path) -> dict[Sentence, Sighting]:
    """Return the sentences that all workers wrote into the folder."""
    sightings = {
        test: seen for path in folder.glob("*.json") for test, seen in json.loads(path.read_text(encoding="utf-8")).items()
    }
    shown = partial(plain, people={}, stranger="@anna")
    return met(
        [{(c, text): Sighting(place, shown(example)) for c, text, place, example in sightings[test]} for test in sorted(sightings)]
    )
