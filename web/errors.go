package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// problem is what someone is told when a request fails: what happened, where,
// and what to try. No part is ever a bare code.
type problem struct {
	status int
	What   string `json:"what"`
	Where  string `json:"where"`
	Try    string `json:"try"`
}

// text is the problem for readers that do not want JSON, a part a line.
func (p *problem) text() string {
	parts := []string{p.What}
	for _, s := range []string{p.Where, p.Try} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n") + "\n"
}

// refuse answers with a problem: as JSON below /api, as text elsewhere.
func refuse(w http.ResponseWriter, r *http.Request, p *problem) {
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(p.status)
		_, _ = w.Write([]byte(p.text())) // nobody to tell
		return
	}
	writeJSON(w, p.status, map[string]*problem{"error": p})
}

// writeJSON answers with v, which always encodes.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(encodeJSON(v)) // nobody to tell
}

// encodeJSON leaves <, > and & as they are: nothing here is put into a page's
// source, and every response is marked nosniff.
func encodeJSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // a type of this package that does not encode
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func noSuchPath(w http.ResponseWriter, r *http.Request) {
	refuse(w, r, &problem{
		http.StatusNotFound, "There is nothing at this address",
		r.Method + " " + shorten(r.URL.Path), "Begin at /",
	})
}

// shorten bounds what is repeated of a request.
func shorten(s string) string {
	const most = 120
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
