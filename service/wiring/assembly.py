"""The construction of all use-cases on a store, connected by `service.wiring.post_commit`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Concatenate, ParamSpec

from service.wiring import post_commit
from service.wiring.services import Services
from storage.database_url import Place
from storage.opening import open_store
from storage.store import Store

P = ParamSpec("P")


def _assemble_then(make: Callable[P, Services]) -> Callable[P, Services]:
    def joined(*args: P.args, **kwargs: P.kwargs) -> Services:
        services = make(*args, **kwargs)
        post_commit.join(services)
        return services

    return joined


def _opening(make: Callable[Concatenate[Store, P], Services]) -> Callable[Concatenate[Place | str, P], Awaitable[Services]]:
    async def opened(database: Place | str, /, *args: P.args, **kwargs: P.kwargs) -> Services:
        services = make(await open_store(database), *args, **kwargs)
        await services.maps.open()
        await services.server_settings.open()
        await services.exclusion.open()
        await services.announcements.open()
        return services

    return opened


assembled = _assemble_then(Services)
"""All use-cases on a store; takes what `Services` takes."""

open_services = _opening(assembled)
"""Open the database and all use-cases: takes a database, and else what `Services` takes. Raises `storage.errors.CannotOpen`: the
program must stop then. Call `computers.wake` once the program can post.
"""
