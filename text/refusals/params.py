"""What the sentences of refusals take from the parameters of a refusal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from text.people.names import safe
from text.sentences import Params


def choices(params: Params) -> str:
    """What would have been right, in a row."""
    offered: Sequence[object] = params.get("choices", ())
    return ", ".join(safe(str(choice)) for choice in offered)


def stamp(moment: datetime) -> str:
    """A moment, as Discord shows it in the reader's own time."""
    return f"<t:{int(moment.timestamp())}:f>"


def in_a_while(moment: datetime) -> str:
    """How long it is until a moment, never too short."""
    return f"<t:{math.ceil(moment.timestamp())}:R>"
