package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The test binary itself is the probe: started with this in its environment, it echoes Kubernetes' own answers, or
// wrong ones, or dies.
const probeMode = "ORACLE_TEST_PROBE"

func TestMain(m *testing.M) {
	switch os.Getenv(probeMode) {
	case "echo":
		serve(echoProbe, os.Stdin, os.Stdout)
	case "wrong":
		serve(func([]byte) (any, error) { return readAnswer{Error: "no"}, nil }, os.Stdin, os.Stdout)
	case "dying":
		os.Exit(3)
	default:
		os.Exit(m.Run())
	}
}

func run(t *testing.T, mode string, command func([]string, *bytes.Buffer) int, arguments ...string) (string, int) {
	t.Helper()
	t.Setenv(probeMode, mode)
	var out bytes.Buffer
	code := command(append([]string{"--probe", os.Args[0]}, arguments...), &out)
	return out.String(), code
}

func reading(arguments []string, out *bytes.Buffer) int    { return compareRead(arguments, out) }
func quantities(arguments []string, out *bytes.Buffer) int { return compareQuantity(arguments, out) }
func strictness(arguments []string, out *bytes.Buffer) int { return compareStrict(arguments, out) }

func TestEchoDiffersNowhere(t *testing.T) {
	for name, command := range map[string]func([]string, *bytes.Buffer) int{
		"read": reading, "quantity": quantities, "strict": strictness,
	} {
		out, code := run(t, "echo", command, "--count", "1000")
		if code != 0 || !strings.Contains(out, name+": 1000 ") || !strings.Contains(out, " 0 differences") {
			t.Errorf("%s gives %d\n%s", name, code, out)
		}
	}
}

func TestWrongAnswersAreReportedAndMinimised(t *testing.T) {
	out, code := run(t, "wrong", reading, "--count", "20")
	if code != 1 || !strings.Contains(out, `text        ""`) {
		t.Errorf("gives %d\n%s", code, out)
	}
}

func TestADyingProbeIsADifference(t *testing.T) {
	out, code := run(t, "dying", quantities, "--count", "3")
	if code != 1 || !strings.Contains(out, "crashed: exit status 3") || !strings.Contains(out, "3 texts, 3 differences") {
		t.Errorf("gives %d\n%s", code, out)
	}
}

func TestKnownDifferencesAreCountedApart(t *testing.T) {
	table := t.TempDir() + "/known.tsv"
	if err := os.WriteFile(table, []byte("regexp\treason\n^$\tthe probe of this test refuses everything\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, code := run(t, "wrong", reading, "--count", "20", "--known", table)
	if code != 0 || !strings.Contains(out, " 0 differences") {
		t.Errorf("gives %d\n%s", code, out)
	}
}
