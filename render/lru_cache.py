"""A bounded memory for things that are costly to make: the least lately used ones are given up first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class WeightedLruCache(Generic[K, T]):
    """Things by key, never more than `limit` in weight together. Safe for several threads."""

    def __init__(self, limit: int, weight: Callable[[T], int]) -> None:
        self._limit = limit
        self._weight = weight
        self._things: OrderedDict[K, tuple[T, int]] = OrderedDict()
        self._total = 0
        self._lock = threading.Lock()

    @property
    def total(self) -> int:
        """The weight of all that is kept."""
        return self._total

    def get(self, key: K, make: Callable[[], T]) -> T:
        """Return the thing for `key`; `make` is called where it is missing, maybe by two threads at once, so it must be pure."""
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
                return self._things[key][0]
        made = make()
        self.put(key, made)
        return made

    def peek(self, key: K) -> T | None:
        """Return the thing for `key`, if it is kept."""
        with self._lock:
            return self._things[key][0] if key in self._things else None

    def put(self, key: K, thing: T) -> None:
        """Keep `thing`, in place of what had its key and weighed again; older things go where the weight grows too much."""
        with self._lock:
            self._drop(key)
            weight = self._weight(thing)
            self._things[key] = (thing, weight)
            self._total += weight
            while self._total > self._limit and self._things:
                self._drop(next(iter(self._things)))

    def drop(self, key: K) -> None:
        """Give up the thing for `key`, if it is kept."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._things.clear()
            self._total = 0

    def _drop(self, key: K) -> None:
        if key in self._things:
            self._total -= self._things.pop(key)[1]
