package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/yaml"
)

// A fieldProblem is a field that doesn't belong where it is ("unknown") or a value that doesn't fit its field ("type").
type fieldProblem struct {
	Path    string `json:"path"`
	Problem string `json:"problem"`
}

type strictVerdict struct {
	UnknownKind bool           `json:"unknown_kind"`
	Fields      []fieldProblem `json:"fields"`
}

func (v strictVerdict) unknownFields() []string {
	paths := []string{}
	for _, field := range v.Fields {
		if field.Problem == "unknown" {
			paths = append(paths, field.Path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

func (v strictVerdict) hasType() bool {
	return slices.ContainsFunc(v.Fields, func(field fieldProblem) bool { return field.Problem == "type" })
}

// Kubernetes' decoder stops collecting unknown fields here, so that larger sets can't be compared.
const mostUnknownFields = 100

type strictComparison struct {
	probe     *probe
	out       io.Writer
	kinds     map[string]bool // that the table of fields holds
	shapes    map[string]bool
	documents int
	different int
}

// compareStrict generates objects of built-in kinds, damages them, and compares which fields the probe and the API
// server's strict decoding object to.
func compareStrict(arguments []string, out io.Writer) int {
	flags := flag.NewFlagSet("compare-strict", flag.ExitOnError)
	path := flags.String("probe", "", "the program to compare with")
	count := flags.Int("count", 2000, "how many objects to generate")
	seed := flags.Uint64("seed", 1, "the seed of the generator")
	corpus := flags.String("corpus", "", "a folder whose built-in kinds are compared and damaged too")
	_ = flags.Parse(arguments)
	files, err := corpusTexts(*corpus)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	c := &strictComparison{probe: newProbe(*path), out: out, kinds: map[string]bool{}, shapes: map[string]bool{}}
	defer c.probe.stop()
	for _, gvk := range appliedKinds() {
		c.kinds[gvk.GroupVersion().String()+" "+gvk.Kind] = true
	}
	objects := c.builtIn(files)
	fmt.Fprintf(out, "seed %d\n", *seed)
	for _, object := range objects {
		c.compare(objectText(object, false))
	}
	generator := newObjectGenerator(*seed, objects)
	for number := range *count {
		c.compare(generator.text(number))
	}
	fmt.Fprintf(out, "strict: %d documents, %d differences\n", c.documents, c.different)
	if c.different > 0 {
		return 1
	}
	return 0
}

// builtIn gives the objects in the texts whose kinds the table holds.
func (c *strictComparison) builtIn(texts [][]byte) []map[string]any {
	var found []map[string]any
	for _, text := range texts {
		objects, _ := readObjects(text) // what comes before an error is as good as any other
		for _, object := range objects {
			if c.isBuiltIn(object) {
				found = append(found, object)
			}
		}
	}
	return found
}

func (c *strictComparison) isBuiltIn(object map[string]any) bool {
	version, _ := object["apiVersion"].(string)
	kind, _ := object["kind"].(string)
	return c.kinds[version+" "+kind]
}

func (c *strictComparison) compare(text []byte) {
	c.documents++
	difference := c.differs(text)
	if difference == "" {
		return
	}
	c.different++
	if len(c.shapes) >= printedDifferences {
		return
	}
	minimal := minimise(text, func(candidate []byte) bool { return c.differs(candidate) == difference })
	if c.shapes[shape(minimal)] {
		return
	}
	c.shapes[shape(minimal)] = true
	c.report(minimal, difference)
}

func (c *strictComparison) report(text []byte, difference string) {
	fmt.Fprintf(c.out, "text        %s\n  difference  %s\n", cut(strconv.Quote(string(text))), difference)
	objects, _ := readObjects(text)
	if len(objects) == 1 {
		expected, unknownKind := strictErrors(objects[0])
		fmt.Fprintf(c.out, "  Kubernetes  unknown kind: %t, errors: %v\n", unknownKind, expected)
	}
	var actual strictVerdict
	if err := c.probe.ask(map[string][]byte{"strict": text}, &actual); err != nil {
		fmt.Fprintf(c.out, "  probe       %s\n", err)
		return
	}
	fmt.Fprintf(c.out, "  probe       %s\n", asLine(actual))
}

// differs says in which way the verdicts on a text differ, or nothing. Texts that don't hold one object of a kind in
// the table say nothing about strictness and are taken as equal.
func (c *strictComparison) differs(text []byte) string {
	objects, err := readObjects(text)
	if err != nil || len(objects) != 1 || !c.isBuiltIn(objects[0]) {
		return ""
	}
	var actual strictVerdict
	if err := c.probe.ask(map[string][]byte{"strict": text}, &actual); err != nil {
		return err.Error()
	}
	if actual.UnknownKind {
		return "the kind is built in, and the probe doesn't know it"
	}
	unknown, misfit := sortErrors(strictErrors(objects[0]))
	switch {
	case misfit && !actual.hasType():
		return "a value's type is wrong, and the probe doesn't say so"
	case misfit, len(unknown) >= mostUnknownFields:
		return ""
	case actual.hasType():
		return "every value's type is right, and the probe objects to one"
	case !slices.Equal(unknown, actual.unknownFields()):
		return "the unknown fields aren't the same"
	}
	return ""
}

var unknownField = regexp.MustCompile(`^unknown field (".*")$`)

// sortErrors parts the paths of unknown fields from everything else, which is about values.
func sortErrors(found []error, _ bool) (unknown []string, misfit bool) {
	unknown = []string{}
	for _, err := range found {
		path, is := unknownFieldPath(err)
		if !is {
			return nil, true
		}
		unknown = append(unknown, path)
	}
	slices.Sort(unknown)
	return unknown, false
}

func unknownFieldPath(err error) (string, bool) {
	match := unknownField.FindStringSubmatch(err.Error())
	if match == nil {
		return "", false
	}
	path, failure := strconv.Unquote(match[1])
	if failure != nil {
		return strings.Trim(match[1], `"`), true
	}
	return path, true
}

// objectText writes an object as YAML or JSON.
func objectText(object map[string]any, asJSON bool) []byte {
	write := yaml.Marshal
	if asJSON {
		write = json.Marshal
	}
	text, err := write(object)
	if err != nil {
		panic(err) // the generator has built what can't be written
	}
	return text
}
