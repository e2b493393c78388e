"""Routing of presses: a table from verbs to handler methods, filled by the cogs as they load.

A submitted form is also a press: its meaning is read from its custom id, like a button's, not from an object in memory.
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
    """Table from each verb to its handler, which acknowledges, checks and dispatches presses."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._handlers: dict[str, Handler] = {}
        self.take(self)

    @SERVER.press("lookat", ack=DeferMode.AFRESH, way=EntryPoint.SELECT)
    async def press_look_at(self, request: Request) -> None:
        """Carry out the press that the chosen line of a panel's list stands for.

        Refuses `unknown-button` if that press can't come from a button.
        """
        meant = panels.press_of_line(request.press)
        right = rule_of(meant.verb) if meant is not None else None
        if meant is None or right is None or EntryPoint.BUTTON not in right.ways:
            raise InteractionRefused("unknown-button")
        await self.carry_out(request.interaction, meant)
        self._app.looked.note(request.user, request.choice)

    @SERVER.press(job_progress.LEAVE)
    async def press_leave_line(self, request: Request) -> None:
        """Take the user out of the queue for costly work."""
        await job_progress.leave_queue(self._app, request.interaction, request.press)

    @property
    def verbs(self) -> frozenset[str]:
        """All verbs that have a handler."""
        return frozenset(self._handlers)

    def take(self, cog: object) -> None:
        """Register every handler method of a cog.

        Fails an assertion if a verb already has a handler.
        """
        for name, _ in inspect.getmembers(type(cog), inspect.isfunction):
            method: Handler = getattr(cog, name)
            for verb in getattr(method, "verbs", ()):
                assert verb not in self._handlers, verb
                self._handlers[verb] = method

    async def answer(self, interaction: discord.Interaction, press: Press | None) -> None:
        """Acknowledge and answer a press; errors are answered too.

        Does nothing if another process is responsible for the server. `press` is None for a component that isn't the bot's.
        """
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
        """Acknowledge an interaction, at once or with a delay, and return whether it can still be answered.

        The acknowledgement is immediate if `late` or if the access rule requires it (`AccessRule.first`); otherwise the answer
        itself usually comes first.
        """
        ack = right.ways[access_rules.entry_point(interaction)] if right is not None else DeferMode.HERE
        if late or (right is not None and right.first):
            return await deferral.acknowledge(interaction, ack)
        return await deferral.defer_later(interaction, ack, self._app.asleep)

    def _right(self, interaction: discord.Interaction, press: Press | None) -> AccessRule | None:
        """Return the access rule of a press; None if the verb is unknown, or can't arrive through this kind of component."""
        right = rule_of(press.verb) if press is not None else None
        return right if right is not None and access_rules.entry_point(interaction) in right.ways else None

    async def _answer(self, interaction: discord.Interaction, press: Press | None) -> None:
        if press is None or self._right(interaction, press) is None:
            raise InteractionRefused("unknown-button")
        if press.verb not in access_rules.ALWAYS and access_rules.is_excluded(self._app, interaction):
            raise InteractionRefused("excluded")
        await self.carry_out(interaction, press)

    async def carry_out(self, interaction: discord.Interaction, press: Press) -> None:
        """Check the user's right to a press, then run its handler; used for buttons and for typed actions.

        A press that comes too late (a refusal in `OLD`) is answered by the current state of its match.
        """
        request = await access_rules.check_press(self._app, interaction, press)
        try:
            await self._handlers[press.verb](request)
        except Refusal as refusal:
            if refusal.code not in OLD:
                raise
            await self._handlers["now"](request.of(press._replace(argument=refusal.code)))


class InteractionListener(commands.Cog):
    """Cog that receives every component press and form submission from Discord."""

    def __init__(self, presses: ComponentRouter) -> None:
        self._presses = presses

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Read the press from a component or form interaction, and pass it to the router.

        The press is None if the custom id isn't the bot's.
        """
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
    """Yield the fields of a submitted form as Discord's raw data, however deeply nested."""
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _form_fields(component.get("components", []))
        if "component" in component:
            yield from _form_fields([component["component"]])


def _filled_fields(components: list[dict[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (custom id, values) for each field of a submitted form; the values are empty for an empty field."""
    for leaf in _form_fields(components):
        given = leaf.get("values") or ([leaf["value"]] if leaf.get("value") else [])
        yield str(leaf["custom_id"]), tuple(map(str, given))


def _typed_lines(components: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the text of each text input of a submitted form."""
    for leaf in _form_fields(components):
        if leaf.get("type", _LINE) == _LINE and "value" in leaf:
            yield str(leaf["value"])
