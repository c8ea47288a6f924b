package main

import (
	"math/rand/v2"
	"strings"
)

// A yamlWriter writes a random stream by YAML's grammar, with a slip here and there.
type yamlWriter struct {
	random  *rand.Rand
	text    strings.Builder
	anchors []string
	left    int // nodes that may still be written
}

func yamlStream(random *rand.Rand) string {
	w := &yamlWriter{random: random}
	for document := range 1 + random.IntN(3)*random.IntN(2) {
		w.left = 3 + random.IntN(25)
		w.marker(document)
		w.document()
	}
	return w.text.String()
}

func (w *yamlWriter) one(in int) bool { return w.random.IntN(in) == 0 }

func (w *yamlWriter) pick(choices ...string) string { return pick(w.random, choices...) }

func (w *yamlWriter) marker(document int) {
	switch {
	case document > 0 && !w.one(20):
		w.text.WriteString(w.pick("---\n", "---\n", "---\n", "--- # next\n", "---  \n", "---\t\n", "...\n---\n", "---\n---\n", "---\n# c\n---\n"))
	case w.one(8):
		w.text.WriteString(w.pick("---\n", "# comment\n", "\n", "%YAML 1.1\n---\n", "%TAG !e! tag:e,\n---\n", "---\n\n", "--- a: 1\n", "...\n", "--- |\n", "\ufeff"))
	}
}

func (w *yamlWriter) document() {
	switch {
	case w.one(25):
		w.text.WriteString(w.scalar(0, false) + "\n")
	case w.one(25):
		w.sequence(0)
	case w.one(15):
		w.text.WriteString(w.flow(0) + "\n")
	default:
		w.mapping(0)
	}
	if w.one(25) {
		w.text.WriteString(w.pick("...\n", "...\nrest: [\n", "...\nb: 1\n", "...\n---\nc: 1\n", "... # c\n", "\x00", "---", "\t\n", " \n", "# end"))
	}
}

// pad indents, and slips now and then.
func (w *yamlWriter) pad(indent int) string {
	if w.one(150) {
		return w.pick("\t", strings.Repeat(" ", indent+1), strings.Repeat(" ", max(0, indent-1)), strings.Repeat(" ", indent)+"\t")
	}
	return strings.Repeat(" ", indent)
}

func (w *yamlWriter) lineEnd() string {
	if w.one(12) {
		return w.pick(" # c\n", "  \n", "\t\n", "\t# c\n", "\n\n", "\n# c\n", "\n   # c\n", "#\n", "\r\n", "\r", "\u0085", "\u2028", "\n \n", "\n\t\n")
	}
	return "\n"
}

func (w *yamlWriter) mapping(indent int) {
	for range 1 + w.random.IntN(4) {
		w.left--
		w.text.WriteString(w.pad(indent))
		w.entry(indent)
		if w.left < 0 {
			return
		}
	}
}

func (w *yamlWriter) entry(indent int) {
	switch {
	case w.one(20):
		w.merge()
		return
	case w.one(25):
		w.text.WriteString("? " + w.key() + w.lineEnd() + w.pad(indent) + ":")
	case w.one(40):
		w.text.WriteString(w.properties() + w.key() + ":")
	default:
		w.text.WriteString(w.key() + w.pick(":", ":", ":", ":", ":", ":", " :"))
	}
	w.value(indent, true)
}

func (w *yamlWriter) merge() {
	key := w.pick("<<", "<<", "<<", "<<", "'<<'", `"<<"`, "!!merge <<", "! '<<'", "!!str <<")
	value := w.alias()
	switch w.random.IntN(5) {
	case 0:
		value = "[" + w.alias() + ", " + w.alias() + "]"
	case 1:
		value = w.flow(0)
	case 2:
		value = w.pick("{a: 1, b: 2}", "[{a: 1}, {a: 2, c: 3}]", "3", "", "null", "[]", "[[{a: 1}]]", "[1]", "\n    a: 9\n    z: 1", "&m {a: 7}")
	}
	w.text.WriteString(key + ": " + value + w.lineEnd())
}

