package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// check reads every Go file of the module at root, whatever system or tag it is
// for, and returns what breaks the rules, one line each.
func check(root fs.FS, layers map[string]layer) ([]string, error) {
	c := checker{layers: layers, fset: token.NewFileSet()}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return c.skipDir(root, name)
		case !strings.HasSuffix(name, ".go"):
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		return c.file(name, src)
	})
	return c.faults, err
}

type checker struct {
	layers map[string]layer
	fset   *token.FileSet
	faults []string
}

func (c *checker) skipDir(root fs.FS, name string) error {
	if name == "." {
		return nil
	}
	base := path.Base(name)
	if base == "node_modules" || base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return fs.SkipDir
	}
	if _, err := fs.Stat(root, path.Join(name, "go.mod")); err == nil {
		return fs.SkipDir // a module of its own
	}
	return nil
}

func (c *checker) file(name string, src []byte) error {
	f, err := parser.ParseFile(c.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(f.Comments, ignored) || strings.HasPrefix(name, "samples/templates/") {
		return nil // not compiled here
	}
	pkg := path.Dir(name)
	l, ok := c.layer(pkg)
	if !ok {
		c.fault(name, "package %s is not on the map: give it a row in internal/arch/table.go", pkg)
		return nil
	}
	if strings.HasSuffix(name, "_test.go") {
		l.uses = append(slices.Clip(l.uses), testUses...)
		l.needs = append(slices.Clip(l.needs), testNeeds...)
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		c.imports(name, pkg, l, imported)
	}
	c.bans(name, pkg, f)
	return nil
}

func (c *checker) imports(name, pkg string, l layer, imported string) {
	if (imported == "unsafe" || imported == "C") && pkg != unsafeOwner {
		c.fault(name, "imports %s: only %s may", imported, unsafeOwner)
		return
	}
	first, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(first, ".") {
		return // the standard library
	}
	if imported == module {
		c.fault(name, "imports %s: the root has no package", imported)
		return
	}
	if own, ok := strings.CutPrefix(imported, module+"/"); ok {
		if own != pkg && !c.mayUse(pkg, l, own) {
			c.fault(name, "package %s may not import %s", pkg, own)
		}
		return
	}
	if !slices.ContainsFunc(l.needs, func(m string) bool { return within(imported, m) }) {
		c.fault(name, "package %s may not import %s", pkg, imported)
	}
}

// mayUse reports whether own is named by l, below one that is, or usable by one
// that is. Go's own rule keeps an internal folder to its parent.
func (c *checker) mayUse(pkg string, l layer, own string) bool {
	if parent, _, ok := strings.Cut(own, "/internal/"); ok && pkg == parent {
		return true
	}
	seen := map[string]bool{}
	todo := slices.Clone(l.uses)
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		if next == own {
			return true
		}
		if seen[next] {
			continue
		}
		seen[next] = true
		if below, ok := c.layer(next); ok {
			todo = append(todo, below.uses...)
		}
	}
	return false
}

// layer finds the row of pkg: its own, or that of the nearest folder above
// whose row ends in /... .
func (c *checker) layer(pkg string) (layer, bool) {
	if l, ok := c.layers[pkg]; ok {
		return l, true
	}
	for dir := pkg; dir != "."; dir = path.Dir(dir) {
		if l, ok := c.layers[dir+"/..."]; ok {
			return l, true
		}
	}
	return layer{}, false
}

// bans finds init functions, and linkname, which is unsafe by another door.
func (c *checker) bans(name, pkg string, f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
			c.fault(name, "has an init function: nothing runs before main asks for it")
		}
	}
	if pkg == unsafeOwner {
		return
	}
	for _, group := range f.Comments {
		for _, line := range group.List {
			if strings.HasPrefix(line.Text, "//go:linkname ") {
				c.fault(name, "uses go:linkname: only %s may", unsafeOwner)
			}
		}
	}
}

func (c *checker) fault(name, format string, args ...any) {
	c.faults = append(c.faults, name+": "+fmt.Sprintf(format, args...))
}

func ignored(group *ast.CommentGroup) bool {
	return slices.ContainsFunc(group.List, func(line *ast.Comment) bool {
		return line.Text == "//go:build ignore"
	})
}

func within(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, dir+"/")
}
