package main

import (
	"strconv"
	"strings"
)

// Scalars that YAML 1.1 resolves, or nearly resolves, to something other than a string.
var plainScalars = strings.Split(strings.TrimSpace(`
y n Y N yes no Yes No YES NO on off On Off ON OFF true false True False TRUE FALSE tRue yEs oN ~ null Null NULL nUll
0 1 12 -1 +12 -0 00 010 0777 08 09.5 0o10 0O17 0o8 0x1F 0X1f 0xg 0x 0b101 0b2 0b -0b11 0b-11 0b+1 -0b-1 -0x1F +0b1 1_000 1__0 _1 1_ -_1 0x_1
0_7 1:30 190:20:30 -1:30 .5 5. 1.0 -.5 +.5 .5_0 .5__0 .5_ ._5 . .. .e3 .5e3 1e3 1E+3 1e-3 1.5e 1.5e300 1e400 1e-400 .1e999 1e+_3 1_0.5_0 1,000
9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616
+9223372036854775808 123456789012345678901234567890 0xFFFFFFFFFFFFFFFF 0x1FFFFFFFFFFFFFFFF 0b1111111111111111111111111111111111111111111111111111111111111111
0.1 1.10 1e20 1e21 1e22 1e6 123456789.0 16777217.0 1e-5 1e-7 1e300 3.14159265358979 4.9e-324 1.7976931348623157e308 1.8e308
.inf .Inf .INF .INf -.inf +.inf .nan .NaN .NAN .infinity nan inf 0x1p4 0x1.8p1 .1p4 = << - + ? : -- --- ...
2024-01-01 2024-1-1 2024-13-01 2024-02-30 2024-01-01T00:00:00Z 2024-01-01t00:00:00.5+01:00 2001-12-14T21:59:43.10-05:00 2024-01-01T25:00:00Z 24-01-01
a b nvidia.com/gpu 1Gi 100m http://a:80/b a:b a#b a-b a?b a,b a[b a{b a'b a"b a&b a*b a!b a%b a|b a>b @a %a {{x}} $(A) -a ?a :a !a é 日本 😀
`), " ")

func init() {
	plainScalars = strings.Fields(strings.Join(plainScalars, " "))
}

func (w *yamlWriter) key() string {
	switch w.random.IntN(14) {
	case 0:
		return w.pick(plainScalars...)
	case 1:
		return w.doubleQuoted()
	case 2:
		return w.singleQuoted()
	case 3:
		return w.pick("1", "'1'", "true", "yes", `"true"`, "1.5", "null", "~", "0x1", "1.0", "''", "[a]", "{a: b}", "2024-01-01", "*a ", "a b", "a\tb")
	}
	return w.pick("a", "b", "c", "name", "spec", "x-y", "kind", "nvidia.com/gpu", "k"+strconv.Itoa(w.random.IntN(5)))
}

func (w *yamlWriter) scalar(indent int, inFlow bool) string {
	switch w.random.IntN(12) {
	case 0, 1:
		return w.doubleQuoted()
	case 2:
		return w.singleQuoted()
	case 3:
		if !inFlow { // a plain scalar over several lines
			return "word" + w.pick("\n", "\n\n", " \n", "\r\n", "\u2028", "\n# c\n", "\n\t", "\n"+strings.Repeat(" ", indent+1)) +
				strings.Repeat(" ", indent+w.random.IntN(4)) + w.pick("more", "more: x", "- more", "# more", "\tmore")
		}
		return "two words"
	case 4:
		return w.pick("", "plain words", "a #b", "a # c", "x: y", "-", "\u00a0", "a\u00a0b", "\ufeff", "\ufffd", "a\u2028b", "\x7f")
	}
	return w.pick(plainScalars...)
}

func (w *yamlWriter) doubleQuoted() string {
	return w.quoted('"', "a", "b c", " ", "  ", "\n", "\n\n", "\n  ", "\t", `\n`, `\t`, `\0`, `\a`, `\b`, `\e`, `\\`, `\"`, `\/`, `\ `, `\_`, `\N`,
		`\L`, `\P`, `\'`, `\x41`, `\xff`, `\u00e9`, `\ud83d`, `\ud83d\ude00`, `\U0001F600`, `\U00110000`, `\q`, "\\\n", "\\\n  ", `\x4`, "'", "#",
		": ", "{", "é", "\r\n", "\u0085", "\u2028", "\n---\n", "\\\t", "\u00a0", "- ", "\n# c\n")
}

func (w *yamlWriter) singleQuoted() string {
	return w.quoted('\'', "a", "b c", " ", "  ", "\n", "\n\n", "\n  ", "\t", "''", `\n`, `"`, "#", ": ", "[", "é", "\r", "\u2029", "\n...\n", "\u00a0")
}

func (w *yamlWriter) quoted(quote byte, pieces ...string) string {
	var text strings.Builder
	text.WriteByte(quote)
	for range w.random.IntN(4) {
		text.WriteString(w.pick(pieces...))
	}
	if !w.one(200) {
		text.WriteByte(quote)
	}
	return text.String()
}

// blockScalar writes a literal or folded scalar with any header.
func (w *yamlWriter) blockScalar(indent int) string {
	width := w.step()
	header := w.pick("|", ">") + w.pick("", "", "", "-", "+")
	if w.one(4) {
		header += strconv.Itoa(w.random.IntN(5))
	} else if w.one(20) {
		header += w.pick("0", "10", "--", "x", " x", "-+", "2-", "1+")
	}
	var text strings.Builder
	text.WriteString(header + w.pick("\n", "\n", "\n", " \n", " # c\n", "\t\n", "#c\n", "\r\n", "\n\n"))
	for range w.random.IntN(5) {
		margin := strings.Repeat(" ", indent+width)
		if w.one(6) {
			margin = w.pick("", " ", margin+" ", margin+"  ", "\t", margin+"\t", strings.Repeat(" ", indent))
		}
		text.WriteString(margin + w.pick("text", "more text ", "", "# no comment", "a: b", "- x", "---", "...", "'", "\"", "{{ x }}", "\u00a0", "é\u2028é", "\tx") +
			w.pick("\n", "\n", "\n", "\n", "\n\n", "\r\n", "\r", "\u0085"))
	}
	return text.String()
}
