//go:build wasip1

// Guest is programs in Go whose metering is measured: each export does its work
// for a size n, and gives a number that depends on it.
package main

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

func main() {}

//go:wasmexport sort
func runSort(n int32) int32 {
	a := make([]int, n)
	x := uint32(1)
	for i := range a {
		x = x*1664525 + 1013904223
		a[i] = int(x >> 8)
	}
	slices.Sort(a)
	return int32(a[n/2])
}

//go:wasmexport sha256
func runSHA256(n int32) int32 {
	s := sha256.Sum256(bytes.Repeat([]byte("abcdefgh"), int(n)*128))
	return int32(s[0])<<8 | int32(s[1])
}

type item struct {
	Name   string
	Values []int
	Tags   map[string]string
}

//go:wasmexport json
func runJSON(n int32) int32 {
	total := 0
	for i := range n {
		b, err := json.Marshal(item{"widget", []int{1, 2, 3, int(i), 5, 600, 7000}, map[string]string{"a": "b", "c": "d"}})
		var back item
		if err != nil || json.Unmarshal(b, &back) != nil {
			return -1
		}
		total += len(b) + len(back.Values)
	}
	return int32(total)
}

//go:wasmexport flate
func runFlate(n int32) int32 {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, 6)
	if err != nil {
		return -1
	}
	for i := range n {
		fmt.Fprintf(w, "%s the quick brown fox %d\n", strings.Repeat(string(rune('a'+i%26)), int(i)%7+1), i*i)
	}
	if w.Close() != nil {
		return -1
	}
	return int32(out.Len())
}

//go:wasmexport regexp
func runRegexp(n int32) int32 {
	re := regexp.MustCompile(`([a-z]+)@([a-z]+)\.(com|org)`)
	return int32(len(re.FindAllString(strings.Repeat("write to someone@example.com or nobody at all; ", int(n)), -1)))
}

//go:wasmexport matrix
func runMatrix(n int32) int32 {
	m := int(n)
	a, b, c := make([]float64, m*m), make([]float64, m*m), make([]float64, m*m)
	for i := range a {
		a[i], b[i] = float64(i%7), float64(i%11)
	}
	for i := range m {
		for j := range m {
			s := 0.0
			for k := range m {
				s += a[i*m+k] * b[k*m+j]
			}
			c[i*m+j] = s
		}
	}
	return int32(c[len(c)/2])
}
