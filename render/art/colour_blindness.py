"""Simulated colour blindness, and the perceived distance between two colours.

The matrices are those of Machado, Oliveira and Fernandes (2009) for complete loss of one cone kind, on linear light. Distances are
Euclidean in CIELAB under D65 (CIE 1976): 2 is just visible side by side, 10 is clear, 100 is black to white.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from render.art.themes import Colour

SIMULATIONS: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Rows turn linear red, green, blue into what is seen."""

_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
_WHITE = np.array([0.95047, 1.0, 1.08883])


def _linear(values: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = values / 255.0
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def _encode_light(light: NDArray[np.float64]) -> NDArray[np.float64]:
    light = np.clip(light, 0.0, 1.0)
    return 255.0 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def simulate_vision(picture: Image.Image, kind: str) -> Image.Image:
    """Return the picture as seen with a kind of colour blindness (a name in `SIMULATIONS`), in RGB."""
    pixels = np.asarray(picture.convert("RGB"), dtype=np.float64)
    seen = _encode_light(_linear(pixels) @ np.array(SIMULATIONS[kind]).T)
    return Image.fromarray(np.rint(seen).astype(np.uint8))


def simulated_colour(colour: Colour, kind: str | None) -> Colour:
    """Return a colour as seen with a kind of colour blindness; None for `kind` is normal vision."""
    if kind is None:
        return colour
    r, g, b = (round(float(v)) for v in _encode_light(_linear(np.array(colour, dtype=np.float64)) @ np.array(SIMULATIONS[kind]).T))
    return r, g, b


def lab(colour: Colour) -> NDArray[np.float64]:
    """Return the CIELAB coordinates of a colour: lightness 0-100, green to red, blue to yellow."""
    xyz = _TO_XYZ @ _linear(np.array(colour, dtype=np.float64)) / _WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(a: Colour, b: Colour, kind: str | None = None) -> float:
    """Return the perceived distance of two colours with a kind of colour blindness; None for `kind` is normal vision."""
    return float(np.linalg.norm(lab(simulated_colour(a, kind)) - lab(simulated_colour(b, kind))))
