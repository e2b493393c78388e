"""Programs that tests start can be ended, whatever the shell ignores that the tests were started from."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.signals import DEFAULTS, restore_signals

ASKED = f"import signal; print([signal.getsignal(number) is signal.SIG_IGN for number in {[int(number) for number in DEFAULTS]}])"


@pytest.fixture
def ignored() -> Iterator[None]:
    """As a shell leaves it after `trap '' INT TERM`."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in DEFAULTS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("ignored")
def test_a_program_that_a_test_starts_does_not_ignore_ctrl_c() -> None:
    def ignores() -> str:
        return subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True).stdout.strip()

    assert ignores() == "[True, True]"
    restore_signals()
    assert ignores() == "[False, False]"
