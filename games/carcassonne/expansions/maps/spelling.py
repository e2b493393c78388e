"""The correct spelling of names on the built-in maps, whose frozen files lack accents and umlauts.

The files never change, because their hashes are pinned and an id must always mean the same map. Uploaded maps are shown with the
names in their files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.carcassonne.expansions.maps.design import MapDesign

SPELT: Mapping[str, Mapping[str, str]] = {
    "benelux": {"Osnabrueck": "Osnabrück", "Muenster": "Münster", "Duesseldorf": "Düsseldorf"},
    "germany": {
        "Muenchen": "München",
        "Muenster": "Münster",
        "Koeln": "Köln",
        "Wuerzburg": "Würzburg",
        "Saarbruecken": "Saarbrücken",
        "Nuernberg": "Nürnberg",
        "Poznan": "Poznań",
        "Wroclaw": "Wrocław",
        "Plzen": "Plzeň",
        "Zuerich": "Zürich",
        "Liege": "Liège",
        "Kiel-Ruegen": "Kiel-Rügen",
    },
}
"""By the id of a map: the name in its file, and the name that people read."""


def respelt(design: MapDesign) -> MapDesign:
    """Return a built-in map with its names spelt correctly."""
    spelt = SPELT.get(design.id, {})
    return replace(
        design,
        places=tuple(place._replace(name=spelt.get(place.name, place.name)) for place in design.places),
        borders=tuple(border._replace(name=spelt.get(border.name, border.name)) for border in design.borders),
        ferries=tuple(ferry._replace(name=spelt.get(ferry.name, ferry.name)) for ferry in design.ferries),
    )
