"""Metrics of interactions and replies: kind, outcome, and time since the person acted."""

from __future__ import annotations

from datetime import UTC, datetime

import discord

from telemetry import metric_hooks

ANSWERED, REFUSED, FAILED = "answered", "refused", "failed"
UNAVAILABLE = "unavailable"
"""The database could not work."""
UNACKNOWLEDGED = "unacknowledged"
"""Discord did not take the acknowledgement: nothing was done."""

_ENDED = "ended"

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.autocomplete: "autocomplete",
}


def record_acknowledgement(interaction: discord.Interaction) -> None:
    """Record that an interaction was acknowledged."""
    metric_hooks.took(metric_hooks.ACKNOWLEDGED, _kind(interaction), _seconds_since(interaction.created_at))


def record_outcome(interaction: discord.Interaction, outcome: str) -> None:
    """Record an interaction's outcome. Only the first call counts."""
    if interaction.extras.get(_ENDED) is None:
        interaction.extras[_ENDED] = outcome
        _count_outcome(_kind(interaction), interaction.created_at, outcome)


def record_reply_outcome(message: discord.Message, outcome: str) -> None:
    """Record how a message typed in a channel was answered, as `ended` does for interactions."""
    _count_outcome("reply", message.created_at, outcome)


def _count_outcome(kind: str, begun: datetime, outcome: str) -> None:
    metric_hooks.count_outcome(metric_hooks.ANSWERED, kind, outcome)
    if outcome != UNACKNOWLEDGED:
        metric_hooks.took(metric_hooks.ANSWERED, kind, _seconds_since(begun))


def _kind(interaction: discord.Interaction) -> str:
    return _KINDS.get(interaction.type, "other")


def _seconds_since(begun: datetime) -> float:
    return (datetime.now(UTC) - begun).total_seconds()
