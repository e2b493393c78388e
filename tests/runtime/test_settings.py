"""Misspelt settings are noticed, and every setting is known and written down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from runtime.preflight import check
from runtime.settings import NAMES, TOKEN, Settings, nearest_setting, unknown

ROOT = Path(__file__).parents[2]

IN_THE_IMAGE = {"BASTIDE_CACHE_UNDER", "BASTIDE_COMMIT", "BASTIDE_CONTAINER"}
"""Set by the Dockerfile; nobody else needs to know them."""


@pytest.mark.parametrize(
    ("name", "nearest"), [("BASTIDE_BACKUP", "BASTIDE_BACKUPS"), ("BASTIDE_EMOJI", "BASTIDE_EMOJIS"), ("BASTIDE_QQQQQQQQQ", "")]
)
def test_a_misspelt_setting_is_named_with_the_nearest(name: str, nearest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for known in NAMES:
        monkeypatch.setenv(known, "")
    monkeypatch.setenv(name, "1")

    assert list(unknown()) == [(name, nearest)]


def slips(name: str) -> list[str]:
    """Return a name with a letter left out, doubled, exchanged with the next one or mistaken, and written in other ways."""
    slips = [name.lower(), name.replace("_", "-"), name.replace("_", ""), name.replace("_", "__", 1)]
    for place in range(len(name)):
        before, letter, after = name[:place], name[place], name[place + 1 :]
        slips += [before + after, before + 2 * letter + after, before + after[:1] + letter + after[1:], f"{before}X{after}"]
    return sorted({*slips} - NAMES - {TOKEN})


@pytest.mark.parametrize("each", [23, pytest.param(1, marks=pytest.mark.soak)])
def test_whatever_slip_the_setting_that_was_meant_is_named(each: int) -> None:
    """In its beginning too, where it would not even look like a setting."""
    wrong = {
        slip: nearest_setting(slip) for name in (*NAMES, TOKEN) for slip in slips(name)[::each] if nearest_setting(slip) != name
    }

    assert wrong == {}


@pytest.mark.parametrize(
    "name", ["PATH", "BASTION_HOST", "DISCORD_WEBHOOK", "COMPOSE_PROJECT_NAME", "TOKEN", "DISC", "BASE", "_", ""]
)
def test_what_belongs_to_other_programs_is_no_slip(name: str) -> None:
    assert nearest_setting(name) is None


def test_a_misspelt_setting_in_the_file_is_found_by_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("BASTIDE_LGO=DEBUG\n", encoding="utf-8")

    assert check(Settings(token="", database=tmp_path / "data" / "bastide.db")) == 1

    wrong = [line for line in capsys.readouterr().out.splitlines() if line.startswith("MEND")]
    assert wrong == ["MEND  There is no setting BASTIDE_LGO: did you mean BASTIDE_LOG?"]


def test_a_sandbox_alone_passes_the_check_without_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where its database is an empty file, which the first start fills."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:1/nobody")
    (tmp_path / "bastide.db").touch()

    assert check(Settings(token="", database=tmp_path / "bastide.db")) == 0, capsys.readouterr().out


def test_the_example_names_every_setting_that_a_host_may_want() -> None:
    example = set(re.findall(r"^#? ?(BASTIDE_\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))

    assert example == NAMES - IN_THE_IMAGE
