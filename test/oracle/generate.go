package main

import (
	"math/rand/v2"
	"strings"
)

// A textGenerator makes texts for the comparison of readers. A text depends on the seed and its number only, so that
// any of them can be made again alone.
type textGenerator struct {
	seed  uint64
	bases [][]byte // what mutations start from
}

func newTextGenerator(seed uint64, corpus [][]byte) *textGenerator {
	generator := &textGenerator{seed: seed}
	for _, manifest := range seedManifests {
		// Twice each, as the corpus may be large and these hold more of the odd notations.
		generator.bases = append(generator.bases, []byte(manifest), []byte(manifest))
	}
	generator.bases = append(generator.bases, corpus...)
	return generator
}

func (g *textGenerator) text(number int) []byte {
	random := rand.New(rand.NewPCG(g.seed, uint64(number)))
	switch share := random.IntN(100); {
	case share < 35:
		return finish(random, []byte(yamlStream(random)))
	case share < 65:
		return finish(random, mutate(random, cutOut(random, g.bases[random.IntN(len(g.bases))])))
	case share < 80:
		return finish(random, []byte(jsonStream(random)))
	case share < 98:
		return []byte(soup(random))
	default:
		return []byte(extreme(random))
	}
}

// finish now and then changes what holds for a whole text: its line ends, its byte order mark, its encoding.
func finish(random *rand.Rand, text []byte) []byte {
	switch random.IntN(60) {
	case 0:
		return []byte(strings.ReplaceAll(string(text), "\n", "\r\n"))
	case 1:
		return []byte(strings.ReplaceAll(string(text), "\n", pick(random, "\r", "\u0085", "\u2028", "\u2029", "\n\n", "\n\r")))
	case 2:
		return append([]byte("\ufeff"), text...)
	case 3:
		return inUTF16(random, string(text))
	case 4, 5, 6:
		return mutate(random, text)
	}
	return text
}

func inUTF16(random *rand.Rand, text string) []byte {
	bigEndian := random.IntN(2) == 0
	var encoded []byte
	put := func(unit rune) {
		low, high := byte(unit), byte(unit>>8)
		if bigEndian {
			low, high = high, low
		}
		encoded = append(encoded, low, high)
	}
	if random.IntN(5) > 0 {
		put('\ufeff')
	}
	for _, character := range text {
		if character > 0xffff {
			character -= 0x10000
			put(0xd800 + character>>10)
			character = 0xdc00 + character&0x3ff
		}
		put(character)
	}
	return encoded
}

// fragments are pieces of YAML's syntax; soup puts a few together without regard to grammar, which reaches the corners
// of a scanner faster than well-formed text does.
var fragments = []string{"a", "b: ", "- ", "? ", ":", ": ", "?", "-", "[", "]", "{", "}", ",", "\n", "\n", "\n  ", " ", "\t",
	"#", "# c\n", "&a ", "*a", "*a ", "!", "!!str ", "!!int ", "!!binary ", "!!null ", "!foo ", "!<x> ", "!e!x ", "%TAG !e! tag:x,\n",
	"%YAML 1.1\n", "%YAML 1.2\n", "%FOO\n", "---", "---\n", "--- # c\n", "...", "...\n", "|", "|\n ", ">", "|-\n", "|2\n", ">+1\n",
	"'", "''", "\"", "\\", "\\n", "\\/", "\\x41", "\\u00e9", "\\\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029", "\ufeff", "\u00a0",
	"\x7f", "\x00", "\xff", "\xc3", "é", "😀", "~", "<<", "<<: ", "<<: *a\n", "1", "0x1", "key", "k: v\n", "  k: v\n", "- x\n",
	"  - y\n", "@", "`", "%", "=", "http://a:b", "a?b", "a:b", "{a: b}", "[a, b]", "[a,,b]", "&a", "*", "&", "! ", "!\n",
	"!,", "&a:", "*a:", "\"a\":1", "'a':1", "[a]:1", "x: &a {b: 1}\n", "y: &a [1]\n", "{\"a\":1}", "null", "\ufffd"}

func soup(random *rand.Rand) string {
	var text strings.Builder
	for range 1 + random.IntN(9) {
		text.WriteString(pick(random, fragments...))
	}
	return text.String()
}

// extreme makes a text at one of the limits: key length, depth, aliases, buffer sizes.
func extreme(random *rand.Rand) string {
	switch random.IntN(7) {
	case 0:
		key := strings.Repeat(pick(random, "k", "é", "😀"), 1019+random.IntN(12))
		return pick(random, key+": v\n", "{"+key+": v}\n", "'"+key+"': v\n", "a:\n  "+key+": v\n", "? "+key+"\n: v\n", "- "+key+" : v\n")
	case 1:
		return nested(random, 9995+random.IntN(12))
	case 2:
		return nested(random, random.IntN(200))
	case 3:
		return aliasBomb(2+random.IntN(9), 1+random.IntN(5))
	case 4: // a byte that the reader refuses, around the sizes of its buffers
		length := []int{500, 512, 1024, 1536, 4096, 16384}[random.IntN(6)] + random.IntN(9) - 4
		return "a: 1\n" + pick(random, "...\n", "", "---\n") + strings.Repeat("# c\n", length/4) + pick(random, "\x00", "\xff", "b: [", "\u0085x: y\n")
	case 5: // long lines, about where the splitter's buffer ends
		return "a: " + strings.Repeat("x", 4085+random.IntN(20)) + pick(random, "\r\n", "\n", "\r") + "---\r\nb: 1\n"
	default: // white space up to where the guess between JSON and YAML stops
		return strings.Repeat(pick(random, " ", "\n", "\u00a0"), 4090+random.IntN(12)) + `{"a": 1}` + pick(random, "", "\n", "{}", "\n---\n{b: 2}")
	}
}

func nested(random *rand.Rand, depth int) string {
	switch random.IntN(4) {
	case 0:
		return "a: " + strings.Repeat("[", depth) + strings.Repeat("]", depth)
	case 1:
		return "a: " + strings.Repeat("{a: ", depth) + strings.Repeat("}", depth)
	case 2:
		return strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
	default:
		return "a:\n" + strings.Repeat("- ", depth) + "x"
	}
}

func aliasBomb(width, levels int) string {
	var text strings.Builder
	text.WriteString("a0: &a0 [x]\n")
	for level := range levels {
		previous, current := string(rune('0'+level)), string(rune('1'+level))
		text.WriteString("a" + current + ": &a" + current + " [" + strings.TrimSuffix(strings.Repeat("*a"+previous+" , ", width), ", ") + "]\n")
	}
	return text.String()
}
