package loop

import (
	"strings"

	"golang.org/x/sys/unix"
)

// hasAbstract says that names without a file exist.
const hasAbstract = true

// unixAddr keeps a file whose name begins with @ a file: x/sys takes that for an
// abstract name.
func unixAddr(path string) unix.Sockaddr {
	if path[0] == '@' {
		path = "./" + path
	}
	return &unix.SockaddrUnix{Name: path}
}

// fromUnixName undoes what x/sys and unixAddr do to a name.
func fromUnixName(name string) string {
	switch {
	case name == "@":
		return "" // has none
	case strings.HasPrefix(name, "@"):
		return "\x00" + name[1:]
	case strings.HasPrefix(name, "./@"):
		return name[2:]
	}
	return name
}
