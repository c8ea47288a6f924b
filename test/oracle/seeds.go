package main

// seedManifests are what mutations start from: manifests in the notations that people use.
var seedManifests = []string{`apiVersion: v1
kind: Pod
metadata:
  name: trainer
  labels: {app: trainer, tier: "gpu"}
  annotations:
    note: |
      two lines
        of text
    folded: >-
      one line
      in the end
spec:
  restartPolicy: Never
  nodeSelector:
    nvidia.com/gpu.product: 'NVIDIA-A100-SXM4-80GB'
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
    effect: NoSchedule
  containers:
    - name: main
      image: "registry.example/train:1.2@sha256:0000"
      command: ["python", "-m", 'train']
      args:
        - --epochs=3
        - "--name=a b"
      resources:
        limits:
          nvidia.com/gpu: 1
          memory: 16Gi   # a comment
          cpu: 500m
      env:
        - {name: A, value: "1"}
        - name: B
          valueFrom:
            fieldRef: {fieldPath: metadata.name}
`, `# A list of documents
---
apiVersion: apps/v1
kind: Deployment
metadata: &meta
  name: server
  namespace: serving
spec: {replicas: 2, selector: {matchLabels: &labels {app: server}}, template: {metadata: {labels: *labels}, spec: {containers: [
  {name: server, image: x, resources: {limits: {amd.com/gpu: 2}}}]}}}
--- # the second
apiVersion: v1
kind: Service
metadata:
  <<: *meta
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  on: "yes"
  1: one
  script.sh: |+
    #!/bin/sh
    echo "x: $(date)" # no comment

  empty:
...
`, `x-defaults: &defaults
  limits: &limits
    nvidia.com/gpu: 010
    memory: 1_000
  enabled: yes
x-more: &more
  enabled: off
  mode: 0o644
spec:
  a:
    <<: *defaults
    enabled: n
  b:
    enabled: on
    <<: [*more, *defaults]
  c: {<<: *limits, cpu: .5}
  d: &list
  - 1.0
  - 2024-01-01
  - ~
  - !!str 12
  - !!binary aGVsbG8=
  - "tab\there \u00e9 \x41"
  - 'it''s'
  e: *list
  ? complex
  : value
`, `{
  "apiVersion": "batch/v1",
  "kind": "Job",
  "metadata": {"name": "j", "labels": {"a/b": "c"}},
  "spec": {
    "parallelism": 4,
    "template": {
      "spec": {
        "restartPolicy": "OnFailure",
        "containers": [
          {"name": "c", "image": "i", "resources": {"limits": {"nvidia.com/gpu": "8"}}, "args": ["--lr=1e-3", "\u00e9\n\"q\""]}
        ]
      }
    }
  }
}
`, `{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"n"}}]}
{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"m","annotations":{"n":null,"f":1.50,"i":12}}}
`, `apiVersion: scheduling.volcano.sh/v1beta1
kind: Queue
metadata: {name: "research", labels: { 'team' : a , other: [1,2,] }}
spec:
    weight:    4
    capability: {cpu: "4", memory: 16Gi, nvidia.com/gpu: 4}
    reclaimable: True
    text: "a long
      quoted text
      \
      over lines"
    plain: a plain text
      over two lines

      and a blank one
    url: http://example.com:80/path?a=b#c
    time: 12:30:45
    version: 1.10
`}
