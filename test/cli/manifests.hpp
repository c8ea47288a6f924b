// Manifests that tests of the command line start from.
#pragma once

#include <string>
#include <string_view>

namespace gpulint::cli {

/// A pod that asks for this many GPUs. "1": no errors or warnings; "1.5": one error (Kubernetes refuses fractions).
inline std::string pod(std::string_view gpus, std::string_view name = "trainer") {
  return "apiVersion: v1\n"
         "kind: Pod\n"
         "metadata:\n"
         "  name: " +
         std::string(name) +
         "\n"
         "spec:\n"
         "  tolerations:\n"
         "  - {key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}\n"
         "  containers:\n"
         "  - name: train\n"
         "    image: registry.example.com/train:1.0.0\n"
         "    resources:\n"
         "      limits:\n"
         "        nvidia.com/gpu: \"" +
         std::string(gpus) +
         "\"\n"
         "        cpu: \"1\"\n"
         "        memory: 1Gi\n";
}

inline const std::string kGood = pod("1");
inline const std::string kBad = pod("1.5");

} // namespace gpulint::cli
