package web

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// policy is the page's: own scripts and styles, WebAssembly, nothing from
// elsewhere, and no frames of other sites around it.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"connect-src 'self'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'"

// names knows which names the server answers to. A server that runs code on
// loopback is what DNS rebinding aims at: a site's name made to point at
// 127.0.0.1. Its requests carry that name as Host, and are refused.
type names struct {
	hosts   map[string]bool // of public URLs
	origins map[string]bool // of public URLs

	mu    sync.Mutex
	own   map[netip.Addr]bool // the machine's addresses
	asked time.Time
}

func newNames(publicURLs []string) (*names, error) {
	n := &names{hosts: map[string]bool{}, origins: map[string]bool{}}
	for _, s := range publicURLs {
		u, err := url.Parse(s)
		switch {
		case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
			return nil, fmt.Errorf("public URL %q: write it as http://NAME[:PORT] or https://NAME[:PORT]", s)
		case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" || u.User != nil:
			return nil, fmt.Errorf("public URL %q: the page is at the root of a name; write %s://%s", s, u.Scheme, u.Host)
		}
		n.hosts[hostname(u.Host)] = true
		n.origins[strings.ToLower(u.Scheme+"://"+u.Host)] = true
	}
	return n, nil
}

// hostname is a Host header without its port, in lower case.
func hostname(host string) string {
	if rest, ok := strings.CutPrefix(host, "["); ok {
		host, _, _ = strings.Cut(rest, "]")
	} else if i := strings.LastIndexByte(host, ':'); i >= 0 && strings.IndexByte(host, ':') == i {
		host = host[:i]
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// knows reports whether a Host header is one of the server's own. local is the
// address that the connection came in on.
func (n *names) knows(host string, local net.Addr) bool {
	name := hostname(host)
	if name == "localhost" || n.hosts[name] {
		return true
	}
	addr, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	addr = addr.Unmap()
	return addr.IsLoopback() || addr == addrOf(local).WithZone("") || n.isOwn(addr)
}

func addrOf(a net.Addr) netip.Addr {
	t, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return t.AddrPort().Addr().Unmap()
}

// isOwn asks the system for the machine's addresses, at most every 10 s: they
// change when a laptop changes its network.
func (n *names) isOwn(addr netip.Addr) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.own == nil || time.Since(n.asked) > 10*time.Second {
		n.own, n.asked = map[netip.Addr]bool{}, time.Now()
		addrs, err := net.InterfaceAddrs()
		if err != nil {
			return false
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				n.own[p.Addr().Unmap().WithZone("")] = true
			}
		}
	}
	return n.own[addr]
}

// guarded puts the checks and headers that every answer has before the handler.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if strings.HasPrefix(r.URL.Path, "/api/") {
			h.Set("Cache-Control", "no-store")
		}
		p := s.checkHost(r)
		if p == nil && changes(r) {
			p = s.checkOrigin(r)
		}
		if p != nil {
			s.log.Warn("refused", "what", p.What, "from", r.RemoteAddr)
			refuse(w, r, p)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// changes reports whether a request may do more than read. A websocket may, and
// other sites may open one without asking.
func changes(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead || websocket.IsWebSocketUpgrade(r)
}

func (s *Server) checkHost(r *http.Request) *problem {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if s.names.knows(r.Host, local) {
		return nil
	}
	host := shorten(r.Host)
	return &problem{
		http.StatusMisdirectedRequest, fmt.Sprintf("This server does not answer to the name %q", host),
		"the Host header", "If that name is yours, start the server with: playground serve --public-url http://" + host,
	}
}

// checkOrigin lets a request pass that comes from a page of this server, or
// from no page at all, as those of command-line tools do.
func (s *Server) checkOrigin(r *http.Request) *problem {
	origins := r.Header.Values("Origin")
	var origin string
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case len(origins) == 0 && (site == "" || site == "same-origin" || site == "none"):
		return nil
	case len(origins) == 0:
		origin = "another site"
	default:
		origin = shorten(strings.Join(origins, ", "))
		if len(origins) == 1 && s.ownOrigin(origins[0], r.Host) {
			return nil
		}
	}
	return &problem{
		http.StatusForbidden, fmt.Sprintf("A page of %s may not do this", origin), "the Origin header",
		"Open the page at this server's own address. If that site is yours, start the server with: playground serve --public-url " + origin,
	}
}

func (s *Server) ownOrigin(origin, host string) bool {
	origin = strings.ToLower(origin)
	if s.names.origins[origin] {
		return true
	}
	scheme, rest, ok := strings.Cut(origin, "://")
	return ok && (scheme == "http" || scheme == "https") && rest == strings.ToLower(host)
}

const sessionCookie = "loopground_session"

// session is the browser's, made now if it has none. It counts runs and opens
// nothing, so a made-up one gains nothing.
func session(w http.ResponseWriter, r *http.Request) string {
	if c, err := r.Cookie(sessionCookie); err == nil && validID(c.Value) {
		return c.Value
	}
	id := newID()
	http.SetCookie(w, &http.Cookie{
		Name: sessionCookie, Value: id, Path: "/",
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	})
	return id
}

// newID is 128 random bits in hexadecimal.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program first
	return hex.EncodeToString(b[:])
}

func validID(s string) bool {
	return len(s) == 32 && strings.Trim(s, "0123456789abcdef") == ""
}
