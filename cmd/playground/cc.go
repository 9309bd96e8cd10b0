package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopground/loopground/internal/cc"
)

const (
	toolchainFlag = "--toolchain"
	hintNoFiles   = "cc needs C files: playground cc prog.c -o prog.wasm"
)

func (p *program) ccCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "cc [clang flags] FILES",
		Short: "Compile C programs for libuv into guests, with the system's clang",
		Long: `Compile C programs that are written against libuv into guests. This is clang
with uv.h and its library added: it takes clang's flags and ends with clang's
status, so that it can stand wherever a build wants a C compiler. -luv, -lpthread,
-ldl, -lrt and -lm are accepted; what they hold is there.

clang, lld, llvm-ar and wasi-libc are the system's. CLANG, WASI_SDK_PATH and
WASI_SYSROOT name others.

  ` + toolchainFlag + ` DIR   write into DIR what build systems want: bin/uvcc, a compiler of
                    one word; uvcc.cmake, CMake's toolchain file; lib/pkgconfig
                    with libuv.pc; include and lib`,
		Example: `  playground cc -O2 -Wall echo.c -o echo.wasm -luv
  playground run --allow-listen loopback echo.wasm
  make CC="playground cc" AR=llvm-ar
  playground cc --toolchain uv && cmake -DCMAKE_TOOLCHAIN_FILE=$PWD/uv/uvcc.cmake -B build`,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New(hintNoFiles)
			}
			if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
				return cmd.Help()
			}
			return p.compile(cmd.Context(), args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"c", "o", "a"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
}

// compile runs the compiler, or writes a toolchain.
func (p *program) compile(ctx context.Context, args []string) error {
	dir, toolchain, err := toolchainDir(args)
	if err != nil {
		return err
	}
	tools, err := cc.FindTools()
	if err != nil {
		return failed(fmt.Errorf("cc: %w", err))
	}
	d := cc.Driver{Tools: tools, Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr, Colour: isTerminal(p.stderr)}
	if toolchain {
		return failed(p.writeToolchain(ctx, &d, dir))
	}
	if p.status, err = d.Run(ctx, args); err != nil {
		return failed(fmt.Errorf("cc: %w", err))
	}
	return nil
}

// toolchainDir is what --toolchain names, which stands alone.
func toolchainDir(args []string) (dir string, ok bool, err error) {
	dir, ok = strings.CutPrefix(args[0], toolchainFlag+"=")
	switch {
	case ok && len(args) == 1 && dir != "":
		return dir, true, nil
	case args[0] == toolchainFlag && len(args) == 2:
		return args[1], true, nil
	case ok || args[0] == toolchainFlag:
		return "", false, errors.New(toolchainFlag + " wants one folder and nothing else")
	}
	return "", false, nil
}

func (p *program) writeToolchain(ctx context.Context, d *cc.Driver, dir string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := d.Toolchain(ctx, dir, self); err != nil {
		return err
	}
	whole, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, `wrote %s. Now one of:
  cmake -DCMAKE_TOOLCHAIN_FILE=%s -B build
  make CC=%s AR=%s
`, shellWord(dir), shellWord(filepath.Join(whole, "uvcc.cmake")), shellWord(filepath.Join(whole, "bin", "uvcc")), shellWord(d.Tools.Ar))
	return nil
}

// isTerminal says whether a stream is shown to a person.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
