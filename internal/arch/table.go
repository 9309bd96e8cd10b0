// Package arch holds the module to its map: which package may import which, who
// may use unsafe, and what a program pays for importing host or loop.
package arch

// module is the path of this module.
const module = "github.com/loopground/loopground"

// A layer says what one package (or, with /..., a package and those below it)
// may import. Of this module: the packages named in uses and all that they may
// use themselves, so that imports point down only. Of others: the modules named
// in needs, which are not inherited.
type layer struct {
	uses  []string
	needs []string
}

const (
	xsys      = "golang.org/x/sys"
	wazero    = "github.com/tetratelabs/wazero"
	cobra     = "github.com/spf13/cobra"
	pflag     = "github.com/spf13/pflag" // cobra's flags
	websocket = "github.com/gorilla/websocket"
	qrcode    = "github.com/skip2/go-qrcode"
	gocmp     = "github.com/google/go-cmp"
)

// layers is the map of docs/architecture.md, lowest first.
var layers = map[string]layer{
	"internal/sys":  {needs: []string{xsys}},
	"internal/leak": {},
	"internal/arch": {},

	"loop/uv":           {},
	"loop/trace":        {uses: []string{"loop/uv"}},
	"loop":              {uses: []string{"loop/trace", "internal/sys"}, needs: []string{xsys}},
	"loop/looptest":     {uses: []string{"loop", "internal/leak"}},
	"loop/internal/...": {uses: []string{"loop/trace", "internal/sys"}, needs: []string{xsys}},

	"guest/abi":         {uses: []string{"loop/uv"}},
	"internal/wasmtest": {uses: []string{"guest/abi"}},
	"host/meter":        {},
	"host":              {uses: []string{"loop", "guest/abi", "host/meter"}, needs: []string{wazero, xsys}},

	"host/internal/...": {uses: []string{"loop", "guest/abi", "host/meter"}, needs: []string{wazero, xsys}},

	"host/node":       {uses: []string{"host"}, needs: []string{wazero}},
	"host/run":        {uses: []string{"host/node"}},
	"host/run/worker": {uses: []string{"host/run"}, needs: []string{xsys}},

	"samples": {},
	"web/ui":  {},
	"web":     {uses: []string{"host/run", "samples", "web/ui"}, needs: []string{websocket, qrcode}},

	"guest/c":     {},
	"internal/cc": {uses: []string{"guest/c"}},

	"cmd/playground": {uses: []string{"web", "host/run/worker", "internal/cc"}, needs: []string{cobra, pflag, xsys}},

	"internal/gen":            {uses: []string{"guest/abi", "loop"}},
	"internal/gen/cmd/...":    {uses: []string{"internal/gen"}},
	"internal/assets":         {uses: []string{"samples", "host"}},
	"internal/assets/cmd/...": {uses: []string{"internal/assets"}},

	"test/...":        {uses: []string{"cmd/playground", "loop/looptest"}},
	"bench/measure":   {needs: []string{xsys}},
	"bench/cmd/meter": {uses: []string{"host/meter", "bench/measure"}, needs: []string{wazero}},
	"bench/...":       {uses: []string{"cmd/playground", "bench/measure", "internal/wasmtest"}},
}

// Tests of any package may use these besides.
var (
	testUses  = []string{"internal/leak", "loop/looptest", "internal/wasmtest"}
	testNeeds = []string{gocmp, wazero, xsys, websocket}
)

// unsafeOwner is the one package that may use unsafe, cgo or linkname.
const unsafeOwner = "internal/sys"
