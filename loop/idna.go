package loop

import (
	"strings"
	"unicode/utf8"

	"github.com/loopground/loopground/loop/uv"
)

// maxName is how long a name may be, in bytes, as in DNS.
const maxName = 255

// asciiName is a name of the net as DNS wants it: labels beyond ASCII as
// "xn--" and their Punycode. Letters are not mapped, to lower case or otherwise.
// EINVAL: the name is no UTF-8, or too long.
func asciiName(name string) (string, uv.Errno) {
	if len(name) > 4*maxName || !utf8.ValidString(name) {
		return "", uv.EINVAL
	}
	if !isASCII(name) {
		labels := strings.Split(fullStops.Replace(name), ".")
		for i, label := range labels {
			if !isASCII(label) {
				labels[i] = "xn--" + punycode(label)
			}
		}
		name = strings.Join(labels, ".")
	}
	if len(name) > maxName {
		return "", uv.EINVAL
	}
	return name, 0
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// fullStops makes dots of what is one in Chinese and Japanese.
var fullStops = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".")

// The parameters of RFC 3492, section 5.
const (
	punyBase  = 36
	punyMin   = 1
	punyMax   = 26
	punySkew  = 38
	punyDamp  = 700
	punyFirst = 128 // the first code point, and where the bias starts from:
	punyBias  = 72
)

// punycode encodes a label of at most 4*maxName bytes, too few for any of its
// numbers to overflow. RFC 3492, section 6.3.
func punycode(label string) string {
	var out []byte
	runes := []rune(label)
	for _, r := range runes {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	next, delta, bias := rune(punyFirst), 0, punyBias
	for done := basic; done < len(runes); next++ {
		least := leastFrom(runes, next)
		delta += int(least-next) * (done + 1)
		next = least
		for _, r := range runes {
			switch {
			case r < next:
				delta++
			case r == next:
				out = appendPuny(out, delta, bias)
				bias = punyAdapt(delta, done+1, done == basic)
				delta = 0
				done++
			}
		}
		delta++
	}
	return string(out)
}

// leastFrom is the least code point that is not below from.
func leastFrom(runes []rune, from rune) rune {
	least := rune(utf8.MaxRune)
	for _, r := range runes {
		if r >= from {
			least = min(least, r)
		}
	}
	return least
}

// appendPuny writes a number in digits of varying base, least first.
func appendPuny(out []byte, n, bias int) []byte {
	const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
	for k := punyBase; ; k += punyBase {
		t := min(max(k-bias, punyMin), punyMax)
		if n < t {
			return append(out, digits[n])
		}
		out = append(out, digits[t+(n-t)%(punyBase-t)])
		n = (n - t) / (punyBase - t)
	}
}

func punyAdapt(delta, points int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > (punyBase-punyMin)*punyMax/2; k += punyBase {
		delta /= punyBase - punyMin
	}
	return k + (punyBase-punyMin+1)*delta/(delta+punySkew)
}
