# The front door. Everything is set up in .venv by the commands that need it.

PYTHON ?= python3
PORT ?= 8000
SAMPLE ?= 25
SEED ?= 1
BIN := .venv/bin
TESTS := not long
# Who writes no bytecode compiles everything anew for every program that a test starts.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run demo test test-all test-python test-container check check-js types suites bench soak mutants docs setup setup-tests clean

help:
	@echo "make run     set up, then serve the site with its demo and print its address"
	@echo "make demo    set up, then let bots play a tournament of each game, and simulate at full speed"
	@echo "make test    set up, then run all checks and all tests but the longest"
	@echo "make test-all  the same with the suites that take long, and all of them again as make test-python does"
	@echo "make test-python  the tests of make test on the Python of Debian's next release"
	@echo "make test-container  the site in a container, made of the distribution's packages and run by Podman"
	@echo "make check   what make test runs, without set-up; make check-js, the part of it for JavaScript"
	@echo "make bench   measure speed beside peers and C, as ratios"
	@echo "make soak    kill tournaments a thousand times, and let every write fail; nothing may be lost"
	@echo "make mutants  make small edits in copies of the rules, and see whether the tests notice"
	@echo "make docs    write the manual as HTML files to build/docs"
	@echo "make clean   remove what these commands made"

run: setup
	@$(BIN)/overtrick serve --demo --port $(PORT)

demo: setup
	$(BIN)/python scripts/demo.py

test: setup-tests
	@$(MAKE) --no-print-directory check

test-all: setup-tests
	@scripts/system-packages nodejs default-jdk-headless golang-go rustc
	@$(MAKE) --no-print-directory check TESTS=
	@$(MAKE) --no-print-directory test-python TESTS=
	@$(MAKE) --no-print-directory test-container

test-python:
	@scripts/test-python -m '$(TESTS)'

test-container: .venv/ready
	@scripts/test-container

check-js:
	@scripts/check-js

check:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory -j3 check-js types suites

types:
	$(BIN)/mypy

# The makes that tests start are none of this one's
suites:
	env -u MAKEFLAGS $(BIN)/pytest -n auto --durations=10 -m '$(TESTS)'

bench: setup
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python -m benchmarks.bench
	$(BIN)/python -m benchmarks.fence_bench
	$(BIN)/python -m benchmarks.matches_bench
	$(BIN)/python -m benchmarks.trust_bench
	$(BIN)/python -m benchmarks.tournament_bench
	$(BIN)/python -m benchmarks.players_bench
	$(BIN)/python -m benchmarks.adapters_bench
	$(BIN)/python -m benchmarks.web_bench
	$(BIN)/python -m benchmarks.web_bench --clocks
	$(BIN)/python -m benchmarks.pages_bench
	$(BIN)/python -m benchmarks.arena_bench

soak: setup
	$(BIN)/python -m scripts.soak
	$(BIN)/python -m scripts.faults

# SAMPLE=all tries every edit, which takes hours
mutants: setup
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[mutants]'
	$(BIN)/python -m scripts.mutants --sample $(SAMPLE) --seed $(SEED)

docs: setup
	$(BIN)/overtrick manual build/docs

setup: .venv/ready

setup-tests: .venv/ready-for-tests

.venv/ready: pyproject.toml constraints.txt scripts/system-packages
	@scripts/system-packages gcc bubblewrap
	@echo "setting up .venv with pinned packages; this takes a minute or two"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[all,dev]'
	@echo "compiling the players, so that nobody waits for them later; this takes a minute"
	@$(BIN)/python -m overtrick.players.warm --tell
	@touch .venv/ready

# A browser, PostgreSQL and others that only tests need
.venv/ready-for-tests: .venv/ready
	@scripts/system-packages
	@touch .venv/ready-for-tests

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build tests/web/static/node_modules
