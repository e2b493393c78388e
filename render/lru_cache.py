"""A cache of bounded weight for values that are costly to compute; the least recently used are dropped first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class WeightedLruCache(Generic[K, T]):
    """Thread-safe cache of values by key, whose total weight never exceeds `limit`."""

    def __init__(self, limit: int, weight: Callable[[T], int]) -> None:
        self._limit = limit
        self._weight = weight
        self._things: OrderedDict[K, tuple[T, int]] = OrderedDict()
        self._total = 0
        self._lock = threading.Lock()

    @property
    def total(self) -> int:
        """Total weight of the cached values."""
        return self._total

    def get(self, key: K, make: Callable[[], T]) -> T:
        """Return the value for `key`, calling `make` if it is missing.

        Two threads may call `make` at the same time, so it must be pure.
        """
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
                return self._things[key][0]
        made = make()
        self.put(key, made)
        return made

    def peek(self, key: K) -> T | None:
        """Return the value for `key`; None if it is not cached."""
        with self._lock:
            return self._things[key][0] if key in self._things else None

    def put(self, key: K, thing: T) -> None:
        """Cache a value in place of the one with the same key.

        The least recently used values are dropped while the total weight exceeds the limit.
        """
        with self._lock:
            self._drop(key)
            weight = self._weight(thing)
            self._things[key] = (thing, weight)
            self._total += weight
            while self._total > self._limit and self._things:
                self._drop(next(iter(self._things)))

    def drop(self, key: K) -> None:
        """Remove the value for `key`, if it is cached."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._things.clear()
            self._total = 0

    def _drop(self, key: K) -> None:
        if key in self._things:
            self._total -= self._things.pop(key)[1]
