"""Several servers in one address: the last one that worked is tried first."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from storage.backends.failover_hosts import Hosts, hosts_of


def known(host: str, port: int = 5432) -> Hosts:
    """There is a connection to this one."""
    hosts = Hosts()
    hosts.note(SimpleNamespace(info=SimpleNamespace(host=host, port=port)))
    return hosts


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ({"host": "one,two"}, (("one", ""), ("two", ""))),
        ({"host": "one,two", "port": ","}, (("one", ""), ("two", ""))),
        ({"host": "one,two", "port": 5433}, (("one", "5433"), ("two", "5433"))),
        ({"host": "one,one", "port": "1,2"}, (("one", "1"), ("one", "2"))),
        ({"host": "one", "hostaddr": "10.0.0.1"}, ()),
        ({}, ()),
    ],
)
def test_servers_are_read_as_the_driver_takes_them(named: dict[str, object], found: object) -> None:
    assert hosts_of(named) == found


def test_the_one_that_is_known_comes_first_with_its_port() -> None:
    assert known("two").ordered({"host": "one,two,three"}) == {"host": "two,one,three", "port": ",,"}
    assert known("one", 2).ordered({"host": "one,one", "port": "1,2"}) == {"host": "one,one", "port": "2,1"}


def test_nothing_is_changed_where_nothing_is_known_or_there_is_no_choice() -> None:
    assert Hosts().ordered({"host": "one,two"}) == {}
    assert known("one").ordered({"host": "one", "port": 5432}) == {}
