#!/bin/sh
# Fails, saying what to install, unless Go is at least what go.mod asks for and
# Node is at least 20.19. Runs in the root of the checkout.
set -u

need_go=$(sed -n 's/^go //p' go.mod)
need_node=20.19
status=0

# at_least HAVE WANT: compares versions of up to three numbers.
at_least() {
	[ "$(printf '%s\n%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$2" ]
}

say() {
	printf '%s\n' "$1" >&2
	status=1
}

if ! command -v go >/dev/null 2>&1; then
	say "Go is missing: this needs Go $need_go or newer, from https://go.dev/dl/"
else
	# Inside the module, a Go that fetches the toolchain it lacks is asked for
	# that one's version.
	have=$(go env GOVERSION 2>/dev/null)
	if [ -z "$have" ]; then
		have=$(cd / && go env GOVERSION)
	fi
	have=${have#go}
	have=${have%%[!0-9.]*}
	at_least "$have" "$need_go" ||
		say "Go $have is too old: this needs Go $need_go or newer, from https://go.dev/dl/"
fi

if ! command -v node >/dev/null 2>&1; then
	say "Node is missing: the page is built and tested with Node $need_node or newer, from https://nodejs.org/"
else
	have=$(node --version)
	have=${have#v}
	at_least "$have" "$need_node" ||
		say "Node $have is too old: the page needs Node $need_node or newer, from https://nodejs.org/"
	command -v npm >/dev/null 2>&1 ||
		say "npm is missing: it fetches what the page is built from. It comes with Node, or: apt-get install npm"
fi

exit $status
