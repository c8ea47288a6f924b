// A value of nvidia.com/gpu.product that no card has: the form that drivers before 470 gave (`A100-SXM4-40GB`, still
// copied from articles), a bare model name, another case. Values that resemble nothing known are left alone: there are
// more cards than any table has.
#include "rules/catalogue/placement/node_labels.hpp"
#include "rules/catalogue/placement/node_terms.hpp"
#include "rules/engine/rule.hpp"
#include "rules/kubernetes/label.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gpulint {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Letters and digits only, in lower case: how people remember the name of a card.
std::string essence(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (const char l = lower(c); (l >= 'a' && l <= 'z') || (l >= '0' && l <= '9')) {
      out += l;
    }
  }
  return out;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The part of a label before the suffixes of sharing.
std::string_view card_part(std::string_view value) {
  value = value.substr(0, value.find("-MIG-"));
  constexpr std::string_view shared = "-SHARED";
  return value.ends_with(shared) ? value.substr(0, value.size() - shared.size()) : value;
}

struct Meant {
  std::vector<std::string> products;
  bool old = false;
};

/// The products of all models that the value may stand for; none where it is right, or resembles nothing.
Meant meant_products(const AcceleratorTable& table, std::string_view value) {
  Meant meant;
  const std::string name = essence(value);
  for (const CardModel& model : table.models()) {
    if (contains(model.products, value)) {
      return {};
    }
    const bool old = contains(model.old_products, value);
    const std::string model_name = essence(model.name);
    const bool by_model = name == model_name || name == "nvidia" + model_name || name == "tesla" + model_name;
    for (const std::string& product : model.products) {
      if (old || by_model || essence(product) == name || essence(product) == "nvidia" + name) {
        meant.products.push_back(product);
      }
    }
    meant.old = meant.old || old;
  }
  return meant;
}

std::string list_of(const std::vector<std::string>& products) {
  std::string out;
  for (const std::string& product : products) {
    out += (out.empty() ? "" : " or ") + product;
  }
  return out;
}

/// Lists that name a card in its old and its new form are made on purpose.
bool names_one_of(const Field& value, const std::vector<std::string>& products) {
  const Field list = value.parent();
  if (!list.is(Kind::sequence)) {
    return false;
  }
  for (const Field other : list.children()) {
    if (contains(products, card_part(other.text()))) {
      return true;
    }
  }
  return false;
}

void check(const PodContext& in, Report& report) {
  placement::for_each_wanted_value(in.pod, [&](std::string_view key, std::string_view value, const Field& at, bool) {
    if (key != placement::kProductLabel || !is_label_value(value)) {
      return;
    }
    const Meant meant = meant_products(in.environment.accelerators, card_part(value));
    if (meant.products.empty() || names_one_of(at, meant.products)) {
      return;
    }
    const std::string reason = meant.old ? " is the form that NVIDIA drivers before 470 gave; no node has it today"
                                         : " is no value that the label nvidia.com/gpu.product has";
    report.add(at, std::string(value) + reason, "write " + list_of(meant.products));
  });
}

} // namespace

extern const Rule gpu_product_unknown;
const Rule gpu_product_unknown{
    .info = {.code = "GPU218",
             .name = "gpu-product-unknown",
             .summary = "A pod selects a GPU product by a name that no card has.",
             .rationale = "GPU Feature Discovery writes the driver's own name of the card into "
                          "nvidia.com/gpu.product and overwrites what was put there by hand. A pod that selects "
                          "another name finds no node and stays Pending.",
             .help = "Write the value that the nodes have: `kubectl get nodes -L nvidia.com/gpu.product`.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.product: A100-SXM4-40GB
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
spec:
  nodeSelector:
    nvidia.com/gpu.product: NVIDIA-A100-SXM4-40GB
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
)",
             .fields = {"nodeSelector", "affinity.nodeAffinity"},
             .references = {"NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md",
                            "NVIDIA/k8s-device-plugin internal/lm/resource.go"}},
    .check_pod = check};

} // namespace gpulint
