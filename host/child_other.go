//go:build !unix

package host

func limitChild() {}
