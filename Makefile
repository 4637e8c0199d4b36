# Every target does its own set-up in a virtual environment inside the checkout.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
KERNELS := $(shell $(PYTHON) -I src/tallystick/solve/kernels.py) $(shell find src/tallystick -name '*.pxd')
SOURCES := $(shell find src/tallystick -name '*.py')
NOTICE := the kernels run interpreted: everything works, slower. Install a C compiler and run make clean to make it fast
CHECKED := -e '1s/boundscheck=False/boundscheck=True/' -e '1s/initializedcheck=False/initializedcheck=True/'
# The tests of the layers that have kernels; the other layers use them through these.
KERNEL_TESTS := tests/unit/solve tests/unit/tally tests/unit/formats tests/unit/tasks
BUILD  := import tomllib; print('\n'.join(tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires']))
DEV    := import tomllib; print('\n'.join(tomllib.load(open('pyproject.toml', 'rb'))['dependency-groups']['dev']))

.PHONY: help demo test test-all test-interpreted test-checked fuzz browser lint types bench docs web web-check clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 18

demo: $(VENV)/.installed  ## score the embedded examples of every task
	@$(BIN)/tallystick demo

test: $(VENV)/.developing  ## run what every change needs, within three minutes
	@$(BIN)/python -m pytest -n auto -m "not long and not documentation"

test-all: $(VENV)/.developing test-interpreted browser  ## add the long runs, interpreted kernels and the browser
	@TALLYSTICK_TESTS=all $(BIN)/python -m pytest -n auto -m "(long or property) and not documentation" --durations 40 --ignore tests/browser

test-interpreted: $(VENV)-pure/.developing  ## test the kernels interpreted
	@$(VENV)-pure/bin/tallystick --version
	@$(VENV)-pure/bin/python -m pytest -n auto -m "not long and not documentation" --durations 15 $(KERNEL_TESTS) tests/golden

test-checked: build/checked/.built  ## test the kernels with every index checked (a build of its own)
	@PYTHONPATH=build/checked/src $(BIN)/python -m pytest -n auto -m "not long and not documentation" $(KERNEL_TESTS)

fuzz: $(VENV)/.developing  ## run every command on 20,000 mutated files
	@TALLYSTICK_CASES=20000 $(BIN)/python -m pytest -n auto tests/property/test_mutations.py

browser: $(VENV)/.developing  ## test the report page in a browser (needs chromium)
	@$(PIP) install "playwright>=1.40" "pypdf>=5" || echo "Playwright cannot be installed here"
	@test -d web/node_modules/axe-core || (cd web && npm ci --silent) || echo "axe-core cannot be installed here"
	@$(BIN)/python -m pytest -q -rs tests/browser

lint: $(VENV)/.developing  ## check the style
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(VENV)/.developing  ## check the types
	@$(BIN)/mypy

bench: $(VENV)/.developing  ## measure against the other programs, in their own environment
	@$(BIN)/python -m bench --curves

docs: $(VENV)/.developing  ## build the documentation into build/docs and run and type-check every example of it
	@$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/docs
	@$(BIN)/python -m pytest -n auto tests/cli/test_documentation.py tests/cli/test_documentation_types.py \
		tests/unit/test_docs_complete.py

web: web/node_modules/.package-lock.json $(VENV)/.installed  ## build the script and the style of the report page (needs npm)
	@$(BIN)/python web/schema_types.py > web/schema.new && mv web/schema.new web/src/schema.ts
	@cd web && npm run --silent build

web-check: web/node_modules/.package-lock.json $(VENV)/.installed  ## check that what is committed is what the sources build
	@$(BIN)/python web/schema_types.py --check web/src/schema.ts
	@cd web && npm run --silent check

clean:  ## remove the environment and everything built
	rm -rf $(VENV) $(VENV)-* build dist src/*.egg-info web/node_modules
	find src -name '*.so' -delete

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@cd web && npm ci --silent
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -m venv $(VENV)

# Editable, so that the sources are what runs; the kernels are compiled in place where a C compiler is found.
$(VENV)/.installed: $(VENV)/bin/python pyproject.toml setup.py $(KERNELS)
	@echo "setting up $(VENV) (a minute, once)"
	@find src -name '*.so' -delete
	@$(PIP) install --editable .
	@$(BIN)/python -m compileall -q src/tallystick
	@$(BIN)/tallystick --version | grep -q compiled || echo "$(NOTICE)"
	@touch $@

$(VENV)/.developing: $(VENV)/.installed
	@$(BIN)/python -c "$(DEV)" > $(VENV)/dev.txt
	@$(PIP) install --requirement $(VENV)/dev.txt
	@touch $@

# Installed, not editable: the package here has no compiled kernels, whatever lies in the checkout.
$(VENV)-pure/.developing: pyproject.toml setup.py $(SOURCES)
	@echo "setting up $(VENV)-pure (interpreted kernels)"
	@$(PYTHON) -m venv --clear $(VENV)-pure
	@env -u TALLYSTICK_REQUIRE_COMPILED TALLYSTICK_PURE=1 $(VENV)-pure/bin/python -m pip --disable-pip-version-check --quiet install .
	@$(VENV)-pure/bin/python -c "$(DEV)" > $(VENV)-pure/dev.txt
	@$(VENV)-pure/bin/python -m pip --disable-pip-version-check --quiet install --requirement $(VENV)-pure/dev.txt
	@touch $@

# A copy of the sources: the first line of a kernel says what is checked, and that cannot be overruled from outside.
build/checked/.built: $(VENV)/.developing $(KERNELS) $(SOURCES)
	@echo "building the kernels with every index checked"
	@rm -rf build/checked && mkdir -p build/checked && cp -R setup.py pyproject.toml README.md LICENSE src build/checked
	@find build/checked/src -name '*.so' -delete
	@# Arrays have no more room than is needed, or an index just behind the end would pass.
	@sed -i 's/^LARGE = .*/LARGE = -1/' build/checked/src/tallystick/solve/align/room.py
	@$(BIN)/python -c "$(BUILD)" > $(VENV)/build.txt && $(PIP) install --requirement $(VENV)/build.txt
	@cd build/checked && sed -i $(CHECKED) $$($(PYTHON) -I src/tallystick/solve/kernels.py)
	@cd build/checked && TALLYSTICK_REQUIRE_COMPILED=1 TALLYSTICK_FAST_BUILD=1 \
		../../$(BIN)/python setup.py --quiet build_ext --inplace > build.log 2>&1 || { cat build.log; exit 1; }
	@touch $@
