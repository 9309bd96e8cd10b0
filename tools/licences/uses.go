package main

// uses says what each shipped part is for, by its module path or npm name.
var uses = map[string]string{
	goItself:                        "compiles the program; its library and runtime are in it",
	"github.com/gorilla/websocket":  "the live stream to the page",
	"github.com/skip2/go-qrcode":    "the address as a picture, for phones",
	"github.com/spf13/cobra":        "the command line",
	"github.com/spf13/pflag":        "the command line (by way of cobra)",
	"github.com/tetratelabs/wazero": "runs WebAssembly",
	"golang.org/x/sys":              "system calls that Go's own library has not",

	"preact":               "draws the page's controls",
	"@preact/signals":      "state of the page's controls",
	"@preact/signals-core": "state of the page's controls (by way of @preact/signals)",
}

// toolUses says the same of what builds and tests the project.
var toolUses = map[string]string{
	"github.com/evanw/esbuild":             "bundles the page",
	"github.com/golangci/golangci-lint/v2": "finds faults in Go code",
	"github.com/google/go-cmp":             "compares structures in tests",
	"@axe-core/playwright":                 "checks the page's accessibility",
	"playwright-core":                      "drives Chromium in tests",
	"typescript":                           "checks the page's types",
	"wabt":                                 "compiles the sample guests in WebAssembly text",
	"vitest":                               "runs the page's unit tests",
	"@types/node":                          "types for the browser tests",
}
