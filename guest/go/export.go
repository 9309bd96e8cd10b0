//go:build wasip1

package uv

// dispatch is what the host calls for every callback.
//
//go:wasmexport uv_dispatch
func dispatch(kind, id int32, cookie, status int64) int64 {
	dispatchTo(callback(kind), uint32(id), uint64(cookie), status)
	return 0
}
