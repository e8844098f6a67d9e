# Fray's commands. Everything is set up by client_demo/bootstrap.py, in .venv: nothing is installed system-wide,
# but that `make test` as root may fetch a Chromium with apt-get. Without make: python3 client_demo/bootstrap.py play
#
# Lock files: tests/requirements-{run,build,test}.lock, each holding the one before. `run` is what a server needs (the
# image), `build` adds what builds the browser client (make play), `test` adds the tests' tools (make test).

PYTHON ?= python3
PORT ?= 8642
DATA ?= .data
BOOTSTRAP = $(PYTHON) client_demo/bootstrap.py

.DEFAULT_GOAL := help
.PHONY: help play test lint types test-ts build test-py bench bench-asked bench-peers faults faults-quick soak leaks pace mutants mutations audit lock image clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 16

play: ## set up, then serve the demo encounter: PORT=8642 DATA=.data HOST=127.0.0.1
	@$(BOOTSTRAP) play --port "$(PORT)" --data "$(DATA)" $(if $(filter command line,$(origin HOST)),--host "$(HOST)")

test: ## set up, then every check there is
	@$(BOOTSTRAP) test

lint: ## ruff and the import contracts
	@$(BOOTSTRAP) test ruff-check ruff-format imports

types: ## mypy strict and tsc strict
	@$(BOOTSTRAP) test mypy tsc

test-ts: ## the browser client's unit tests
	@$(BOOTSTRAP) test vitest

build: ## the browser client into server/static
	@$(BOOTSTRAP) setup

test-py: ## the Python tests: PYTEST_ARGS="-k dice -x"
	@$(BOOTSTRAP) test pytest -- $(PYTEST_ARGS)

bench: ## the benchmarks: JSON=FILE, SHORT=1 for less than a minute, ARGS="--only rules"
	@$(BOOTSTRAP) setup test
	@.venv/bin/python -m tests.bench $(if $(JSON),--json "$(JSON)") $(if $(SHORT),--short) $(ARGS)

bench-asked: ## how long people wait beside 54 askers of everything, at 20 tables of 100,000 commits: JSON=FILE
	@$(BOOTSTRAP) setup test
	@.venv/bin/python -m tests.bench --only asked $(if $(JSON),--json "$(JSON)") $(ARGS)

bench-peers: ## beside boardgame.io, Colyseus and Showdown from npm: JSON=FILE
	@$(BOOTSTRAP) setup test
	@.venv/bin/python -m tests.bench --peers $(if $(JSON),--json "$(JSON)")

faults: ## faults, simulated and real, less than an hour: ARGS="--seed 7 --only simulation"
	@$(BOOTSTRAP) setup test
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.faults $(ARGS)

soak: ## a server used for an hour, whose memory must not grow: ARGS="--minutes 10 --tables 2"
	@$(BOOTSTRAP) setup test
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.soak $(ARGS)

leaks: ## each declaration of secrecy taken away, and noticed: an hour: ARGS="brink"
	@$(BOOTSTRAP) setup test
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.secrecy.leaks $(ARGS)

pace: ## how often people are asked in a fight of each system, and whether it comes to the same
	@$(BOOTSTRAP) setup test
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.pace

mutants: ## each number and comparison of the rules changed, and noticed by a scenario: ARGS="tirakan_classic"
	@$(BOOTSTRAP) setup test
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.mutants $(ARGS)

mutations: ## ten thousand changed export files, ten thousand edits of a log: half an hour: ARGS="100 7" EDITS="10 7"
	@$(BOOTSTRAP) setup test
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.mutations $(ARGS)
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.edits $(EDITS)

audit: ## suites and tools of others against the server: ARGS="websocket faces" for some parts
	@$(BOOTSTRAP) setup test
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.audit $(ARGS)

faults-quick: ## the faults in less than a minute (part of make test)
	@$(BOOTSTRAP) setup test
	@PYTHONPATH=.:tests/three_cups:tests/toy_two:tests/skirmish .venv/bin/python -m tests.faults --quick $(ARGS)

COMPILE = "$$uv/bin/uv" pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command "make lock" $(ARGS)

lock: ## compile the lock files anew from pyproject.toml: ARGS=--upgrade
	@uv=$$(mktemp -d) && trap 'rm -rf "$$uv"' EXIT && \
	$(PYTHON) -m venv "$$uv" && "$$uv/bin/pip" install -q uv && \
	$(COMPILE) -o tests/requirements-run.lock && \
	$(COMPILE) -c tests/requirements-run.lock --extra build -o tests/requirements-build.lock && \
	$(COMPILE) -c tests/requirements-build.lock --extra build --extra test -o tests/requirements-test.lock

image: ## the image, with all that it is made of pinned by digest, as a release has it (needs Docker and its registry)
	@.ci/image

clean: ## remove what make built (not the encounters in .data)
	rm -rf .venv server/static client_demo/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
