"""The steps of the Dockerfile, walked without Docker: the tree that it copies, read-only, with its settings and its folders.

What Docker does and this does not: the base image, the installation of the dependencies, the change of the user. Anyone who runs
the tests takes the user's place, without the power to write where the permissions forbid it.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from fnmatch import fnmatch
from importlib.util import cache_from_source, find_spec
from pathlib import Path

import pytest

from tests.wire.discord import Discord
from tests.wire.program import ROOT, SHIM, Program
from text.translator import languages, translator_for

CODE, DATA = "/srv/bastide", "/data"
"""Where the image keeps the program and what the program writes."""

_DROP_BOUND, _DAC_OVERRIDE = 24, 1


def steps() -> Iterator[tuple[str, str]]:
    """Yield the instructions of the Dockerfile in order, those of the last stage only after its FROM."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest


def settings(folder: Path) -> dict[str, str]:
    """Return every ENV of the last stage, overridden by `.env.example` as `--env-file` reads it: whole lines, no quotes."""
    settings: dict[str, str] = {}
    for word, rest in steps():
        settings = {} if word == "FROM" else settings
        if word == "ENV":
            settings |= dict(re.findall(r"(\w+)=(\S*)", rest))
    for line in (ROOT / ".env.example").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.partition("=")
            settings[name] = value
    settings["BASTIDE_COMMIT"] = "0123456789"
    return {name: value.replace(CODE, str(folder / "code")).replace(DATA, str(folder / "data")) for name, value in settings.items()}


def command(word: str, folder: Path) -> list[str]:
    """CMD, or the command of HEALTHCHECK, with the paths of this machine."""
    last = [rest for name, rest in steps() if name == word][-1]
    parts = json.loads(last[last.index("[") :])
    here = {f"{CODE}/.venv/bin/python": sys.executable}
    return [here.get(part, part.replace(CODE, str(folder / "code"))) for part in parts]


@pytest.fixture
def image(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with the copied, read-only tree, and the empty volume."""
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    ignored = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line]
    for name in files.stdout.splitlines():
        if (ROOT / name).is_file() and not any(fnmatch(name, rule) or name.startswith(f"{rule}/") for rule in ignored):
            target = tmp_path / "code" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
            if (compiled := Path(cache_from_source(str(ROOT / name)))).is_file() and target.suffix == ".py":  # as in the image
                target.parent.joinpath("__pycache__").mkdir(exist_ok=True)
                shutil.copy2(compiled, cache_from_source(str(target)))
    _compile_and_strip(tmp_path / "code")
    (tmp_path / "data").mkdir()
    folders = [folder for folder in (tmp_path / "code").rglob("*") if folder.is_dir()] + [tmp_path / "code"]
    for folder in folders:
        folder.chmod(0o555)
    yield tmp_path
    for folder in folders:
        folder.chmod(0o755)


def _compile_and_strip(code: Path) -> None:
    """Compile the catalogues and take away what the build takes away; a library that is imported all the same fails."""
    subprocess.run([sys.executable, "-m", "text.mo_cache"], cwd=code, check=True, env={**os.environ, "PYTHONPATH": str(code)})
    (built,) = [rest for word, rest in steps() if word == "RUN" and "text.mo_cache" in rest]
    taken = built.partition("&& rm -r ")[2].partition(" &&")[0].split()
    for pattern in taken:
        for path in code.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if "site-packages/" in pattern:
            missing = code / f"{pattern.rpartition('/')[2]}.py"
            missing.write_text(f"raise ImportError({missing.stem!r} + ' is not in the image')\n", encoding="utf-8")
    assert not list(code.rglob("*.po"))


def _ordinary() -> None:
    """Even the superuser may only write then where the permissions allow it."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(_DROP_BOUND, _DAC_OVERRIDE, 0, 0, 0)


async def run(image: Path, wire: Discord, arguments: list[str], **more: str) -> Program:
    """Start a program in the image, in its working folder."""
    there = settings(image)
    there["PYTHONPATH"] = f"{SHIM}:{there['PYTHONPATH']}"
    clean = {"HOME": str(image / "data"), "WIRE_ADDRESS": wire.address}
    return await Program.of(arguments, image / "data", {**clean, **there, **more}, _ordinary)


@pytest.fixture
async def bot(image: Path, wire: Discord) -> AsyncIterator[Program]:
    """Start what CMD starts, with `.env.example` but for the token."""
    wire.guild()
    program = await run(image, wire, command("CMD", image), DISCORD_TOKEN=wire.token)
    yield program
    await program.kill()


async def test_as_documented_it_starts_and_is_healthy(bot: Program, image: Path, wire: Discord) -> None:
    """Everything that it writes lies on the volume; the version names the commit."""
    await bot.says(r"\bready\b.*servers=1")

    health = await run(image, wire, command("HEALTHCHECK", image))

    check = await run(image, wire, [sys.executable, "-m", "bot", "--check"], DISCORD_TOKEN=wire.token)
    assert await health.ends() == 0, health.said
    assert await check.ends() == 0, check.said
    assert "version=0" in bot.said and "+0123456" in bot.said
    assert {"bastide.db", "bastide.alive"} <= {file.name for file in (image / "data").iterdir()}
    assert await bot.stop() == 0
    assert "Traceback" not in bot.said and "WARNING" not in bot.said, bot.said


def test_the_image_leaves_the_sandbox_and_the_tests_out() -> None:
    """A simulated Discord and a video encoder are half of what would be installed."""
    installs = [rest for word, rest in steps() if word == "RUN" and "uv sync" in rest]

    assert installs and all(
        "--no-dev" in install and "sandbox" not in install and "--all-extras" not in install and "--no-cache" in install
        for install in installs
    )
    assert {"tests", "docs", ".git"} <= set((ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines())


def test_the_image_speaks_every_language_without_the_catalogues_sources_and_without_babel(image: Path) -> None:
    """A tenth of the image are data on all languages, which are of no use once the catalogues are compiled."""
    asked = (
        "from text.translator import languages, translator_for\n"
        "print(*(f'{name}: ' + translator_for(name).say('Place tile') for name in languages()), sep='; ')"
    )

    process = subprocess.run(
        [sys.executable, "-c", asked], cwd=image / "code", check=True, capture_output=True, text=True, env=settings(image)
    )

    assert process.stdout.strip().split("; ") == [f"{name}: {translator_for(name).say('Place tile')}" for name in languages()]
    assert len(set(process.stdout.split("; "))) > 5
    assert (image / "code" / "babel.py").exists()


def test_what_the_build_runs_of_this_program_is_there() -> None:
    """Every module that it calls exists."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    modules = re.findall(r"python -m ([\w.]+)", text)
    assert {"render.warm", "text.mo_cache"} <= set(modules) and "python -c" not in text

    for module in modules:
        assert find_spec(module) is not None, module


def test_what_the_compose_file_names_is_there() -> None:
    """Volume and folder of the writable cache fit the Dockerfile."""
    composed = (ROOT / "compose.yaml").read_text(encoding="utf-8")

    assert f"bastide:{DATA}" in composed and "env_file: .env" in composed
    assert ("USER", "bastide") in list(steps()) and ("VOLUME", DATA) in list(steps())
