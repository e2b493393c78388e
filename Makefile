# The one list of commands. Everything runs in .venv, made from uv.lock with nothing but Python 3.11+ and git.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
UV_VERSION := 0.13.8
UV := .uv/bin/uv
BIN := .venv/bin
RECORDS ?= tests/records
SOAK ?=
# One more than processors: some tests wait for other programs.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy
# Rewritten assertions are kept as bytecode: without it every process of the tests compiles all of them again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run test check bench soak fast gallery conformance written words lock release clean

setup: .venv/ready

.venv/ready: pyproject.toml uv.lock $(UV)
	$(UV) sync --frozen --quiet --extra sandbox --extra metrics --python $(PYTHON)
	$(BIN)/python -m compileall -q -x '/\.' .
	@# Beside each other: tests are compiled once for all processes that will run them; what is wrong with one `make test` says.
	$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 & $(BIN)/python -m render.warm && wait
	@touch $@

$(UV):
	@test -n "$(PYTHON)" || { echo "Bastide needs Python 3.11 or newer; none was found."; exit 1; }
	$(PYTHON) -m venv .uv
	.uv/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

run: setup  ## On Discord if .env has DISCORD_TOKEN, otherwise in the local sandbox
	$(BIN)/python bot.py

test: setup  ## All tests
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: setup  ## Style, types, layers, and the long proofs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m text.template --check
	BASTIDE_GAMES=2000 $(BIN)/python -m pytest -n auto tests/games/carcassonne/test_second_opinion.py

bench: setup  ## What everything costs
	$(BIN)/python -m tools.bench

soak: setup  ## What takes long: kills, load, simulated worlds; SOAK="load --games 100" for a part, or less
	$(BIN)/python -m tools.soak $(SOAK)

fast: setup  ## Compile what judges positions, for thinking processes and the arena: the same moves in less time; needs a C compiler
	$(BIN)/python -m tools.compile

gallery: setup  ## All pictures, into gallery/
	$(BIN)/python -m tools.gallery gallery

conformance: setup  ## Replay the records of whole games in RECORDS
	$(BIN)/python -m tools.conformance $(RECORDS)

written: setup  ## Renew what is written from the program: commands, powers, rules, names, turns, playthroughs
	$(BIN)/python -m tools.write

NEW_LANGUAGE := $(if $(filter command line,$(origin LANG)),$(LANG))

words: setup  ## Renew the catalogues, their examples and the transcripts; with LANG=fr begin a language or bring it up to date
	$(BIN)/python -m text.template $(NEW_LANGUAGE)
	$(if $(NEW_LANGUAGE),,$(BIN)/python -m tools.transcripts)

lock: $(UV)  ## Renew uv.lock
	$(UV) lock

release: setup  ## Prepare a release: make release VERSION=0.2.0
	@test -n "$(VERSION)" || { echo "Say which: make release VERSION=0.2.0"; exit 1; }
	$(BIN)/python -m text.template --check --release
	$(BIN)/python -m tools.release $(VERSION)
	$(UV) lock --quiet

clean:
	rm -rf .venv .uv .cache .mypy_cache .ruff_cache .pytest_cache gallery
