"""A start with other libraries than the locked ones is refused in one sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from runtime.installed import differences, installed_versions, lock_of, refusal
from runtime.lifecycle import ExitCode

ROOT = Path(__file__).parents[2]

LOCK = """version = 1

[[package]]
name = "bastide"
version = "9.9.9"
source = { virtual = "." }
dependencies = [
    { name = "brush" },
    { name = "crane", marker = "platform_machine == 'x86_64'" },
]

[package.optional-dependencies]
sandbox = [
    { name = "stage" },
]

[package.dev-dependencies]
dev = [
    { name = "critic" },
]

[[package]]
name = "brush"
version = "1.2"
dependencies = [
    { name = "bristle" },
]
wheels = [
    { url = "https://files.example/brush-1.2.whl", hash = "sha256:00" },
]

[[package]]
name = "bristle"
version = "3.0"

[[package]]
name = "crane"
version = "4.0"

[[package]]
name = "critic"
version = "5.0"

[[package]]
name = "stage"
version = "6.0"
"""

RIGHT = {"brush": "1.2", "bristle": "3.0"}


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        (RIGHT, []),
        (RIGHT | {"crane": "4.0", "stage": "6.0"}, []),
        (RIGHT | {"critic": "4.9", "unknown": "1"}, []),
        ({"brush": "1.2"}, ["bristle 3.0 is not installed"]),
        (RIGHT | {"bristle": "2.9"}, ["bristle is 2.9 instead of 3.0"]),
        (RIGHT | {"crane": "3.9"}, ["crane is 3.9 instead of 4.0"]),
        (RIGHT | {"stage": "5.9"}, ["stage is 5.9 instead of 6.0"]),
    ],
)
def test_what_running_needs_is_compared_and_nothing_else(found: dict[str, str], wrong: list[str]) -> None:
    assert differences(lock_of(LOCK), found) == wrong


def test_a_library_that_depends_on_pythons_version_may_have_either() -> None:
    lock = LOCK + '\n[[package]]\nname = "brush"\nversion = "1.3"\n'

    assert differences(lock_of(lock), RIGHT | {"brush": "1.3"}) == []
    assert differences(lock_of(lock), RIGHT | {"brush": "1.4"}) == ["brush is 1.4 instead of 1.2 or 1.3"]


def test_the_first_folder_wins_and_names_are_written_in_one_way(tmp_path: Path) -> None:
    for folder, name in (("a", "Brush_Set-1.0.dist-info"), ("b", "brush.set-2.0.dist-info"), ("b", "crane-3.0.1.dist-info")):
        (tmp_path / folder / name).mkdir(parents=True)

    folders = [str(tmp_path / name) for name in ("missing", "a", "b")]
    assert installed_versions(folders) == {
        "brush-set": "1.0",
        "crane": "3.0.1",
    }


def test_here_everything_is_as_locked_and_elsewhere_a_sentence_says_what_to_run(tmp_path: Path) -> None:
    sentence = refusal(folders=[])

    assert refusal() is None and refusal(tmp_path) is None
    assert sentence is not None and "is not installed (and " in sentence and "`make setup`" in sentence


def test_a_python_without_the_libraries_ends_with_78_and_no_traceback() -> None:
    """As `python3 bot.py --check` on a fresh machine, or an upgrade that renewed the program alone."""
    bare = [sys.executable, "-S", "-E", str(ROOT / "bot.py"), "--check"]

    process = subprocess.run(bare, capture_output=True, text=True, check=False, cwd=ROOT)

    assert process.returncode == ExitCode.SETTINGS and "Run `make setup`" in process.stderr
    assert process.stderr.count("\n") == 1 and "Traceback" not in process.stderr
