"""The address of the metrics, and the message about a port in use."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from runtime import metrics
from runtime.logging_setup import HourlyCounts
from runtime.metrics import Metrics, serve
from runtime.process_probe import ProcessWatch
from runtime.settings import ListenAddress, SettingError, Settings
from telemetry import metric_hooks

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "at"),
    [("", "None"), ("9464", "127.0.0.1:9464"), ("0.0.0.0:80", "0.0.0.0:80"), ("[::1]:9464", "[::1]:9464"), ("bot:1", "bot:1")],
)
def test_figures_are_for_this_machine_unless_an_address_is_named(monkeypatch: pytest.MonkeyPatch, text: str, at: str) -> None:
    monkeypatch.setenv("BASTIDE_METRICS", text)

    assert str(Settings(token="", database=Path("none.db")).metrics) == at


@pytest.mark.parametrize("text", ["yes", "99999", "0", "host:", "http://127.0.0.1:9464"])
def test_an_address_that_is_none_is_refused_with_what_would_be_right(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("BASTIDE_METRICS", text)

    with pytest.raises(SettingError, match="9464"):
        Settings(token="", database=Path("none.db"))


async def test_a_port_that_somebody_has_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As the process before this one has it in a restart; said once."""
    monkeypatch.setattr(metrics, "AGAIN_S", 0.01)
    caplog.set_level("INFO")
    with socket.create_server(("127.0.0.1", 0)) as former:
        port = former.getsockname()[1]
        tally = HourlyCounts()
        figures = Metrics(ProcessWatch(Settings(token="", database=tmp_path / "none.db"), tally), tally)
        serving = asyncio.create_task(serve(ListenAddress("127.0.0.1", port), figures))
        async with asyncio.timeout(20):
            while "metrics-unavailable" not in caplog.text:  # noqa: ASYNC110  # the log tells nobody
                await asyncio.sleep(0.005)
    async with asyncio.timeout(20):
        while "metrics at=" not in caplog.text:  # noqa: ASYNC110  # as above
            await asyncio.sleep(0.005)

    metric_hooks.took(metric_hooks.STORED, "write", 0.02)
    told = await asyncio.to_thread(lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode())
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    metric_hooks.took(metric_hooks.STORED, "write", 0.02)

    assert caplog.text.count("metrics-unavailable") == 1
    assert 'bastide_database_seconds_bucket{kind="write",le="0.025"} 1.0' in told
    assert 'bastide_database_seconds_bucket{kind="write",le="0.01"} 0.0' in told


def test_nobody_pays_for_what_they_do_not_want() -> None:
    """Neither what answers those who want figures is loaded, nor what draws and thinks, which other processes do."""
    loads = "import sys, bot, runtime.lifecycle, cogs.client, editions.registry, render.background_warmup"
    heavy = ("prometheus_client", "numpy", "shapely", "babel", "alembic", "psycopg", "rustworkx", "openskill")

    done = subprocess.run(
        [sys.executable, "-c", f"{loads}; print([name for name in {heavy} if name in sys.modules])"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "[]\n"
