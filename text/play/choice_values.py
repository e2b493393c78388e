"""The points that a choice would bring, as text: `+4 now`, `you +3, anna +2 now`, `+6 at the end`."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.choice_values import ChoiceValue
from games.core.game import Seat
from text.message_templates import MessageTemplate, pattern
from text.translator import Translator
from text.users.player_names import plain

_now: MessageTemplate[str] = pattern("{points} now")
"""Points scored at once by a choice: `+4 now`, `you +3, anna +2 now`."""
_later: MessageTemplate[str] = pattern("{points} at the end")
"""What a choice adds to the final scoring if nothing else happened: `+6 at the end as it stands`."""


def short(gain: ChoiceValue, seat: Seat, names: Sequence[str]) -> str:
    """Return the points that a choice scores at once, for its button: `+4`, `+3 (anna +2)`; empty if it scores nothing."""
    others = ", ".join(
        f"{plain(names[other])} {signed(points)}" for other, points in enumerate(gain.now) if points and other != seat
    )
    own = signed(gain.now[seat]) if gain.now[seat] else ""
    return f"{own} ({others})".lstrip() if others else own


def told(gain: ChoiceValue, seat: Seat, names: Sequence[str], words: Translator) -> str:
    """Return the points that a choice brings now and at the end of the game, for a list; empty if it changes none."""
    now = _points_by_seat(gain.now, seat, names, words)
    return " · ".join(part for part in (_now(now, words) if now else "", later(gain, seat, words)) if part)


def later(gain: ChoiceValue, seat: Seat, words: Translator) -> str:
    """Return the points that a choice adds to the viewer's final scoring: `+6 at the end`; empty if it adds none.

    Points that the choice only moves from the final scoring to now are not shown as a loss.
    """
    points = gain.later[seat]
    return _later(signed(points), words) if points > 0 or (points + gain.now[seat] < 0 and points) else ""


def _points_by_seat(points: Sequence[int], seat: Seat, names: Sequence[str], words: Translator) -> str:
    """Return points per player as text, the viewer's first; the viewer is named `you` only if others score too."""
    others = [(plain(names[point]), number) for point, number in enumerate(points) if number and point != seat]
    if not others:
        return signed(points[seat]) if points[seat] else ""
    own = [(words.say("you"), points[seat])] if points[seat] else []
    return ", ".join(f"{name} {signed(number)}" for name, number in (*own, *others))


def signed(number: int) -> str:
    """Return a number with its sign: `+4`, `−3`."""
    return f"+{number}" if number > 0 else f"−{-number}"
