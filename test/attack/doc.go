// Package attack holds guests that try to hang, starve, crash or leak the host,
// and the test that runs each beside a guest that does nothing of the kind.
// README.md lists them; the test writes it.
package attack
