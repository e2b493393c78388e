"""Settings of an installation: from the environment, else from `.env` in the working folder, else a default."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher, get_close_matches
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

from dotenv import dotenv_values

from service.lobby.quotas import Quotas
from storage.database_url import InvalidDatabaseUrlError, Place, read, sign_of_life
from storage.sharding import WHOLE, ShardSet
from web import activity_sdk

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
"""What `BASTIDE_LOG` may say, the most talkative first."""

PREFIX, TOKEN = "BASTIDE_", "DISCORD_TOKEN"

NAMES = frozenset(
    PREFIX + name
    for name in (
        *(
            "BACKUPS",
            "CACHE",
            "CACHE_UNDER",
            "COMMIT",
            "CONTAINER",
            "DB",
            "DB_MUST_EXIST",
            "EMOJIS",
            "EXCLUDED",
            "GAMES_PER_MEMBER",
            "IMAGE",
        ),
        *("KEEP_POSITION", "LOBBIES_PER_MEMBER", "LOBBIES_PER_SERVER", "LOG", "LOG_JSON", "METRICS", "OWNERS", "POSITION"),
        *("RATED_SERVERS", "REPORTS", "SANDBOX_PORT", "SHARDS"),
        *("UNWANTED_WORDS", "VACATION_DAYS", "WEB", "WEB_PROXY", "WEB_SDK", "WEB_SECRET", "WEB_URL"),
    )
)
"""Every setting but the token. `BASTIDE_IMAGE` is read by the compose files."""

ALIKE = 0.8
"""How much a name or its beginning has in common with one of ours if that is what was meant: `BASTID_DB`, `DISCORD_BOT_TOKEN`."""

_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{4,}\.[\w-]{20,}")
"""Three parts with dots between: the application's id, a time, a signature."""


class SettingError(Exception):
    """Raised for an invalid setting. The message is one sentence for the self-hoster that says what would be valid."""


def setting_value(name: str, default: str = "") -> str:
    """Return the value of a setting from the environment, else from `.env` in the working folder, else the default.

    An empty value counts as unset.
    """
    assert name in NAMES or not name.startswith(PREFIX), f"{name} is missing in NAMES"
    return os.environ.get(name) or dotenv_values(".env").get(name) or default


def unknown() -> Iterator[tuple[str, str]]:
    """Yield the variable names that look like settings but aren't, each with the most similar setting or an empty string.

    The names are in order.
    """
    for name in sorted({*os.environ, *dotenv_values(".env")} - NAMES - {TOKEN}):
        if (nearest := nearest_setting(name)) is not None:
            yield name, nearest


def nearest_setting(name: str) -> str | None:
    """Return the setting most similar to `name`, empty if none is similar, None if it isn't one of this program's variables."""
    plain = name.upper().replace("-", "_")
    is_ours = SequenceMatcher(None, plain.replace("_", "")[: len(PREFIX) - 1], PREFIX.rstrip("_")).ratio() > ALIKE
    known = sorted(NAMES) if is_ours else [TOKEN]
    close_matches = next(iter(get_close_matches(plain, known, n=1, cutoff=0.6 if is_ours else ALIKE)), "")
    return close_matches if is_ours or close_matches else None


def _level() -> str:
    level = setting_value("BASTIDE_LOG", "INFO").upper()
    if level not in LEVELS:
        raise SettingError(f"BASTIDE_LOG is {level!r}; it may be {', '.join(LEVELS[:-1])} or {LEVELS[-1]}.")
    return level


def _port() -> int:
    text = setting_value("BASTIDE_SANDBOX_PORT", "0")
    if not text.isdecimal() or int(text) > 65535:
        raise SettingError(f"BASTIDE_SANDBOX_PORT is {text!r}; it may be a port from 1 to 65535, or 0 for any free one.")
    return int(text)


def _backups() -> int:
    text = setting_value("BASTIDE_BACKUPS", "7")
    if not text.isdecimal() or int(text) > 999:
        raise SettingError(f"BASTIDE_BACKUPS is {text!r}; it may be how many daily backups are kept, from 1 to 999, or 0 for none.")
    return int(text)


