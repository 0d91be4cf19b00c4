# Every target does its own set-up; `make run` and `make test` are all that a fresh machine needs.
SHELL := /bin/bash
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

export UV_COMPILE_BYTECODE := 1
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run test check bench rules-report up proto proto-check lock clean

setup: $(READY)

$(READY): pyproject.toml requirements.lock requirements-uv.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-uv.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q engine_core services clients/python/arena
	touch $@

## The main job: a tournament of all three games between house bots on an embedded stack, then every record verified.
run: $(READY)
	$(BIN)/arena tournament run deploy/examples/mixed-night.toml

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadgroup

check: $(READY) proto-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint
	$(BIN)/buf breaking --against proto/released.binpb
	$(BIN)/buf format --diff --exit-code

bench: $(READY)
	$(BIN)/python -m tests.bench

rules-report: $(READY)
	$(BIN)/python -m tests.rules_report

up: $(READY)
	$(BIN)/arena up

## Regenerate the committed stubs under clients/python/arena/pb from proto/.
proto: $(READY)
	$(BIN)/python proto/generate.py

proto-check: $(READY)
	$(BIN)/python proto/generate.py --check

## Re-resolve the pinned dependencies (no registry address may appear in a lock file).
lock:
	test -x $(BIN)/uv || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet uv; }
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --all-extras pyproject.toml -o requirements.lock
	echo uv | $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 - -o requirements-uv.lock

clean:
	rm -rf $(VENV) .arena records
