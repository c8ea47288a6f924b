package main

// seedObjects are objects of built-in kinds whose fields lie about as those of real ones do.
var seedObjects = []string{seedManifests[0], `
apiVersion: apps/v1
kind: Deployment
metadata: {name: server, labels: {app: server}}
spec:
  replicas: 2
  selector: {matchLabels: {app: server}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 1}}
  template:
    metadata: {labels: {app: server}, annotations: {note: "1"}}
    spec:
      nodeSelector: {nvidia.com/gpu.present: "true"}
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
            - matchExpressions: [{key: gpu, operator: In, values: [a100, h100]}]
      tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule, tolerationSeconds: 30}]
      topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: server}}}]
      containers:
      - name: server
        image: registry.example/server:1
        ports: [{containerPort: 8000, name: http, protocol: TCP}]
        resources: {limits: {nvidia.com/gpu: 1, memory: 16Gi, cpu: 4}, requests: {cpu: 500m}}
        livenessProbe: {httpGet: {path: /, port: http}, periodSeconds: 5}
        securityContext: {privileged: false, runAsUser: 1000, capabilities: {drop: [ALL]}}
        volumeMounts: [{name: shm, mountPath: /dev/shm}]
      volumes: [{name: shm, emptyDir: {medium: Memory, sizeLimit: 8Gi}}]
`, `
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, creationTimestamp: "2024-01-01T00:00:00Z"}
spec:
  schedule: "0 3 * * *"
  suspend: false
  jobTemplate:
    spec:
      parallelism: 4
      completions: 4
      completionMode: Indexed
      podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget, status: "True"}]}]}
      template:
        spec:
          restartPolicy: OnFailure
          resourceClaims: [{name: gpu, resourceClaimTemplateName: single}]
          containers:
          - name: main
            image: x
            resources: {claims: [{name: gpu}], limits: {amd.com/gpu: "1"}}
            env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}]
`, `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: single}
spec:
  spec:
    devices:
      requests:
      - name: gpu
        exactly: {deviceClassName: gpu.nvidia.com, count: 1, selectors: [{cel: {expression: "true"}}]}
      config: [{requests: [gpu], opaque: {driver: gpu.nvidia.com, parameters: {apiVersion: a/v1, kind: GpuConfig, sharing: {strategy: TimeSlicing}}}}]
`, `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: h}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: server}
  minReplicas: 1
  maxReplicas: 4
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
`, `
apiVersion: v1
kind: ResourceQuota
metadata: {name: q}
spec: {hard: {requests.nvidia.com/gpu: "8", pods: 10}, scopeSelector: {matchExpressions: [{operator: In, scopeName: PriorityClass, values: [high]}]}}
`, `
apiVersion: v1
kind: Secret
metadata: {name: s}
data: {token: aGVsbG8=}
stringData: {a: b}
immutable: true
`, `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: s}
spec:
  serviceName: s
  replicas: 1
  selector: {matchLabels: {a: b}}
  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}
  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 10Gi}}}}]
`}
