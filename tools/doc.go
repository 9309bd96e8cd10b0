// Package tools is the project's own tooling, in a module of its own, so that a
// program that imports host does not get linters and bundlers with it. Each
// folder is a command; the Makefile runs them.
package tools
