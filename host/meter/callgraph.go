package meter

import "slices"

// A node of the call graph is a function that the module defines, or, behind
// them, one that stands for all that an indirect call may reach: whatever has
// its reference taken, or is exported (others may put it in a table).
type graph struct {
	m     *module
	fs    []facts
	first int       // index of the first defined function
	any   int       // the node of indirect calls
	taken []uint32  // nodes that it may reach
	scc   []int     // component of each node; they are numbered callees first
	cycle []bool    // by component: it has a cycle
	order [][]int32 // nodes by component, callees first but for back edges

	enter, finish []int32 // when the depth-first walk came to a node and left it
}

// newGraph finds the strongly connected components.
func newGraph(m *module, fs []facts) *graph {
	g := &graph{m: m, fs: fs, first: len(m.importFuncs), any: len(fs)}
	for i := range fs {
		if m.taken[fs[i].index] || m.exported[fs[i].index] {
			g.taken = append(g.taken, uint32(i))
		}
	}
	g.components()
	return g
}

// edge gives the n-th callee of a node; ok is false behind the last one.
func (g *graph) edge(node, n int) (callee int, ok bool) {
	if node == g.any {
		if n < len(g.taken) {
			return int(g.taken[n]), true
		}
		return 0, false
	}
	f := &g.fs[node]
	if n < len(f.calls) {
		if c := int(f.calls[n]) - g.first; c >= 0 {
			return c, true
		}
		return -1, true // imported
	}
	return g.any, n == len(f.calls) && f.indirect > 0
}

// visit is a node on the path that components walks.
type visit struct{ node, edge int }

// components is Tarjan's algorithm, with a stack of its own: a hostile module
// may be a chain of all its functions. It begins with what indirect calls reach:
// then a call by which something there comes back to it is a back edge.
func (g *graph) components() {
	n := len(g.fs) + 1
	t := tarjan{g: g, low: make([]int32, n), on: make([]bool, n)}
	g.scc, g.enter, g.finish = make([]int, n), make([]int32, n), make([]int32, n)
	t.walk(g.any)
	for node := range n {
		if g.enter[node] == 0 {
			t.walk(node)
		}
	}
	for _, nodes := range g.order {
		slices.SortFunc(nodes, func(a, b int32) int { return int(g.finish[a] - g.finish[b]) })
	}
}

type tarjan struct {
	g          *graph
	low        []int32
	on         []bool
	stack      []int32
	path       []visit
	next, last int32 // numbers of enter and finish, from 1; 0: not yet
}

func (t *tarjan) enter(node int) {
	t.next++
	t.g.enter[node], t.low[node] = t.next, t.next
	t.stack = append(t.stack, int32(node))
	t.on[node] = true
	t.path = append(t.path, visit{node: node})
}

func (t *tarjan) walk(root int) {
	t.enter(root)
	for len(t.path) > 0 {
		v := &t.path[len(t.path)-1]
		callee, ok := t.g.edge(v.node, v.edge)
		v.edge++
		switch {
		case !ok:
			t.leave(v.node)
		case callee < 0:
		case t.g.enter[callee] == 0:
			t.enter(callee)
		case t.on[callee]:
			t.low[v.node] = min(t.low[v.node], t.g.enter[callee])
		}
	}
}

func (t *tarjan) leave(node int) {
	t.last++
	t.g.finish[node] = t.last
	t.path = t.path[:len(t.path)-1]
	if len(t.path) > 0 {
		up := t.path[len(t.path)-1].node
		t.low[up] = min(t.low[up], t.low[node])
	}
	if t.low[node] != t.g.enter[node] {
		return
	}
	at := len(t.stack) - 1
	for int(t.stack[at]) != node {
		at--
	}
	t.g.component(append([]int32(nil), t.stack[at:]...), node)
	for _, n := range t.stack[at:] {
		t.on[n] = false
	}
	t.stack = t.stack[:at]
}

// component numbers a component that is complete.
func (g *graph) component(nodes []int32, root int) {
	id := len(g.order)
	for _, n := range nodes {
		g.scc[n] = id
	}
	g.order = append(g.order, nodes)
	g.cycle = append(g.cycle, len(nodes) > 1 || g.callsItself(root))
}

func (g *graph) callsItself(node int) bool {
	for n := 0; ; n++ {
		callee, ok := g.edge(node, n)
		if !ok {
			return false
		}
		if callee == node {
			return true
		}
	}
}

// together tells whether two nodes can reach each other.
func (g *graph) together(a, b int) bool { return g.scc[a] == g.scc[b] }

// back tells whether a call from one node to another is a back edge of the
// depth-first walk. Every cycle has one.
func (g *graph) back(from, to int) bool {
	return g.enter[to] <= g.enter[from] && g.finish[from] <= g.finish[to]
}
