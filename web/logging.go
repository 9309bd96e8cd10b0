package web

import (
	"bufio"
	"net"
	"net/http"
	"strings"
)

// statusWriter notes what was answered.
type statusWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Hijack is what the websocket library asks for.
func (w *statusWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	w.status = http.StatusSwitchingProtocols
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

// loggedPath is a path without the secret part of a run's id.
func loggedPath(p string) string {
	const prefix = "/api/runs/"
	rest, ok := strings.CutPrefix(p, prefix)
	if !ok {
		return shorten(p)
	}
	id, after, sub := strings.Cut(rest, "/")
	p = prefix + loggedID(id)
	if sub {
		p += "/" + shorten(after)
	}
	return p
}

// loggedID is as much of an id or a session as tells two apart.
func loggedID(id string) string {
	return id[:min(len(id), 8)]
}
