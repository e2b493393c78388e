"""The page's scripts: fetched all at once, and places on a tile that a finger can tell from each other (run by Node)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

from web.files import STATIC

NODE = shutil.which("node")
IMPORT = re.compile(r"from '\./(\w+)\.js'")


def scripts_of(name: str, seen: set[str]) -> set[str]:
    """Return the scripts that one of them needs, itself and what those need included."""
    if name not in seen:
        seen.add(name)
        for needed in IMPORT.findall((STATIC / f"{name}.js").read_text(encoding="utf-8")):
            scripts_of(needed, seen)
    return seen


def test_a_page_names_all_scripts_at_once_so_that_none_waits_for_another() -> None:
    html = (STATIC / "board.html").read_text(encoding="utf-8")
    needed = scripts_of("main", set()) - {"main"}

    assert len(needed) >= 10
    assert set(re.findall(r'rel="modulepreload" href="\{base\}/(\w+)\.js"', html)) == needed


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
@pytest.mark.parametrize(
    "middles",
    [
        [[0.5, 0.5]],
        [[0.1, 0.1], [0.9, 0.9]],
        [[0.5, 0.5], [0.5, 0.5]],
        [[0.98, 0.02], [0.96, 0.05], [0.7, 0.1]],
        [[0.5, 0.1], [0.6, 0.15], [0.5, 0.2], [0.55, 0.5], [0.5, 0.5], [0.45, 0.9], [0.5, 0.8]],
    ],
)
def test_places_on_a_tile_lie_so_far_apart_that_each_can_be_tapped(middles: list[list[float]]) -> None:
    source = (STATIC / "spread.js").as_uri()
    story = f"console.log(JSON.stringify([spread({json.dumps(middles)}), LEAST]))"
    script = f"const {{ spread, LEAST }} = await import('{source}'); {story}"
    run = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, timeout=30, check=True)
    shown, least = json.loads(run.stdout)

    assert len(shown) == len(middles) and all(0 < side < 1 for middle in shown for side in middle), shown
    for number, (x, y) in enumerate(shown):
        for other_x, other_y in shown[:number]:
            assert ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5 >= least * 0.9, shown
    far = all(abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1 for a in middles for b in middles if a is not b)
    assert not far or shown == middles, "what is far apart already stays where it is"


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_camera_shows_no_empty_space_while_something_to_tap_is_out_of_sight() -> None:
    camera = (STATIC / "camera.js").as_uri()
    asked = "[centre(0, 4, 8, 3), centre(0, 20, 8, 0), centre(0, 20, 8, 19), centre(0, 20, 8, 9), centre(0, 20, 8)]"
    script = f"const {{ centre }} = await import('{camera}'); console.log(JSON.stringify({asked}))"
    run = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, timeout=30, check=True)

    assert json.loads(run.stdout) == pytest.approx([2, 3.7, 16.3, 9.5, 10])
