"""The listeners of the Discord layer to changes; it sets its functions here once, at the start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from service.guilds.server_settings import ServerChange
from service.users.user_settings import UserChange
from storage.rows import PersonRow, ServerRow


def _ignore_row(_row: object) -> None:
    """Do nothing, in place of a listener that was never set."""


@dataclass
class UiListeners:
    """The functions to call when a message shown on Discord may be out of date; unset ones lose no data."""

    on_person: Callable[[PersonRow], None] = _ignore_row
    """Called with what a person has chosen, whenever that has changed."""
    on_server: Callable[[ServerRow], None] = _ignore_row
    """Called with what a server has chosen, whenever that has changed."""

    def person_chose(self, step: UserChange, _now: datetime) -> None:
        """Call `on_person`."""
        self.on_person(step.after)

    def server_chose(self, step: ServerChange, _now: datetime) -> None:
        """Call `on_server`."""
        self.on_server(step.after)
