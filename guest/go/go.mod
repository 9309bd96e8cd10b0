module github.com/loopground/loopground/guest/go

go 1.24
