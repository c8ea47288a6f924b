package main

import (
	"context"
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	fwk "k8s.io/kube-scheduler/framework"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/testing/defaults"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins"
	"k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
)

// The plugins whose filters decide where a pod may run; volumes and claims are left out.
var deciding = map[string]bool{
	"NodeUnschedulable": true, "NodeName": true, "TaintToleration": true, "NodeAffinity": true,
	"NodePorts": true, "NodeResourcesFit": true, "PodTopologySpread": true, "InterPodAffinity": true,
}

type podAnswer struct {
	Nodes   []string            `json:"nodes"`
	Reasons map[string][]string `json:"reasons,omitempty"`
}

// feasible runs the deciding filters over a snapshot of nodes and running pods, for each pod asked about.
func feasible(line []byte) (any, error) {
	var request struct {
		Nodes   []*v1.Node
		Running []*v1.Pod
		Pods    []*v1.Pod
	}
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	snapshot := cache.NewSnapshot(request.Running, request.Nodes)
	scheduler, err := newFramework(ctx, snapshot)
	if err != nil {
		return nil, err
	}
	infos, err := snapshot.NodeInfos().List()
	if err != nil {
		return nil, err
	}
	answer := struct {
		Pods []podAnswer `json:"pods"`
	}{}
	for _, pod := range request.Pods {
		corev1.SetObjectDefaults_Pod(pod)
		answer.Pods = append(answer.Pods, place(ctx, scheduler, pod, infos))
	}
	return answer, nil
}

func place(ctx context.Context, scheduler framework.Framework, pod *v1.Pod, infos []fwk.NodeInfo) podAnswer {
	answer := podAnswer{Nodes: []string{}, Reasons: map[string][]string{}}
	state := framework.NewCycleState()
	narrowed, status, _ := scheduler.RunPreFilterPlugins(ctx, state, pod)
	if !status.IsSuccess() {
		answer.Reasons["*"] = status.Reasons()
		return answer
	}
	for _, info := range infos {
		name := info.Node().Name
		if !narrowed.AllNodes() && !narrowed.NodeNames.Has(name) {
			answer.Reasons[name] = []string{"not among the nodes that the pod names"}
			continue
		}
		if status := scheduler.RunFilterPlugins(ctx, state, pod, info); status.IsSuccess() {
			answer.Nodes = append(answer.Nodes, name)
		} else {
			answer.Reasons[name] = append([]string{status.Plugin()}, status.Reasons()...)
		}
	}
	return answer
}

func newFramework(ctx context.Context, snapshot *cache.Snapshot) (framework.Framework, error) {
	metrics.Register()
	profile := &config.KubeSchedulerProfile{
		SchedulerName: "default-scheduler",
		Plugins:       &config.Plugins{},
		PluginConfig:  defaults.PluginConfigsV1,
	}
	profile.Plugins.QueueSort.Enabled = []config.Plugin{{Name: "PrioritySort"}}
	profile.Plugins.Bind.Enabled = []config.Plugin{{Name: "DefaultBinder"}}
	for name := range deciding {
		profile.Plugins.Filter.Enabled = append(profile.Plugins.Filter.Enabled, config.Plugin{Name: name})
		switch name {
		case "NodeAffinity", "NodePorts", "NodeResourcesFit", "PodTopologySpread", "InterPodAffinity":
			profile.Plugins.PreFilter.Enabled = append(profile.Plugins.PreFilter.Enabled, config.Plugin{Name: name})
		}
	}
	client := fake.NewSimpleClientset()
	return runtime.NewFramework(ctx, plugins.NewInTreeRegistry(), profile,
		runtime.WithClientSet(client),
		runtime.WithInformerFactory(informers.NewSharedInformerFactory(client, 0)),
		runtime.WithSnapshotSharedLister(snapshot))
}
