# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# On a Pi the camera's own libraries come from apt and must be seen from inside the environment.
SYSTEM_PACKAGES := $(shell $(PYTHON) -c 'import importlib.util as u; print("--system-site-packages" if u.find_spec("picamera2") else "")' 2>/dev/null)

.PHONY: play test install test-arm64 clean

play: $(VENV)/play.stamp
	$(BIN)/goatherd play --open $(ARGS)

test: $(VENV)/test.stamp
	$(BIN)/python -m pytest -n 2 --dist loadfile $(ARGS)

# On a Raspberry Pi: the table as a service that starts with it.
install:
	sudo ./install $(ARGS)

# Minutes to hours: the installer and the tests on an emulated Pi's processor; ARGS="trixie -- tests/engine".
test-arm64:
	sudo --preserve-env=GOATHERD_ARM64,GOATHERD_SHARED,DEBIAN_MIRROR scripts/arm64/test-arm64 $(ARGS)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Goatherd needs Python 3.11 or newer; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "Python's venv module is missing; install it with: sudo apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(SYSTEM_PACKAGES) $(VENV)

$(VENV)/play.stamp: pyproject.toml | $(BIN)/python
	$(BIN)/pip install --disable-pip-version-check --quiet --editable '.[vision,web,club]'
	touch $@

$(VENV)/test.stamp: pyproject.toml | $(BIN)/python
	$(BIN)/pip install --disable-pip-version-check --quiet --editable '.[vision,web,club,dev]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
