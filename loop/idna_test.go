//go:build unix

package loop

import (
	"strings"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

// The long ones are the samples of RFC 3492, section 7.1.
func TestNamesBeyondASCIIAreLookedUpInPunycode(t *testing.T) {
	for name, want := range map[string]string{
		"localhost":       "localhost",
		"a..b.":           "a..b.",
		"bücher.example.": "xn--bcher-kva.example.",
		"Bücher.example":  "xn--Bcher-kva.example",
		"www。例え．jp":       "www.xn--r8jz45g.jp",
		"☃.net":           "xn--n3h.net",
		"他们为什么不说中文":       "xn--ihqwcrb4cv8a8dqg056pqjye",
		"почемужеонинеговорятпорусски": "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l",
		"3年B組金八先生":      "xn--3B-ww4c5e180e575a65lsy2b",
		"MajiでKoiする5秒前": "xn--MajiKoi5-783gue6qz075azm5e",
		"\U0010ffff":    "xn--dn32g",
	} {
		got, err := asciiName(name)
		errIs(t, err, 0)
		equal(t, got, want)
	}
}

func TestNameThatIsNoUTF8OrTooLongIsEINVAL(t *testing.T) {
	for _, name := range []string{"a\xff", strings.Repeat("x", 256), strings.Repeat("x", 5000), strings.Repeat("ü", 250)} {
		_, err := asciiName(name)
		errIs(t, err, uv.EINVAL)
	}
	got, err := asciiName(strings.Repeat("x", 255))
	errIs(t, err, 0)
	equal(t, len(got), 255)
}
