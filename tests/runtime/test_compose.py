"""The files that start containers: their settings are those that the program takes, and together they look after everything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it comes with what checks commits

from runtime.settings import Settings
from storage.database_url import PostgresUrl

ROOT = Path(__file__).parents[2]
FILES = ("compose.yaml", "compose.scale.yaml")


def services(name: str) -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    for service in document["services"].values():
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in document["volumes"], volume
    return document["services"]


def of_bot(name: str) -> dict[str, Any]:
    return {name: service for name, service in services(name).items() if "build" in service}


def test_they_are_what_the_specification_of_compose_allows() -> None:
    """By the schema of the specification, which the checker brings with it; it knows no setting that is misspelt."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", *FILES]

    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert process.returncode == 0, process.stdout + process.stderr


@pytest.mark.parametrize("name", FILES)
def test_the_bot_writes_on_its_volume_and_stays(name: str) -> None:
    for service in of_bot(name).values():
        assert service["read_only"] and service["tmpfs"] == ["/tmp"] and service["restart"] == "unless-stopped"
        assert [volume.partition(":")[2] for volume in service["volumes"]] == ["/data"]


@pytest.mark.parametrize("name", FILES)
def test_the_bot_has_no_power_over_its_machine_and_names_version_and_commit(name: str) -> None:
    for service in of_bot(name).values():
        assert service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"]
        assert re.fullmatch(r"\$\{BASTIDE_IMAGE:-bastide:\d+\.\d+\.\d+\}", service["image"])
        assert service["build"] == {"context": ".", "args": {"COMMIT": "${COMMIT:-}"}}


def test_two_processes_look_after_every_shard_of_one_database_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = []
    for service in of_bot("compose.scale.yaml").values():
        for key, value in service["environment"].items():
            monkeypatch.setenv(key, re.sub(r"\$\{POSTGRES_PASSWORD:\?[^}]*\}", "swordfish", value))
        settings = Settings(token="")
        assert (
            isinstance(settings.database, PostgresUrl)
            and str(settings.database) == "postgresql://bastide:***@database:5432/bastide"
        )
        assert settings.metrics is not None and settings.shards is not None
        assert service["depends_on"] == {"database": {"condition": "service_healthy"}}
        parts.append(settings.shards)

    assert {part.of for part in parts} == {4}
    assert sorted(shard for part in parts for shard in part.shards) == [0, 1, 2, 3]


def test_no_two_of_them_share_a_volume_and_the_database_is_looked_after() -> None:
    composed = services("compose.scale.yaml")
    volumes = [volume for service in composed.values() for volume in service["volumes"]]

    assert len({volume.partition(":")[0] for volume in volumes}) == len(volumes) == 3
    assert composed["database"]["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    named = re.fullmatch(r"postgres:(\d+)@sha256:[0-9a-f]{64}", composed["database"]["image"])
    assert named is not None and int(named[1]) >= 15
