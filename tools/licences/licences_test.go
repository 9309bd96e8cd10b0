package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRecognises(t *testing.T) {
	for want, text := range map[string]string{
		"Apache-2.0":   "  Apache License\n   Version 2.0, January 2004\n",
		"BSD-3-Clause": "Redistribution and use in source\nand binary forms ... be used to endorse or promote products",
		"BSD-2-Clause": "Redistribution and use in source and binary forms, with or without",
		"MIT":          "Permission is hereby granted, free of charge, to ... THE SOFTWARE IS PROVIDED \"AS IS\"",
		"":             "All rights reserved.",
	} {
		if got := recognise(text); got != want {
			t.Errorf("recognise(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestDemandsAReasonAndALicence(t *testing.T) {
	parts := []part{{name: "a", spdx: "MIT"}, {name: "b"}}
	err := explain(parts, map[string]string{"b": "for b"})
	if err == nil {
		t.Fatal("nothing was asked")
	}
	for _, want := range []string{"what is a used for?", "the licence of b is not recognised"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error lacks %q: %v", want, err)
		}
	}
}

func TestPrintsATextOnce(t *testing.T) {
	out := string(render([]part{{name: "a", text: "T1"}, {name: "b", text: "T2"}, {name: "c", text: "T1"}}, nil))
	if n := strings.Count(out, "T1"); n != 1 {
		t.Errorf("the shared text is there %d times, want once", n)
	}
	if !strings.Contains(out, "### a, c\n") {
		t.Errorf("no heading for both that share a text:\n%s", out)
	}
}

func TestPassesNoticesOn(t *testing.T) {
	dir := t.TempDir()
	if _, err := licenceText(dir); err == nil {
		t.Error("no licence file is no error")
	}
	for name, text := range map[string]string{"Licence.md": "the licence\r\n", "NOTICE": "made by someone\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := licenceText(dir)
	if want := "the licence\n\nmade by someone"; err != nil || got != want {
		t.Errorf("licenceText = %q, %v; want %q", got, err, want)
	}
}
