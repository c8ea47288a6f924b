package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// What kubectl makes of a text, in the notation "document document !" where '!' is an error at the end.
var readings = []struct{ text, want string }{
	{"", ""},
	{"# only a comment\n", ""},
	{"a: 1\n---\nb: 2\n", `{"a":1} {"b":2}`},
	{"---\na: 1\n--- # comment\nb: 2\n", `{"a":1} {"b":2}`},
	{"a: 1\n---   \n---\nb: 2\n", `{"a":1} {"b":2}`},
	{"--- {a: 1}\n", "!"},
	{"a: 1\n---b: 2\n", "!"},
	{"a: |\n  x\n---\nb: 2\n", `{"a":"x\n"} {"b":2}`},
	{"a: |\n  x\n  ---\n  y\n", `{"a":"x\n---\ny\n"}`},
	{"a: 1\n...\nb: 2\n---\nc: 3\n", `{"a":1} {"c":3}`},
	{"a: 1\r\n---\r\nb: 2\r\n", `{"a":1} {"b":2}`},
	{"%YAML 1.1\n---\na: 1\n", "!"},
	{`{"a":1}{"b":2}`, `{"a":1} {"b":2}`},
	{"{\"a\":1}\n---\nb: 2\n", `{"a":1} {"b":2}`},
	{"{\"a\":1}{\"b\":2}\n---\nc: 3\n", `{"a":1} {"b":2} !`},
	{"{\"a\":1}\n#c", `{"a":1} !`}, // too short for the decoder to look for YAML
	{"{\"a\":1}\n#cd", `{"a":1}`},
	{"{a: 1}\n", `{"a":1}`},
	{"a: 1\n---\n- 1\n---\nb: 2\n", `{"a":1} !`},
	{"3\n", "!"},
	{"null\n---\na: 1\n", `{"a":1}`},
	{"\ufeffa: 1\n---\n\ufeffb: 2\n", `{"a":1} {"b":2}`},
	{"\xff\xfea\x00:\x00 \x001\x00", `{"a":1}`},
	{"a: \xff\n", "{\"a\":\"\ufffd\"}"},
	{"a: 1\x00\n", "!"},
	{"a: 1\n<<: {a: 2}\n", `{"a":2}`},
	{"a: [b:]\nc: {d:}\n", `{"a":["b:"],"c":{"d:":null}}`},
	{"a: [b?c]\n", "!"},
	{"1e6: a\n16777217.0: b\n1e300: c\n", `{".inf":"c","1.6777216e+07":"b","1e+06":"a"}`},
	{"a: 0b-101\nb: .5_0\nc: 1_0.5_0\nd: +_5\n", `{"a":-5,"b":0.5,"c":10.5,"d":5}`},
}

func TestReadings(t *testing.T) {
	for _, reading := range readings {
		var got []string
		objects, err := readObjects([]byte(reading.text))
		for _, object := range objects {
			document, _ := json.Marshal(object)
			got = append(got, string(document))
		}
		if err != nil {
			got = append(got, "!")
		}
		if joined := strings.Join(got, " "); joined != reading.want {
			t.Errorf("%q\n  reads as %s\n  expected %s\n  %v", reading.text, joined, reading.want, err)
		}
	}
}

func TestAnswersAtTheDepthLimit(t *testing.T) {
	const depth = 10000
	document := strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
	answer, err := parseReadAnswer(`{"documents":[` + document + `],"error":"x"}`)
	if err != nil || len(answer.Documents) != 1 || answer.Error != "x" {
		t.Errorf("%d documents, error %q: %v", len(answer.Documents), answer.Error, err)
	}
}

func TestNumbersCompare(t *testing.T) {
	for _, pair := range []struct {
		a, b any
		same bool
	}{
		{int64(1), int64(1), true},
		{int64(1), 1.0, true},
		{int64(9223372036854775807), int64(9223372036854775806), false},
		{0.1, 0.1, true},
		{int64(1), "1", false},
		{nil, false, false},
	} {
		if sameJSON(pair.a, pair.b) != pair.same {
			t.Errorf("%v and %v", pair.a, pair.b)
		}
	}
}
