package gen

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A symbol stands in for a function of libuv; test is the first test that
// calls it, "" where none does.
type symbol struct{ name, test string }

const modulePath = "github.com/loopground/loopground/"

// loopSymbols gives the symbols of packages loop and loop/uv by the names that
// their comments end with, as Linux compiles them.
func loopSymbols(root string) (map[string][]symbol, error) {
	w := &symbolReader{root: root, fset: token.NewFileSet(), packages: map[string]*types.Package{}, found: map[string][]symbol{}}
	w.info = types.Info{
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	for _, dir := range []string{"loop/uv", "loop/trace", "loop"} { // each needs those before it
		if err := w.read(dir); err != nil {
			return nil, err
		}
	}
	for _, f := range w.files {
		for _, d := range f.Decls {
			w.decl(d)
		}
	}
	return w.found, nil
}

type symbolReader struct {
	root     string
	fset     *token.FileSet
	packages map[string]*types.Package
	files    []*ast.File
	info     types.Info
	calls    []call // of all tests
	found    map[string][]symbol
}

func (w *symbolReader) read(dir string) error {
	files, err := w.parse(dir)
	if err != nil {
		return err
	}
	// Of packages outside of these three nothing is known, and what cannot be
	// typed for that is passed over: calls of their own methods are not affected.
	conf := types.Config{Importer: w, Error: func(error) {}}
	w.packages[modulePath+dir], _ = conf.Check(modulePath+dir, w.fset, files, &w.info)
	w.files = append(w.files, files...)
	for _, f := range files {
		w.testCalls(f)
	}
	return nil
}

// parse reads a package's files with its tests, those for Linux.
func (w *symbolReader) parse(dir string) (files []*ast.File, err error) {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH = "linux", "amd64"
	folder := filepath.Join(w.root, filepath.FromSlash(dir))
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if ok, err := ctx.MatchFile(folder, filepath.Base(name)); err != nil || !ok {
			continue
		}
		f, err := parser.ParseFile(w.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(f.Name.Name, "_test") {
			files = append(files, f)
		}
	}
	return files, nil
}

// Import gives what was read, and an empty package for any other.
func (w *symbolReader) Import(name string) (*types.Package, error) {
	if w.packages[name] == nil {
		w.packages[name] = types.NewPackage(name, path.Base(name))
		w.packages[name].MarkComplete()
	}
	return w.packages[name], nil
}

var libuvLine = regexp.MustCompile(`libuv:\s+(uv_\w+(?:,\s+uv_\w+)*)\.\s*$`)

// mirrored are the names that a comment ends with.
func mirrored(doc *ast.CommentGroup) []string {
	if m := libuvLine.FindStringSubmatch(doc.Text()); m != nil {
		return regexp.MustCompile(`,\s+`).Split(m[1], -1)
	}
	return nil
}

func (w *symbolReader) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() {
			w.add(d.Doc, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				w.typeSpec(d, s)
			case *ast.ValueSpec:
				doc := s.Doc
				if doc == nil {
					doc = d.Doc
				}
				w.add(doc, s.Names[0])
			}
		}
	}
}

func (w *symbolReader) typeSpec(d *ast.GenDecl, s *ast.TypeSpec) {
	doc := s.Doc
	if doc == nil {
		doc = d.Doc
	}
	w.add(doc, s.Name)
	var fields *ast.FieldList
	switch t := s.Type.(type) {
	case *ast.InterfaceType:
		fields = t.Methods
	case *ast.StructType:
		fields = t.Fields
	default:
		return
	}
	for _, f := range fields.List {
		if len(f.Names) > 0 {
			w.add(f.Doc, f.Names[0])
		}
	}
}

func (w *symbolReader) add(doc *ast.CommentGroup, id *ast.Ident) {
	for _, name := range mirrored(doc) {
		o := w.info.Defs[id]
		owner := w.owner(o, name)
		s := symbol{name: id.Name, test: w.firstTest(o, owner)}
		if owner != nil {
			s.name = owner.Name() + "." + id.Name
		}
		if o.Pkg().Name() == "uv" {
			s.name = "uv." + s.name
		}
		w.found[name] = append(w.found[name], s)
	}
}

// owner is the type that a method or field is to be shown with: for one of an
// unexported type an exported one that embeds it, if one fits the name.
func (w *symbolReader) owner(o types.Object, name string) *types.TypeName {
	fn, ok := o.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return nil
	}
	own := typeName(fn.Signature().Recv().Type())
	if own == nil || own.Exported() {
		return own
	}
	best := own
	for _, n := range o.Pkg().Scope().Names() {
		t, ok := o.Pkg().Scope().Lookup(n).(*types.TypeName)
		if ok && t.Exported() && embeds(t.Type(), own) && (!best.Exported() || strings.Contains(name, "_"+strings.ToLower(n)+"_")) {
			best = t
		}
	}
	return best
}

func typeName(t types.Type) *types.TypeName {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

// embeds reports whether a structure holds a type by embedding, at any depth.
func embeds(t types.Type, inner *types.TypeName) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		f := s.Field(i)
		if f.Embedded() && (typeName(f.Type()) == inner || embeds(f.Type(), inner)) {
			return true
		}
	}
	return false
}

// A call is a mention of something in a test: what, and through which type.
type call struct {
	what types.Object
	recv types.Type // nil: not a method
	test string
	file string
}

// testCalls collects the mentions in a file's test functions.
func (w *symbolReader) testCalls(f *ast.File) {
	file := w.file(f.Pos())
	if !strings.HasSuffix(file, "_test.go") {
		return
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(fn.Name.Name, "Test") {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if s := w.info.Selections[n]; s != nil {
					w.calls = append(w.calls, call{s.Obj(), s.Recv(), fn.Name.Name, file})
				}
			case *ast.Ident:
				if o := w.info.Uses[n]; o != nil {
					w.calls = append(w.calls, call{o, nil, fn.Name.Name, file})
				}
			}
			return true
		})
	}
}

func (w *symbolReader) file(at token.Pos) string { return w.fset.File(at).Name() }

// firstTest is the first test that mentions o through a type that is, embeds or
// implements its owner: one of the file that belongs to o's, if there is one.
func (w *symbolReader) firstTest(o types.Object, owner *types.TypeName) string {
	beside := strings.TrimSuffix(strings.TrimSuffix(w.file(o.Pos()), ".go"), "_linux") + "_test.go"
	first := ""
	for _, c := range w.calls {
		if !isCallOf(c, o, owner) {
			continue
		}
		if c.file == beside {
			return c.test
		}
		if first == "" {
			first = c.test
		}
	}
	return first
}

func isCallOf(c call, o types.Object, owner *types.TypeName) bool {
	if owner == nil {
		return c.what == o
	}
	if c.recv == nil || c.what.Name() != o.Name() {
		return false
	}
	if i, ok := owner.Type().Underlying().(*types.Interface); ok {
		return types.Implements(c.recv, i) || types.Implements(types.NewPointer(c.recv), i)
	}
	t := typeName(c.recv)
	return c.what == o && (t == owner || t != nil && embeds(t.Type(), owner))
}
