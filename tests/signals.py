"""Restoration of signal handling for programs that tests start."""

from __future__ import annotations

import signal

DEFAULTS = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


def restore_signals() -> None:
    """Stop ignoring Ctrl+C and SIGTERM.

    A shell that ignores them, as for background jobs, passes that on to every child process.
    """
    for number, default in DEFAULTS.items():
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, default)
