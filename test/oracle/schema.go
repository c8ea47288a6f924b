package main

import (
	"encoding/json"
	"path"
	"reflect"
	"strings"

	"k8s.io/client-go/kubernetes/scheme"
)

// A typeTable holds the JSON fields of Go types: type name, then field name, then the field's type. Names are the Go
// types' bare names; where two packages share a name, the later one in gets its group and version in front
// ("resourcev1beta1.DeviceClass").
type typeTable struct {
	fields map[string]map[string]string
	names  map[reflect.Type]string
}

func newTypeTable() *typeTable {
	return &typeTable{fields: map[string]map[string]string{}, names: map[reflect.Type]string{}}
}

// What types that read JSON in their own way accept; such a type is a leaf of the table.
var leaves = map[string]string{
	"Quantity": "Quantity", "Time": "Time", "MicroTime": "MicroTime", "Duration": "Duration",
	"IntOrString": "IntOrString", "RawExtension": "RawExtension", "FieldsV1": "FieldsV1",
}

// schema lists the JSON fields of built-in kinds and of every type that they reach, from the Go types' own tags.
func schema(line []byte) (any, error) {
	var request struct{ Kinds []string }
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	table := newTypeTable()
	for _, kind := range request.Kinds {
		for gvk, root := range scheme.Scheme.AllKnownTypes() {
			if gvk.Kind == kind && gvk.Version == "v1" {
				table.describe(root)
			}
		}
	}
	return map[string]any{"types": table.fields}, nil
}

// describe names a type and puts it, with all it reaches, into the table.
func (table *typeTable) describe(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return table.describe(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + table.describe(t.Elem())
	case reflect.Map:
		return "map[string]" + table.describe(t.Elem())
	case reflect.Struct:
		return table.describeStruct(t)
	default:
		return t.Kind().String()
	}
}

func (table *typeTable) describeStruct(t reflect.Type) string {
	if leaf, is := leaves[t.Name()]; is {
		return leaf
	}
	if name, seen := table.names[t]; seen {
		return name
	}
	name := t.Name()
	if _, taken := table.fields[name]; taken {
		name = path.Base(path.Dir(t.PkgPath())) + path.Base(t.PkgPath()) + "." + name
	}
	fields := map[string]string{}
	table.names[t] = name
	table.fields[name] = fields
	table.addFields(t, fields)
	return name
}

func (table *typeTable) addFields(t reflect.Type, fields map[string]string) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case strings.Contains(options, "inline"), field.Anonymous && name == "":
			table.addFields(field.Type, fields)
		default:
			fields[name] = table.describe(field.Type)
		}
	}
}
