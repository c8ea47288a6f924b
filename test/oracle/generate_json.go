package main

import (
	"math/rand/v2"
	"strings"
)

// jsonStream makes JSON documents, back to back or apart, that may turn into YAML.
func jsonStream(random *rand.Rand) string {
	var text strings.Builder
	text.WriteString(pick(random, "", "", "", "", " ", "\n", "\t", "\u00a0", "\v", "\ufeff", "---\n", "# c\n"))
	for range 1 + random.IntN(3) {
		text.WriteString(jsonObject(random, 0))
		text.WriteString(pick(random, "", "", "\n", "\n", " ", "\n---\n", "\n\n", "\r\n", ",", "null", "\u00a0", " # c", "\n# c\n", "---", "\n  "))
	}
	text.WriteString(pick(random, "", "", "", "", "\n", "a: 1", "\na: 1\n", "\n---\na: 1\n", "x", "\nx", "\n#c", "[1]", "3", "\n---", "}", "\x00", "{", "\ufffd"))
	whole := text.String()
	if random.IntN(4) == 0 {
		return string(mutate(random, []byte(whole)))
	}
	return whole
}

func jsonObject(random *rand.Rand, depth int) string {
	space := pick(random, "", "", " ", "\n  ", "\t", "\r\n")
	var parts []string
	for range random.IntN(4) {
		parts = append(parts, jsonString(random)+pick(random, ":", ": ", " : ", ":\t")+jsonValue(random, depth))
	}
	return "{" + space + strings.Join(parts, ","+space) + space + pick(random, "}", "}", "}", "}", "}", "}", "}", "}", "}", "}", ",}", "")
}

func jsonValue(random *rand.Rand, depth int) string {
	switch {
	case depth < 4 && random.IntN(4) == 0:
		return jsonObject(random, depth+1)
	case depth < 4 && random.IntN(5) == 0:
		var parts []string
		for range random.IntN(4) {
			parts = append(parts, jsonValue(random, depth+1))
		}
		return "[" + strings.Join(parts, pick(random, ",", ", ", ",\n")) + "]"
	case random.IntN(3) == 0:
		return jsonString(random)
	}
	return pick(random, "1", "0", "-1", "1.5", "1e3", "1E+2", "-0", "0.0", "1e400", "1e-400", "9223372036854775807", "9223372036854775808", "18446744073709551616",
		"12345678901234567890123", "true", "false", "null", "01", ".5", "5.", "+1", "0x1F", "NaN", "yes", "", "tru", "'a'", "1_000", "-", "{}", "[]", "[1,]")
}

func jsonString(random *rand.Rand) string {
	var text strings.Builder
	for range random.IntN(3) {
		text.WriteString(pick(random, "a", "b", "c", "name", "1", "é", "😀", `\n`, `\t`, `\"`, `\\`, `\/`, `\b`, `\u0041`, `\u0000`, `\ud83d\ude00`, `\ud800`,
			`\q`, `\x41`, "\t", "\n", "\x01", "\x7f", "\u2028", "\ufffd", "\xff", "'", "#", ": ", "  ", `\u00e`, "<&>"))
	}
	return `"` + text.String() + `"`
}
