"""Entry point of all slash commands: acknowledgement, greeting of new users, exclusion check and answers to errors."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import deferral, metrics
from cogs.app_context import AppContext
from cogs.declarations import DeferMode, rule_of
from cogs.interactions import access_rules, activity_launch, error_handler
from cogs.interactions.panel_actions import ACTIONS_OF, ActionRegistry
from cogs.refusals import InteractionRefused
from service.core.unit_of_work import watch_writing

FORM_ALONE = "form-alone"
"""Among the extras of a command whose answer is a form where none of its options is given."""

FIRST = "first"
"""Among the extras of a command that is acknowledged before anything is done, as `Right.first` says."""

FILE = "file"
"""The option with a file: it is imported, whatever else is typed."""


class BastideCommandTree(commands.Cog):
    """Cog that installs the check and the error handler of discord.py's command tree, for commands and completions."""

    def __init__(self, app: AppContext, tree: app_commands.CommandTree[Any]) -> None:
        self._app = app
        tree.interaction_check = self._enter  # type: ignore[method-assign]  # discord.py's way is a class of trees, made too early
        tree.on_error = self._report_failure  # type: ignore[method-assign]  # its own way to set a handler for a whole tree

    async def _enter(self, interaction: discord.Interaction) -> bool:
        late = not self._app.services.leases.covers(interaction.guild_id)  # the process that had the lease may have begun
        if not await self._is_ours(interaction):
            return False
        watch_writing()
        is_command = interaction.type is discord.InteractionType.application_command
        if activity_launch.is_entry_point(interaction):
            await self._open_activity(interaction)
            return False  # discord.py knows no such command
        if is_command and not await self._acknowledge(interaction, late=late):
            return False
        await self._app.greet(interaction)
        if (is_excluded := access_rules.is_excluded(self._app, interaction)) and is_command:
            await error_handler.report(self._app, interaction, InteractionRefused("excluded"))
        return not is_excluded

    async def _open_activity(self, interaction: discord.Interaction) -> None:
        if not await deferral.defer_later(interaction, DeferMode.HERE, self._app.asleep):
            return
        await self._app.greet(interaction)
        await error_handler.run_guarded(self._app, interaction, self._note_opening(interaction))
        await deferral.acknowledge_promised(interaction)

    async def _note_opening(self, interaction: discord.Interaction) -> None:
        if access_rules.is_excluded(self._app, interaction):
            raise InteractionRefused("excluded")
        await activity_launch.open_entry_point(self._app, interaction)

    async def _acknowledge(self, interaction: discord.Interaction, *, late: bool) -> bool:
        """Acknowledge a command, at once or with a delay, and return whether it can still be answered.

        Commands that open a form aren't acknowledged, since the form is their acknowledgement.
        """
        if _opens_form(interaction):
            return True
        if late or _asks_first(interaction):
            return await deferral.acknowledge(interaction, DeferMode.HERE)
        return await deferral.defer_later(interaction, DeferMode.HERE, self._app.asleep)

    async def _is_ours(self, interaction: discord.Interaction) -> bool:
        """Return whether this process is responsible for the interaction's server.

        Waits for the lease if necessary, except for a completion, which the user's next keystroke repeats.
        """
        leases = self._app.services.leases
        if interaction.type is discord.InteractionType.autocomplete:
            return leases.covers(interaction.guild_id)
        return await leases.hears(interaction.guild_id)

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: discord.Interaction, _command: object) -> None:
        """Acknowledge a finished command if that is still pending, and record that it was answered."""
        await deferral.acknowledge_promised(interaction)
        metrics.record_outcome(interaction, metrics.ANSWERED)

    async def _report_failure(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        await error_handler.report(self._app, interaction, error)


def _opens_form(interaction: discord.Interaction) -> bool:
    """Return whether a command opens a form: it does so without options, or its typed action does so without a detail."""
    extras, filled = _extras(interaction), _filled_options(interaction)
    actions: ActionRegistry[Any] | None = extras.get(ACTIONS_OF)
    if actions is None:
        return FORM_ALONE in extras and not filled
    return FILE not in filled and actions.opens_form(filled.get("action", ""), filled.get("detail", ""))


def _asks_first(interaction: discord.Interaction) -> bool:
    """Return whether a command must be acknowledged before it is carried out, because repeating it would act twice.

    See `AccessRule.first`.
    """
    extras, filled = _extras(interaction), _filled_options(interaction)
    actions: ActionRegistry[Any] | None = extras.get(ACTIONS_OF)
    verb = actions.verb(filled.get("action", ""), filled.get("detail", "")) if actions is not None else None
    rule = rule_of(verb) if verb is not None else None
    return FIRST in extras or FILE in filled or (rule is not None and rule.first)


def _extras(interaction: discord.Interaction) -> dict[Any, Any]:
    return interaction.command.extras if interaction.command is not None else {}


def _filled_options(interaction: discord.Interaction) -> dict[str, str]:
    """Return the values of the options that the user has filled in, by option name."""
    return {option["name"]: str(option.get("value", "")) for option in (interaction.data or {}).get("options", [])}  # type: ignore[call-overload, union-attr]  # a dict of Discord's
