"""Addresses of readers, for limits: of the connection, or as a trusted proxy in front tells it."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from aiohttp import web

Network = IPv4Network | IPv6Network

READERS_NETWORK = 64
"""Leading bits of an IPv6 address that make one reader: who has one of them has all addresses below."""


class ReaderAddresses:
    """Tells readers apart behind proxies: `X-Forwarded-For` is read from these networks alone."""

    def __init__(self, proxies: Iterable[Network]) -> None:
        self._proxies = tuple(proxies)

    def of(self, request: web.Request) -> str:
        """Return the address of the reader: the last one on the way that is no trusted proxy.

        What stands further left in `X-Forwarded-For` was written by the reader and may be anything.
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
