package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Larger files would spend the time of many small texts and show nothing that those don't.
const largestCorpusFile = 256 << 10

// corpusTexts reads the manifests under a folder, in the order of their names. Without a folder there are none.
func corpusTexts(folder string) ([][]byte, error) {
	if folder == "" {
		return nil, nil
	}
	var texts [][]byte
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && len(text) <= largestCorpusFile {
			texts = append(texts, text)
		}
		return err
	})
	return texts, err
}
