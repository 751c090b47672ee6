# The whole developer interface. Each target sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILT := $(VENV)/.built
STAMP := $(VENV)/.installed
SANITIZE ?= address
SANITIZED := build/sanitized-$(SANITIZE)
NATIVE := CMakeLists.txt $(shell find native -name '*.cc' -o -name '*.h')
PIP := -m pip --disable-pip-version-check --quiet
BUILD_TOOLS := "scikit-build-core>=0.10" "nanobind>=2.2" "cmake>=3.20" ninja

FUZZ_SECONDS ?= 3600
KILLS ?= 200
TESTS ?= tests
RUNTIME_address := asan
RUNTIME_thread := tsan

.PHONY: help install demo test lint format bench fuzz sanitize stubs clean

help: ## What there is
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 12

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install $(BUILD_TOOLS)

$(BUILT): $(BIN)/python pyproject.toml $(NATIVE)
	@echo "building pitchpipe (a minute, the first time)"
	$(BIN)/python $(PIP) install --no-build-isolation -e .
	@touch $@

# setuptools and wheel are for kenlm, which the tests compare with.
$(STAMP): $(BUILT)
	@echo "installing what the tests need (two minutes, the first time)"
	$(BIN)/python $(PIP) install setuptools wheel
	$(BIN)/python $(PIP) install --no-build-isolation -e '.[dev]'
	@touch $@

install: $(STAMP) ## Make .venv and build the package into it

demo: $(BUILT) ## Build and tune a translation system from synthetic text, in the folder demo/
	$(BIN)/pitchpipe demo

test: $(STAMP) ## Run the tests
	$(BIN)/python -m pytest -n auto -q

lint: $(STAMP) ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP) ## Put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP) ## Measure what the README and the docs claim (two hours)
	$(BIN)/python $(PIP) install 'matplotlib>=3.8'
	$(BIN)/python -m benchmarks

fuzz: $(STAMP) ## Attack all readers, end works at random moments and fill disks (FUZZ_SECONDS=3600, KILLS=200)
	$(BIN)/python -m tests.fuzz --seconds $(FUZZ_SECONDS)
	$(BIN)/python -m tests.kills --kills $(KILLS) --full-disk 10

sanitize: ## Run the tests against a build with sanitizers (SANITIZE=address with undefined behaviour, or thread; TESTS=tests)
	test -x $(SANITIZED)/bin/python || $(PYTHON) -m venv $(SANITIZED)
	$(SANITIZED)/bin/python $(PIP) install $(BUILD_TOOLS) setuptools wheel
	$(SANITIZED)/bin/python $(PIP) install --no-build-isolation -Cbuild-dir=$(SANITIZED)-cmake \
		-Ccmake.define.PITCHPIPE_SANITIZE=$(SANITIZE) '.[dev]'
	LD_PRELOAD="$$($${CXX:-c++} -print-file-name=lib$(RUNTIME_$(SANITIZE)).so) $$($${CXX:-c++} -print-file-name=libstdc++.so)" \
		ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 \
		$(SANITIZED)/bin/python -m pytest -n auto -q $(TESTS)

clean: ## Remove everything that was built
	rm -rf $(VENV) build

stubs: $(STAMP) ## Write the type stubs of the native module anew
	$(BIN)/python -m nanobind.stubgen -q -m pitchpipe._native -o src/pitchpipe/_native.pyi
