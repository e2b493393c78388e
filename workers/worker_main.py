"""Main loop of a worker process, which reads calls from standard input and writes results to standard output.

A message is its length in eight bytes, then a pickle: a request is (function, arguments), an answer is (succeeded, result or
exception). The process ends when its input does, so it doesn't outlive the program.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from typing import Any, BinaryIO

SELDOM = 100_000
"""So many more things must have been made than forgotten before cycles are looked for: a search makes many things but no
cycles, and to look as often as usual takes a seventh of its time.
"""

PR_SET_PDEATHSIG = 1
"""Linux's number for the signal that a process gets when its parent ends."""
LOOKS_S = 1.0
"""How often a process looks whether its parent is still there."""

QUIET_S = 20.0
"""A process that was asked for nothing for so long gives back to the system what its last calls have needed and nobody holds."""

LENGTH = 8
"""Bytes that say how long a message is."""


class CallFailed(Exception):
    """Raised in place of an exception that cannot travel between processes; the text describes the original."""


def framed(body: bytes) -> bytes:
    """Return a message in the wire format: its length in eight bytes, big-endian, then the body."""
    return len(body).to_bytes(LENGTH, "big") + body


def die_with_parent() -> None:
    """Make this process end when its parent does, even in the middle of a calculation.

    On Linux the kernel sends a signal. Elsewhere a thread checks every second whether the parent has changed.
    """
    parent = os.getppid()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            if ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL) == 0:
                return
    threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    """End this process as soon as its parent is no longer `parent`; checks every `LOOKS_S` seconds."""
    while os.getppid() == parent:
        time.sleep(LOOKS_S)
    os._exit(1)


def serve(niceness: int) -> None:
    """Run calls from standard input until it ends; lower this process's priority by `niceness` where supported."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program: it ends its processes itself
    if hasattr(os, "nice"):
        os.nice(niceness)
    gc.set_threshold(SELDOM)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a calculation prints must not get between the answers
    try:
        while (request := _read(requests)) is not None:
            _collect_when_quiet(None)
            answers.write(framed(answered(request)))
            answers.flush()
            _collect_when_quiet(QUIET_S)
    except BrokenPipeError:  # the program was killed meanwhile: nobody is left to hear of it, now or when the file is closed
        os._exit(1)


def _collect_when_quiet(after_s: float | None) -> None:
    """Schedule a release of unused memory after `after_s` seconds without a call; None cancels it."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda _number, _frame: give_back())
        signal.setitimer(signal.ITIMER_REAL, after_s or 0.0)


def give_back() -> None:
    """Collect garbage and return this process's unused memory to the system."""
    gc.collect()
    trim()


def trim() -> None:
    """Return freed memory that the C library keeps to the system; takes some milliseconds."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def answered(request: bytes) -> bytes:
    """Run one request and return its pickled answer; an exception of the call is returned, not raised."""
    try:
        function, arguments = pickle.loads(request)  # noqa: S301  # from the program that started this process
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        error.add_note(f"in a thinking process:\n{traceback.format_exc()}")
        return _error_bytes(error)


def _error_bytes(error: Exception) -> bytes:
    try:
        answer = pickle.dumps((False, error))
        pickle.loads(answer)  # noqa: S301  # our own; some exceptions can be written and not read
    except Exception:
        return pickle.dumps((False, CallFailed("".join(traceback.format_exception(error)))))
    return answer


def _read(requests: BinaryIO) -> bytes | None:
    length = requests.read(LENGTH)
    if len(length) < LENGTH:
        return None
    return requests.read(int.from_bytes(length, "big"))


def unpacked(answer: bytes) -> Any:
    """Return the result in a pickled answer, or raise the exception in it."""
    went_well, result = pickle.loads(answer)  # noqa: S301  # from a process that this program started
    if not went_well:
        raise result
    return result
