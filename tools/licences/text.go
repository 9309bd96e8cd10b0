package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// licenceText reads the licence file of the package in dir, and its NOTICE,
// which Apache's licence wants passed on.
func licenceText(dir string) (string, error) {
	text, err := find(dir, "LICENSE", "LICENCE", "COPYING", "UNLICENSE")
	if err != nil {
		return "", err
	}
	if text == "" {
		return "", errors.New("no licence file in " + dir)
	}
	notice, err := find(dir, "NOTICE")
	if notice != "" {
		text += "\n\n" + notice
	}
	return text, err
}

// find reads the file of dir that has one of the names, in capitals and without
// its suffix; "" if there is none.
func find(dir string, names ...string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		stem, _, _ := strings.Cut(strings.ToUpper(e.Name()), ".")
		if e.IsDir() || !slices.Contains(names, stem) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		return strings.Trim(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), err
	}
	return "", nil
}

// Sentences that tell the common licences apart; the first whose all are in the
// text wins, so the one that asks for more stands first.
var signs = []struct {
	spdx      string
	sentences []string
}{
	{"Apache-2.0", []string{"Apache License", "Version 2.0, January 2004"}},
	{"MPL-2.0", []string{"Mozilla Public License Version 2.0"}},
	{"GPL-3.0", []string{"GNU GENERAL PUBLIC LICENSE", "Version 3"}},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "endorse or promote products"}},
	{"BSD-2-Clause", []string{"Redistribution and use in source and binary forms"}},
	{"ISC", []string{"Permission to use, copy, modify, and/or distribute this software"}},
	{"MIT", []string{"Permission is hereby granted, free of charge", "THE SOFTWARE IS PROVIDED"}},
}

// recognise returns the SPDX name of a licence, or "".
func recognise(text string) string {
	text = strings.Join(strings.Fields(text), " ")
next:
	for _, s := range signs {
		for _, sentence := range s.sentences {
			if !strings.Contains(text, sentence) {
				continue next
			}
		}
		return s.spdx
	}
	return ""
}
