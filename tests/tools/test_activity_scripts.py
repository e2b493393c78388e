"""Discord's scripts for activities: only the package that was looked at is unpacked, and only its scripts."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from runtime.settings import SettingError, Settings
from tools import activity
from web import activity_sdk

FILES = {
    "package/output/index.mjs": b"export * from './lib/a.mjs';",
    "package/output/lib/a.mjs": b"export const a = 1;",
    "package/output/index.cjs": b"no",
    "package/package.json": b"{}",
    "package/output/../../outside.mjs": b"no",
    "/package/output/root.mjs": b"no",
    "other/output/index.mjs": b"no",
}


def package() -> bytes:
    """Return a package like that of the registry."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, data in FILES.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        link = tarfile.TarInfo("package/output/link.mjs")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return packed.getvalue()


def hashed(data: bytes) -> str:
    """Return the hash of a package as registries write it."""
    return f"sha512-{base64.b64encode(hashlib.sha512(data).digest()).decode()}"


def test_only_scripts_of_the_package_are_written_and_served_packed(tmp_path: Path) -> None:
    data, folder = package(), tmp_path / "sdk"
    assert not activity_sdk.is_there(folder)

    assert activity.unpack(data, folder, hashed(data)) == 2

    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.mjs")) == ["sdk/index.mjs", "sdk/lib/a.mjs"]
    sdk = activity_sdk.read(folder)
    assert activity_sdk.is_there(folder) and set(sdk.files) == {"index.mjs", "lib/a.mjs"}
    assert gzip.decompress(sdk.files["lib/a.mjs"]) == b"export const a = 1;"
    (folder / "lib" / "a.mjs").write_bytes(b"changed")
    assert activity_sdk.read(folder).digest != sdk.digest


def test_another_package_is_not_unpacked(tmp_path: Path) -> None:
    data = package()
    with pytest.raises(activity.OtherPackageError):
        activity.unpack(data + b"x", tmp_path, hashed(data))
    with pytest.raises(activity.OtherPackageError):
        activity.unpack(data, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_image_fetches_them_and_the_repository_does_not_hold_them() -> None:
    root = Path(activity.__file__).parents[1]
    assert "RUN .venv/bin/python -m tools.activity" in (root / "Dockerfile").read_text(encoding="utf-8")
    assert "web/sdk/" in (root / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert activity.HASH.startswith("sha512-") and activity.VERSION in activity.ADDRESS


@pytest.mark.parametrize(
    ("missing", "told"),
    [("BASTIDE_WEB", "needs BASTIDE_WEB"), ("BASTIDE_WEB_URL", "https://"), ("BASTIDE_WEB_SDK", "tools.activity")],
)
def test_a_secret_alone_is_refused_with_what_it_needs(
    missing: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.mjs").write_text("//")
    given = {
        "BASTIDE_WEB": "8090",
        "BASTIDE_WEB_URL": "https://board.example",
        "BASTIDE_WEB_SDK": str(tmp_path),
        "BASTIDE_WEB_SECRET": "a secret",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = Settings(token="", database=Path("none.db"))
    assert settings.web_secret == "a secret" and "a secret" not in repr(settings)
    if missing == "BASTIDE_WEB_SDK":
        monkeypatch.setenv(missing, str(tmp_path / "nowhere"))
    else:
        monkeypatch.delenv(missing)

    with pytest.raises(SettingError, match=told):
        Settings(token="", database=Path("none.db"))
