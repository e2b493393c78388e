"""Addresses of readers behind proxies: whose word is taken, and that a reader can't choose their own."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from aiohttp.test_utils import make_mocked_request

from web.addresses import ReaderAddresses

TRUSTED = ReaderAddresses([ip_network("10.0.0.0/8"), ip_network("::1")])


@pytest.mark.parametrize(
    ("remote", "forwarded", "expected"),
    [
        ("10.0.0.2", ("203.0.113.7",), "203.0.113.7"),
        ("10.0.0.2", ("198.51.100.1, 203.0.113.7",), "203.0.113.7"),
        ("10.0.0.2", ("198.51.100.1", "203.0.113.7, 10.0.0.9"), "203.0.113.7"),
        ("10.0.0.2", (), "10.0.0.2"),
        ("10.0.0.2", ("nonsense",), "10.0.0.2"),
        ("10.0.0.2", ("10.0.0.5",), "10.0.0.5"),
        ("::1", ("203.0.113.7",), "203.0.113.7"),
        ("::ffff:10.0.0.2", ("203.0.113.7",), "203.0.113.7"),
        ("192.0.2.1", ("203.0.113.7",), "192.0.2.1"),
        ("10.0.0.2", ("2001:db8:1:2:3::4",), "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", ("203.0.113.7",), "2001:db8:1:2::/64"),
    ],
)
def test_a_readers_address_is_the_last_that_no_trusted_proxy_has(remote: str, forwarded: tuple[str, ...], expected: str) -> None:
    request = make_mocked_request("GET", "/b/")
    headers = request.headers.copy()
    for line in forwarded:
        headers.add("X-Forwarded-For", line)

    assert TRUSTED.of(request.clone(remote=remote, headers=headers)) == expected
