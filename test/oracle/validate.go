package main

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/core/validation"
)

// validate gives what the API server's own validation says about a pod or a pod template; no admission plugins run.
func validate(line []byte) (any, error) {
	var request struct {
		Pod      *v1.Pod
		Template *v1.PodTemplate
	}
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	var found field.ErrorList
	switch {
	case request.Pod != nil:
		corev1.SetObjectDefaults_Pod(request.Pod)
		var pod core.Pod
		if err := corev1.Convert_v1_Pod_To_core_Pod(request.Pod, &pod, nil); err != nil {
			return nil, err
		}
		if pod.Namespace == "" {
			pod.Namespace = "default"
		}
		options := podutil.GetValidationOptionsFromPodSpecAndMeta(&pod.Spec, nil, &pod.ObjectMeta, nil)
		found = validation.ValidatePodCreate(&pod, options)
	case request.Template != nil:
		corev1.SetObjectDefaults_PodTemplate(request.Template)
		var template core.PodTemplate
		if err := corev1.Convert_v1_PodTemplate_To_core_PodTemplate(request.Template, &template, nil); err != nil {
			return nil, err
		}
		options := podutil.GetValidationOptionsFromPodTemplate(&template.Template, nil)
		found = validation.ValidatePodTemplateSpec(&template.Template, field.NewPath("template"), options)
	}
	answer := struct {
		Errors []string `json:"errors"`
	}{Errors: []string{}}
	for _, err := range found {
		answer.Errors = append(answer.Errors, err.Error())
	}
	return answer, nil
}
