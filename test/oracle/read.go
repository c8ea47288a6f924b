package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// A textRequest carries a text either as JSON text or, as a text may hold any bytes, in base64.
type textRequest struct {
	Text   string `json:"text,omitempty"`
	Base64 []byte `json:"base64,omitempty"`
}

func (r textRequest) bytes() []byte {
	if len(r.Base64) > 0 {
		return r.Base64
	}
	return []byte(r.Text)
}

type readAnswer struct {
	Documents []json.RawMessage `json:"documents"`
	Error     string            `json:"error,omitempty"`
}

func read(line []byte) (any, error) {
	var request textRequest
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	documents, err := decodeText(request.bytes())
	return newReadAnswer(documents, err), nil
}

func newReadAnswer(documents []json.RawMessage, err error) readAnswer {
	answer := readAnswer{Documents: documents}
	if answer.Documents == nil {
		answer.Documents = []json.RawMessage{}
	}
	if err != nil {
		answer.Error = err.Error()
	}
	return answer
}

// parseReadAnswer reads the answer token by token: Go's decoder counts nesting from where a value starts, and the
// answer's own two levels mustn't count when a document is as deep as Kubernetes allows.
func parseReadAnswer(line string) (readAnswer, error) {
	var answer readAnswer
	decoder := json.NewDecoder(strings.NewReader(line))
	if _, err := decoder.Token(); err != nil {
		return answer, err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return answer, err
		}
		switch name {
		case "documents":
			answer.Documents, err = parseElements(decoder)
		case "error":
			err = decoder.Decode(&answer.Error)
		default:
			err = fmt.Errorf("the answer has a member %v", name)
		}
		if err != nil {
			return answer, err
		}
	}
	return answer, nil
}

func parseElements(decoder *json.Decoder) ([]json.RawMessage, error) {
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	var elements []json.RawMessage
	for decoder.More() {
		var element json.RawMessage
		if err := decoder.Decode(&element); err != nil {
			return nil, err
		}
		elements = append(elements, element)
	}
	_, err := decoder.Token()
	return elements, err
}

// decodeText splits and decodes a text as kubectl does: it honours a byte order mark, replaces bad UTF-8 and hands the
// rest to the decoder that guesses between JSON and YAML. Null documents are skipped.
func decodeText(text []byte) ([]json.RawMessage, error) {
	clean := transform.NewReader(bytes.NewReader(text), unicode.BOMOverride(unicode.UTF8.NewDecoder()))
	decoder := yaml.NewYAMLOrJSONDecoder(clean, 4096)
	var documents []json.RawMessage
	for {
		var document json.RawMessage
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			return documents, err
		}
		document = bytes.TrimSpace(document)
		if len(document) == 0 || string(document) == "null" {
			continue
		}
		documents = append(documents, document)
	}
}

// readObjects is decodeText with what kubectl does next: each document must be an object that Kubernetes' JSON decoder
// takes. The first document that isn't is the error that ends the reading.
func readObjects(text []byte) ([]map[string]any, error) {
	documents, failure := decodeText(text)
	var objects []map[string]any
	for _, document := range documents {
		object, err := parseObject(document)
		if err != nil {
			return objects, err
		}
		objects = append(objects, object)
	}
	return objects, failure
}

func parseObject(document []byte) (map[string]any, error) {
	var value any
	if err := utiljson.Unmarshal(document, &value); err != nil {
		return nil, err
	}
	object, is := value.(map[string]any)
	if !is {
		return nil, fmt.Errorf("the document is no object")
	}
	return object, nil
}
