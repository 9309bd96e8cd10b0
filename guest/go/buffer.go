package uv

import "unsafe"

// pointer is where a slice's bytes are in the guest's memory. Whoever hands it
// to the host keeps the slice reachable until the host is done.
func pointer(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

func text(s string) (at unsafe.Pointer, size uint32) {
	return unsafe.Pointer(unsafe.StringData(s)), uint32(len(s))
}

// buffers describes slices to the host.
func buffers(bufs [][]byte) (wire []wireBuf, at unsafe.Pointer, count uint32) {
	wire = make([]wireBuf, len(bufs))
	for i, b := range bufs {
		wire[i] = wireBuf{base: uint32(uintptr(pointer(b))), len: uint32(len(b))}
	}
	return wire, unsafe.Pointer(unsafe.SliceData(wire)), uint32(len(wire))
}
