"""IP addresses of readers, used for rate limits: of the connection, or from a trusted proxy's `X-Forwarded-For`."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from aiohttp import web

Network = IPv4Network | IPv6Network

READERS_NETWORK = 64
"""Leading bits of an IPv6 address that make one reader: who has one of them has all addresses below."""


class ReaderAddresses:
    """Detection of readers' IP addresses behind trusted proxies.

    `X-Forwarded-For` is only read from the proxies' networks.
    """

    def __init__(self, proxies: Iterable[Network]) -> None:
        self._proxies = tuple(proxies)

    def of(self, request: web.Request) -> str:
        """Return the reader's IP address: the nearest one that isn't a trusted proxy; empty if unknown.

        An IPv6 address is returned as its /64 network. Entries further left in `X-Forwarded-For` are ignored, because the reader
        can put anything there.
        """
        address = _parse_address(request.remote or "")
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
        while address is not None and self._is_proxy(address) and forwarded:
            if (before := _parse_address(forwarded.pop())) is None:
                break
            address = before
        return _reader(address)

    def _is_proxy(self, address: IPv4Address | IPv6Address) -> bool:
        return any(address in network for network in self._proxies if network.version == address.version)


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _reader(address: IPv4Address | IPv6Address | None) -> str:
    if isinstance(address, IPv6Address):
        return str(ip_network((address, READERS_NETWORK), strict=False))
    return "" if address is None else str(address)
