.PHONY: run test check lock clean

run:
	@bin/prepare run
	@.venv/bin/costdash serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) \
	    $(if $(DISPLAY)$(WAYLAND_DISPLAY),,--no-browser)

test:
	@bin/prepare test
	.venv/bin/python -m pytest $(ARGS)

# The browser scripts: format, lint, types. Needs npm; the product itself needs no node.
check:
	npm ci --no-audit --no-fund
	npm run check

# Newer versions within pyproject.toml's bounds; needs uv.
COMPILE = uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 \
    --only-binary :all: --generate-hashes --no-annotate --no-header \
    --no-emit-index-url --no-emit-find-links --group build --extra team
lock:
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --extra test --output-file requirements-test.lock

clean:
	rm -rf .venv .venv.lock node_modules build dist .pytest_cache .ruff_cache .hypothesis
