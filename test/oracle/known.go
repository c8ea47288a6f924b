package main

import (
	_ "embed"
	"fmt"
	"os"
	"regexp"
	"strings"
)

//go:embed known-differences.tsv
var builtInKnown string

// A knownDifference is one that we've looked at and accept, for the reason given.
type knownDifference struct {
	pattern *regexp.Regexp
	reason  string
}

// loadKnown reads a table of known differences; without a path it's the one built in. A line is a regular expression,
// a tab and a reason; lines that start with '#' and the heading are skipped.
func loadKnown(path string) ([]knownDifference, error) {
	table := builtInKnown
	if path != "" {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		table = string(content)
	}
	var known []knownDifference
	for number, line := range strings.Split(table, "\n") {
		if line == "" || strings.HasPrefix(line, "#") || number == 0 {
			continue
		}
		expression, reason, found := strings.Cut(line, "\t")
		if !found {
			return nil, fmt.Errorf("line %d of the known differences has no reason", number+1)
		}
		pattern, err := regexp.Compile(expression)
		if err != nil {
			return nil, fmt.Errorf("line %d of the known differences: %w", number+1, err)
		}
		known = append(known, knownDifference{pattern, reason})
	}
	return known, nil
}

// isKnown asks whether a row matches the minimal text or the error that Kubernetes' code gives for it.
func isKnown(known []knownDifference, text []byte, failure string) bool {
	for _, row := range known {
		if row.pattern.Match(text) || failure != "" && row.pattern.MatchString(failure) {
			return true
		}
	}
	return false
}
