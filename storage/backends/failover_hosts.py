"""Several servers in one address (`host=one,two`): whichever was worked with last is asked first.

A machine that has vanished answers nobody, not even with a refusal: each new connection would wait for it for seconds before it
comes to the one that has taken over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine, event

Host = tuple[str, str]
"""A server and its port, empty where it is the usual one."""


class Hosts:
    """The known state of an address's servers, shared by all connections."""

    def __init__(self) -> None:
        self._last: Host | None = None

    def of(self, engine: Engine) -> None:
        """Make an engine connect in this order and report the server it reached."""
        event.listen(engine, "do_connect", lambda _dialect, _record, _positional, named: named.update(self.ordered(named)))
        event.listen(engine, "connect", lambda raw, _record: self.note(raw))

    def note(self, raw: Any) -> None:
        """Note the server of a new connection of the driver."""
        self._last = raw.info.host, str(raw.info.port)

    def ordered(self, named: Mapping[str, Any]) -> dict[str, str]:
        """Return what takes the place of `host` and `port` among these parameters of a connection."""
        hosts = hosts_of(named)
        if self._last is None or len(hosts) < 2:
            return {}
        hosts = sorted(hosts, key=lambda host: not self._is_last(host))
        return {"host": ",".join(host for host, _ in hosts), "port": ",".join(port for _, port in hosts)}

    def _is_last(self, host: Host) -> bool:
        assert self._last is not None
        return host[0] == self._last[0] and host[1] in ("", self._last[1])


def hosts_of(named: Mapping[str, Any]) -> Sequence[Host]:
    """Return the servers that these parameters of a connection name; their numbers instead are left to anyone who wrote them."""
    if "hostaddr" in named or not named.get("host"):
        return ()
    hosts, ports = str(named["host"]).split(","), str(named.get("port") or "").split(",")
    return tuple(zip(hosts, ports * len(hosts) if len(ports) == 1 else ports, strict=True))
