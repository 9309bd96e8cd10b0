package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"time"
	"unicode"

	"github.com/loopground/loopground/host/run"
)

func (s *Server) orderUpload(w http.ResponseWriter, r *http.Request) (run.Spec, *problem) {
	name := uploadName(r.URL.Query().Get("name"))
	if s.opts.NoUpload {
		return run.Spec{}, &problem{
			http.StatusForbidden, "This server runs its samples only", name,
			"Run it on your own machine: playground run " + name,
		}
	}
	wasm, p := s.upload(w, r, name)
	if p != nil {
		return run.Spec{}, p
	}
	spec := s.uploadSpec(name, wasm, localPort(r))
	spec.Virtual = r.URL.Query().Get("virtual") == "true"
	return spec, nil
}

// upload reads a module. It holds no more than the limit, whatever was
// announced, sent, or comes out of unpacking.
func (s *Server) upload(w http.ResponseWriter, r *http.Request, name string) ([]byte, *problem) {
	limit := s.opts.MaxUpload
	if r.ContentLength > limit {
		return nil, tooLarge(name, limit)
	}
	paced := &pacedBody{r.Body, http.NewResponseController(w), s.opts.times.upload}
	defer paced.end()
	body := io.Reader(http.MaxBytesReader(w, paced, limit))
	switch coding := strings.ToLower(r.Header.Get("Content-Encoding")); coding {
	case "", "identity":
	case "gzip":
		unpacked, err := gzip.NewReader(body)
		if err != nil {
			return nil, unreadable(err, name, limit)
		}
		body = unpacked
	default:
		return nil, &problem{
			http.StatusUnsupportedMediaType, fmt.Sprintf("Modules are not taken packed with %q", shorten(coding)), name,
			"Send it as it is, or with gzip.",
		}
	}
	var wasm bytes.Buffer
	if r.Header.Get("Content-Encoding") == "" && r.ContentLength > 0 {
		wasm.Grow(int(r.ContentLength) + bytes.MinRead)
	}
	switch _, err := wasm.ReadFrom(io.LimitReader(body, limit+1)); {
	case err != nil:
		return nil, unreadable(err, name, limit)
	case int64(wasm.Len()) > limit:
		return nil, tooLarge(name, limit)
	case wasm.Len() == 0:
		return nil, &problem{
			http.StatusUnprocessableEntity, "The file is empty", name,
			"Build the guest again; the compiler wrote nothing.",
		}
	}
	return wasm.Bytes(), nil
}

func tooLarge(name string, limit int64) *problem {
	return &problem{
		http.StatusRequestEntityTooLarge, fmt.Sprintf("The file is larger than %s, the most that is taken", mib(limit)), name,
		"Strip it (wasm-strip, or -ldflags=-s for Go), or run it on your own machine: playground run " + name,
	}
}

func mib(n int64) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// unreadable is what went wrong while a body was read.
func unreadable(err error, name string, limit int64) *problem {
	var large *http.MaxBytesError
	var netErr interface{ Timeout() bool }
	switch {
	case errors.As(err, &large):
		return tooLarge(name, limit)
	case errors.As(err, &netErr) && netErr.Timeout():
		return &problem{http.StatusRequestTimeout, "The upload stood still for too long", name, "Try again."}
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum):
		return &problem{http.StatusBadRequest, "The upload is not what its Content-Encoding says: " + err.Error(), name, "Send it as it is, without Content-Encoding."}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &problem{http.StatusBadRequest, "The upload ended too early", name, "Try again."}
	}
	return &problem{http.StatusBadRequest, "The upload cannot be read: " + shorten(err.Error()), name, "Try again."}
}

// pacedBody gives each read of a body its own deadline, so that a slow upload
// may take its time and one that stands still may not.
type pacedBody struct {
	io.ReadCloser
	conn *http.ResponseController
	wait time.Duration
}

func (b *pacedBody) Read(p []byte) (int, error) {
	_ = b.conn.SetReadDeadline(time.Now().Add(b.wait)) // not every connection has deadlines
	return b.ReadCloser.Read(p)
}

func (b *pacedBody) end() { _ = b.conn.SetReadDeadline(time.Time{}) }

// uploadName is the base of the name that a browser gave a file, without what
// does not print.
func uploadName(s string) string {
	s = path.Base(strings.ReplaceAll(s, `\`, "/"))
	s = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != unicode.ReplacementChar {
			return r
		}
		return -1
	}, s)
	if runes := []rune(s); len(runes) > 100 {
		s = string(runes[:100])
	}
	if strings.Trim(s, "./ ") == "" {
		return "upload.wasm"
	}
	return s
}
