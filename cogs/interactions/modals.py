"""Opening of forms (Discord's modals).

Forms still work after a restart: their custom id carries the press, which `cogs.interactions.component_router` reads on submission.
"""

from __future__ import annotations

from typing import Any

import discord

from cogs.messages import layout
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import Field, TextField, form
from storage.rows import MatchId
from text.labels import label
from text.play import turn_texts
from text.translator import Translator


async def ask(interaction: discord.Interaction, title: str, press: Press, *fields: Field) -> None:
    """Open a form.

    On submission it arrives as the form's press, with its contents as `fields` and the text lines as `values`.
    """
    shown = layout.modal(form(title, press, *fields))
    await interaction.response.send_modal(shown)
    shown.stop()  # the library would answer it from memory; `presses.Forms` answers it from its id


async def ask_move(
    interaction: discord.Interaction, match_id: MatchId, words: Translator, *, verb: str = "typed", step: str = ""
) -> None:
    """Open a form with one text line for a move in words.

    On submission it arrives as a press of `verb` with the line as its value. `step`: the step of the draft that typed numbers refer
    to, carried in the press.
    """
    await ask(
        interaction,
        label("type", words),
        Press(match_id, 0, verb, step),
        TextField(turn_texts.typed_hint(words), detail=turn_texts.typed_about(words)),
    )


def uploaded_file(interaction: discord.Interaction) -> discord.Attachment | None:
    """Return the file that was uploaded in a submitted form; None if there is none."""
    data: Any = interaction.data or {}
    files = list(data.get("resolved", {}).get("attachments", {}).values())
    return discord.Attachment(data=files[0], state=interaction._state) if files else None  # nothing else makes one
