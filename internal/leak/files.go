package leak

import (
	"os"
	"path/filepath"
)

// The first of these that can be listed names the open descriptors: Linux has
// the former, macOS and the BSDs the latter, Windows neither.
var tables = []string{"/proc/self/fd", "/dev/fd"}

// openFiles maps each open descriptor to what it refers to ("socket:[4711]"),
// or to "?" where the system does not tell.
func openFiles() map[string]string {
	for _, table := range tables {
		names, err := list(table)
		if err != nil {
			continue
		}
		files := make(map[string]string, len(names))
		for _, name := range names {
			target, err := os.Readlink(filepath.Join(table, name))
			switch {
			case err == nil:
				files[name] = target
			case table == "/dev/fd":
				files[name] = "?"
			}
			// On Linux a name without a target was closed meanwhile: it is
			// the descriptor that the directory was listed through.
		}
		return files
	}
	return nil
}

func list(table string) ([]string, error) {
	dir, err := os.Open(table)
	if err != nil {
		return nil, err
	}
	names, err := dir.Readdirnames(-1)
	if errClose := dir.Close(); err == nil {
		err = errClose
	}
	return names, err
}
