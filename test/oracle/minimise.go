package main

import "bytes"

// A minimisation asks the probe at most so often, so that one large input can't take all of the time.
const minimiseBudget = 3000

// A minimiser shortens a text while keep holds for it, until it has asked as often as it may.
type minimiser struct {
	keep   func([]byte) bool
	budget int
}

// minimise drops whole lines first, then bytes, each in chunks that halve, until neither gets anywhere.
func minimise(text []byte, keep func([]byte) bool) []byte {
	m := &minimiser{keep: keep, budget: minimiseBudget}
	for {
		before := len(text)
		text = m.dropChunks(bytes.SplitAfter(text, []byte("\n")))
		text = m.dropChunks(bytes.SplitAfter(text, nil)) // splits before each UTF-8 sequence or stray byte
		if len(text) == before || m.budget <= 0 {
			return text
		}
	}
}

func (m *minimiser) dropChunks(parts [][]byte) []byte {
	for size := (len(parts) + 1) / 2; size >= 1; size /= 2 {
		for start := 0; start < len(parts); {
			if m.budget <= 0 {
				return bytes.Join(parts, nil)
			}
			m.budget--
			end := min(start+size, len(parts))
			candidate := append(append([][]byte{}, parts[:start]...), parts[end:]...)
			if m.keep(bytes.Join(candidate, nil)) {
				parts = candidate
			} else {
				start = end
			}
		}
	}
	return bytes.Join(parts, nil)
}
