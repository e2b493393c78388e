"""Who beyond the service must hear of changes: the Discord layer puts its own functions here, once, before anything begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from service.people.people import PersonStep
from service.servers.server_settings import ServerStep
from storage.records import PersonRow, ServerRow


def _nobody(_row: object) -> None:
    """Nobody listens."""


@dataclass
class Edge:
    """What is shown elsewhere and may be out of date by a change. Nothing is lost where nobody hears it."""

    on_person: Callable[[PersonRow], None] = _nobody
    """Called with what a person has chosen, whenever that has changed."""
    on_server: Callable[[ServerRow], None] = _nobody
    """Called with what a server has chosen, whenever that has changed."""

    def person_chose(self, step: PersonStep, _now: datetime) -> None:
        """See `on_person`."""
        self.on_person(step.after)

    def server_chose(self, step: ServerStep, _now: datetime) -> None:
        """See `on_server`."""
        self.on_server(step.after)
