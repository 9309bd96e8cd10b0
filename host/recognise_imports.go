package host

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/host/internal/wasmfile"
)

// importTable gives the functions of an import module, if there is one.
type importTable func(module string) (functions map[string]wasmfile.FuncType, ok bool)

// knows is the runtime's importTable.
func (rt *Runtime) knows(module string) (map[string]wasmfile.FuncType, bool) {
	switch {
	case module == abi.Module:
		return uvFunctions(), true
	case module == wasi_snapshot_preview1.ModuleName:
		functions := make(map[string]wasmfile.FuncType, len(rt.wasi))
		for name, d := range rt.wasi {
			functions[name] = wasmfile.FuncType{Params: d.ParamTypes(), Results: d.ResultTypes()}
		}
		return functions, true
	}
	functions, ok := rt.extra[module]
	return functions, ok
}

func uvFunctions() map[string]wasmfile.FuncType {
	functions := make(map[string]wasmfile.FuncType, len(abi.Funcs))
	for _, f := range abi.Funcs {
		functions[f.Name] = wasmfile.FuncType{Params: paramTypes(f), Results: resultTypes(f)}
	}
	return functions
}

// checkImports names the imports that do not exist, and the nearest that do.
func checkImports(name string, f *wasmfile.File, knows importTable) error {
	tables := map[string]map[string]wasmfile.FuncType{}
	var missing []string
	near := ""
	for _, i := range f.Imports {
		if _, ok := tables[i.Module]; !ok {
			tables[i.Module], _ = knows(i.Module)
		}
		t, found := tables[i.Module][i.Name]
		switch {
		case !found || i.Kind != wasmfile.KindFunc:
			missing = append(missing, shorten(i.Kind.String()+" "+i.Module+"."+i.Name))
			if near == "" && i.Kind == wasmfile.KindFunc && len(missing) <= maxListed {
				near = nearest(i, knows)
			}
		case !t.Equal(i.Type):
			return &LoadError{
				What:  fmt.Sprintf("%s imports %s.%s with a wrong signature", name, i.Module, i.Name),
				Where: fmt.Sprintf("it has %s, and it is %s", i.Type, t),
				Try:   "Build it with the declarations of this version",
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	e := &LoadError{What: name + " imports what does not exist here", Where: listed(missing), Try: near}
	if slices.Contains(missing, "function env.abort") {
		e.Try = "AssemblyScript: asc --use abort= leaves it out"
	}
	if e.Try == "" {
		e.Try = "Loopground has the modules " + abi.Module + " and " + wasi_snapshot_preview1.ModuleName
	}
	return e
}

func listed(names []string) string {
	if len(names) > maxListed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
	}
	return strings.Join(names, ", ")
}

// nearest is a sentence with the function that was probably meant, or "".
func nearest(i wasmfile.Import, knows importTable) string {
	if strings.HasPrefix(i.Module, "wasi_") && i.Module != wasi_snapshot_preview1.ModuleName {
		return "It is of another WASI: build it for wasm32-wasip1"
	}
	want := strings.TrimPrefix(i.Name, "uv_")
	best, distance := "", max(2, len(want)/3)+1
	for _, module := range []string{abi.Module, wasi_snapshot_preview1.ModuleName} {
		functions, _ := knows(module)
		for _, name := range slices.Sorted(maps.Keys(functions)) {
			if d := editDistance(want, name, distance); d < distance {
				best, distance = module+"."+name, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return "The nearest is " + best
}

// editDistance is how many letters differ, at most limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 64 {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(b)], limit)
}

// checkExports checks the signatures of what the host calls, and that a guest
// that asks for callbacks can be called back.
func checkExports(name string, f *wasmfile.File) error {
	i32, i64 := byte(0x7f), byte(0x7e)
	for export, want := range map[string]wasmfile.FuncType{
		abi.ExportDispatch:     {Params: []byte{i32, i32, i64, i64}, Results: []byte{i64}},
		abi.ExportInitialize:   {},
		abi.ExportReactorStart: {},
		abi.ExportStart:        {},
	} {
		e, ok := f.Export(export)
		if ok && (e.Kind != wasmfile.KindFunc || !e.Type.Equal(want)) {
			return &LoadError{
				What:  fmt.Sprintf("%s exports %s with a wrong signature", name, export),
				Where: fmt.Sprintf("it is %s, and must be %s", e.Type, want),
			}
		}
	}
	if _, ok := f.Export(abi.ExportDispatch); ok {
		return nil
	}
	for _, i := range f.Imports {
		if i.Module == abi.Module && callsBack(i.Name) {
			return &LoadError{
				What:  name + " asks for callbacks and exports no " + abi.ExportDispatch,
				Where: "it imports " + i.Module + "." + i.Name,
				Try:   "Export " + abi.ExportDispatch + "(i32, i32, i64, i64) -> i64: the linker may have removed it",
			}
		}
	}
	return nil
}

// callsBack reports whether an import leads to callbacks: it takes a cookie.
func callsBack(name string) bool {
	for _, f := range abi.Funcs {
		if f.Name == name {
			return slices.ContainsFunc(f.Params, func(p abi.Param) bool { return p.Kind == abi.Cookie })
		}
	}
	return false
}
