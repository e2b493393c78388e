"""The installation check `python bot.py --check`: one plain sentence for each thing checked, with what is still missing.

It changes nothing, except that it takes and releases a lock, may keep a sprite in the cache, and creates folders that the bot needs
anyway. The token is sent only to Discord, to check that it is known.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path

import aiohttp
import discord
from PIL import ImageFont

from cogs.bot_permissions import PERMISSIONS, invitation
from render import sprites
from render.disk_cache import cache_folder, underlying_folder
from runtime.settings import Settings, unknown
from storage import database_url, opening
from storage.backends.health_probe import Probe, probe
from storage.database_url import PostgresUrl
from storage.errors import MissingTablesError, StorageError
from storage.maintenance.missing_database import require_found
from storage.sharding import ShardSet
from storage.store import open_sqlite
from telemetry.log_line import version

_ASK_S = 8.0
_DRIFT_S = 30
"""A clock that is further off makes stamps in messages look wrong."""


@dataclass(frozen=True)
class CheckResult:
    """The result of one check: whether it passed, and a sentence."""

    fine: bool
    sentence: str


def check(settings: Settings) -> int:
    """Print the results of all checks; return 0 if the bot can start, 1 if a problem must be solved first."""
    sys.stdout.write(f"Bastide {version()} on Python {sys.version.split()[0]}\n")
    check_results = list(_findings(settings))
    for finding in check_results:
        sys.stdout.write(f"{'ok    ' if finding.fine else 'MEND  '}{finding.sentence}\n")
    return 0 if all(finding.fine for finding in check_results) else 1


def _findings(settings: Settings) -> Iterator[CheckResult]:
    yield CheckResult(fine=True, sentence=f"Settings are readable; the log begins at {settings.log_level} (BASTIDE_LOG).")
    yield from _misspelt()
    yield _token(settings)
    yield _invitation(settings)
    yield _permissions()
    yield _folder(database_url.file_beside(settings.database, ""))
    if isinstance(settings.database, Path):
        yield _file(settings.database, must_exist=settings.must_exist)
    else:
        yield _server(settings.database)
    yield from _leases(settings)
    yield _fonts()
    yield _sprites()
    if not settings.token and not settings.container:
        yield CheckResult(fine=True, sentence="Discord was not asked: the sandbox needs neither it nor the network.")
        return
    yield asyncio.run(_discord())
    if settings.token_looks_right:
        yield asyncio.run(_check_token(settings.token))


def _misspelt() -> Iterator[CheckResult]:
    for name, nearest in unknown():
        meant = f"did you mean {nearest}?" if nearest else ".env.example lists them all."
        yield CheckResult(fine=False, sentence=f"There is no setting {name}: {meant}")


def _token(settings: Settings) -> CheckResult:
    if not settings.token:
        return CheckResult(fine=not settings.container, sentence="DISCORD_TOKEN is empty: the bot opens the sandbox, not Discord.")
    if not settings.token_looks_right:
        return CheckResult(
            fine=False, sentence="DISCORD_TOKEN does not look like a token (three parts and two dots): copy it again."
        )
    return CheckResult(fine=True, sentence="DISCORD_TOKEN has the form of a token.")


def _invitation(settings: Settings) -> CheckResult:
    number = _application(settings.token)
    if number is None:
        return CheckResult(fine=True, sentence="The address that invites the bot is printed here once there is a token.")
    return CheckResult(fine=True, sentence=f"Invite the bot with {invitation(number)}")


def _application(token: str) -> int | None:
    """Return the application id, which is the first part of a token in base 64; None if it can't be read."""
    first = token.partition(".")[0]
    with suppress(binascii.Error, ValueError):
        return int(base64.b64decode(first + "=" * (-len(first) % 4)))
    return None


def _permissions() -> CheckResult:
    names = ", ".join(name.replace("_", " ") for name, on in PERMISSIONS if on)
    return CheckResult(fine=True, sentence=f"The permissions that it asks for are {PERMISSIONS.value}: {names}.")


def _folder(database: Path) -> CheckResult:
    folder = database.absolute().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return CheckResult(
            fine=False, sentence=f"The folder {folder} cannot be written ({error.strerror}): give it to the bot's user."
        )
    return CheckResult(fine=True, sentence=f"The folder {folder} can be written.")


def _server(server: PostgresUrl) -> CheckResult:
    try:
        probe = opening.probe(server)
    except MissingTablesError:
        return CheckResult(fine=True, sentence=f"The database {server} is empty; the first start makes its tables.")
    except StorageError as error:
        return CheckResult(fine=False, sentence=f"The database {server} cannot be used: {error}.")
    return CheckResult(fine=True, sentence=f"The database {server} can be written; {_waiting_reason(probe)}.")


def _leases(settings: Settings) -> Iterator[CheckResult]:
    """Yield the shards that each process holds of a shared database, and the shards that are free."""
    try:
        leases = opening.leases(settings.database)
    except StorageError:
        return  # said of the database itself
    for holder in sorted({lease.holder for lease in leases}):
        its = [lease for lease in leases if lease.holder == holder]
        until = min(lease.until for lease in its)
        part = ShardSet.named(lease.name for lease in its)
        yield CheckResult(fine=True, sentence=f"The process {holder} looks after shards {part}, until {until:%H:%M:%S} UTC.")
    if leases:
        yield _check_part(settings.shards, ShardSet.named(lease.name for lease in leases))


