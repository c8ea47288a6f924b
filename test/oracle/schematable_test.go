package main

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"k8s.io/client-go/kubernetes/scheme"
)

const committedTable = "../../policies/kubernetes-fields.txt"

func TestCommittedTableIsCurrent(t *testing.T) {
	committed, err := os.ReadFile(committedTable)
	if err != nil {
		t.Fatal(err)
	}
	var current bytes.Buffer
	printSchemaTable(nil, &current)
	if !bytes.Equal(committed, current.Bytes()) {
		t.Errorf("%s isn't what `oracle schema-table` prints", committedTable)
	}
}

// Every type that reads JSON in its own way must be a leaf, as its Go fields don't say what it accepts.
func TestTypesThatDecodeThemselvesAreLeaves(t *testing.T) {
	decoder := reflect.TypeFor[json.Unmarshaler]()
	table := newTypeTable()
	for _, gvk := range appliedKinds() {
		table.describe(scheme.Scheme.AllKnownTypes()[gvk])
	}
	for described, name := range table.names {
		if reflect.PointerTo(described).Implements(decoder) {
			t.Errorf("%s decodes itself", name)
		}
	}
	for name, fields := range table.fields {
		for field, kind := range fields {
			element := strings.NewReplacer("[]", "", "map[string]", "").Replace(kind)
			_, isStruct := table.fields[element]
			_, isLeaf := fittingValues[element]
			if !isStruct && !isLeaf {
				t.Errorf("%s.%s has the type %s, which the table doesn't explain", name, field, kind)
			}
		}
	}
}
