"""The sampled turns: of every kind of game, the same for the same seed."""

from __future__ import annotations

from tools.samples import KINDS, sampled


def test_samples_are_of_every_kind_and_the_same_again() -> None:
    first = list(sampled(1, 7))

    assert first == list(sampled(1, 7)) != list(sampled(1, 8))
    assert first[0][0].startswith(f"00-{KINDS[0][0]}-") and first[0][1].startswith(b"\x89PNG")
    assert len({name for name, _, _, _ in KINDS}) == len(KINDS)
