"""Download of Discord's scripts for activities: `python -m tools.activity [FOLDER]`, when the image is built or by `make activity`.

Only one pinned version is accepted, and only if its hash equals the one in this module, which is the registry's hash of the
reviewed package.
"""

from __future__ import annotations

import base64
import hashlib
import io
import sys
import tarfile
import urllib.request
from pathlib import Path, PurePosixPath

from web.activity_sdk import FOLDER

VERSION = "2.5.0"
ADDRESS = f"https://registry.npmjs.org/@discord/embedded-app-sdk/-/embedded-app-sdk-{VERSION}.tgz"
HASH = "sha512-FNoe5PbSkoKEbqPubaBmq6tlEMOftMjR3gu55YrdrrKmBfKKM4i9P/Z+Zxl0RZdJcKviBwVcTyYMMPM/aGex/w=="
LARGEST = 8_000_000
INSIDE = "package/output/"
TIMEOUT_S = 60


class OtherPackageError(Exception):
    """Raised when the hash of the downloaded package is not the expected one."""


def unpack(package: bytes, folder: Path, expected: str = HASH) -> int:
    """Write the package's `.mjs` scripts into `folder`; return the number of files.

    Raises `OtherPackageError` if the package's hash is not `expected`.
    """
    kind, _, _ = expected.partition("-")
    actual = f"{kind}-{base64.b64encode(hashlib.new(kind, package).digest()).decode()}"
    if actual != expected:
        raise OtherPackageError(f"the package is {actual} and not {expected}")
    number = 0
    with tarfile.open(fileobj=io.BytesIO(package), mode="r:gz") as archive:
        for member in archive:
            path = PurePosixPath(member.name)
            inner = member.name.removeprefix(INSIDE)
            if not member.isfile() or path.suffix != ".mjs" or inner == member.name or ".." in path.parts:
                continue
            file = archive.extractfile(member)
            assert file is not None, "it is a file"
            target = folder / inner
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read(LARGEST))
            number += 1
    return number


def main(arguments: list[str]) -> int:
    """Download and unpack the package as the arguments say; return the exit code."""
    folder = Path(arguments[0]) if arguments else FOLDER
    with urllib.request.urlopen(ADDRESS, timeout=TIMEOUT_S) as answer:
        package = answer.read(LARGEST)
    try:
        number = unpack(package, folder)
    except OtherPackageError as error:
        sys.stderr.write(f"Nothing was written: {error}.\n")
        return 1
    print(f"{number} scripts of Discord's, version {VERSION}, are in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
