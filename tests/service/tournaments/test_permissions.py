"""The table of powers over a tournament as the check of every press reads it: by role, by status, by neutrality."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from service.errors import Refusal
from service.tournaments import permissions
from service.tournaments.permissions import POWERS, TournamentRole, may, must_be_granted
from storage.rows import UserId
from storage.tournament_rows import CANCELLED, FINISHED, OPEN, RUNNING

ANNA = UserId(1)
EVERY_ROLE = frozenset(TournamentRole)


def state(status: str) -> Any:
    """Return as much of a tournament as the table asks for."""
    return SimpleNamespace(row=SimpleNamespace(status=status), users={})


@pytest.fixture(params=[False, True], ids=["neutral", "entered"])
def entered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether the person has entered."""
    monkeypatch.setattr(permissions, "must_have_no", lambda _stake, _who, _state, code: _refuse(code, request.param))
    return bool(request.param)


def _refuse(code: str, entered: bool) -> None:
    if entered:
        raise Refusal(code)


def refused(name: str, status: str, roles: frozenset[TournamentRole]) -> str:
    """Return the code of the refusal; empty where the power is granted."""
    try:
        must_be_granted(name, state(status), ANNA, roles)
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("name", POWERS)
def test_what_a_panel_offers_is_granted_and_nothing_else(name: str, entered: bool) -> None:
    """But for a ruling by people who are entered, which is begun all the same and becomes a proposal."""
    for status in (OPEN, RUNNING, FINISHED, CANCELLED):
        offered, code = may(name, state(status), ANNA, EVERY_ROLE), refused(name, status, EVERY_ROLE)
        assert offered == (code == "") or (POWERS[name].proposes and entered and not code), (name, status, code)


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("start", RUNNING, "event-running"),
        ("rules", FINISHED, "event-over"),
        ("close", OPEN, "event-not-running"),
        ("close", CANCELLED, "event-over"),
        ("succeed", RUNNING, "event-not-over"),
    ],
)
def test_a_power_at_another_time_is_refused_with_the_reason(name: str, status: str, code: str, entered: bool) -> None:
    assert refused(name, status, EVERY_ROLE) == code


def test_the_role_is_asked_first(entered: bool) -> None:
    assert refused("close", OPEN, frozenset({TournamentRole.READER})) == "not-official"
    assert refused("start", RUNNING, frozenset({TournamentRole.REFEREE})) == "not-organiser"


def test_neutrality_counts_where_the_line_says_so(entered: bool) -> None:
    """Somebody who has entered may change a tournament before its start, and no longer once it runs."""
    assert refused("edit", OPEN, EVERY_ROLE) == ""
    assert refused("edit", RUNNING, EVERY_ROLE) == ("own-ruling" if entered else "")
    assert refused("rule", RUNNING, EVERY_ROLE) == ""
