"""Routing of presses: a table from verbs to handlers, filled by the cogs as they load.

A submitted form comes in as a press: it is read from its id, like a button, never from an object in memory.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

import discord
from discord.ext import commands

from cogs import deferral
from cogs.app_context import AppContext
from cogs.declarations import AccessRule, DeferMode, EntryPoint, rule_of
from cogs.interactions import access_rules, error_handler, job_progress
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.messages import component_ids, panels
from cogs.messages.component_ids import Press
from cogs.refusals import InteractionRefused
from service.core.unit_of_work import watch_writing
from service.errors import Refusal

Handler = Callable[[Any], Awaitable[None]]
"""Answers a request; of which kind follows from the verb's declaration."""

OLD = ("stale", "already-done", "draft-changed")
"""Refusals of what comes too late: the answer is how it stands by now."""

_LINE = discord.ComponentType.text_input.value


class ComponentRouter:
    """The table."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._handlers: dict[str, Handler] = {}
        self.take(self)

    @SERVER.press("lookat", ack=DeferMode.AFRESH, way=EntryPoint.SELECT)
    async def press_look_at(self, request: Request) -> None:
        """Do what the button with the verb of a list's line would do. Only what is a button elsewhere can be a line."""
        meant = panels.press_of_line(request.press)
        right = rule_of(meant.verb) if meant is not None else None
        if meant is None or right is None or EntryPoint.BUTTON not in right.ways:
            raise InteractionRefused("unknown-button")
        await self.carry_out(request.interaction, meant)
        self._app.looked.note(request.user, request.choice)

    @SERVER.press(job_progress.LEAVE)
    async def press_leave_line(self, request: Request) -> None:
        """Wait for dear work no longer."""
        await job_progress.leave_queue(self._app, request.interaction, request.press)

    @property
    def verbs(self) -> frozenset[str]:
        """Every verb that is answered."""
        return frozenset(self._handlers)

    def take(self, cog: object) -> None:
        """Take every marked method of a cog; two for one verb are a mistake."""
        for name, _ in inspect.getmembers(type(cog), inspect.isfunction):
            method: Handler = getattr(cog, name)
            for verb in getattr(method, "verbs", ()):
                assert verb not in self._handlers, verb
                self._handlers[verb] = method

    async def answer(self, interaction: discord.Interaction, press: Press | None) -> None:
        """Answer a press, whatever comes: a press on an old message shows how things stand now."""
        leases = self._app.services.leases
        late = not leases.covers(interaction.guild_id)  # the process that had the lease may have begun
        if not await leases.hears(interaction.guild_id):
            return
        watch_writing()
        right = self._right(interaction, press)
        if not await self._acknowledge(interaction, right, late=late):
            return
        await self._app.greet(interaction)
        await error_handler.run_guarded(self._app, interaction, self._answer(interaction, press))
        await deferral.acknowledge_promised(interaction)

    async def _acknowledge(self, interaction: discord.Interaction, right: AccessRule | None, *, late: bool) -> bool:
        """Acknowledge by the answer, or first of all where it is late or declared so; return False where nothing may be done."""
        ack = right.ways[access_rules.entry_point(interaction)] if right is not None else DeferMode.HERE
        if late or (right is not None and right.first):
            return await deferral.acknowledge(interaction, ack)
        return await deferral.defer_later(interaction, ack, self._app.asleep)

    def _right(self, interaction: discord.Interaction, press: Press | None) -> AccessRule | None:
        """Return the right to press this, in this way; None where there is none."""
        right = rule_of(press.verb) if press is not None else None
        return right if right is not None and access_rules.entry_point(interaction) in right.ways else None

    async def _answer(self, interaction: discord.Interaction, press: Press | None) -> None:
        if press is None or self._right(interaction, press) is None:
            raise InteractionRefused("unknown-button")
        if press.verb not in access_rules.ALWAYS and access_rules.is_excluded(self._app, interaction):
            raise InteractionRefused("excluded")
        await self.carry_out(interaction, press)

    async def carry_out(self, interaction: discord.Interaction, press: Press) -> None:
        """Do what a press means, if this person may: for buttons, and for actions that were typed instead."""
        request = await access_rules.check_press(self._app, interaction, press)
        try:
            await self._handlers[press.verb](request)
        except Refusal as refusal:
            if refusal.code not in OLD:
                raise
            await self._handlers["now"](request.of(press._replace(argument=refusal.code)))


class InteractionListener(commands.Cog):
    """Presses and submitted forms, as they arrive."""

    def __init__(self, presses: ComponentRouter) -> None:
        self._presses = presses

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand a press or a submitted form to the part that answers its verb; one that is not ours has no press."""
        data = cast(dict[str, Any], interaction.data)
        if interaction.type is discord.InteractionType.component:
            press = component_ids.read(data["custom_id"])
            if press is not None and "values" in data:
                press = press._replace(values=tuple(map(str, data["values"])))
            await self._presses.answer(interaction, press)
        elif interaction.type is discord.InteractionType.modal_submit:
            press = component_ids.read(data["custom_id"])
            fields = dict(_filled_fields(data.get("components", [])))
            typed = tuple(_typed_lines(data.get("components", [])))
            await self._presses.answer(interaction, press._replace(values=typed, fields=fields) if press else None)


def _form_fields(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the fields of a submitted form, whatever they are wrapped in."""
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _form_fields(component.get("components", []))
        if "component" in component:
            yield from _form_fields([component["component"]])


def _filled_fields(components: list[dict[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what was filled in, by the names of the fields; nothing where one was left empty."""
    for leaf in _form_fields(components):
        given = leaf.get("values") or ([leaf["value"]] if leaf.get("value") else [])
        yield str(leaf["custom_id"]), tuple(map(str, given))


def _typed_lines(components: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what was typed into the lines of a form."""
    for leaf in _form_fields(components):
        if leaf.get("type", _LINE) == _LINE and "value" in leaf:
            yield str(leaf["value"])