// value writes what follows "key:" or "-": a scalar on the line, a block scalar, or a node on further lines.
func (w *yamlWriter) value(indent int, ofMapping bool) {
	w.left--
	properties := ""
	if w.one(10) {
		properties = w.properties()
	}
	switch choice := w.random.IntN(20); {
	case choice < 5 && w.left > 0:
		w.text.WriteString(" " + properties + w.lineEnd())
		w.mapping(indent + w.step())
	case choice < 8 && w.left > 0:
		w.text.WriteString(" " + properties + w.lineEnd())
		if ofMapping && w.one(2) {
			w.sequence(indent)
		} else {
			w.sequence(indent + w.step())
		}
	case choice < 10:
		w.text.WriteString(" " + properties + w.flow(0) + w.lineEnd())
	case choice < 11:
		w.text.WriteString(" " + properties + w.blockScalar(indent))
	case choice < 12:
		w.text.WriteString(" " + w.alias() + w.lineEnd())
	default:
		w.text.WriteString(w.pick(" ", " ", " ", " ", "  ", "\t", " \t ", "\n"+strings.Repeat(" ", indent+2)) + properties + w.scalar(indent, false) + w.lineEnd())
	}
}

func (w *yamlWriter) step() int { return []int{2, 2, 2, 2, 4, 1, 3}[w.random.IntN(7)] }

func (w *yamlWriter) sequence(indent int) {
	for range 1 + w.random.IntN(3) {
		w.left--
		w.text.WriteString(w.pad(indent) + "-")
		if w.one(3) && w.left > 0 { // a mapping that starts on the dash's line
			w.text.WriteString(" ")
			w.entry(indent + 2)
			if w.one(2) {
				w.mapping(indent + 2)
			}
		} else {
			w.value(indent, false)
		}
		if w.left < 0 {
			return
		}
	}
}

var anchorNames = []string{"a", "b", "c", "x-1", "a_b", "9"}

func (w *yamlWriter) properties() string {
	anchor := ""
	if w.one(2) {
		name := w.pick(anchorNames...)
		w.anchors = append(w.anchors, name)
		anchor = "&" + name + " "
	}
	tag := ""
	if anchor == "" || w.one(4) {
		tag = w.pick("!!str ", "!!str ", "!!int ", "!!float ", "!!bool ", "!!null ", "!!binary ", "!!timestamp ", "!foo ", "! ", "!!map ",
			"!!seq ", "!!set ", "!<tag:yaml.org,2002:int> ", "!<x> ", "!e!x ", "!!str\n ", "!!", "!%61 ", "!a,b ", "!<!foo> ")
	}
	if w.one(2) {
		return tag + anchor
	}
	return anchor + tag
}

func (w *yamlWriter) alias() string {
	if len(w.anchors) == 0 || w.one(20) {
		return "*" + w.pick(anchorNames...)
	}
	return "*" + w.pick(w.anchors...)
}

// flow writes a node in flow style; deeper ones get rarer.
func (w *yamlWriter) flow(depth int) string {
	w.left--
	separator := w.pick(", ", ", ", ", ", ",", " ,", ",\n    ", ", # c\n    ", ",\t")
	var parts []string
	for range w.random.IntN(4) {
		parts = append(parts, w.flowEntry(depth))
	}
	inside := strings.Join(parts, separator)
	if w.one(10) {
		inside += w.pick(",", " ", ", ", ",,", "\n  ")
	}
	brackets := w.pick("{}", "{}", "[]", "[]", "[]")
	if w.one(100) {
		brackets = w.pick("{]", "[}", "[[", "{ ")
	}
	return brackets[:1] + inside + brackets[1:]
}

func (w *yamlWriter) flowEntry(depth int) string {
	value := w.scalar(0, true)
	if depth < 3 && w.one(4) {
		value = w.flow(depth + 1)
	} else if w.one(15) {
		value = w.alias() + " "
	}
	if w.one(15) {
		value = w.properties() + value
	}
	switch w.random.IntN(8) {
	case 0:
		return value
	case 1:
		return w.pick("? ", "?", "") + w.key() + w.pick("", ":", " : ", ":\n  ") + value
	case 2:
		return `"` + w.pick("a", "b", "c d") + `":` + value
	default:
		return w.key() + ": " + value
	}
}
