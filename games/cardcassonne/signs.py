"""Names of the signs of the card game."""

from __future__ import annotations

from collections.abc import Mapping

from games.cardcassonne.cards import CODES

_JOKERS: Mapping[str, str] = {"DR": "dragon", "FA": "fairy", "JA": "animal_joker", "JH": "building_joker"}
_KINDS: Mapping[str, str] = {"P1": "person_1", "P2": "person_2", "P3": "person_3", "H": "building", "A": "animal"}
_COLOURS: Mapping[str, str] = {"y": "yellow", "r": "red", "g": "green", "b": "blue"}


def card_sign(code: str) -> str:
    """A card: `card_yellow_person_2`."""
    return f"card_{_JOKERS[code]}" if code in _JOKERS else f"card_{_COLOURS[code[0]]}_{_KINDS[code[1:]]}"


def card_signs() -> dict[str, str]:
    """The code of every card by the name of its sign."""
    return {card_sign(code): code for code in CODES}
