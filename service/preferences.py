"""What a person may prefer, everywhere: one line for each preference, kept in the database under its key for ever."""

from __future__ import annotations

from collections.abc import Mapping

TYPED = "typed"
"""What becomes of a whole move that was typed, or given to a command."""
PREVIEW = "preview"
"""It is shown, to be confirmed."""
AT_ONCE = "at-once"
"""It is played."""

PREFERENCES: Mapping[str, tuple[str, ...]] = {TYPED: (PREVIEW, AT_ONCE)}
"""The values of each preference; the first holds for who has not chosen. Whoever adds one words it in `text.preferences`."""
