package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/client-go/kubernetes/scheme"
)

// The decoder behind fieldValidation=Strict. It reads JSON, as that is what kubectl sends.
var strictDecoder = serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme.Scheme, scheme.Scheme,
	serializer.SerializerOptions{Strict: true})

type strictAnswer struct {
	Errors  []string `json:"errors"`
	Unknown bool     `json:"unknown"`
}

// strict says what the API server's strict decoding finds wrong with one document of a built-in kind.
func strict(line []byte) (any, error) {
	var request textRequest
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	objects, err := readObjects(request.bytes())
	switch {
	case err != nil:
		return strictAnswer{Errors: []string{err.Error()}}, nil
	case len(objects) != 1:
		return nil, fmt.Errorf("the text holds %d documents and must hold one", len(objects))
	}
	errors, unknown := strictErrors(objects[0])
	answer := strictAnswer{Errors: []string{}, Unknown: unknown}
	for _, err := range errors {
		answer.Errors = append(answer.Errors, err.Error())
	}
	return answer, nil
}

// strictErrors decodes an object as the API server does. It gives either every unknown field or the first value of a
// wrong type: the decoder reports no unknown field once a value doesn't fit.
func strictErrors(object map[string]any) (found []error, unknownKind bool) {
	document, err := json.Marshal(object)
	if err != nil {
		return []error{err}, false
	}
	_, _, err = strictDecoder.Decode(document, nil, nil)
	switch {
	case err == nil:
		return nil, false
	case runtime.IsNotRegisteredError(err), runtime.IsMissingKind(err), runtime.IsMissingVersion(err):
		return nil, true
	}
	if strictness, is := runtime.AsStrictDecodingError(err); is {
		return strictness.Errors(), false
	}
	return []error{err}, false
}
