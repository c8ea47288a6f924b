package main

import "encoding/json"

// echoProbe plays the program under comparison with Kubernetes' own code, so that the comparisons can be tested
// without gpu-lint: they must find no difference.
func echoProbe(line []byte) (any, error) {
	var request struct {
		textRequest
		Quantity *string
		Strict   []byte
	}
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	switch {
	case request.Quantity != nil:
		return parseQuantity(*request.Quantity), nil
	case request.Strict != nil:
		return echoStrict(request.Strict), nil
	}
	return echoRead(request.bytes())
}

func echoRead(text []byte) (any, error) {
	objects, failure := readObjects(text)
	var documents []json.RawMessage
	for _, object := range objects {
		document, err := json.Marshal(object)
		if err != nil {
			return nil, err
		}
		documents = append(documents, document)
	}
	return newReadAnswer(documents, failure), nil
}

func echoStrict(text []byte) strictVerdict {
	objects, err := readObjects(text)
	if err != nil || len(objects) != 1 {
		return strictVerdict{UnknownKind: true}
	}
	found, unknown := strictErrors(objects[0])
	verdict := strictVerdict{UnknownKind: unknown, Fields: []fieldProblem{}}
	for _, err := range found {
		problem := fieldProblem{Problem: "type"}
		if path, is := unknownFieldPath(err); is {
			problem = fieldProblem{Path: path, Problem: "unknown"}
		}
		verdict.Fields = append(verdict.Fields, problem)
	}
	return verdict
}