@dataclass(frozen=True)
class ListenAddress:
    """Host and port on which a server of this machine listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


_AT = re.compile(r"(?:(?P<host>[\w.-]+|\[[0-9a-fA-F:]+\]):)?(?P<port>\d{1,5})")


def _address(name: str, example: int) -> ListenAddress | None:
    text = setting_value(name)
    if not text:
        return None
    matched = _AT.fullmatch(text)
    if matched is None or not 0 < int(matched["port"]) <= 65535:
        raise SettingError(
            f"{name} is {text!r}; it may be a port such as {example}, for this machine alone, or an address like 0.0.0.0:{example}."
        )
    return ListenAddress((matched["host"] or "127.0.0.1").strip("[]"), int(matched["port"]))


def _metrics() -> ListenAddress | None:
    listen_address = _address("BASTIDE_METRICS", 9464)
    if listen_address is not None and find_spec("prometheus_client") is None:
        raise SettingError("BASTIDE_METRICS needs what is not installed here: uv sync --extra metrics.")
    return listen_address


def _web() -> ListenAddress | None:
    return _address("BASTIDE_WEB", 8090)


_URL = re.compile(r"https?://[\w.-]+(:\d{1,5})?/?")


def _web_url() -> str:
    text = setting_value("BASTIDE_WEB_URL")
    if text and _URL.fullmatch(text) is None:
        raise SettingError(f"BASTIDE_WEB_URL is {text!r}; it may be where people reach the board, like https://board.example.org.")
    return text


def _web_proxies() -> tuple[IPv4Network | IPv6Network, ...]:
    text = setting_value("BASTIDE_WEB_PROXY", "127.0.0.1 ::1")
    try:
        return tuple(ip_network(network) for network in text.replace(",", " ").split())
    except ValueError as error:
        raise SettingError(
            f"BASTIDE_WEB_PROXY is {text!r}; it may be the addresses of the reverse proxy, like 127.0.0.1 or 172.18.0.0/16."
        ) from error


def _web_sdk() -> Path:
    return Path(setting_value("BASTIDE_WEB_SDK", str(activity_sdk.FOLDER)))


def _web_secret() -> str:
    secret = setting_value("BASTIDE_WEB_SECRET").strip()
    if not secret:
        return ""
    if not setting_value("BASTIDE_WEB") or not setting_value("BASTIDE_WEB_URL").startswith("https://"):
        raise SettingError("BASTIDE_WEB_SECRET needs BASTIDE_WEB and a BASTIDE_WEB_URL that begins with https:// as well.")
    if not activity_sdk.is_there(_web_sdk()):
        raise SettingError("BASTIDE_WEB_SECRET needs Discord's scripts, which are not installed here: python -m tools.activity.")
    return secret


def _integer_setting(name: str, default: int, *, least: int = 1, most: int = 9999) -> int:
    text = setting_value(name, str(default))
    if not text.isdecimal() or not least <= int(text) <= most:
        raise SettingError(f"{name} is {text!r}; it may be a number from {least} to {most}.")
    return int(text)


def _limits() -> Quotas:
    usual = Quotas()
    return Quotas(
        _integer_setting("BASTIDE_LOBBIES_PER_MEMBER", usual.lobbies_of_member),
        _integer_setting("BASTIDE_LOBBIES_PER_SERVER", usual.lobbies_of_server),
        _integer_setting("BASTIDE_GAMES_PER_MEMBER", usual.games_of_member),
        _integer_setting("BASTIDE_VACATION_DAYS", usual.vacation_days, least=0, most=365),
        rated_servers=_parse_rated_servers(),
        excluded=_numbers("BASTIDE_EXCLUDED", "the numbers of people and servers with commas between them"),
        owners=_numbers("BASTIDE_OWNERS", "the numbers of people with commas between them"),
        reports_channel=_parse_channel_id("BASTIDE_REPORTS"),
        unwanted_words=_parse_word_list("BASTIDE_UNWANTED_WORDS"),
    )


def _numbers(name: str, meant: str) -> frozenset[int]:
    """Return the numbers in a setting. Raises `SettingError`, which describes them as `meant`."""
    text = setting_value(name).replace(",", " ")
    if not all(number.isdecimal() for number in text.split()):
        raise SettingError(f"{name} is {setting_value(name)!r}; it may be {meant}.")
    return frozenset(map(int, text.split()))


def _parse_channel_id(name: str) -> int | None:
    """Return the channel id in a setting; None if it is unset. Raises `SettingError`."""
    text = setting_value(name).strip()
    if text and not text.isdecimal():
        raise SettingError(f"{name} is {text!r}; it may be the number of a channel.")
    return int(text) if text else None


def _parse_word_list(name: str) -> frozenset[str]:
    """Return the words and phrases of a comma-separated setting. Raises `SettingError`."""
    translator = [word.strip() for word in setting_value(name).split(",")]
    if wrong := next((word for word in translator if word and not any(sign.isalnum() for sign in word)), ""):
        example = "spam, buy now, casino*"
        raise SettingError(f"{name} has {wrong!r} in it; it may be words and phrases with commas between them, like {example}.")
    return frozenset(word for word in translator if word)


def _parse_rated_servers() -> frozenset[int] | None:
    if setting_value("BASTIDE_RATED_SERVERS").strip() == "all":
        return None
    return _numbers("BASTIDE_RATED_SERVERS", "the numbers of servers with commas between them, or all")


_SHARDS = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


def _shards() -> ShardSet | None:
    text = setting_value("BASTIDE_SHARDS").replace(" ", "")
    if not text:
        return None
    matched = _SHARDS.fullmatch(text)
    first, last, of = (int(number or matched[1]) for number in matched.groups()) if matched else (1, 0, 0)
    if not first <= last < of:
        raise SettingError(
            f"BASTIDE_SHARDS is {text!r}; it may be the first and the last of so many shards, from 0: 0-3/16, or one: 5/16."
        )
    return ShardSet(of, frozenset(range(first, last + 1)), common=True)


def _container() -> bool:
    return _switch("BASTIDE_CONTAINER", "0", "in a container")


def emojis_wanted() -> bool:
    """Return whether the bot may have emojis of its own for the pictures in its texts. Raises `SettingError`."""
    return _switch("BASTIDE_EMOJIS", "1", "our own pictures in the text")


def _switch(name: str, default: str, meaning: str) -> bool:
    text = setting_value(name, default)
    if text not in ("0", "1"):
        raise SettingError(f"{name} is {text!r}; it may be 1 ({meaning}) or 0.")
    return text == "1"


def _database() -> Place:
    try:
        return read(setting_value("BASTIDE_DB", "data/bastide.db"))
    except InvalidDatabaseUrlError as error:
        raise SettingError(f"BASTIDE_DB leads nowhere: {error}.") from error


@dataclass(frozen=True)
class Settings:
    """All settings of an installation.

    Values that aren't given as arguments are read from the environment and from `.env`. Raises `SettingError`.
    """

    token: str = field(default_factory=lambda: setting_value(TOKEN).strip(), repr=False)
    """The bot's secret; empty means the sandbox. Never printed, never logged."""
    database: Place = field(default_factory=_database)
    """The SQLite file, whose folder is made when missing, or the PostgreSQL server."""
    must_exist: bool = field(default_factory=lambda: _switch("BASTIDE_DB_MUST_EXIST", "0", "never begin with a new database"))
    """Whether a database without anything in it is refused; where backups lie beside it that is so anyway."""
    log_level: str = field(default_factory=_level)
    """One of `LEVELS`."""
    log_json: bool = field(default_factory=lambda: _switch("BASTIDE_LOG_JSON", "0", "each line of the log as a JSON object"))
    sandbox_port: int = field(default_factory=_port)
    """The port of the sandbox's page; 0 takes any free one."""
    position: str = field(default_factory=lambda: setting_value("BASTIDE_POSITION"))
    """The file of a game that the sandbox opens, with the number of its rows behind a colon; empty: none."""
    keep_position: str = field(default_factory=lambda: setting_value("BASTIDE_KEEP_POSITION"))
    """The file into which the sandbox writes its newest running game when it ends; empty: none."""
    backups: int = field(default_factory=_backups)
    """How many daily backups are kept beside the database; 0 makes none."""
    metrics: ListenAddress | None = field(default_factory=_metrics)
    """Where figures for Prometheus are to be had; None: nowhere."""
    web: ListenAddress | None = field(default_factory=_web)
    """Where the board in the browser is served; None: nowhere, but in the sandbox."""
    web_url: str = field(default_factory=_web_url)
    """Where people reach that from outside; empty: at that same address."""
    web_secret: str = field(default_factory=_web_secret, repr=False)
    """The OAuth secret of the application, with which the board opens inside Discord; empty: it doesn't. Never logged."""
    web_sdk: Path = field(default_factory=_web_sdk)
    """The folder of Discord's scripts for that."""
    web_proxies: tuple[IPv4Network | IPv6Network, ...] = field(default_factory=_web_proxies)
    """The reverse proxies in front of the board, whose word for a reader's address is taken."""
    limits: Quotas = field(default_factory=_limits)
    """How much one person and one server may have at a time."""
    shards: ShardSet | None = field(default_factory=_shards)
    """The part of this process, where several share a database; None: all servers, over as many shards as Discord says."""
    threads: bool = True
    """Whether games get threads of their own where that is possible; tests that play in a channel say no."""
    emojis: bool = False
    """Whether figures, tiles and cards are kept as emojis of the application and shown in the text; `main` asks the environment."""
    container: bool = field(default_factory=_container)
    """In a container: there is no sandbox, and what no retry mends is said once an hour instead of ending the process."""

    def __post_init__(self) -> None:
        if self.shards is not None and not self.shards.is_whole and isinstance(self.database, Path):
            raise SettingError(
                "BASTIDE_SHARDS names a part, but only one process works with a file: set BASTIDE_DB to postgresql://... as well."
            )

    @property
    def token_looks_right(self) -> bool:
        """Whether the token has the form of a Discord token; only Discord knows whether it's valid."""
        return _TOKEN.fullmatch(self.token) is not None

    @property
    def sign_of_life(self) -> Path:
        """Path of the heartbeat file that the running bot renews for the health check."""
        return sign_of_life(self.database, self.shards or WHOLE)
