package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
)

// The minor version of Kubernetes that go.mod names, for the lifecycle of beta versions.
const (
	kubernetesVersion = "v1.36.3"
	kubernetesMinor   = 36
)

// printSchemaTable prints the fields of the built-in kinds that users apply, as text that a program can read line by
// line and a person can diff. A field's line is indented, as fields may be called "kind" and "type" too.
func printSchemaTable(_ []string, out io.Writer) int {
	buffered := bufio.NewWriter(out)
	defer buffered.Flush()
	fmt.Fprintf(buffered, "# Fields of Kubernetes' built-in kinds, %s; made by `test/oracle schema-table`; don't edit.\n", kubernetesVersion)
	table := newTypeTable()
	lines := []string{}
	for _, gvk := range appliedKinds() {
		name := table.describe(scheme.Scheme.AllKnownTypes()[gvk])
		lines = append(lines, fmt.Sprintf("kind %s %s %s", gvk.GroupVersion(), gvk.Kind, name))
	}
	slices.Sort(lines)
	fmt.Fprintln(buffered, strings.Join(lines, "\n"))
	for _, name := range slices.Sorted(maps.Keys(table.fields)) {
		fmt.Fprintf(buffered, "type %s\n", name)
		for _, field := range slices.Sorted(maps.Keys(table.fields[name])) {
			fmt.Fprintf(buffered, " %s %s\n", field, table.fields[name][field])
		}
	}
	return 0
}

// appliedKinds gives the kinds of the table. The core group comes first and stable versions come before beta ones, so
// that those keep the bare type names.
func appliedKinds() []apischema.GroupVersionKind {
	kinds := []apischema.GroupVersionKind{}
	for gvk, root := range scheme.Scheme.AllKnownTypes() {
		if isApplied(gvk, root) {
			kinds = append(kinds, gvk)
		}
	}
	rank := func(gvk apischema.GroupVersionKind) string {
		stage := "stable"
		if strings.Contains(gvk.Version, "beta") {
			stage = "unstable"
		}
		return strings.Join([]string{stage, gvk.Group, gvk.Version, gvk.Kind}, "\x00")
	}
	slices.SortFunc(kinds, func(a, b apischema.GroupVersionKind) int { return strings.Compare(rank(a), rank(b)) })
	return kinds
}

// Kinds of the API that are posted as requests, never kept as objects of a manifest.
var requestKinds = []string{"Binding", "Eviction", "Scale", "SerializedReference", "RangeAllocation", "PodStatusResult",
	"ImageReview", "AdmissionReview", "DeploymentRollback", "ReplicationControllerDummy", "List"}

func isApplied(gvk apischema.GroupVersionKind, root reflect.Type) bool {
	switch {
	case !strings.HasPrefix(root.PkgPath(), "k8s.io/api/"),
		strings.Contains(gvk.Version, "alpha"),
		slices.Contains(requestKinds, gvk.Kind),
		strings.HasSuffix(gvk.Kind, "List"), strings.HasSuffix(gvk.Kind, "Options"),
		strings.HasSuffix(gvk.Kind, "Review"), gvk.Kind == "TokenRequest":
		return false
	}
	return !isRemoved(root)
}

// isRemoved asks the type itself whether the API server has stopped serving it.
func isRemoved(root reflect.Type) bool {
	versioned, has := reflect.New(root).Interface().(interface{ APILifecycleRemoved() (major, minor int) })
	if !has {
		return false
	}
	major, minor := versioned.APILifecycleRemoved()
	return major < 1 || major == 1 && minor <= kubernetesMinor
}
