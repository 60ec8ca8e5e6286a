.PHONY: run check check-python check-js check-docs test test-spark test-engines test-installs audit house tokens wire lock clean

PYTHON = .venv/bin/python

# Each process that a test starts would otherwise compile all of costdash again.
unexport PYTHONDONTWRITEBYTECODE

run:
	@bin/prepare run
	@.venv/bin/costdash serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) \
	    $(if $(DISPLAY)$(WAYLAND_DISPLAY),,--no-browser)

# Format, lint, types, the rules of layers, packages and words, and the documentation site, side by
# side.
check:
	@bin/prepare test
	@$(MAKE) --no-print-directory --jobs 3 check-python check-js check-docs

check-python:
	@bin/prepare test
	@bin/check-sizes
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest -q --no-header tests/project/test_architecture.py tests/project/test_words.py

# The browser scripts: format, lint, types. Needs npm; the product itself needs no node.
check-js:
	@bin/prepare test
	@if command -v npm >/dev/null; then \
	    npm ci --no-audit --no-fund --loglevel=error && npm run --silent check; \
	elif [ "$$CI" ]; then \
	    echo "The checks of the browser scripts need npm." >&2; exit 1; \
	else \
	    echo "No npm: THE BROWSER SCRIPTS WERE NOT CHECKED." >&2; \
	fi

# The site in build/docs: no warnings, every block of code runs, every link leads somewhere.
check-docs:
	@bin/prepare test
	$(PYTHON) -m sphinx --jobs 2 --fail-on-warning --keep-going --quiet docs build/docs
	$(PYTHON) scripts/check_site.py build/docs

# Files of tests run two at a time; WORKERS=0 runs one after the other. A browser test that only ran
# out of time is run once more, and the summary names it: the machine may have been busy.
WORKERS = 2
RERUN = --reruns 1 --only-rerun TimeoutException

CHECKED = --deselect tests/project/test_architecture.py --deselect tests/project/test_words.py

test: check
	$(PYTHON) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(RERUN) $(or $(ARGS),$(CHECKED))

# Spark's counts beside DuckDB's. Needs Java, and 450 MB for pyspark, which no lock holds.
test-spark:
	@bin/prepare test
	@if command -v java >/dev/null && $(PYTHON) -m pip install --quiet --upgrade \
	    --target .spark "pyspark>=4,<5"; then \
	    PYTHONPATH=.spark $(PYTHON) -m pytest -m spark tests/intake/engines/test_spark.py; \
	else \
	    echo "No Java or no pyspark: SPARK WAS NOT TRIED." >&2; \
	fi

# The lowest versions that pyproject.toml allows, and costdash beside packages that people have.
test-installs:
	@bin/prepare test
	PYTHON=$(PYTHON) scripts/try_installs.sh

# PostgreSQL, ClickHouse's local engine and Polars beside rows in memory. No lock holds their drivers.
test-engines:
	@bin/prepare test
	@bin/test-engines

# Known advisories for the locked packages, where a source of advisories can be reached.
audit:
	@bin/audit

# Size and shape of the code for a reader, and what changed since main (or SINCE=REVISION).
house:
	@$(PYTHON) scripts/house.py $(SINCE)

# The style tokens of the page, from costdash/figures/style.py.
tokens:
	$(PYTHON) -c "from costdash.figures.style import write_tokens; write_tokens()"

# The types of what page and server send each other, for the scripts.
wire:
	$(PYTHON) scripts/wire_types.py

# Newer versions within pyproject.toml's bounds; needs uv.
COMPILE = uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 \
    --only-binary :all: --generate-hashes --no-annotate --no-header \
    --no-emit-index-url --no-emit-find-links --group build --extra team
lock:
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --extra test --output-file requirements-test.lock

clean:
	rm -rf .venv .venv.lock .spark .lowest .engines assets/vendor build dist node_modules .pytest_cache .ruff_cache .mypy_cache .hypothesis
