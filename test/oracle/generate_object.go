package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

// An objectGenerator makes objects of built-in kinds, from the fields of their Go types or from manifests, and damages
// most of them. An object depends on the seed and its number only.
type objectGenerator struct {
	seed  uint64
	table *typeTable
	kinds []apischema.GroupVersionKind
	roots map[apischema.GroupVersionKind]string
	bases []map[string]any
}

// The kinds that gpu-lint is about come up as often as all others together.
var workloadKinds = []string{"Pod", "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "ResourceClaim", "ResourceClaimTemplate",
	"HorizontalPodAutoscaler", "ResourceQuota", "LimitRange", "PriorityClass", "RuntimeClass", "DeviceClass", "PodDisruptionBudget"}

func newObjectGenerator(seed uint64, corpus []map[string]any) *objectGenerator {
	g := &objectGenerator{seed: seed, table: newTypeTable(), kinds: appliedKinds(), roots: map[apischema.GroupVersionKind]string{}}
	for _, gvk := range g.kinds {
		g.roots[gvk] = g.table.describe(scheme.Scheme.AllKnownTypes()[gvk])
	}
	for _, manifest := range seedObjects {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(manifest), &object); err != nil {
			panic(err)
		}
		g.bases = append(g.bases, object)
	}
	g.bases = append(g.bases, corpus...)
	return g
}

func (g *objectGenerator) text(number int) []byte {
	random := rand.New(rand.NewPCG(g.seed, uint64(number)))
	var object map[string]any
	if random.IntN(2) == 0 {
		object = cloneJSON(g.bases[random.IntN(len(g.bases))]).(map[string]any)
	} else {
		object = g.fromType(random)
	}
	for range random.IntN(4) {
		damage(random, object)
	}
	return objectText(object, random.IntN(4) == 0)
}

func (g *objectGenerator) fromType(random *rand.Rand) map[string]any {
	gvk := g.kinds[random.IntN(len(g.kinds))]
	for random.IntN(2) == 0 && !slices.Contains(workloadKinds, gvk.Kind) {
		gvk = g.kinds[random.IntN(len(g.kinds))]
	}
	filler := &typeFiller{random: random, table: g.table, left: 20 + random.IntN(150)}
	object := filler.value(g.roots[gvk], 0).(map[string]any)
	object["apiVersion"], object["kind"] = gvk.GroupVersion().String(), gvk.Kind
	return object
}

// A typeFiller makes values that fit a type of the table.
type typeFiller struct {
	random *rand.Rand
	table  *typeTable
	left   int // values that may still be made
}

func (f *typeFiller) value(name string, depth int) any {
	f.left--
	if element, is := strings.CutPrefix(name, "[]"); is {
		list := []any{}
		for range f.random.IntN(3) {
			list = append(list, f.value(element, depth+1))
		}
		return list
	}
	if element, is := strings.CutPrefix(name, "map[string]"); is {
		object := map[string]any{}
		for range f.random.IntN(3) {
			object[pick(f.random, "a", "nvidia.com/gpu", "cpu", "b.c/d", "memory", "x y", "")] = f.value(element, depth+1)
		}
		return object
	}
	if fields, is := f.table.fields[name]; is {
		return f.object(fields, depth)
	}
	choices := fittingValues[name]
	return cloneJSON(choices[f.random.IntN(len(choices))])
}

func (f *typeFiller) object(fields map[string]string, depth int) map[string]any {
	object := map[string]any{}
	names := slices.Sorted(maps.Keys(fields))
	f.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		if f.left < 0 || depth > 12 {
			break
		}
		if f.random.IntN(3) == 0 || name == "spec" || name == "template" || name == "containers" {
			object[name] = f.value(fields[name], depth+1)
		}
	}
	return object
}

// fittingValues are values that the decoder takes for a type, with the ones at the edge among them. Floating-point
// values without a fraction are left out, as they become integers on the way.
var fittingValues = map[string][]any{
	"string":       {"", "a", "1", "true", "Always", "x/y:z", "é", nil},
	"bool":         {true, false, nil},
	"int32":        {int64(0), int64(1), int64(-1), int64(2147483647), int64(-2147483648), nil},
	"int64":        {int64(0), int64(5), int64(-5), int64(9223372036854775807), int64(-9223372036854775807), nil},
	"float64":      {1.5, int64(2), -0.25, nil},
	"Quantity":     {"1", "1Gi", "500m", int64(2), 0.5, "1e3", "-1", "0", "1.5Ti", ".5", "+1"},
	"Time":         {"2024-01-01T00:00:00Z", "2024-01-01T00:00:00+02:00", "2024-01-01T00:00:00.5Z", nil},
	"MicroTime":    {"2024-01-01T00:00:00.000000Z", "2024-01-01T00:00:00.123456+01:00", nil},
	"Duration":     {"1s", "1h30m", "0", "-1.5h"},
	"IntOrString":  {int64(1), "50%", "http", int64(-1), "", nil},
	"RawExtension": {map[string]any{"any": []any{int64(1), "x"}}, map[string]any{}, nil, "x", int64(1), []any{}},
	"FieldsV1":     {map[string]any{"f:metadata": map[string]any{}}, nil},
	"bytes":        {"", "aGk=", "aGVsbG8=", "aGk=\n", nil},
}

func cloneJSON(value any) any {
	switch value := value.(type) {
	case map[string]any:
		clone := make(map[string]any, len(value))
		for key, member := range value {
			clone[key] = cloneJSON(member)
		}
		return clone
	case []any:
		clone := make([]any, len(value))
		for i, member := range value {
			clone[i] = cloneJSON(member)
		}
		return clone
	}
	return value
}
