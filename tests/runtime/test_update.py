"""The one step that upgrades a clone, walked with a repository of its own: the libraries follow the version."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


class Host:
    """A clone of a repository that is published in another folder; what would install says so in a file instead."""

    def __init__(self, folder: Path) -> None:
        self.published, self.clone, self.said = folder / "published", folder / "clone", folder / "said"
        self.published.mkdir()
        self.git(self.published, "init", "--quiet", "--initial-branch=main")
        shutil.copy(ROOT / "Makefile", self.published)
        (self.published / ".gitignore").write_text(".venv\n", encoding="utf-8")
        self.publish("1")
        self.said.touch()
        for name in ("uv", "python"):
            (folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {self.said}\n', encoding="utf-8")
            (folder / name).chmod(0o755)
        self.tools = folder

    def git(self, folder: Path, *arguments: str) -> str:
        named = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        return subprocess.run(["git", *named, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()

    def publish(self, lock: str, tag: str = "") -> None:
        for name in ("uv.lock", "pyproject.toml"):
            (self.published / name).write_text(lock, encoding="utf-8")
        self.git(self.published, "add", "--all")
        self.git(self.published, "commit", "--quiet", "--allow-empty", "--message", lock)
        if tag:
            self.git(self.published, "tag", tag)

    def make(self, target: str) -> str:
        """Run it in the clone; what was installed or started."""
        self.said.write_text("", encoding="utf-8")
        (self.clone / ".venv").mkdir(exist_ok=True)
        command = ["make", target, f"UV={self.tools / 'uv'}", f"BIN={self.tools}"]
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        subprocess.run(command, cwd=self.clone, check=True, capture_output=True, text=True, env=clean)
        return self.said.read_text(encoding="utf-8")

    @property
    def lock(self) -> str:
        return (self.clone / "uv.lock").read_text(encoding="utf-8")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def test_a_clone_of_a_branch_gets_the_newest_commit_and_its_libraries(host: Host) -> None:
    host.git(host.tools, "clone", "--quiet", str(host.published), "clone")
    assert "uv sync --frozen" in host.make("setup") and "uv" not in host.make("setup")
    host.publish("2")

    assert "uv sync --frozen" in host.make("update") and host.lock == "2"


def test_a_clone_of_a_release_gets_the_newest_release_and_not_what_follows_it(host: Host) -> None:
    host.publish("2", "v0.9.0")
    host.git(host.tools, "clone", "--quiet", "--branch", "v0.9.0", str(host.published), "clone")
    host.make("setup")
    host.publish("3", "v0.10.0")
    host.publish("4")

    assert "uv sync --frozen" in host.make("update") and host.lock == "3"


def test_where_only_git_pull_was_run_the_unit_installs_what_is_new(host: Host) -> None:
    host.git(host.tools, "clone", "--quiet", str(host.published), "clone")
    host.make("setup")
    host.publish("2")
    host.git(host.clone, "pull", "--quiet")
    unit = (ROOT / "bastide.service").read_text(encoding="utf-8")

    assert "\nExecStartPre=/usr/bin/make --silent setup\n" in unit
    assert "uv sync --frozen" in host.make("setup")


def test_setup_installs_for_running_and_tests_get_the_rest(host: Host) -> None:
    host.git(host.tools, "clone", "--quiet", str(host.published), "clone")

    running, testing = host.make("setup"), host.make(".venv/ready")

    assert "--no-dev --inexact --extra metrics --python" in running and "sandbox" not in running
    assert "--extra sandbox" in testing and "--no-dev" not in testing


def test_without_a_token_the_sandbox_is_installed_before_it_runs(host: Host) -> None:
    host.git(host.tools, "clone", "--quiet", str(host.published), "clone")
    (host.clone / ".env").write_text("DISCORD_TOKEN=\n", encoding="utf-8")
    assert "--extra sandbox" in host.make("run")

    (host.clone / ".venv" / "sandbox").unlink()
    (host.clone / ".env").write_text("DISCORD_TOKEN=a.b.c\n", encoding="utf-8")
    assert "--extra sandbox" not in host.make("run")
