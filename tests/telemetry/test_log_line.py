"""The version names the commit of a clone."""

from __future__ import annotations

import subprocess
from pathlib import Path

from telemetry.log_line import commit_of


def git(folder: Path, *arguments: str) -> str:
    named = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main")
    return subprocess.run(["git", *named, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def test_the_commit_is_read_without_git_however_it_is_kept(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    clone.mkdir()
    git(clone, "init", "-q")
    assert commit_of(clone / ".git") == "", "nothing is committed yet"
    git(clone, "commit", "-q", "--allow-empty", "-m", "first")
    first = git(clone, "rev-parse", "HEAD")
    assert commit_of(clone / ".git") == first, "a branch"

    git(clone, "pack-refs", "--all")
    assert commit_of(clone / ".git") == first, "a packed branch"

    git(clone, "worktree", "add", "-q", "-b", "other", str(tmp_path / "tree"))
    git(tmp_path / "tree", "commit", "-q", "--allow-empty", "-m", "second")
    second = git(tmp_path / "tree", "rev-parse", "HEAD")
    assert commit_of(tmp_path / "tree" / ".git") == second != first, "a worktree"

    git(clone, "checkout", "-q", "--detach", second)
    assert commit_of(clone / ".git") == second, "no branch"
    assert commit_of(tmp_path / "nowhere" / ".git") == "", "no clone"
