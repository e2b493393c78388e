"""Pinned sources: each part of a build is named by its content, and renewed automatically."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it comes with what checks commits

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yaml"))


def test_every_action_is_named_by_its_commit_and_says_its_version() -> None:
    used = [(file.name, line) for file in WORKFLOWS for line in re.findall(r"uses: (.+)", file.read_text(encoding="utf-8"))]

    loose = [action for action in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/\S+", action[1])]

    assert used and not loose, f"name the commit, and the version behind it: {loose}"


def test_every_base_image_is_named_by_its_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)

    assert len(set(bases)) == 1, "the libraries are installed for the Python that runs them"
    assert re.fullmatch(r"python:3\.12-slim@sha256:[0-9a-f]{64}", bases[0])


def test_one_version_of_uv_installs_everywhere() -> None:
    versions = {
        re.search(r"uv==([\d.]+)", (ROOT / "Dockerfile").read_text(encoding="utf-8")),
        re.search(r"UV_VERSION := ([\d.]+)", (ROOT / "Makefile").read_text(encoding="utf-8")),
    }

    assert len({match and match[1] for match in versions}) == 1


@pytest.mark.parametrize("schema", ["github-workflows", "dependabot"])
def test_the_files_are_what_their_reader_allows(schema: str) -> None:
    files = WORKFLOWS if schema == "github-workflows" else [ROOT / ".github" / "dependabot.yml"]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files)]

    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert process.returncode == 0, process.stdout + process.stderr


def test_whatever_is_pinned_is_renewed() -> None:
    renewed = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))["updates"]

    assert {name["package-ecosystem"] for name in renewed} == {"docker", "docker-compose", "github-actions", "uv"}


def test_only_a_job_that_publishes_may_write() -> None:
    for file in WORKFLOWS:
        flow = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert flow["permissions"] == {"contents": "read"}, file.name
        for name, job in flow["jobs"].items():
            assert name in ("image", "publish") or "permissions" not in job, (file.name, name)
