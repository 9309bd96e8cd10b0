package abi

var streamFuncs = []Func{
	{"listen", []Param{handle(), p("backlog", I32)}, I32, "uv_listen", "Listens for connections; the callback runs in the poll phase for each. Errors: EADDRINUSE (of bind too), EACCES without the grant.", false},
	{"accept", []Param{p("server", ID), p("client", ID)}, I32, "uv_accept", "Takes the connection that the callback announced, into a client that was made and is not connected. Errors: EAGAIN when none waits.", false},
	{"read_start", []Param{handle(), p("buf", Out), p("buf_len", Len)}, I32, "uv_read_start", "Reads into the buffer whenever data arrives; the callback runs in the poll phase with the bytes now at its start. The buffer may be changed by calling read_start again from the callback. With buf_len 0 the host asks for a buffer before each read (CallbackAlloc, 65536 suggested; none given: ENOBUFS). Errors: ENOTCONN, EINVAL when closing.", false},
	{"read_stop", []Param{handle()}, I32, "uv_read_stop", "Stops reading. Idempotent.", false},
	{"write", reqParams("handle", ps("bufs", In, "buf"), p("count", Count)), I32, "uv_write", "Writes all buffers in order; they belong to the host until the callback. Tried at once, completed in poll." + docReq + " Errors: EBADF when not connected, EPIPE after shutdown, ENOBUFS at the limit of queued bytes or buffers.", false},
	{"try_write", []Param{handle(), ps("bufs", In, "buf"), p("count", Count)}, I32, "uv_try_write", "Writes what can be written at once and answers the bytes. Errors: EAGAIN when nothing can, or writes are queued.", false},
	{"shutdown", reqParams("handle"), I32, "uv_shutdown", "Ends the writing side after queued writes." + docReq + " Errors: ENOTCONN.", false},
	{"is_readable", []Param{handle()}, I32, "uv_is_readable", "Answers 1 if the stream can be read.", false},
	{"is_writable", []Param{handle()}, I32, "uv_is_writable", "Answers 1 if the stream can be written.", false},
	{"write_queue_size", []Param{handle()}, I64, "uv_stream_get_write_queue_size", "Bytes queued and not yet written.", false},
	{"stream_open", []Param{handle(), p("fd", I32)}, I32, "uv_tcp_open, uv_pipe_open", "Makes the handle a stream on one of the guest's descriptors, which belongs to it from then on: fs_close of it answers EBUSY. A pipe may be a standard stream (0 to 2); input that cannot be polled is EINVAL; a file that is open for writing can only be written. Errors: EBADF, EEXIST when it is watched already, EBUSY when the handle has one, ENOTSOCK and EINVAL for what cannot be one.", false},
	{"stream_set_blocking", []Param{handle(), p("blocking", U32)}, I32, "uv_stream_set_blocking", "Makes writes wait until all is written (1), or not (0). Reads do not wait.", false},
	{"send_buffer_size", []Param{handle(), p("size", U32)}, I32, "uv_send_buffer_size", "Sets the size of the kernel's buffer for sending, in bytes; 0: answers it. Streams and udp.", false},
	{"recv_buffer_size", []Param{handle(), p("size", U32)}, I32, "uv_recv_buffer_size", "Sets the size of the kernel's buffer for receiving, in bytes; 0: answers it. Streams and udp.", false},
	{"fileno", []Param{handle()}, I32, "uv_fileno", "A descriptor of the guest's that stands for the handle's while it is open: the one that it was made of, or else a number through which nothing can be read or written. Errors: EBADF before there is one, EINVAL for handles that have none, EMFILE at the limit of files.", false},

	// tcp
	{"tcp_init", initParams(), I32, "uv_tcp_init", docInit, false},
	{"tcp_bind", []Param{handle(), ps("addr", In, "sockaddr"), p("flags", U32)}, I32, "uv_tcp_bind", "Binds to an address; EADDRINUSE shows at listen or connect. flags: 1 IPv6 only, 2 reuse port. Errors: EINVAL when bound already, EACCES without the grant.", false},
	{"tcp_connect", reqParams("handle", ps("addr", In, "sockaddr")), I32, "uv_tcp_connect", "Connects." + docReq + " Errors: EALREADY, EISCONN, EACCES without the grant; ECONNREFUSED and the like come with the callback.", false},
	{"tcp_nodelay", []Param{handle(), p("enable", U32)}, I32, "uv_tcp_nodelay", "Switches Nagle's algorithm off (1) or on (0).", false},
	{"tcp_getsockname", []Param{handle(), ps("addr", Out, "sockaddr")}, I32, "uv_tcp_getsockname", "The address the handle is bound to.", false},
	{"tcp_getpeername", []Param{handle(), ps("addr", Out, "sockaddr")}, I32, "uv_tcp_getpeername", "The address the handle is connected to.", false},
	{"tcp_socket", initParams(p("family", U32)), I32, "uv_tcp_init_ex", docInit + " The socket is made at once. family: 4 or 6.", false},
	{"tcp_keepalive", []Param{handle(), p("enable", U32), p("idle", U32), p("interval", U32), p("count", U32)}, I32, "uv_tcp_keepalive, uv_tcp_keepalive_ex", "Has the kernel probe an idle connection after idle s, every interval s, count times. interval 0: only idle is set. Errors: EINVAL for 0.", false},
	{"tcp_close_reset", []Param{handle()}, I32, "uv_tcp_close_reset", "Closes the handle with a reset. Errors: EINVAL after shutdown.", false},

	// pipe
	{"pipe_init", initParams(p("ipc", U32)), I32, "uv_pipe_init", docInit + " ipc is 0: passing handles is not offered, ENOTSUP.", false},
	{"pipe_bind", []Param{handle(), p("path", In), p("path_len", Len), p("flags", U32)}, I32, "uv_pipe_bind, uv_pipe_bind2", "Binds to a path below a directory that was granted for writing. flags: 1 refuse a path that is too long (EINVAL) instead of cutting it off. Errors: EINVAL when bound, EADDRINUSE, EACCES without the grant, EROFS, ENAMETOOLONG; ENOTSUP on systems other than Linux.", false},
	{"pipe_connect", []Param{handle(), p("path", In), p("path_len", Len), p("flags", U32), cookie()}, I32, "uv_pipe_connect, uv_pipe_connect2", "Connects to a socket below a directory that was granted for writing; errors but EINVAL and ENOBUFS come with the callback." + docReq, false},
	{"pipe_getsockname", []Param{handle(), p("buf", Out), p("buf_len", Len)}, I32, "uv_pipe_getsockname", "The path the handle is bound to, without a zero byte; answers its length. Errors: ENOBUFS.", false},
	{"pipe_getpeername", []Param{handle(), p("buf", Out), p("buf_len", Len)}, I32, "uv_pipe_getpeername", "The path the handle is connected to, without a zero byte; answers its length. Errors: ENOBUFS, ENOTCONN.", false},
	{"pipe_chmod", []Param{handle(), p("mode", U32)}, I32, "uv_pipe_chmod", "Lets everyone read (1), write (2) or both (3). Errors: EINVAL, EBADF when not bound.", false},
	{"pipe_pair", []Param{p("read_flags", U32), p("write_flags", U32), p("fds", Out), p("fds_len", Len)}, I32, "uv_pipe", "Makes a pipe: two descriptors of the guest's, 4 bytes each, reading end first. flags: 0x40 does not block, which no end does in any case: what would wait in a file request answers EAGAIN. Errors: EINVAL, EMFILE at the limit of files.", false},
	{"socket_pair", []Param{p("socktype", U32), p("protocol", U32), p("flags0", U32), p("flags1", U32), p("fds", Out), p("fds_len", Len)}, I32, "uv_socketpair", "Makes two connected sockets: descriptors of the guest's, 4 bytes each. socktype: 1 stream, 2 datagram. Flags and errors as pipe_pair has them.", false},
}

