package abi

// Structs lists the structures.
var Structs = []Struct{
	{"buf", 8, []Field{{"base", 0, 4, "pointer"}, {"len", 4, 4, "bytes"}}, "One buffer of a read or write. libuv: uv_buf_t."},
	{"sockaddr", 28, []Field{
		{"family", 0, 2, "4 or 6"},
		{"port", 2, 2, "in the guest's byte order, little-endian"},
		{"flowinfo", 4, 4, "IPv6 only"},
		{"scope", 8, 4, "IPv6 only: interface index"},
		{"addr", 12, 16, "4 or 16 bytes in network order, then zeros"},
	}, "An address and port. libuv: struct sockaddr."},
	{"stat", 160, []Field{
		{"dev", 0, 8, ""}, {"mode", 8, 8, "type and permissions, as on Linux"}, {"nlink", 16, 8, ""},
		{"uid", 24, 8, ""}, {"gid", 32, 8, ""}, {"rdev", 40, 8, ""}, {"ino", 48, 8, ""},
		{"size", 56, 8, "bytes"}, {"blksize", 64, 8, "bytes"}, {"blocks", 72, 8, "of 512 bytes"},
		{"flags", 80, 8, ""}, {"gen", 88, 8, ""},
		{"atime_sec", 96, 8, ""}, {"atime_nsec", 104, 8, ""},
		{"mtime_sec", 112, 8, ""}, {"mtime_nsec", 120, 8, ""},
		{"ctime_sec", 128, 8, ""}, {"ctime_nsec", 136, 8, ""},
		{"birthtime_sec", 144, 8, ""}, {"birthtime_nsec", 152, 8, ""},
	}, "What stat tells. libuv: uv_stat_t."},
	{"dirent", 4, []Field{
		{"type", 0, 1, "uv_dirent_type_t"}, {"reserved", 1, 1, "0"}, {"name_len", 2, 2, "bytes of name that follow the header, unpadded"},
	}, "The header of one directory entry; its name follows. libuv: uv_dirent_t."},
	{"udp_info", 32, []Field{
		{"addr", 0, 28, "a sockaddr; its family is 0 where there is none"},
		{"flags", 28, 4, "2 partial: the datagram was longer than the buffer; 32 no datagram, but an error about one that was sent"},
	}, "Where a datagram came from, written before its callback."},
	{"addrinfo", 48, []Field{
		{"flags", 0, 4, ""}, {"family", 4, 4, "4 or 6"}, {"socktype", 8, 4, "1 stream, 2 datagram, 3 raw"},
		{"protocol", 12, 4, "6 TCP, 17 UDP"}, {"addr", 16, 28, "a sockaddr"},
		{"name_len", 44, 4, "bytes of the canonical name that follow, unpadded; 0 but for the first"},
	}, "The header of one address; its canonical name follows. libuv: struct addrinfo."},
	{"statfs", 88, []Field{
		{"type", 0, 8, ""}, {"bsize", 8, 8, "bytes"}, {"blocks", 16, 8, ""}, {"bfree", 24, 8, ""},
		{"bavail", 32, 8, ""}, {"files", 40, 8, ""}, {"ffree", 48, 8, ""}, {"frsize", 56, 8, "bytes"},
		{"reserved", 64, 24, "0"},
	}, "What statfs tells. libuv: uv_statfs_t."},
	{"metrics", 24, []Field{
		{"loop_count", 0, 8, ""}, {"events", 8, 8, ""}, {"events_waiting", 16, 8, ""},
	}, "Counters of a loop. libuv: uv_metrics_t."},
}
