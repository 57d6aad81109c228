# `make` alone lists what there is. Every target sets up what it needs first.
VENV := .venv
BIN := $(VENV)/bin
STAGES ?=
BENCH ?= side_by_side

.PHONY: help play test test-rest test-all docs lint bench learn warm golden lock clean
.DEFAULT_GOAL := help
export PYTHON

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1 /p' $(MAKEFILE_LIST) | awk '{name = $$1; $$1 = ""; printf "  make %-10s%s\n", name, $$0}'

play: $(VENV)/.play ## play in the browser (SERVE="--port 9000" and the like are passed on)
	@$(BIN)/plowshares serve $(SERVE)

test: $(VENV)/.dev ## the quick tier of the checks; STAGES="lint compiled" runs only those
	@$(BIN)/python scripts/run_tests.py $(STAGES)

test-rest: $(VENV)/.dev ## the quick tier, then the files that it leaves out compiled or bounds-checked
	@$(BIN)/python scripts/run_tests.py --rest

test-all: $(VENV)/.dev ## check everything: all that, then the long tests (browsers, kills, learners, builds)
	@$(BIN)/python scripts/run_tests.py --all

docs: $(VENV)/.dev ## build the documentation as a site in build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict && echo "open build/site/index.html"

lint: $(VENV)/.dev ## the quick checks: format, lint, types, import layers
	@$(BIN)/python scripts/run_tests.py format lint types layers

bench: $(VENV)/.bench ## measure beside other libraries and write docs/benchmarks.md; BENCH="bench_civ bench_server" runs those instead
	@for name in $(BENCH); do echo "== $$name"; $(BIN)/python -m benchmarks.$$name || exit 1; done

learn: build/learn/.learn ## make build/learn, an environment with all that the examples for learners need (PyTorch, RLlib)

warm: $(VENV)/.play ## compile all games now instead of at their first use
	@$(BIN)/plowshares warm

golden: $(VENV)/.dev ## write the golden playthroughs again (GAMES="civ stratego" only those); review their diff
	@$(BIN)/python -m tests.contract.golden $(GAMES)

lock: $(VENV)/.play ## resolve the dependencies again; UPGRADE=1 takes the newest versions
	@scripts/lock $(if $(UPGRADE),--upgrade)

clean: ## remove the environment and what tools leave behind
	@rm -rf $(VENV) build dist .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What is installed is stamped with its purpose; the stamp is out of date when the lock or the project's metadata change.
$(VENV)/.play $(VENV)/.dev: $(VENV)/.%: requirements/%.txt pyproject.toml scripts/set_up
	@scripts/set_up $(VENV) $*

$(VENV)/.bench: requirements/bench.txt $(VENV)/.dev
	@scripts/set_up $(VENV) bench

# An environment of its own: RLlib wants an older Gymnasium.
build/learn/.learn: requirements/learn.txt pyproject.toml scripts/set_up
	@scripts/set_up build/learn learn
