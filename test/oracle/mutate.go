package main

import (
	"bytes"
	"math/rand/v2"
	"slices"
)

// What mutations put into a text: the indicators of YAML and JSON, and bytes that readers treat in ways of their own.
var insertions = []string{":", ": ", "-", "- ", "?", "? ", ",", "[", "]", "{", "}", "#", " #", "&", "&a ", "*", "*a", "!", "!!str ", "|", "|\n", ">", ">-\n",
	"'", `"`, "%", "@", "`", "\t", "\x00", "\x01", "\x7f", "\xff", "\xc3", "\xed\xa0\x80", "\xc0\x80", "\ufffd", "\u00a0", "\u2028", "\u0085", "\ufeff", "\r",
	"\n", "\n\n", " ", "  ", "---\n", "\n---\n", "...\n", "\n...\n", "<<: ", "null", "~", "0", "1", ".", "_", "e", "\\", "$", "é", "😀", "\ufffe", "=", "+"}

// mutate makes one to four changes to bytes or lines.
func mutate(random *rand.Rand, text []byte) []byte {
	for range 1 + random.IntN(4) {
		if random.IntN(3) == 0 {
			text = mutateLines(random, text)
		} else {
			text = mutateBytes(random, text)
		}
	}
	return text
}

func mutateBytes(random *rand.Rand, text []byte) []byte {
	at := random.IntN(len(text) + 1)
	end := min(len(text), at+1+random.IntN(1+random.IntN(8)))
	piece := bytes.Clone(text[at:end])
	switch random.IntN(5) {
	case 0:
		return slices.Delete(bytes.Clone(text), at, end)
	case 1:
		return slices.Insert(bytes.Clone(text), end, piece...)
	case 2: // swap the piece with what follows it
		last := min(len(text), end+len(piece))
		return slices.Concat(text[:at], text[end:last], piece, text[last:])
	case 3:
		return slices.Concat(text[:at], []byte(pick(random, insertions...)), text[end:])
	default:
		return slices.Insert(bytes.Clone(text), at, []byte(pick(random, insertions...))...)
	}
}

func mutateLines(random *rand.Rand, text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	from, to := random.IntN(len(lines)), random.IntN(len(lines))
	line := lines[from]
	switch random.IntN(6) {
	case 0:
		lines = slices.Delete(lines, from, from+1)
	case 1:
		lines = slices.Insert(lines, to, line)
	case 2:
		lines[from], lines[to] = lines[to], lines[from]
	case 3:
		lines[from] = append([]byte(pick(random, " ", "  ", "    ", "\t", "- ", "# ", "? ", "x: ", "<<: ", "|\n")), line...)
	case 4:
		lines[from] = bytes.TrimLeft(line, " ")
	default:
		lines = slices.Insert(lines, to, []byte(pick(random, "---\n", "...\n", "# c\n", "\n", "   \n", "a: 1\n", "- a\n", "}\n", "{\"a\": 1}\n", "%YAML 1.1\n", "\t\n")))
	}
	return bytes.Join(lines, nil)
}

// cutOut takes some consecutive lines of a large text, as small texts are read and minimised faster.
func cutOut(random *rand.Rand, text []byte) []byte {
	const most = 40
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines) <= most || random.IntN(20) == 0 {
		return bytes.Clone(text)
	}
	start := random.IntN(len(lines) - most)
	return bytes.Join(lines[start:start+1+random.IntN(most)], nil)
}
