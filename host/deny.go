package host

import (
	"os"
	"path"
	"strings"
	"unicode"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// denial is a Denial whose flag may need a look at the disk to be put well.
type denial struct {
	what string
	flag string
	dir  string // for a path: the directory to grant, as the guest wrote it
	ro   bool
}

const (
	maxDenials    = 64  // kept for the owner
	maxDenialText = 200 // bytes of one label
)

// deny records that a capability was missing and answers the errno.
func (g *Guest) deny(err uv.Errno, what string, d denial) uv.Errno {
	g.tellDenied(err, what, d)
	return err
}

// escaped records that a path led out of the directory that was granted.
func (g *Guest) escaped(verb, path string) {
	g.tellDenied(uv.EACCES, verb+" "+path+": it leads out of the directory that was granted", denial{})
}

func (g *Guest) tellDenied(err uv.Errno, what string, d denial) {
	d.what = shorten(oneLine(what))
	if oneLine(d.dir) != d.dir {
		d.dir = "" // no command can show it as it is
	}
	label := d.what
	if d.flag != "" && !strings.HasPrefix(d.flag, "--dir") { // a host's path is nobody's business
		label += " (" + shorten(d.flag) + ")"
	}
	if !g.keepDenial(d) {
		label = "more than 64 different things"
	}
	g.emit(trace.Record{Kind: trace.Denied, Status: int32(err), Label: g.loop.Intern(label)})
}

// keepDenial adds a denial once, and reports whether it is kept. What a guest
// asks for is unbounded, so what is kept, and labels in the trace, are not.
func (g *Guest) keepDenial(d denial) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, k := range g.denied {
		if k == d {
			return true
		}
	}
	if len(g.denied) == maxDenials {
		return false
	}
	g.denied = append(g.denied, d)
	return true
}

// printable keeps a guest from writing lines, or colours, that look like the
// program's own.
func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return unicode.ReplacementChar
}

func shorten(s string) string {
	if len(s) <= maxDenialText {
		return s
	}
	return s[:maxDenialText] + "…"
}

// oneLine is a text with names of the guest's in it, as it may be shown.
func oneLine(s string) string { return strings.Map(printable, s) }

// Denials lists what the guest was refused so far, each once, at most 64.
func (g *Guest) Denials() []Denial {
	g.mu.Lock()
	denied := append([]denial(nil), g.denied...)
	g.mu.Unlock()
	var out []Denial
	for _, d := range denied {
		out = append(out, Denial{What: d.what, Flag: d.grant()})
	}
	return out
}

// grant is the flag that grants what was denied.
func (d denial) grant() string {
	if d.dir == "" {
		return d.flag
	}
	suffix := ""
	if d.ro {
		suffix = ":ro"
	}
	if !path.IsAbs(d.dir) {
		return "--dir " + quote(d.dir+suffix)
	}
	// Where the machine has no such directory the guest means one of its own
	// names; the directory the program runs in is the likeliest to hold it.
	if info, err := os.Stat(d.dir); err != nil || !info.IsDir() || d.dir == "/" {
		return "--dir " + quote(".:"+d.dir+suffix)
	}
	return "--dir " + quote(d.dir+":"+d.dir+suffix)
}

// quote makes one word of s for a shell.
func quote(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,@%+=") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
