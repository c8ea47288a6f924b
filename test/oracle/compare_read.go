package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
)

// How many minimal differences are printed, and how many differences are minimised to find them.
const (
	printedDifferences   = 50
	minimisedDifferences = 2000
)

// A readComparison holds gpu-lint's reader against Kubernetes' on one text after the other.
type readComparison struct {
	probe     *probe
	known     []knownDifference
	out       io.Writer
	shapes    map[string]bool // of the differences printed
	documents int
	different int
	accepted  int
}

// compareRead generates texts and compares how the probe and Kubernetes' code read them.
func compareRead(arguments []string, out io.Writer) int {
	flags := flag.NewFlagSet("compare-read", flag.ExitOnError)
	path := flags.String("probe", "", "the program to compare with")
	count := flags.Int("count", 100000, "how many texts to generate")
	seed := flags.Uint64("seed", 1, "the seed of the generator")
	corpus := flags.String("corpus", "", "a folder whose manifests are compared and mutated too")
	table := flags.String("known", "", "a table of known differences, instead of the one built in")
	_ = flags.Parse(arguments)
	known, err := loadKnown(*table)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	files, err := corpusTexts(*corpus)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	comparison := &readComparison{probe: newProbe(*path), known: known, out: out, shapes: map[string]bool{}}
	defer comparison.probe.stop()
	fmt.Fprintf(out, "seed %d\n", *seed)
	for _, text := range files {
		comparison.compare(text)
	}
	generator := newTextGenerator(*seed, files)
	for number := range *count {
		comparison.compare(generator.text(number))
	}
	return comparison.close()
}

func (c *readComparison) close() int {
	fmt.Fprintf(c.out, "read: %d documents, %d differences, %d known\n", c.documents, c.different, c.accepted)
	if c.different > 0 {
		return 1
	}
	return 0
}

func (c *readComparison) compare(text []byte) {
	c.documents++
	if c.differs(text) == "" {
		return
	}
	if c.different+c.accepted >= minimisedDifferences {
		c.different++
		return
	}
	minimal := minimise(text, func(candidate []byte) bool { return c.differs(candidate) != "" })
	_, failure := readObjects(minimal)
	if isKnown(c.known, minimal, errorText(failure)) {
		c.accepted++
		return
	}
	c.different++
	c.report(minimal)
}

// differs says how the two readings of a text differ, or nothing. Keys that become the same string, such as 1 and '1',
// leave the winner to the order of a Go map in Kubernetes' code: it's asked again until one of its answers matches.
func (c *readComparison) differs(text []byte) string {
	actual, err := c.askProbe(text)
	if err != nil {
		return err.Error()
	}
	difference := ""
	for range 20 {
		expected, failure := readObjects(text)
		difference = compareReadings(expected, failure, actual)
		if difference != differentContent {
			return difference
		}
	}
	return difference
}

func (c *readComparison) askProbe(text []byte) (readAnswer, error) {
	line, err := c.probe.askLine(textRequest{Base64: text})
	if err != nil {
		return readAnswer{}, err
	}
	return parseReadAnswer(line)
}

const differentContent = "a document isn't the same"

func compareReadings(expected []map[string]any, failure error, actual readAnswer) string {
	switch {
	case (failure != nil) != (actual.Error != ""):
		return "one reading fails, the other doesn't"
	case len(expected) != len(actual.Documents):
		return fmt.Sprintf("%d documents against %d", len(expected), len(actual.Documents))
	}
	for i, document := range actual.Documents {
		object, err := parseObject(document)
		if err != nil {
			return err.Error()
		}
		if !sameJSON(expected[i], object) {
			return differentContent
		}
	}
	return ""
}

// sameJSON compares decoded JSON. Integers of 64 bits compare exactly, other numbers as floating point.
func sameJSON(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, is := b.(map[string]any)
		if !is || len(a) != len(b) {
			return false
		}
		for key, value := range a {
			if other, has := b[key]; !has || !sameJSON(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, is := b.([]any)
		if !is || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !sameJSON(a[i], b[i]) {
				return false
			}
		}
		return true
	case int64, float64:
		return sameNumber(a, b)
	default:
		return a == b
	}
}

func sameNumber(a, b any) bool {
	first, isInteger := a.(int64)
	second, bothIntegers := b.(int64)
	if isInteger && bothIntegers {
		return first == second
	}
	x, xIs := asFloat(a)
	y, yIs := asFloat(b)
	return xIs && yIs && x == y
}

func asFloat(value any) (float64, bool) {
	switch value := value.(type) {
	case int64:
		return float64(value), true
	case float64:
		return value, true
	}
	return 0, false
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

var letters, digits = regexp.MustCompile(`[A-Za-z]+`), regexp.MustCompile(`[0-9]+`)

// shape maps a text to what it looks like, so that differences which vary in a name or number only are printed once.
func shape(text []byte) string {
	return string(digits.ReplaceAll(letters.ReplaceAll(text, []byte("a")), []byte("0")))
}

func (c *readComparison) report(text []byte) {
	if c.shapes[shape(text)] || len(c.shapes) >= printedDifferences {
		return
	}
	c.shapes[shape(text)] = true
	actual, problem := c.askProbe(text)
	expected, failure := readObjects(text)
	fmt.Fprintf(c.out, "text        %s\n  difference  %s\n", cut(strconv.Quote(string(text))), c.differs(text))
	fmt.Fprintf(c.out, "  Kubernetes  %s\n", asLine(map[string]any{"documents": expected, "error": errorText(failure)}))
	if problem != nil {
		fmt.Fprintf(c.out, "  probe       %s\n", problem)
		return
	}
	fmt.Fprintf(c.out, "  probe       %s\n", asLine(actual))
}

func asLine(value any) string {
	line, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return cut(string(line))
}

// cut ends a line where it gets too long to be read.
func cut(line string) string {
	const longest = 600
	if len(line) > longest {
		return line[:longest] + "…"
	}
	return line
}
