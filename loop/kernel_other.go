//go:build !unix

package loop

import "github.com/loopground/loopground/loop/uv"

// newKernel answers ENOSYS: this system has no poller that is supported.
func newKernel() (kernel, error) { return nil, uv.ENOSYS.Err() }