def _check_part(wanted: ShardSet | None, part: ShardSet) -> CheckResult:
    if wanted is not None and part.shards and wanted.of != part.of:
        dealt = f"Others deal the servers into {part.of} shards, and BASTIDE_SHARDS says {wanted.of}"
        return CheckResult(fine=False, sentence=f"{dealt}: say the same everywhere, or stop them first.")
    left = ShardSet(part.of, frozenset(range(part.of)) - part.shards, common=not part.common)
    return CheckResult(fine=True, sentence=f"Nobody looks after shards {left}." if left else "Every shard is looked after.")


def _file(database: Path, *, must_exist: bool) -> CheckResult:
    try:
        require_found(database, must_exist=must_exist)
    except StorageError as error:
        return CheckResult(fine=False, sentence=f"{str(error)[:1].upper()}{str(error)[1:]}.")
    if not database.exists():
        return CheckResult(fine=True, sentence=f"The database {database.absolute()} is not there yet; the first start makes it.")
    try:
        probed = probe(database)
    except MissingTablesError:
        return CheckResult(fine=True, sentence=f"The database {database.absolute()} is empty; the first start makes its tables.")
    except StorageError as error:
        return CheckResult(fine=False, sentence=f"The database {database.absolute()} cannot be used: {error}.")
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            _copy(database, copy)
            asyncio.run(_open_database(copy))
    except (StorageError, OSError) as error:
        return CheckResult(fine=False, sentence=f"The database {database.absolute()} cannot be used: {error}.")
    return CheckResult(fine=True, sentence=f"The database {database.absolute()} can be written; {_waiting_reason(probed)}.")


def _waiting_reason(probe: Probe) -> str:
    return f"{probe.running} games run, {probe.posts_waiting + probe.private_waiting} messages wait to be sent"


async def _open_database(database: Path) -> None:
    await (await open_sqlite(database)).close()


def _copy(database: Path, copy: Path) -> None:
    """Copy the database, so that the migration can be tried without changing it."""
    with closing(sqlite3.connect(database)) as there, closing(sqlite3.connect(copy)) as here:
        there.backup(here)


def _fonts() -> CheckResult:
    try:
        fine = isinstance(ImageFont.load_default(20), ImageFont.FreeTypeFont)
    except OSError:
        fine = False
    return CheckResult(fine, "Letters can be drawn." if fine else "Pillow was built without FreeType: install its wheel from PyPI.")


def _sprites() -> CheckResult:
    sprites.process_sprites().tile("summer", 128, "base/D", 0, 0)
    folders = [str(folder) for folder in (cache_folder(), underlying_folder()) if folder is not None and any(folder.glob("*/*"))]
    if folders:
        return CheckResult(fine=True, sentence=f"Tiles can be drawn; drawn ones are kept in {' and '.join(folders)}.")
    lacking = f"Tiles can be drawn, but none are kept in {cache_folder()}: first pictures take longer."
    return CheckResult(fine=True, sentence=lacking)


async def _discord() -> CheckResult:
    patience = aiohttp.ClientTimeout(total=_ASK_S)
    try:
        async with aiohttp.ClientSession(timeout=patience) as session, session.get(f"{discord.http.Route.BASE}/gateway") as answer:
            there = parsedate_to_datetime(answer.headers["Date"])
    except (aiohttp.ClientError, TimeoutError, OSError, KeyError, ValueError) as error:
        return CheckResult(fine=False, sentence=f"Discord cannot be reached ({type(error).__name__}): look at network and proxy.")
    off = abs((datetime.now(UTC) - there).total_seconds())
    if off > _DRIFT_S:
        return CheckResult(fine=False, sentence=f"Discord answers, but the clock here is {off:.0f} s off: set it (NTP).")
    return CheckResult(fine=True, sentence=f"Discord answers, and the clock is right: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC.")


async def _check_token(token: str) -> CheckResult:
    """Return whether Discord knows the token. If Discord can't be reached, another check reports why."""
    patience, secret = aiohttp.ClientTimeout(total=_ASK_S), {"Authorization": f"Bot {token}"}
    me = f"{discord.http.Route.BASE}/users/@me"
    try:
        async with aiohttp.ClientSession(timeout=patience) as session, session.get(me, headers=secret) as answer:
            status, document = answer.status, await answer.json()
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
        return CheckResult(fine=True, sentence="Whether the token is valid could not be asked.")
    if status == HTTPStatus.UNAUTHORIZED:
        text = (
            "Discord does not know the token in DISCORD_TOKEN: make a new one (https://discord.com/developers/applications, Bot)."
        )
        return CheckResult(fine=False, sentence=text)
    if status != HTTPStatus.OK:
        return CheckResult(fine=True, sentence=f"Whether the token is valid could not be asked: Discord answered {status}.")
    return CheckResult(fine=True, sentence=f"Discord knows the token: it is that of {document['username']}.")
