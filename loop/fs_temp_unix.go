//go:build unix

package loop

import (
	"crypto/rand"
	"strings"

	"github.com/loopground/loopground/loop/uv"
)

// What mkdtemp and mkstemp replace at the end of a path, with what, and how
// often they try.
const (
	tempMark    = "XXXXXX"
	tempLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	tempTries   = 100 // each fails only if one of 62^6 names is taken
)

func (r *FSReq) mkdtemp() (int64, uv.Errno) {
	err := r.temporary(func(path string) uv.Errno { return r.fs.Mkdir(path, 0o700) })
	return 0, err
}

func (r *FSReq) mkstemp() (int64, uv.Errno) {
	fd := 0
	err := r.temporary(func(path string) (err uv.Errno) {
		fd, err = r.fs.Open(path, flagRDWR|flagCreate|flagExcl, 0o600)
		return err
	})
	if err != 0 {
		r.Path = ""
	}
	return int64(fd), err
}

// temporary tries names until one was free.
func (r *FSReq) temporary(try func(path string) uv.Errno) uv.Errno {
	stem, ok := strings.CutSuffix(r.Path, tempMark)
	if !ok {
		return uv.EINVAL
	}
	for range tempTries {
		path := stem + tempName()
		err := try(path)
		if err == 0 {
			r.Path = path
		}
		if err != uv.EEXIST {
			return err
		}
	}
	return uv.EEXIST
}

func tempName() string {
	var b [len(tempMark)]byte
	for i := range b {
		for b[i] = 255; int(b[i]) >= 4*len(tempLetters); { // 248: each letter as likely
			_, _ = rand.Read(b[i : i+1]) // never fails: crypto/rand
		}
		b[i] = tempLetters[int(b[i])%len(tempLetters)]
	}
	return string(b[:])
}
