"""Prometheus metrics of the process, served at the address in `BASTIDE_METRICS`.

Loaded only if that is set. They contain no names or ids of users, servers or games.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from runtime.logging_setup import HourlyCounts
from runtime.process_probe import ProcessWatch
from runtime.settings import ListenAddress
from telemetry import metric_hooks
from telemetry.log_line import log_line

log = logging.getLogger("hosting.metrics")

AGAIN_S = 5.0
"""Between two attempts to take the port: the process before this one may still have it."""

LATE_S = 5.0
"""A loop that has not answered by then is said to be so late."""

_WAITS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
_HOPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass
class ProcessFigures:
    """Figures of the process at one moment; `collect` gets them from the event loop."""

    gateway: dict[str, tuple[bool, float | None]] = field(default_factory=dict)
    """By shard: whether it is connected, and how long a heartbeat takes, in seconds."""
    leases: int = 0
    """How many this process holds: one a shard, and one of what belongs to no server."""
    in_memory: int = 0
    """Matches that are remembered."""
    streams: int = 0
    """Pages in the browser that wait for news."""


class Metrics(Collector):
    """Collector that records measurements and reads current figures on each request."""

    def __init__(self, watch: ProcessWatch, tally: HourlyCounts) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._watch, self._tally = watch, tally
        self._loop = asyncio.get_running_loop()
        self._ended = Counter(
            "bastide_interactions", "What people did, and how it ended", ("kind", "outcome"), registry=self.registry
        )
        self._unbuilt = Counter(
            "bastide_unbuilt_messages", "Messages that went out as a plain line, and why", ("kind", "error"), registry=self.registry
        )
        self._pages = Counter(
            "bastide_page_requests",
            "Requests of pages in the browser, and how each ended",
            ("kind", "outcome"),
            registry=self.registry,
        )
        self._counts = {metric_hooks.UNBUILT: self._unbuilt, metric_hooks.PAGE: self._pages}
        self._times = {
            metric_hooks.ACKNOWLEDGED: self._histogram("acknowledgement", "until Discord knew that it was heard", _WAITS),
            metric_hooks.ANSWERED: self._histogram("answer", "until it was answered", _WAITS),
            metric_hooks.PAINTED: self._histogram("picture", "of one picture", _WAITS),
            metric_hooks.STORED: self._histogram("database", "of one transaction", _HOPS),
            metric_hooks.PAGE: self._histogram("page", "until a page in the browser was answered", _HOPS),
        }
        self.registry.register(self)

    def _histogram(self, name: str, label: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"bastide_{name}_seconds", f"Seconds {label}", ("kind",), buckets=buckets, registry=self.registry)

    def took(self, what: str, kind: str, seconds: float) -> None:
        """Record a duration; implements `MetricListener`."""
        self._times[what].labels(kind).observe(seconds)

    def happened(self, what: str, kind: str, outcome: str) -> None:
        """Count an outcome; implements `MetricListener`."""
        self._counts.get(what, self._ended).labels(kind, outcome).inc()

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering doesn't collect."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield the current figures; called in a thread of the metrics server."""
        standing, late_s = self._figures_and_lateness()
        yield GaugeMetricFamily("bastide_loop_delay_seconds", "How late the event loop is", late_s)
        yield from self._heartbeat_metrics()
        connected = {shard: up for shard, (up, _) in standing.gateway.items()}
        yield _gauge_by_label("bastide_gateway_up", "Whether a shard is connected", "shard", connected)
        latency = {shard: seconds for shard, (_, seconds) in standing.gateway.items() if seconds is not None}
        yield _gauge_by_label("bastide_gateway_latency_seconds", "How long a heartbeat takes", "shard", latency)
        yield GaugeMetricFamily("bastide_leases", "Leases that this process holds", standing.leases)
        yield GaugeMetricFamily("bastide_matches_in_memory", "Matches that this process remembers", standing.in_memory)
        yield GaugeMetricFamily("bastide_page_streams", "Pages in the browser that wait for news", standing.streams)
        events = CounterMetricFamily("bastide_log_events", "Lines of the log", labels=("event",))
        for event, count in sorted(self._tally.totals.items()):
            events.add_metric((event,), count)
        yield events

    def _heartbeat_metrics(self) -> Iterator[Metric]:
        """Yield the figures of the last heartbeat, which is at most some seconds old."""
        sign, now = self._watch.sign, time.time()
        waiting_s = 0.0 if sign.waiting_since is None else max(now - sign.waiting_since, 0.0)
        yield _gauge_by_label("bastide_info", "Which program runs", "version", {sign.version: 1})
        yield GaugeMetricFamily("bastide_servers", "Servers that this process hears", sign.servers)
        yield GaugeMetricFamily("bastide_games_running", "Games that are being played, in the whole database", sign.running)
        yield GaugeMetricFamily(
            "bastide_posts_waiting", "Messages to channels that are not sent yet, in the whole database", sign.posts_waiting
        )
        yield GaugeMetricFamily("bastide_oldest_post_seconds", "How long the oldest of them has waited", waiting_s)
        private_s = 0.0 if sign.private_since is None else max(now - sign.private_since, 0.0)
        yield GaugeMetricFamily("bastide_private_messages_waiting", "Private messages that are not sent yet", sign.private_waiting)
        yield GaugeMetricFamily("bastide_oldest_private_message_seconds", "How long the oldest of them has waited", private_s)
        yield GaugeMetricFamily("bastide_database_up", "Whether the database can be written", float(not sign.database))
        yield GaugeMetricFamily("bastide_sign_of_life_seconds", "How old what is said of games and messages is", now - sign.at)

    def _figures_and_lateness(self) -> tuple[ProcessFigures, float]:
        """Return the figures, read on the event loop, and how many seconds late the loop was."""
        asked = time.perf_counter()
        answer = asyncio.run_coroutine_threadsafe(_process_figures(self._watch.bot), self._loop)
        try:
            return answer.result(LATE_S), time.perf_counter() - asked
        except TimeoutError:
            answer.cancel()
            return ProcessFigures(), LATE_S


async def _process_figures(bot: Any) -> ProcessFigures:
    if bot is None:
        return ProcessFigures()
    gateway = {str(number): (not shard.is_closed(), _latency(shard.latency)) for number, shard in bot.shards.items()}
    services = vars(bot).get("services")
    if services is None:
        return ProcessFigures(gateway)
    streams = bot.board.streams if bot.board is not None else 0
    return ProcessFigures(gateway, len(services.leases.held.names), services.repository.in_memory, streams)


def _latency(seconds: float) -> float | None:
    """Return the gateway latency in seconds, or None before the first heartbeat (discord.py reports infinity)."""
    return seconds if 0 <= seconds < float("inf") else None


def _gauge_by_label(name: str, text: str, label: str, values: dict[str, Any]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), float(value))
    return family


async def serve(address: ListenAddress, metrics: Metrics) -> None:
    """Serve metrics until cancelled; wait if the port is taken, because games don't depend on metrics."""
    server = await _start_server(address, metrics)
    metric_hooks.listen(metrics)
    log.info(log_line("metrics", at=address))
    try:
        await asyncio.Event().wait()
    finally:
        metric_hooks.listen(None)
        await asyncio.to_thread(server.shutdown)
        server.server_close()


async def _start_server(address: ListenAddress, metrics: Metrics) -> Any:
    complained = False
    while True:
        try:
            return start_http_server(address.port, address.host, metrics.registry)[0]
        except OSError as error:
            if not complained:
                log.warning(log_line("metrics-unavailable", at=address, reason=error.strerror))
            complained = True
        await asyncio.sleep(AGAIN_S)
