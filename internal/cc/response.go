package cc

import (
	"fmt"
	"os"
	"strings"
)

// maxResponseFiles bounds response files that name each other.
const maxResponseFiles = 100

// expand replaces @FILE by what stands in the file, as compilers do: a name of
// no file stays as it is.
func expand(args []string) ([]string, error) {
	var out []string
	for budget := maxResponseFiles; len(args) > 0; {
		arg := args[0]
		args = args[1:]
		file, ok := strings.CutPrefix(arg, "@")
		if !ok {
			out = append(out, arg)
			continue
		}
		text, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			out = append(out, arg)
			continue
		}
		if err != nil {
			return nil, err
		}
		if budget--; budget < 0 {
			return nil, fmt.Errorf("%s: more than %d files of arguments: do they name each other?", arg, maxResponseFiles)
		}
		args = append(splitWords(string(text)), args...)
	}
	return out, nil
}

// splitWords splits as GNU's response files are: at white space, but for what
// is quoted or follows a backslash.
func splitWords(text string) (list []string) {
	var word strings.Builder
	var quote rune
	begun, escaped := false, false
	end := func() {
		if begun {
			list = append(list, word.String())
		}
		word.Reset()
		begun = false
	}
	for _, c := range text {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			begun, escaped = true, true
		case c == quote && quote != 0:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			begun, quote = true, c
		case quote == 0 && strings.ContainsRune(" \t\r\n\v\f", c):
			end()
		default:
			begun = true
			word.WriteRune(c)
		}
	}
	end()
	return list
}

// packed are arguments that are passed on: in a file if they may be too long
// for a system's limit. done removes it.
func packed(args []string) (passed []string, done func(), err error) {
	const limit = 64 << 10 // bytes; Windows has 32 KiB characters, others much more
	size := 0
	for _, a := range args {
		size += len(a) + 1
	}
	if size < limit {
		return args, func() {}, nil
	}
	f, err := os.CreateTemp("", "playground-cc-*.rsp")
	if err != nil {
		return nil, nil, err
	}
	done = func() { _ = os.Remove(f.Name()) }
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for _, a := range args {
		fmt.Fprintf(f, "\"%s\"\n", escape.Replace(a))
	}
	if err := f.Close(); err != nil {
		done()
		return nil, nil, err
	}
	return []string{"@" + f.Name()}, done, nil
}
