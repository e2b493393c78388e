"""Drawing lots so that anybody can check it: HMAC of a seed that was sealed before the event and opened after it."""

from __future__ import annotations

import hashlib
import hmac


def lot(seed: str, *about: object) -> int:
    """A number that nobody can choose: the greater lot wins. The same question always draws the same one."""
    text = "\n".join(str(word) for word in about)
    return int.from_bytes(hmac.new(seed.encode(), text.encode(), hashlib.sha256).digest()[:8], "big")


def commitment(seed: str) -> str:
    """What is published before: SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()
