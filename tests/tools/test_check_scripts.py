"""The checks of the page's scripts say why they are left out."""

from __future__ import annotations

import shutil

import pytest

from tools import check_scripts


def test_without_node_the_checks_are_left_out_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)

    assert check_scripts.main() == 0
    assert "Node and npm are not installed" in capsys.readouterr().out
