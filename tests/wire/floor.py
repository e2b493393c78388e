"""A minimal bot that does only what the presses of a turn require: the baseline for Bastide's processor time in the same run.

It uses discord.py, one row in SQLite for each confirmed turn, and a picture that is read from a file: no rules, no clocks, no
languages, no restart. `python -m tests.wire.load --floor` presses the same buttons in the same number of games, and prints
Bastide's processor time as a multiple of this bot's.
"""

from __future__ import annotations

import io
import os
import random
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import discord
from PIL import Image

DATABASE, PICTURE = Path("floor.db"), Path("floor.png")
"""In the working folder."""

STEPS = ("place", "push", "push", "confirm")
"""Verbs of a turn's presses: opened, a square, a figure, confirmed."""

SIDE_PX, COLOURS = 860, 256
"""Of the picture, which then weighs as much as one of Bastide's after thirty tiles: about 114 KiB."""


def prepare(folder: Path, games: Iterable[tuple[int, Sequence[int]]]) -> None:
    """Write a database of running games, each with its channel and two players, and the picture that all messages show."""
    with closing(sqlite3.connect(folder / DATABASE)) as con, con:
        con.execute("PRAGMA journal_mode = WAL")
        con.execute("CREATE TABLE game (channel INTEGER PRIMARY KEY, first INTEGER, second INTEGER, version INTEGER)")
        con.execute("CREATE TABLE move (channel INTEGER, version INTEGER, PRIMARY KEY (channel, version))")
        con.executemany("INSERT INTO game VALUES (?, ?, ?, 0)", [(channel, *players) for channel, players in games])
    small = Image.frombytes("P", (SIDE_PX // 2, SIDE_PX // 2), random.Random(1).randbytes((SIDE_PX // 2) ** 2))
    small.putpalette([value for shade in range(COLOURS) for value in (shade, shade, shade)])
    small.crop((0, 0, 360, 310)).resize((SIDE_PX, SIDE_PX)).save(folder / PICTURE)


class Panel(discord.ui.LayoutView):
    """A message layout of a sentence, the picture and one button."""

    def __init__(self, text: str, channel: int, version: int, step: int) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay(text))
        if step < len(STEPS):
            self.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://floor.png")))
            press = discord.ui.Button[Panel](label=f"Step {step}", custom_id=f"b1:{channel}:{version}:{STEPS[step]} {step}")
            self.add_item(discord.ui.ActionRow(press))
        self.stop()


class Floor(discord.Client):
    """The minimal bot, which asks the two players of each game in turn, without end."""

    def __init__(self) -> None:
        nobody = discord.MemberCacheFlags.none()
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, member_cache_flags=nobody)
        self.con = sqlite3.connect(DATABASE)
        self.con.execute("PRAGMA synchronous = FULL")
        self.png = PICTURE.read_bytes()

    async def on_ready(self) -> None:
        """Post the first turn of every game."""
        for channel, version in self.con.execute("SELECT channel, version FROM game").fetchall():
            await self._ask(channel, version)
        print("ready", flush=True)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Show the next step of a turn, or commit the turn and ask the other player."""
        _, channel, version, pressed = str((interaction.data or {}).get("custom_id", ":::")).split(":")
        step = int(pressed.partition(" ")[2]) + 1
        if step == 1:
            shown = Panel("Your turn.", int(channel), int(version), step)
            await interaction.response.send_message(view=shown, file=self._file(), ephemeral=True)
        elif step < len(STEPS):
            shown = Panel("Your turn.", int(channel), int(version), step)
            await interaction.response.edit_message(view=shown, attachments=[self._file()])
        else:
            with self.con:
                self.con.execute("INSERT INTO move VALUES (?, ?)", (channel, version))
                self.con.execute("UPDATE game SET version = version + 1 WHERE channel = ?", (channel,))
            over = Panel("Your turn is over.", int(channel), int(version), step)
            await interaction.response.edit_message(view=over, attachments=[])
            await self._ask(int(channel), int(version) + 1)

    async def _ask(self, channel: int, version: int) -> None:
        first, second = self.con.execute("SELECT first, second FROM game WHERE channel = ?", (channel,)).fetchone()
        text = f"<@{second if version % 2 else first}>, it's your turn."
        await self.get_partial_messageable(channel).send(view=Panel(text, channel, version, 0), file=self._file())

    def _file(self) -> discord.File:
        return discord.File(io.BytesIO(self.png), "floor.png")


if __name__ == "__main__":
    Floor().run(os.environ["DISCORD_TOKEN"], log_handler=None)
