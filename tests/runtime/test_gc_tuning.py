"""The freezing of objects that survived a full collection, and their thawing after some hours."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime import gc_tuning
from tests.runtime import circles

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seen", circles.ALL, ids=lambda seen: seen.__name__)
def test_what_has_survived_is_put_aside(seen: Callable[[], None]) -> None:
    program = f"from tests.runtime import circles; circles.{seen.__name__}()"

    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


def test_a_process_is_bound_once_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "callbacks", [])
    before, often = sys.getswitchinterval(), gc.get_threshold()
    try:
        gc_tuning.bound_gc_pauses()
        assert [type(hook) for hook in gc.callbacks] == [gc_tuning.GcFreezer]
        assert sys.getswitchinterval() == pytest.approx(gc_tuning.SWITCH_S)
        assert gc.get_threshold() == gc_tuning.OFTEN
    finally:
        sys.setswitchinterval(before)
        gc.set_threshold(*often)
