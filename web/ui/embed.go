// Package ui is the built page: what the bundler writes to web/ui/dist, inside
// the binary.
package ui

import (
	"embed"
	"io/fs"
)

// How says how a page gets into the binary, for a program that lacks it.
const How = "this binary was built without its page: run `make build` in a checkout, or take a release archive"

// The folder holds a placeholder until the page is built, so that the module
// compiles without Node.
//
//go:embed all:dist
var dist embed.FS

// Page returns index.html, app.js and app.css, and false if the binary was
// built before the page was: see [How].
func Page() (fs.FS, bool) {
	page, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, false
	}
	if _, err := fs.Stat(page, "index.html"); err != nil {
		return nil, false
	}
	return page, true
}
