package main

import (
	"encoding/json"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

// patch applies an RFC 6902 patch with the library and the call that the API server uses for webhooks.
func patch(line []byte) (any, error) {
	var request struct{ Object, Patch json.RawMessage }
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	var answer struct {
		Object json.RawMessage `json:"object,omitempty"`
		Error  string          `json:"error,omitempty"`
	}
	operations, err := jsonpatch.DecodePatch(request.Patch)
	if err == nil {
		answer.Object, err = operations.Apply(request.Object)
	}
	if err != nil {
		answer.Error = err.Error()
	}
	return answer, nil
}
