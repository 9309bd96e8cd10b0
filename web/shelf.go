package web

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/samples"
)

// demo is what every uploaded guest may read below /demo.
//
//go:embed demo
var demo embed.FS

// shelf is what the server offers: the samples, and the files that guests may
// read, which lie in a temporary directory meanwhile.
type shelf struct {
	dir       string
	samples   map[string]samples.Sample
	catalogue []sampleJSON
}

type sampleJSON struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Look     string   `json:"look"`
	Try      string   `json:"try"`
	Language string   `json:"language"`
	Source   string   `json:"source"`
	Order    []string `json:"order"`
	Endless  bool     `json:"endless"`
	Wasm     bool     `json:"wasm"`
}

func newShelf(list []samples.Sample) (*shelf, error) {
	dir, err := os.MkdirTemp("", "loopground-")
	if err != nil {
		return nil, fmt.Errorf("demo files: %w", err)
	}
	s := &shelf{dir: dir, samples: map[string]samples.Sample{}, catalogue: []sampleJSON{}}
	files, err := fs.Sub(demo, "demo")
	if err == nil {
		err = os.CopyFS(s.demoDir(), files)
	}
	for i, sample := range list {
		if err != nil {
			break
		}
		err = s.add(i, sample)
	}
	if err != nil {
		_ = s.remove() // the first error tells more
		return nil, fmt.Errorf("demo files: %w", err)
	}
	return s, nil
}

func (s *shelf) add(i int, sample samples.Sample) error {
	_, built := sample.Wasm()
	order := sample.Order
	if order == nil {
		order = []string{}
	}
	s.samples[sample.Name] = sample
	s.catalogue = append(s.catalogue, sampleJSON{
		sample.Name, sample.Title, sample.Look, sample.Try, sample.Language, sample.Source, order, sample.Endless, built,
	})
	dir := s.sampleDir(i)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return sample.WriteFiles(dir)
}

func (s *shelf) demoDir() string { return filepath.Join(s.dir, "demo") }

func (s *shelf) sampleDir(i int) string { return filepath.Join(s.dir, "sample-"+strconv.Itoa(i)) }

func (s *shelf) remove() error { return os.RemoveAll(s.dir) }

// sampleSpec is a sample with what it declares granted, and no more than what
// any guest is.
func (s *Server) sampleSpec(name string, ownPort int) (run.Spec, *problem) {
	sample, ok := s.shelf.samples[name]
	if !ok {
		return run.Spec{}, &problem{404, fmt.Sprintf("There is no sample %q", shorten(name)), "the list of samples", "Load the page again to see those there are."}
	}
	wasm, ok := sample.Wasm()
	if !ok {
		return run.Spec{}, &problem{503, "This sample was not built", name, samples.How}
	}
	spec := s.spec(name+".wasm", wasm)
	for i, listed := range s.shelf.catalogue {
		if listed.Name != name {
			continue
		}
		for _, guest := range sample.Dirs {
			spec.Dirs = append(spec.Dirs, host.Dir{Host: s.shelf.sampleDir(i), Guest: guest, ReadOnly: true})
		}
	}
	if len(sample.Listen) > 0 {
		spec.Listen = loopback(ownPort)
	}
	if len(sample.Connect) > 0 {
		spec.Connect = append(loopback(ownPort), s.opts.Connect...)
	}
	return spec, nil
}

// uploadSpec is a stranger's module: it sees /demo and the loopback.
func (s *Server) uploadSpec(name string, wasm []byte, ownPort int) run.Spec {
	spec := s.spec(name, wasm)
	spec.Dirs = []host.Dir{{Host: s.shelf.demoDir(), Guest: "/demo", ReadOnly: true}}
	spec.Listen = loopback(ownPort)
	spec.Connect = append(loopback(ownPort), s.opts.Connect...)
	return spec
}

func (s *Server) spec(name string, wasm []byte) run.Spec {
	return run.Spec{
		Name: name, Wasm: wasm,
		Limits: s.opts.Limits, TraceBytes: s.opts.TraceBytes, Timeout: s.opts.Timeout,
	}
}

// loopback is 127.0.0.1 without the port that the page is served on: a guest
// must not start runs, and where the system lets it share the port, not take
// the page's requests either. Port 0 asks for a free one.
func loopback(ownPort int) []host.Rule {
	ranges := []string{"127.0.0.1"}
	if ownPort > 0 && ownPort < 65535 {
		ranges = []string{
			fmt.Sprintf("127.0.0.1:0-%d", ownPort-1),
			fmt.Sprintf("127.0.0.1:%d-65535", ownPort+1),
		}
	}
	rules := make([]host.Rule, 0, len(ranges))
	for _, text := range ranges {
		rule, err := host.ParseRule(text)
		if err != nil {
			panic(err) // the text is written here
		}
		rules = append(rules, rule)
	}
	return rules
}
