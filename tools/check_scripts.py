"""Type and style checks of the web page's scripts: `python -m tools.check_scripts`; skipped where Node and npm are not installed.

The page itself needs no package and no build. The two checkers (tsc and biome) are pinned in `web/package-lock.json` and installed
into `.cache/scripts`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[1] / "web"
KEPT = WEB.parent / ".cache" / "scripts"
CHECKS = (["tsc", "--project", "tsconfig.json"], ["biome", "lint", "--error-on-warnings", "static"])


def missing() -> str:
    """Install the checkers if necessary; return why the scripts can't be checked here, or an empty string if they can."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "Node and npm are not installed"
    lock = (WEB / "package-lock.json").read_bytes()
    if (KEPT / "done.json").is_file() and (KEPT / "done.json").read_bytes() == lock:
        return ""
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(WEB / name, KEPT)
    fetch = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    fetched = subprocess.run(fetch, cwd=KEPT, capture_output=True, text=True, check=False)  # noqa: S603  # our own words
    if fetched.returncode:
        return f"npm could not fetch the checkers: {fetched.stderr.strip()[-300:]}"
    (KEPT / "done.json").write_bytes(lock)
    return ""


def main() -> int:
    """Run both checkers on the web page's scripts; return the highest exit code, or 0 with a message if they can't run."""
    if reason := missing():
        print(f"The page's scripts are not checked: {reason}.")
        return 0
    results = [
        subprocess.run([str(KEPT / "node_modules" / ".bin" / tool), *rest], cwd=WEB, check=False).returncode  # noqa: S603  # our own words
        for tool, *rest in CHECKS
    ]
    return max(results)


if __name__ == "__main__":
    sys.exit(main())
