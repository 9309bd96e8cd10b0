// Package sdk runs guests that are made with the Go SDK and compares what they
// print: the SDK and the host tested together, from where a guest's author
// stands.
package sdk
