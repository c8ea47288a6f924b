package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sigs.k8s.io/yaml"
)

// A mark in a case: "# api: accepted" or `# api: refused "words"`.
var apiMark = regexp.MustCompile(`(?m)# api: (accepted|refused)(?: "(.*)")?`)

// checkCases holds the marks of the cases against Kubernetes' own validation.
func checkCases(arguments []string, out io.Writer) int {
	flags := flag.NewFlagSet("check-cases", flag.ExitOnError)
	if err := flags.Parse(arguments); err != nil || flags.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: oracle check-cases FOLDER")
		return 2
	}
	marked, wrong := 0, 0
	_ = filepath.WalkDir(flags.Arg(0), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".yaml") || strings.HasPrefix(entry.Name(), "policy.") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		mark := apiMark.FindStringSubmatch(string(content))
		if mark == nil {
			return nil
		}
		marked++
		if fault := checkMark(string(content), mark[1] == "refused", mark[2]); fault != "" {
			wrong++
			fmt.Fprintf(out, "%s: %s\n", path, fault)
		}
		return nil
	})
	fmt.Fprintf(out, "cases: %d with a mark, %d wrong\n", marked, wrong)
	if wrong > 0 || marked == 0 {
		return 1
	}
	return 0
}

// checkMark says what is wrong with a mark; empty if nothing is.
func checkMark(text string, refused bool, words string) string {
	request, err := firstPod(text)
	if err != nil {
		return err.Error()
	}
	answer, err := validate(request)
	problems := ""
	if err != nil {
		problems = err.Error() // a value that can't even be decoded is refused too
	} else {
		encoded, _ := json.Marshal(answer)
		var errors struct{ Errors []string }
		_ = json.Unmarshal(encoded, &errors)
		problems = strings.Join(errors.Errors, "; ")
	}
	switch {
	case refused && problems == "":
		return "marked as refused, and accepted"
	case refused && !strings.Contains(problems, words):
		return fmt.Sprintf("refused, but without %q: %s", words, problems)
	case !refused && problems != "":
		return "marked as accepted, and refused: " + problems
	}
	return ""
}

// firstPod makes a request for validate from the first Pod of a text, or from the template of its first workload.
func firstPod(text string) ([]byte, error) {
	for _, part := range strings.Split("\n"+text, "\n---") {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(part), &object); err != nil {
			return nil, err
		}
		if items, isList := object["items"].([]any); isList && len(items) > 0 {
			object, _ = items[0].(map[string]any)
		}
		if object["kind"] == "Pod" {
			return json.Marshal(map[string]any{"pod": object})
		}
		if template := templateOf(object); template != nil {
			return json.Marshal(map[string]any{"template": map[string]any{"template": template}})
		}
	}
	return nil, fmt.Errorf("marked, but neither a Pod nor a pod template is in it")
}

// templateOf follows the paths at which workloads keep their pod template.
func templateOf(object map[string]any) any {
	for _, path := range []string{"template", "spec.template", "spec.jobTemplate.spec.template"} {
		at := any(object)
		for _, key := range strings.Split(path, ".") {
			members, _ := at.(map[string]any)
			at = members[key]
		}
		if members, isMap := at.(map[string]any); isMap && members["spec"] != nil {
			return at
		}
	}
	return nil
}
