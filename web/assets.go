package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/loopground/loopground/web/ui"
)

// assets is the page in memory, compressed once. Names are stable and browsers
// ask again every time, by ETag.
type assets struct {
	files map[string]*asset // by URL path; nil: there is no page
}

type asset struct {
	mime   string
	plain  body
	packed *body // gzip; nil where it would not be smaller
}

type body struct {
	etag string
	data []byte
}

func newBody(data []byte) body {
	sum := sha256.Sum256(data)
	return body{`"` + hex.EncodeToString(sum[:12]) + `"`, data}
}

// loadAssets reads the page; a nil one is a page that was not built.
func loadAssets(page fs.FS) (*assets, error) {
	if page == nil {
		return &assets{}, nil
	}
	a := &assets{files: map[string]*asset{}}
	err := fs.WalkDir(page, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(page, name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			a.files["/"] = newAsset(name, data)
		} else {
			a.files["/assets/"+name] = newAsset(name, data)
		}
		return nil
	})
	return a, err
}

// mimes does not ask the system, whose table differs from machine to machine.
var mimes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".png": "image/png",
	".ico": "image/x-icon", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json",
}

func newAsset(name string, data []byte) *asset {
	a := &asset{mime: mimes[path.Ext(name)], plain: newBody(data)}
	if a.mime == "" {
		a.mime = "application/octet-stream"
	}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is one
	_, _ = w.Write(data)                                  // memory takes everything
	_ = w.Close()
	if b.Len() < len(data)*9/10 {
		packed := newBody(b.Bytes())
		a.packed = &packed
	}
	return a
}

// page answers with a file of the page.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	if s.assets.files == nil && r.URL.Path == "/" {
		refuse(w, r, &problem{status: http.StatusServiceUnavailable, What: ui.How})
		return
	}
	a := s.assets.files[r.URL.Path]
	if a == nil || r.Method != http.MethodGet && r.Method != http.MethodHead {
		noSuchPath(w, r)
		return
	}
	if r.URL.Path == "/" {
		session(w, r)
	}
	a.serve(w, r)
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	b := a.plain
	if a.packed != nil {
		h.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			b = *a.packed
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", b.etag)
	if matches(r.Header.Get("If-None-Match"), b.etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.mime)
	h.Set("Content-Length", strconv.Itoa(len(b.data)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(b.data) // the browser has gone
	}
}

// acceptsGzip reads Accept-Encoding as far as it concerns gzip.
func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, quality, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			continue
		}
		q, ok := strings.CutPrefix(strings.ReplaceAll(quality, " ", ""), "q=")
		return !ok || strings.Trim(q, "0.") != ""
	}
	return false
}

// matches compares If-None-Match with an ETag. A W/ that a proxy put before it
// does not count, as the weak comparison wants.
func matches(header, etag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		if part = strings.TrimSpace(part); part == "*" || strings.TrimPrefix(part, "W/") == etag {
			return true
		}
	}
	return false
}
