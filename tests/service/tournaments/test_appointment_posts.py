"""Posts about appointments are read as they were queued, by this program or by an earlier one."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from service.core.post_payloads import APPOINTMENTS
from service.core.stored_form import StoredFormError
from service.tournaments import appointment_posts
from service.tournaments.appointment_posts import POSTS, HourNear

HOUR = "2026-03-14T18:30:00+00:00"
PLACE = {"round": 2, "table": 3}
QUEUED: dict[str, dict[str, Any]] = {
    "proposed": {"entrant": 1, "user": 101, "number": 4, "moments": [HOUR]},
    "agreed": {"at": HOUR},
    "day": {"entrants": [1, 2], "at": HOUR, "until": HOUR},
    "soon": {"entrants": [2], "at": HOUR, "until": HOUR},
    "absent": {"entrant": 1, "other": 2},
    "late": {"entrants": [1]},
    "nobody": {"entrants": [1, 2]},
    "no-calendar": {"why": "forbidden"},
    "called-off": {},
}
"""What programs before this one have queued, by code."""


def test_every_post_that_may_be_queued_has_its_class() -> None:
    assert set(POSTS) == set(APPOINTMENTS) == set(QUEUED)
    for code, kind in POSTS.items():
        assert {field.name for field in fields(kind)} == set(APPOINTMENTS[code].required), code


@pytest.mark.parametrize("code", QUEUED)
def test_a_post_is_read_as_it_was_queued(code: str) -> None:
    queued = {"code": code, **PLACE, **QUEUED[code]}
    post = appointment_posts.read(queued)
    assert post.place == (2, 3)
    assert appointment_posts.payload(post) == queued
    assert APPOINTMENTS[code].mistake({key: value for key, value in queued.items() if key != "code"}) == ""
    assert isinstance(post, HourNear) == (code in ("day", "soon"))


def test_a_post_that_lacks_something_is_no_post() -> None:
    with pytest.raises(StoredFormError, match="at is missing"):
        appointment_posts.read({"code": "agreed", **PLACE})
