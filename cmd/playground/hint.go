package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/loopground/loopground/host"
)

// commandLine is a `run` command as it was typed, split at the guest, so that
// it can be printed again with a grant added.
type commandLine struct {
	before []string // "run" and its flags
	guest  string
	after  []string // the guest's arguments
}

func newCommandLine(args []string, guest string, guestArgs []string) commandLine {
	cut := len(args) - len(guestArgs) - 1
	if cut < 0 || args[cut] != guest {
		return commandLine{[]string{"run"}, guest, guestArgs}
	}
	return commandLine{args[:cut], guest, guestArgs}
}

// with is the command, as for a shell, with flags added before the guest: each
// a name and a value if it has one, as for a shell too. Flags that stand behind the guest,
// where the guest got them, move to the front.
func (c commandLine) with(flags []string) string {
	command := append([]string{"playground"}, shellWords(c.before)...)
	after := slices.Clone(c.after)
	for _, f := range flags {
		for found := false; ; found = true {
			taken, rest, ok := takeFlag(after, f)
			if !ok {
				if !found {
					command = append(command, f)
				}
				break
			}
			command, after = append(command, taken), rest
		}
	}
	command = append(append(command, shellWord(c.guest)), shellWords(after)...)
	return strings.Join(command, " ")
}

func shellWords(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = shellWord(w)
	}
	return out
}

// takeFlag takes the first flag with the name of this one out of words, written as
// one word where it has no value, else as two or with =. taken is as for a shell.
func takeFlag(words []string, flag string) (taken string, rest []string, ok bool) {
	name, _, valued := strings.Cut(flag, " ")
	for i, w := range words {
		v, with := strings.CutPrefix(w, name+"=")
		switch {
		case !valued && w == name:
			return name, slices.Delete(words, i, i+1), true
		case valued && with:
			return name + " " + shellWord(v), slices.Delete(words, i, i+1), true
		case valued && w == name && i+1 < len(words):
			taken = name + " " + shellWord(words[i+1]) // Delete clears what it moves
			return taken, slices.Delete(words, i, i+2), true
		}
	}
	return "", words, false
}

// misplaced is the flag of a denial that was given after the guest; "" if none.
func (c commandLine) misplaced(flags []string) string {
	for _, f := range flags {
		if name, _, _ := strings.Cut(f, " "); name != "" {
			if _, _, ok := takeFlag(slices.Clone(c.after), f); ok {
				return name
			}
		}
	}
	return ""
}

// printDenied says what was refused, from number first on, and the command
// that grants all of it.
func (c commandLine) printDenied(w io.Writer, denied []host.Denial, first int) {
	var flags []string
	for _, d := range denied {
		if d.Flag != "" && !slices.Contains(flags, d.Flag) {
			flags = append(flags, d.Flag)
		}
	}
	for i, d := range denied[first:] {
		end := "."
		if first+i == len(denied)-1 && len(flags) > 0 {
			end = ". " + c.reason(flags)
		}
		fmt.Fprintf(w, "denied: %s%s\n", d.What, end)
	}
	if len(flags) > 0 {
		fmt.Fprintf(w, "  %s\n", c.with(flags))
	}
}

func (c commandLine) reason(flags []string) string {
	if name := c.misplaced(flags); name != "" {
		return fmt.Sprintf("You gave %s after %s, so the guest got it. Write:", name, c.guest)
	}
	return "Nothing is allowed until you say so:"
}

// shellWord quotes a word for a POSIX shell where it needs it.
func shellWord(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%[]"
	if s != "" && strings.Trim(s, plain) == "" && !strings.ContainsAny(s, "[]") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
