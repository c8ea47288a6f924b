package main

import (
	"bytes"
	"testing"
)

func TestTextsDependOnSeedAndNumberOnly(t *testing.T) {
	first, second, other := newTextGenerator(7, nil), newTextGenerator(7, nil), newTextGenerator(8, nil)
	same := 0
	for number := range 2000 {
		text := first.text(number)
		if !bytes.Equal(text, second.text(number)) {
			t.Fatalf("text %d differs between two generators of one seed", number)
		}
		if bytes.Equal(text, other.text(number)) {
			same++
		}
	}
	if same > 200 {
		t.Errorf("%d of 2000 texts are the same under another seed", same)
	}
}

// A generator whose texts all fail, or never do, compares little.
func TestTextsAreAMixture(t *testing.T) {
	generator := newTextGenerator(1, nil)
	failing, full := 0, 0
	const count = 2000
	for number := range count {
		objects, err := readObjects(generator.text(number))
		if err != nil {
			failing++
		}
		if len(objects) > 0 {
			full++
		}
	}
	t.Logf("of %d texts %d fail and %d hold an object", count, failing, full)
	if failing < count/5 || full < count/5 {
		t.Errorf("of %d texts %d fail and %d hold an object", count, failing, full)
	}
}

func TestObjectsAreAMixture(t *testing.T) {
	generator := newObjectGenerator(1, nil)
	fine, unknown, misfit := 0, 0, 0
	for number := range 1000 {
		text := generator.text(number)
		if !bytes.Equal(text, newObjectGeneratorOf(generator).text(number)) {
			t.Fatalf("object %d isn't made the same twice", number)
		}
		objects, err := readObjects(text)
		if err != nil || len(objects) != 1 {
			t.Fatalf("object %d can't be read: %v\n%s", number, err, text)
		}
		paths, wrong := sortErrors(strictErrors(objects[0]))
		switch {
		case wrong:
			misfit++
		case len(paths) > 0:
			unknown++
		default:
			fine++
		}
	}
	t.Logf("%d are fine, %d hold unknown fields, %d hold wrong types", fine, unknown, misfit)
	if min(fine, unknown, misfit) < 100 {
		t.Errorf("%d are fine, %d hold unknown fields, %d hold wrong types", fine, unknown, misfit)
	}
}

// newObjectGeneratorOf gives a second generator without paying for the table again.
func newObjectGeneratorOf(g *objectGenerator) *objectGenerator {
	second := *g
	return &second
}

// What fits a type by fittingValues must be taken by the decoder, or comparisons would look at errors only.
func TestFilledTypesDecode(t *testing.T) {
	generator := newObjectGenerator(3, nil)
	for number := range 500 {
		object := generator.fromType(randomOf(3, number))
		if found, unknown := strictErrors(object); len(found) > 0 || unknown {
			t.Fatalf("object %d: unknown kind %t, %v\n%s", number, unknown, found, objectText(object, false))
		}
	}
}
