package host

import (
	"context"
	"maps"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// What a guest asks of one call of WASI is bounded here, so that none of them
// takes long: wazero's functions walk lists of millions, copy paths of the size
// of memory, and make room for a descriptor of any number.

// maxDescriptor is 512 KiB of wazero's table.
const maxDescriptor = 1 << 16

// bound is the most that an argument may be, the error if it is more, and how
// many bytes it counts, which the guest pays for.
type bound struct {
	arg   int
	most  uint32
	errno uint64
	size  int
}

func paths(args ...int) (b []bound) {
	for _, arg := range args {
		b = append(b, bound{arg, maxPath, wasiNameTooLong, 1})
	}
	return b
}

// wasiBounds gives the bounds of WASI's functions, by the place of their arguments.
func wasiBounds() map[string][]bound {
	vectors := []bound{{2, maxBufs, wasiInval, sizeBuf}}
	return map[string][]bound{
		"fd_read": vectors, "fd_write": vectors, "fd_pread": vectors, "fd_pwrite": vectors,
		"sock_recv": vectors, "sock_send": vectors,
		"fd_renumber":           {{1, maxDescriptor, wasiBadf, 0}},
		"path_create_directory": paths(2), "path_remove_directory": paths(2), "path_unlink_file": paths(2),
		"path_readlink": paths(2), "path_filestat_get": paths(3), "path_filestat_set_times": paths(3),
		"path_open": paths(3), "path_link": paths(3, 6), "path_rename": paths(2, 5), "path_symlink": paths(1, 4),
	}
}

// guarded is a function of wazero's that is called within bounds, and not at all
// by a guest that is to end.
type guarded struct {
	api.GoModuleFunction
	bounds []bound
}

// Call is api.GoModuleFunction.
func (f *guarded) Call(ctx context.Context, mod api.Module, stack []uint64) {
	g := caller(ctx)
	for _, b := range f.bounds {
		if uint32(stack[b.arg]) > b.most {
			stack[0] = b.errno
			return
		}
		if b.size > 0 {
			g.spend(int(uint32(stack[b.arg])) * b.size)
		}
	}
	f.GoModuleFunction.Call(ctx, mod, stack)
}

// exportGuarded adds wazero's WASI to a module, guarded.
func exportGuarded(ctx context.Context, rt wazero.Runtime, to wazero.HostModuleBuilder) error {
	b := rt.NewHostModuleBuilder(wasi_snapshot_preview1.ModuleName)
	wasi_snapshot_preview1.NewFunctionExporter().ExportFunctions(b)
	plain, err := b.Compile(ctx) // which is the way to get at them
	if err != nil {
		return err
	}
	functions, bounds := plain.ExportedFunctions(), wasiBounds()
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		d := functions[name]
		if f, ok := d.GoFunction().(api.GoModuleFunction); ok {
			to.NewFunctionBuilder().WithGoModuleFunction(&guarded{f, bounds[name]}, d.ParamTypes(), d.ResultTypes()).
				WithName(name).Export(name)
		}
	}
	return plain.Close(ctx)
}
