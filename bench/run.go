package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/loopground/loopground/bench/measure"
)

// maxTime is how long one run of one contender may take.
const maxTime = 2 * time.Minute

// run runs a suite: every contender once, then every contender again, so that
// what disturbs the machine disturbs all of them.
func (b *bench) run(s suite) (*table, error) {
	t := &table{suite: s, results: make([][]measure.Result, len(s.contenders)), calls: make([]float64, len(s.contenders))}
	for round := range b.runs {
		for i, c := range s.contenders {
			b.progress(fmt.Sprintf("%s: %s, %d of %d", s.name, c.name, round+1, b.runs))
			r, err := b.once(s, c, nil)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			t.results[i] = append(t.results[i], r)
		}
	}
	b.progress("")
	if err := t.sameWork(); err != nil {
		return nil, err
	}
	if !s.valuesOnly {
		b.countCalls(t)
	}
	return t, nil
}

// progress shows a line that the next one replaces, to people only.
func (b *bench) progress(line string) {
	if st, err := os.Stderr.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprint(os.Stderr, "\r\x1b[K"+line)
	}
}

// once runs one contender. wrap, if there is any, is a command that runs it.
func (b *bench) once(s suite, c contender, wrap []string) (measure.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), maxTime)
	defer cancel()
	words := append(b.pinned(s.cores, false), wrap...)
	words = append(append(words, c.program.path(b.dir)), c.flags...)
	if c.module != nil {
		words = append(words, c.module.path(b.dir))
	}
	words = append(words, c.args...)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.StdoutPipe()
	if err != nil {
		return measure.Result{}, err
	}
	if err := cmd.Start(); err != nil {
		return measure.Result{}, err
	}
	last, talkErr := b.talk(ctx, c, bufio.NewReader(out))
	if talkErr != nil {
		cancel() // without its client the server would wait for ever
	}
	if err := cmd.Wait(); err != nil || talkErr != nil {
		return measure.Result{}, fmt.Errorf("%w\n%s", errors.Join(talkErr, err), problems.Bytes())
	}
	var r measure.Result
	if err := json.Unmarshal([]byte(last), &r); err != nil {
		return r, fmt.Errorf("its last line is no result: %q", last)
	}
	return r, nil
}

// talk reads what a contender prints, runs its client when it has told its
// port, and returns the last line.
func (b *bench) talk(ctx context.Context, c contender, out *bufio.Reader) (last string, err error) {
	for {
		line, err := out.ReadString('\n')
		if err == io.EOF {
			return last, nil
		}
		if err != nil {
			return last, err
		}
		last = strings.TrimSpace(line)
		if port, ok := strings.CutPrefix(last, "port "); ok && c.client != nil {
			if err := b.runClient(ctx, c.client, port); err != nil {
				return last, err
			}
		}
	}
}

func (b *bench) runClient(ctx context.Context, c *client, port string) error {
	words := append(b.pinned(1, true), c.program.path(b.dir), port)
	words = append(words, c.args...)
	if out, err := exec.CommandContext(ctx, words[0], words[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("client: %w\n%s", err, out)
	}
	return nil
}

// pinned is the command that keeps a program on so many cores: the last ones,
// or for a client the first.
func (b *bench) pinned(n int, client bool) []string {
	if n == 0 || n > len(b.cores) {
		n = len(b.cores)
	}
	use := b.cores[len(b.cores)-n:]
	if client {
		use = b.cores[:n]
	}
	return []string{"taskset", "-c", strings.Join(use, ",")}
}
