module github.com/loopground/loopground/test/sdk/guests

go 1.24

require github.com/loopground/loopground/guest/go v0.0.0

replace github.com/loopground/loopground/guest/go => ../../../guest/go
