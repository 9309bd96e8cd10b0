package main

import (
	"errors"
	"io/fs"
	"os"

	uv "github.com/loopground/loopground/guest/go"
)

// files goes through a file's whole life below /data.
func files() {
	must(uv.Mkdir("/data/dir", 0o755, func(err error) {
		must(err)
		must(uv.Open("/data/dir/a.txt", os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600, func(f *uv.File, err error) {
			must(err)
			written(f)
		}))
	}))
}

func written(f *uv.File) {
	must(f.Write([]byte("hello, file"), 0, func(n int, err error) {
		say("wrote", n, err)
		buf := make([]byte, 100)
		must(f.Read(buf, 7, func(n int, err error) {
			say("read", string(buf[:n]), err)
			must(f.Read(buf, 100, func(n int, err error) {
				say("past the end:", n, err)
				must(f.Stat(func(st uv.FileStat, err error) {
					say("size", st.Size, st.IsRegular(), st.IsDir(), st.Mtime.Year() > 2000, err)
					must(f.Close(func(err error) {
						must(err)
						say("read after close:", f.Read(buf, 0, nil) == uv.EBADF)
						renamed()
					}))
				}))
			}))
		}))
	}))
}

func renamed() {
	must(uv.Rename("/data/dir/a.txt", "/data/dir/b", func(err error) {
		must(err)
		must(uv.Lstat("/data/dir/b", func(st uv.FileStat, err error) {
			say("lstat", st.Size, err)
			must(uv.Rmdir("/data/dir", func(err error) {
				say("rmdir of a full one:", err)
				must(uv.ReadFile("/data/dir/b", func(data []byte, err error) {
					say("whole", string(data), err)
					listed()
				}))
			}))
		}))
	}))
}

func listed() {
	must(uv.Mkdir("/data/dir/sub", 0o755, func(err error) {
		must(err)
		must(uv.Scandir("/data/dir", func(entries []uv.Dirent, err error) {
			say(entries, err)
			must(uv.Unlink("/data/dir/b", func(err error) {
				must(err)
				must(uv.Rmdir("/data/dir/sub", func(err error) {
					must(err)
					must(uv.Rmdir("/data/dir", func(err error) { say("gone", err) }))
				}))
			}))
		}))
	}))
}

func missing() {
	must(uv.Stat("/data/none", func(_ uv.FileStat, err error) {
		say("stat:", err, errors.Is(err, fs.ErrNotExist), err == uv.ENOENT)
		must(uv.ReadFile("/data/none", func(data []byte, err error) {
			say("read:", data == nil, err)
			must(uv.Scandir("/data/many", func(entries []uv.Dirent, err error) {
				last := entries[len(entries)-1]
				say("entries:", len(entries), len(last.Name), last.Type, err)
			}))
		}))
	}))
}

func readOnly() {
	must(uv.Open("/data/new", os.O_WRONLY|os.O_CREATE, 0o600, func(_ *uv.File, err error) {
		say("create:", err, errors.Is(err, fs.ErrPermission))
	}))
}
