//go:build unix && !linux

package loop

import "golang.org/x/sys/unix"

// hasAbstract says that there are no names without a file.
const hasAbstract = false

func unixAddr(path string) unix.Sockaddr { return &unix.SockaddrUnix{Name: path} }

func fromUnixName(name string) string { return name }
