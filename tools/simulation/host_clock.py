"""The simulated clock of the program's host, which may be set wrongly or drift; Discord's clock is always right."""

from __future__ import annotations

import asyncio


class HostClock:
    """The deviation of the host's clock from the right time, in seconds; negative if the clock is behind."""

    def __init__(self) -> None:
        self._set_to_s = 0.0
        self._set_at_s = 0.0
        self._drift = 0.0
        self._leap_s, self._leaps_until_s = 0.0, 0.0
        self.was_wrong = False
        """Whether it was ever wrong: what falls due by it may then be too soon or too late, by right."""

    @property
    def ahead_s(self) -> float:
        """Seconds by which the clock is ahead at this moment."""
        now_s = asyncio.get_running_loop().time()
        leap_s = self._leap_s if now_s < self._leaps_until_s else 0.0
        return self._set_to_s + leap_s + self._drift * (now_s - self._set_at_s)

    def set(self, ahead_s: float) -> None:
        """Set the clock `ahead_s` seconds ahead and end a leap; the drift does not change."""
        self.right()
        self.was_wrong = self.was_wrong or ahead_s != 0
        self._set_to_s, self._set_at_s = ahead_s, asyncio.get_running_loop().time()

    def leap(self, ahead_s: float, length_s: float) -> None:
        """Set the clock ahead by `ahead_s` more seconds for `length_s` seconds."""
        self.was_wrong = True
        self._leap_s, self._leaps_until_s = ahead_s, asyncio.get_running_loop().time() + length_s

    def right(self) -> None:
        """End a leap."""
        self._leaps_until_s = 0.0

    def go(self, drift: float) -> None:
        """Set the drift: the seconds that the clock gains per second, negative if it loses."""
        now_s = asyncio.get_running_loop().time()
        self._set_to_s, self._set_at_s = self._set_to_s + self._drift * (now_s - self._set_at_s), now_s
        self.was_wrong = self.was_wrong or drift != 0
        self._drift = drift
