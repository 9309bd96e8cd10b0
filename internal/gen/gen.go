// Package gen writes the files that are derived from tables elsewhere in the
// module: the declarations of the SDKs, the host's stubs, the page's reader of
// the trace, the description of the wire, and the table of what takes the place
// of libuv's functions. Nothing in them is typed twice.
//
// The command internal/gen/cmd/gen writes them, and with -check tells which
// differ from what is on disk.
package gen

import (
	"maps"
	"strings"
)

// Outputs gives every generated file: its path from the root of the
// repository, and what belongs into it.
func Outputs(root string) (map[string][]byte, error) {
	libuv, err := LibuvMap(root)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"docs/libuv-map.md":          libuv,
		"docs/wire.md":               WireDoc(),
		"host/imports_gen.go":        HostStubs(),
		"web/ui/src/trace/schema.ts": TypeScript(),
	}
	maps.Copy(files, GoSDK())
	maps.Copy(files, CSDK())
	return files, nil
}

// goName turns a name_like_this into nameLikeThis, with the initials of Go's
// style, and with a prefix into prefixNameLikeThis.
func goName(prefix, name string) string {
	b := strings.Builder{}
	b.WriteString(prefix)
	for i, part := range strings.Split(name, "_") {
		if up, ok := initials[part]; ok && (i > 0 || prefix != "") {
			b.WriteString(up)
			continue
		}
		if i > 0 || prefix != "" {
			part = strings.ToUpper(part[:1]) + part[1:]
		}
		b.WriteString(part)
	}
	return b.String()
}

var initials = map[string]string{
	"tcp": "TCP", "udp": "UDP", "tty": "TTY", "fd": "FD", "fs": "FS", "id": "ID", "uid": "UID", "gid": "GID",
}
