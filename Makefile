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

.PHONY: setup run update check-host test check bench soak fast activity gallery conformance written words lock release clean

setup: .venv/running  ## What the bot on Discord needs

# `--inexact` leaves what tests need in place where they were run before.
.venv/running: pyproject.toml uv.lock $(UV)
	$(UV) sync --frozen --quiet --no-dev --inexact --extra metrics --python $(PYTHON)
	$(BIN)/python -m compileall -q -x '/\.' .
	$(BIN)/python -m render.warm
	@touch $@

.venv/sandbox: .venv/running
	$(UV) sync --frozen --quiet --no-dev --inexact --extra metrics --extra sandbox --python $(PYTHON)
	@touch $@

.venv/ready: .venv/running
	$(UV) sync --frozen --quiet --extra sandbox --extra metrics --python $(PYTHON)
	@# Tests are compiled once for all processes that will run them; what is wrong with one `make test` says.
	-@$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1
	@touch $@ .venv/sandbox

$(UV):
	@test -n "$(PYTHON)" || { echo "Bastide needs Python 3.11 or newer; none was found."; exit 1; }
	$(PYTHON) -m venv .uv
	.uv/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

TOKEN := $(or $(DISCORD_TOKEN),$(shell grep -s '^DISCORD_TOKEN=.' .env))

run: export BASTIDE_POSITION := $(or $(POSITION),$(BASTIDE_POSITION))
run: .venv/$(if $(TOKEN),running,sandbox)  ## On Discord if .env has DISCORD_TOKEN, otherwise in the local sandbox; there RELOAD=1 restarts it with the same game when a file changes, POSITION=game.json opens an exported game
	@$(BIN)/python $(if $(RELOAD),-m tools.reload,bot.py)

update: $(UV)  ## The newest version and what it needs: the newest release where one is checked out, else the newest commit
	@if git symbolic-ref -q HEAD >/dev/null; then git pull --quiet --ff-only; else git fetch --quiet --tags && \
		git -c advice.detachedHead=false checkout --quiet "$$(git tag --list 'v*' --sort=-version:refname | head -n 1)"; fi
	@$(MAKE) --no-print-directory setup
	@echo "This is now $$($(BIN)/python bot.py --version). Restart the bot to run it."

check-host: setup  ## What this installation still lacks
	@$(BIN)/python bot.py --check

test: .venv/ready  ## All tests; ONLY=tests/rules, or ONLY=tests/rules/test_base.py::test_name, for some
	$(BIN)/python -m pytest $(ONLY) -n $(if $(findstring .py,$(ONLY)),0,$(WORKERS)) --dist worksteal

check: .venv/ready  ## Style, types, layers, and the long proofs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m text.template --check
	$(BIN)/python -m tools.check_scripts
	BASTIDE_GAMES=2000 $(BIN)/python -m pytest -n auto tests/games/carcassonne/test_second_opinion.py

bench: .venv/ready  ## What everything costs
	$(BIN)/python -m tools.bench

soak: .venv/ready  ## What takes long: kills, load, simulated worlds; SOAK="load --games 100" for a part, or less
	$(BIN)/python -m tools.soak $(SOAK)

fast: .venv/ready  ## Compile what judges positions, for thinking processes and the arena: the same moves in less time; needs a C compiler
	$(BIN)/python -m tools.compile

activity: .venv/running  ## Fetch Discord's scripts, to open the board inside Discord; see docs/self-hosting.md
	$(BIN)/python -m tools.activity

gallery: .venv/ready  ## All pictures, into gallery/
	$(BIN)/python -m tools.gallery gallery

conformance: .venv/ready  ## Replay the records of whole games in RECORDS
	$(BIN)/python -m tools.conformance $(RECORDS)

written: .venv/ready  ## Renew what is written from the program: commands, powers, rules, names, turns, playthroughs
	$(BIN)/python -m tools.write

NEW_LANGUAGE := $(if $(filter command line,$(origin LANG)),$(LANG))

words: .venv/ready  ## Renew the catalogues, their examples and the transcripts; with LANG=fr begin a language or bring it up to date
	$(BIN)/python -m text.template $(NEW_LANGUAGE)
	$(if $(NEW_LANGUAGE),,$(BIN)/python -m tools.transcripts)

lock: $(UV)  ## Renew uv.lock
	$(UV) lock

release: .venv/ready  ## Prepare a release: make release VERSION=0.2.0
	@test -n "$(VERSION)" || { echo "Say which: make release VERSION=0.2.0"; exit 1; }
	$(BIN)/python -m text.template --check --release
	$(BIN)/python -m tools.release $(VERSION)
	$(UV) lock --quiet
	$(BIN)/python -m text.template

clean:
	rm -rf .venv .uv .cache .mypy_cache .ruff_cache .pytest_cache gallery
