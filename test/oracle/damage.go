package main

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// damage changes an object in a way that people do by mistake: a field at the wrong level, a wrong name, a wrong type.
func damage(random *rand.Rand, object map[string]any) {
	objects := innerObjects(object, nil)
	from := objects[random.IntN(len(objects))]
	to := objects[random.IntN(len(objects))]
	keys := slices.Sorted(maps.Keys(from))
	keys = slices.DeleteFunc(keys, func(key string) bool { return key == "apiVersion" || key == "kind" })
	if len(keys) == 0 {
		to[pick(random, fieldNames...)] = strayValue(random)
		return
	}
	key := keys[random.IntN(len(keys))]
	switch random.IntN(6) {
	case 0: // to another level
		to[key] = cloneJSON(from[key])
		if !sameObject(from, to) {
			delete(from, key)
		}
	case 1: // on both levels
		to[key] = cloneJSON(from[key])
	case 2:
		value := from[key]
		delete(from, key)
		from[misspell(random, key)] = value
	case 3:
		to[pick(random, fieldNames...)] = strayValue(random)
	case 4:
		from[key] = inAnotherShape(random, from[key])
	default:
		from[key] = strayValue(random)
	}
}

// innerObjects lists an object and all objects in it, in an order that doesn't depend on Go's maps.
func innerObjects(value any, found []map[string]any) []map[string]any {
	switch value := value.(type) {
	case map[string]any:
		found = append(found, value)
		for _, key := range slices.Sorted(maps.Keys(value)) {
			found = innerObjects(value[key], found)
		}
	case []any:
		for _, member := range value {
			found = innerObjects(member, found)
		}
	}
	return found
}

// sameObject asks for identity; a probe key shows it.
func sameObject(a, b map[string]any) bool {
	const mark = "\x00mark"
	a[mark] = true
	_, same := b[mark]
	delete(a, mark)
	return same
}

var fieldNames = []string{"tolerations", "resources", "nodeSelector", "gpu", "nvidia.com/gpu", "limits", "requests", "affinity", "containers", "spec",
	"template", "metadata", "labels", "name", "replicas", "priorityClassName", "runtimeClassName", "restartPolicy", "image", "env", "foo", "items",
	"status", "a.b", "with \"quote", "a[0]", "é", "topologySpreadConstraints", "schedulerName", "hostIPC", "volumes", "selector", "data"}

func misspell(random *rand.Rand, key string) string {
	letters := []rune(key)
	if len(letters) == 0 {
		return "x"
	}
	at := random.IntN(len(letters))
	switch random.IntN(5) {
	case 0:
		return string(slices.Delete(letters, at, at+1))
	case 1:
		return string(slices.Insert(letters, at, letters[at]))
	case 2:
		next := (at + 1) % len(letters)
		letters[at], letters[next] = letters[next], letters[at]
		return string(letters)
	case 3: // the other case of the letter
		if letters[at] < 0x80 {
			letters[at] ^= 0x20
		}
		return string(letters)
	default:
		return key + pick(random, "s", "S", "_", " ", "-x", "1")
	}
}

// strayValue gives a value of any type, with those that only nearly fit among them.
func strayValue(random *rand.Rand) any {
	values := []any{nil, true, false, int64(0), int64(1), int64(-1), 1.5, -0.5, 1e30, int64(2147483648), int64(9223372036854775807), 1e19, "", "a", "1", "true", "null",
		"1Gi", "1.5", "50%", "2024-01-01T00:00:00Z", "2024-01-01", "1 Gi", "1s", "aGk=", "!!", "a=", "1.5GB", "0x10", "1e3", "-1", "Infinity", []any{}, map[string]any{},
		[]any{"a"}, []any{int64(1), int64(255)}, []any{int64(256)}, []any{map[string]any{}}, []any{nil}, []any{[]any{}}, map[string]any{"a": "b"},
		map[string]any{"name": "a"}, map[string]any{"a": int64(1)}, map[string]any{"a": nil}, map[string]any{"a": map[string]any{"b": true}}}
	return cloneJSON(values[random.IntN(len(values))])
}

// inAnotherShape keeps the value and changes what it's wrapped in.
func inAnotherShape(random *rand.Rand, value any) any {
	switch value := value.(type) {
	case []any:
		if len(value) > 0 {
			return value[random.IntN(len(value))]
		}
	case string:
		if random.IntN(2) == 0 {
			return []any{value}
		}
		return map[string]any{"name": value}
	case map[string]any:
		if random.IntN(3) == 0 {
			return "text"
		}
	}
	return []any{value}
}
