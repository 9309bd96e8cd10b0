# Loopground. `make run` and `make test` are all that a fresh checkout needs.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

BIN := bin/playground
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
NODE_MODULES := web/ui/node_modules/.package-lock.json
TOOL := go -C tools run
LDFLAGS := -s -w -X main.version=$(VERSION)

.PHONY: run
run: build ## Build everything and serve the page (ARGS='--addr 127.0.0.1:9000')
	$(BIN) serve $(ARGS)

.PHONY: test
test: versions ## Run every tier of tests; T=timer runs the Go tests of that name only
	@$(TOOL) ./tiers $(if $(T),-run '$(T)')

.PHONY: check
check: versions ## Format, lint, layers, generated files, builds for every system
	@$(TOOL) ./tiers check

.PHONY: unit kernel guests differential browser
unit kernel guests differential browser: versions ## One tier of the tests
	@$(TOOL) ./tiers $@

.PHONY: bench
bench: versions ## Benchmarks beside libuv and a bare loop, into bench/RESULTS.md (ONLY=echo, RUNS=n, QUICK=1)
	@go run ./bench $(if $(ONLY),-only '$(ONLY)') $(if $(RUNS),-runs '$(RUNS)') $(if $(QUICK),-quick)

.PHONY: gobench
gobench: versions ## Benchmarks of single steps, by go test (BENCH=expr, COUNT=n)
	go test -run '^$$' -bench '$(or $(BENCH),.)' -benchmem -count $(or $(COUNT),1) ./loop/... ./host/...

.PHONY: soak
soak: versions ## Fuzz every fuzz target, each for FUZZTIME (1m)
	@$(TOOL) ./soak $(if $(FUZZTIME),-time $(FUZZTIME))

.PHONY: build
build: page samples ## Build bin/playground with the page inside
	CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '$(LDFLAGS)' -o $(BIN) ./cmd/playground

.PHONY: page
page: fetch
	@$(TOOL) ./bundle $(if $(DEV),-dev)

.PHONY: samples
samples: fetch
	@go run ./internal/assets/cmd/samples

.PHONY: fetch
fetch: versions $(NODE_MODULES)
	@go mod download

$(NODE_MODULES): web/ui/package.json web/ui/package-lock.json
	cd web/ui && npm ci --no-audit --no-fund
	@touch $@

.PHONY: release
release: samples ## Static binaries for Linux and macOS, archives and checksums, in dist/
	@$(TOOL) ./release -version '$(VERSION)'

.PHONY: gen
gen: fetch ## Write all generated files anew
	go run ./internal/gen/cmd/gen
	@$(TOOL) ./licences

.PHONY: sample
sample: ## Start a new sample: make sample NAME=my-sample
	@$(TOOL) ./sample '$(NAME)'

.PHONY: clean
clean: ## Remove what was built and fetched
	rm -rf bin dist .cache web/ui/node_modules
	find web/ui/dist samples/built -type f ! -name placeholder.txt -delete

.PHONY: versions
versions:
	@tools/versions.sh

.PHONY: help
help: ## This list
	@echo 'make run and make test are all that a fresh checkout needs.'
	@echo
	@awk -F ':.*## ' '/^[a-z ]+:.*## / { printf "  %-28s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
