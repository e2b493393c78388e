"""`/tournament edit`: what organisers change after opening a tournament, and whom they seed."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, fair
from cogs.commands.events.organising import moment_of
from cogs.commands.events.which_event import meant, offers
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import choosing, errors
from cogs.present import private as notes
from service.events.assembled import Events
from service.events.editing import LIMITS
from service.events.state import State
from storage.records import UserId
from text.events import answers


class EditingCommands(commands.Cog):
    """The part of `/tournament` for what is changed; `cogs.commands.events.tournament` makes a cog of it."""

    desk: Desk
    events: Events

    @app_commands.command(**named("tournament edit"))
    @explained(
        "tournament edit",
        *("name", "most", "start", "check_in", "preview", "first_turn", "round", "vacations", "referees"),
        *("rating_from", "rating_to", "games", "days", "reliable", "role", "no_limits", "seed", "place", "tournament"),
    )
    async def edit(
        self,
        interaction: discord.Interaction,
        name: str | None = None,
        most: app_commands.Range[int, 0] | None = None,
        start: str | None = None,
        check_in: bool | None = None,
        preview: str | None = None,
        first_turn: str | None = None,
        round: str | None = None,  # noqa: A002  # the option's public name
        vacations: bool | None = None,
        referees: discord.Role | None = None,
        rating_from: app_commands.Range[int, 0] | None = None,
        rating_to: app_commands.Range[int, 0] | None = None,
        games: app_commands.Range[int, 0] | None = None,
        days: app_commands.Range[int, 0] | None = None,
        reliable: app_commands.Range[int, 0, 100] | None = None,
        role: discord.Role | None = None,
        no_limits: bool = False,
        seed: discord.Member | None = None,
        place: app_commands.Range[int, 0] = 1,
        tournament: str = "",
    ) -> None:
        """Change settings; everybody is told what has changed."""
        state = await self._organised(interaction, tournament)
        wanted: dict[str, Any] = dict(LIMITS) if no_limits else {}
        typed = {"preview": preview, "first_turn": first_turn, "round_length": round}
        plain = {"name": name, "most": most, "check_in": check_in, "vacations": vacations, "least_games": games, "least_days": days}
        rated = {"least_rating": rating_from, "most_rating": rating_to, "least_kept": reliable}
        roles = {"referees": referees, "role": role}
        wanted |= {key: value for key, value in {**plain, **rated}.items() if value is not None}
        wanted |= {key: choosing.length(value) for key, value in typed.items() if value is not None}
        wanted |= {key: value.id for key, value in roles.items() if value is not None}
        wanted |= {} if start is None else {"starts_at": moment_of(start)}
        user, done = asking.user(interaction), list[str]()
        if seed is not None:
            await self.events.editing.seed(state.row.id, user, UserId(seed.id), place, now=asking.now())
            done.append("seeded")
        if wanted or seed is None:
            await self.events.editing.edit(state.row.id, user, wanted, now=asking.now())
            done.append("edited")
        await deliver.show(interaction, notes.note(*(answers.done(key, asking.words(interaction)) for key in done)))

    @edit.autocomplete("tournament")
    @errors.silent
    async def _offer_edited(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await offers(self.desk, interaction, current)

    async def _organised(self, interaction: discord.Interaction, tournament: str) -> State:
        state = await meant(self.desk, interaction, tournament)
        fair.must_hold(self.desk, interaction, state)
        return state
