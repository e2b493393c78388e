"""Failover between several servers in one address (`host=one,two`): the last one that worked is tried first.

A machine that vanished doesn't even refuse connections. With a fixed order, each new connection would wait seconds for it before it
tries the server that has taken over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine, event

Host = tuple[str, str]
"""A server and its port, empty where it is the usual one."""


class Hosts:
    """The servers of one address and which one worked last, shared by all connections."""

    def __init__(self) -> None:
        self._last: Host | None = None

    def of(self, engine: Engine) -> None:
        """Make an engine try the server that worked last first, and record which server it reached."""
        event.listen(engine, "do_connect", lambda _dialect, _record, _positional, named: named.update(self.ordered(named)))
        event.listen(engine, "connect", lambda raw, _record: self.note(raw))

    def note(self, raw: Any) -> None:
        """Record which server a new driver connection has reached."""
        self._last = raw.info.host, str(raw.info.port)

    def ordered(self, named: Mapping[str, Any]) -> dict[str, str]:
        """Return `host` and `port` parameters with the server that worked last first; empty if there is nothing to reorder."""
        hosts = hosts_of(named)
        if self._last is None or len(hosts) < 2:
            return {}
        hosts = sorted(hosts, key=lambda host: not self._is_last(host))
        return {"host": ",".join(host for host, _ in hosts), "port": ",".join(port for _, port in hosts)}

    def _is_last(self, host: Host) -> bool:
        assert self._last is not None
        return host[0] == self._last[0] and host[1] in ("", self._last[1])


def hosts_of(named: Mapping[str, Any]) -> Sequence[Host]:
    """Return the servers named by these connection parameters.

    Empty if the parameters have numeric addresses (`hostaddr`), whose order is left as it is, or no host.
    """
    if "hostaddr" in named or not named.get("host"):
        return ()
    hosts, ports = str(named["host"]).split(","), str(named.get("port") or "").split(",")
    return tuple(zip(hosts, ports * len(hosts) if len(ports) == 1 else ports, strict=True))
