// Command oracle answers, with Kubernetes' own code and in-process, what gpu-lint's tests ask, and compares gpu-lint's
// own answers with Kubernetes' on generated inputs. README.md lists the questions and the comparisons.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	"k8s.io/klog/v2"
)

// A question is asked with one JSON request a line and answered with one JSON answer a line.
var questions = map[string]func(line []byte) (any, error){
	"read":       read,
	"validate":   validate,
	"schema":     schema,
	"strict":     strict,
	"patch":      patch,
	"feasible":   feasible,
	"echo-probe": echoProbe,
}

// A command takes flags and prints a report; it gives the process's exit code.
var commands = map[string]func(arguments []string, out io.Writer) int{
	"schema-table":     printSchemaTable,
	"compare-read":     compareRead,
	"compare-quantity": compareQuantity,
	"compare-strict":   compareStrict,
	"check-cases":      checkCases,
}

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	if len(os.Args) < 2 {
		usage()
	}
	name := os.Args[1]
	if command, known := commands[name]; known {
		os.Exit(command(os.Args[2:], os.Stdout))
	}
	answer, known := questions[name]
	if !known || len(os.Args) != 2 {
		usage()
	}
	serve(answer, os.Stdin, os.Stdout)
}

func usage() {
	names := []string{}
	for name := range questions {
		if name != "echo-probe" { // for the harness's own tests
			names = append(names, name)
		}
	}
	sort.Strings(names)
	fmt.Fprintf(os.Stderr, "usage: oracle %s < requests.jsonl\n", strings.Join(names, "|"))
	fmt.Fprintln(os.Stderr, "       oracle schema-table")
	fmt.Fprintln(os.Stderr, "       oracle compare-read|compare-quantity|compare-strict --probe PATH [flags]")
	fmt.Fprintln(os.Stderr, "       oracle check-cases FOLDER")
	os.Exit(2)
}

// serve answers line by line and flushes each answer, so that the other end may wait for one before it asks again.
func serve(answer func([]byte) (any, error), in io.Reader, out io.Writer) {
	lines := bufio.NewReaderSize(in, 1<<20)
	buffered := bufio.NewWriter(out)
	encoder := json.NewEncoder(buffered)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			result, failure := answer(line)
			if failure != nil {
				result = map[string]string{"failure": failure.Error()}
			}
			_ = encoder.Encode(result)
			_ = buffered.Flush()
		}
		if err != nil {
			return
		}
	}
}
