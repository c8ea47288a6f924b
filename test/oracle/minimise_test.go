package main

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func randomOf(seed uint64, number int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(number)))
}

func TestMinimiseKeepsWhatMatters(t *testing.T) {
	text := []byte(strings.Repeat("line: value\n", 50) + "a: [b?c]\n" + strings.Repeat("- x\n", 50))
	minimal := minimise(text, func(candidate []byte) bool {
		return bytes.Contains(candidate, []byte("[")) && bytes.Contains(candidate, []byte("?c"))
	})
	if string(minimal) != "[?c" {
		t.Errorf("the minimal text is %q", minimal)
	}
}

func TestMinimiseEndsWithinItsBudget(t *testing.T) {
	asked := 0
	text := bytes.Repeat([]byte("ab\n"), 2000)
	minimise(text, func(candidate []byte) bool {
		asked++
		return len(candidate) == len(text)
	})
	if asked > minimiseBudget {
		t.Errorf("asked %d times", asked)
	}
}

func TestShapeLooksPastNames(t *testing.T) {
	if shape([]byte("key: v12")) != shape([]byte("k: value3")) {
		t.Error("texts that differ in names only have different shapes")
	}
	if shape([]byte("a: b")) == shape([]byte("a: [b")) {
		t.Error("texts of different structure have one shape")
	}
}