var udpFuncs = []Func{
	{"udp_init", initParams(p("family", U32)), I32, "uv_udp_init, uv_udp_init_ex", docInit + " family: 0 the socket is made when it is needed, 4 or 6 at once.", false},
	{"udp_open", []Param{handle(), p("fd", I32)}, I32, "uv_udp_open", "Makes the handle a socket on one of the guest's descriptors, as stream_open does. Errors: EBADF, EBUSY, EEXIST, EINVAL for what is no datagram socket.", false},
	{"udp_bind", []Param{handle(), ps("addr", In, "sockaddr"), p("flags", U32)}, I32, "uv_udp_bind", "Binds to an address. flags: 1 IPv6 only, 4 reuse address, 8 reuse port, 32 receive errors. Errors: EINVAL when bound, EADDRINUSE, EACCES without the grant.", false},
	{"udp_connect", []Param{handle(), ps("addr", In, "sockaddr")}, I32, "uv_udp_connect", "Fixes the peer; a null pointer frees it, which for a handle that receives has to be granted as receiving is. Errors: EISCONN, ENOTCONN, EACCES without the grant.", false},
	{"udp_getsockname", []Param{handle(), ps("addr", Out, "sockaddr")}, I32, "uv_udp_getsockname", "The address the handle is bound to.", false},
	{"udp_getpeername", []Param{handle(), ps("addr", Out, "sockaddr")}, I32, "uv_udp_getpeername", "The address the handle is connected to. Errors: ENOTCONN.", false},
	{"udp_send", []Param{handle(), ps("bufs", In, "buf"), p("count", Count), ps("addr", In, "sockaddr"), cookie()}, I32, "uv_udp_send", "Sends the buffers as one datagram to an address, or to the peer with a null pointer." + docReq + " Errors: EDESTADDRREQ, EISCONN, EACCES without the grant, ENOBUFS at the limit of queued bytes.", false},
	{"udp_try_send", []Param{handle(), ps("bufs", In, "buf"), p("count", Count), ps("addr", In, "sockaddr")}, I32, "uv_udp_try_send", "Sends at once and answers the bytes. Errors: EAGAIN when it cannot, or sends are queued; those of udp_send.", false},
	{"udp_recv_start", []Param{handle(), ps("info", Out, "udp_info")}, I32, "uv_udp_recv_start", "Receives datagrams: for each the host asks for a buffer (CallbackAlloc), and writes the info before CallbackRecv. 0 bytes without an address: nothing for now, the buffer is the guest's again; with one: an empty datagram. Binds to any address where it is not bound. Without a bind of the guest's and without a peer, receiving has to be granted as listening on any address is (EACCES). Errors: EALREADY.", false},
	{"udp_recv_stop", []Param{handle()}, I32, "uv_udp_recv_stop", "Stops receiving. Idempotent.", false},
	{"udp_send_queue_size", []Param{handle()}, I64, "uv_udp_get_send_queue_size", "Bytes queued and not yet sent.", false},
	{"udp_send_queue_count", []Param{handle()}, I64, "uv_udp_get_send_queue_count", "Datagrams queued and not yet sent.", false},
	{"udp_set_option", []Param{handle(), p("option", U32), p("value", I32)}, I32, "uv_udp_set_broadcast, uv_udp_set_ttl, uv_udp_set_multicast_loop, uv_udp_set_multicast_ttl", "Sets an option: 1 broadcast, 2 ttl, 3 multicast loop, 4 multicast ttl. Errors: EINVAL, EBADF before there is a socket.", false},
	{"udp_set_membership", []Param{handle(), ps("group", In, "sockaddr"), ps("iface", In, "sockaddr"), ps("source", In, "sockaddr"), p("join", U32)}, I32, "uv_udp_set_membership, uv_udp_set_source_membership", "Joins (1) or leaves (0) a multicast group on an interface (null: any), from one source (null: all). Errors: EINVAL, ENODEV, EACCES without the grant to listen on the group's address.", false},
	{"udp_set_interface", []Param{handle(), ps("iface", In, "sockaddr")}, I32, "uv_udp_set_multicast_interface", "The interface multicast is sent on; null: the default.", false},
}
