"""`python bot.py --health`: is the bot that uses this database well? For containers and for whoever watches over the host."""

from __future__ import annotations

import sys
import time

from hosting.settings import Settings
from journal import life


def health(settings: Settings) -> int:
    """Print one sentence; 0 if the bot is well, 1 if not."""
    found = life.verdict(life.read(settings.sign_of_life), time.time())
    sys.stdout.write(f"{'healthy' if found.healthy else 'unhealthy'}: {found.sentence}\n")
    return 0 if found.healthy else 1
