# Everything a developer types. Each target installs by itself what it needs, once: the virtual environment, Kafka's
# jars, and (as root or by sudo) Debian packages. From the second time on nothing touches the network.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# Compiled once: else every command that a test starts would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

PYTHON := .venv/bin/python
# Kept inside what they vouch for, so that removing .venv or jars/ also removes the claim that it is complete.
INSTALLED := .venv/.installed
JARS := deploy/kafka/jars/.fetched
PEER := bench/kafka_streams/target/.built

.PHONY: help
help: ## What can be typed here
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: install
install: $(INSTALLED) ## The virtual environment in .venv, with the command .venv/bin/pitledger

$(INSTALLED): pyproject.toml constraints.txt
	deploy/packages.sh python
	$$(deploy/packages.sh --python) -m venv .venv
	@echo "Installing Python packages into .venv (once, some minutes) ..."
	$(PYTHON) -m pip install --quiet -c constraints.txt -e '.[dev]'
	touch $@

.PHONY: packages
packages: ## Debian packages for all targets (needs root or sudo)
	deploy/packages.sh python java strace hledger chromium

.PHONY: jars
jars: $(JARS) ## The Kafka broker's jars, by Maven

$(JARS): deploy/kafka/pom.xml deploy/kafka/fetch-jars.sh
	deploy/packages.sh java
	deploy/kafka/fetch-jars.sh
	touch $@

.PHONY: run
run: install ## A simulated casino floor, live in the browser
	.venv/bin/pitledger demo

.PHONY: test
test: install jars lint ## Everything that must be green, on a real Kafka broker
	deploy/packages.sh strace hledger chromium
	$(PYTHON) -m pytest -n 2 --dist loadfile --no-loadscope-reorder

.PHONY: lint
lint: install ## Style, types, and imports that point inward
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

.PHONY: bench
bench: install jars $(PEER) ## Benchmarks against a peer and a limit [NAME=one of them]
	$(PYTHON) -m bench $(if $(NAME),--name $(NAME))

$(PEER): bench/kafka_streams/pom.xml $(shell find bench/kafka_streams/src -name '*.java' 2>/dev/null)
	deploy/packages.sh java
	bench/kafka_streams/build.sh

.PHONY: faults
faults: install jars ## Real failures, in full [NAME=one of them] [COUNT=how often]
	deploy/packages.sh strace hledger
	$(PYTHON) -m tests.faults $(if $(NAME),--name $(NAME)) $(if $(COUNT),--count $(COUNT))

.PHONY: mutants
mutants: install ## Break games/ in many small ways; the tests must notice [NAME=pattern] [SAMPLE=a module]
	$(PYTHON) -m tests.mutants $(if $(NAME),--name '$(NAME)') $(if $(SAMPLE),--sample $(SAMPLE))

.PHONY: docs
docs: install ## Generated pages again: event types, rules, which test shows which rule, the map of folders
	$(PYTHON) docs/generate_events.py
	$(PYTHON) docs/generate_rules.py
	$(PYTHON) docs/generate_traceability.py
	$(PYTHON) docs/generate_map.py

.PHONY: pictures
pictures: install ## Pictures of pages for the documentation, by Chromium
	deploy/packages.sh chromium
	$(PYTHON) docs/pictures/take.py

# 130 is Ctrl-C, which is how it ends.
.PHONY: kafka
kafka: jars ## A broker on 127.0.0.1:9092 until Ctrl-C, data in var/kafka [KAFKA_PORT=… KAFKA_DATA=…]
	deploy/kafka/start.sh || [[ $$? == 130 ]]

.PHONY: clean
clean: ## Remove all that was installed, fetched or built here (not var/: that is data)
	rm -rf .venv *.egg-info deploy/kafka/jars bench/kafka_streams/target mutants
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
