// Annotations for HAMi that contradict each other (a card type both wanted and unwanted) or hold a word it doesn't
// know.
#include "rules/catalogue/requests/amounts.hpp"
#include "rules/engine/rule.hpp"

#include <algorithm>
#include <array>

namespace gpulint {
namespace {

struct Lists {
  const char* wanted;
  const char* unwanted;
};
constexpr std::array<Lists, 3> kLists = {{{"nvidia.com/use-gputype", "nvidia.com/nouse-gputype"},
                                          {"nvidia.com/use-gpuuuid", "nvidia.com/nouse-gpuuuid"},
                                          {"hygon.com/use-dcutype", "hygon.com/nouse-dcutype"}}};

struct Words {
  const char* annotation;
  std::array<std::string_view, 4> known; ///< padded with empty ones
};
constexpr std::array<Words, 4> kWords = {
    {{"hami.io/node-scheduler-policy", {"binpack", "spread"}},
     {"hami.io/gpu-scheduler-policy", {"binpack", "spread", "mutex", "topology-aware"}},
     {"nvidia.com/vgpu-mode", {"hami-core", "mig", "mps"}},
     {"volcano.sh/vgpu-mode", {"hami-core", "mig"}}}};

/// Items of "A100, T4", without blanks around them.
std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, comma);
    item.remove_prefix(std::min(item.find_first_not_of(' '), item.size()));
    item = item.substr(0, item.find_last_not_of(' ') + 1);
    if (!item.empty()) {
      items.push_back(item);
    }
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return items;
}

void judge_lists(const PodContext& in, const Lists& lists, Report& report) {
  const std::string_view wanted = in.pod.annotation(lists.wanted);
  const std::string_view unwanted = in.pod.annotation(lists.unwanted);
  if (wanted.empty() || unwanted.empty()) {
    return;
  }
  const std::vector<std::string_view> refused = items_of(unwanted);
  const std::vector<std::string_view> asked = items_of(wanted);
  const bool nothing_left = !asked.empty() && std::all_of(asked.begin(), asked.end(), [&](std::string_view item) {
    return std::find(refused.begin(), refused.end(), item) != refused.end();
  });
  if (nothing_left) {
    report.add(in.pod.annotations[lists.unwanted], std::string("the annotation ") + lists.unwanted +
                                                       " refuses everything that " + lists.wanted + " asks for (" +
                                                       requests::clipped(wanted) + "): no card is left");
  }
}

void judge_words(const PodContext& in, const Words& words, Report& report) {
  const std::string_view value = in.pod.annotation(words.annotation);
  if (value.empty() || std::find(words.known.begin(), words.known.end(), value) != words.known.end()) {
    return;
  }
  std::vector<std::string_view> known(words.known.begin(), words.known.end());
  known.erase(std::remove(known.begin(), known.end(), std::string_view()), known.end());
  const Field field = in.pod.annotations[words.annotation];
  report.add(field,
             std::string("the annotation ") + words.annotation + " is " + requests::written(field) +
                 ", a word that neither HAMi nor Volcano knows",
             "write " + requests::any_of_text(known));
}

void check(const PodContext& in, Report& report) {
  if (!in.pod.annotations) {
    return;
  }
  for (const Lists& lists : kLists) {
    judge_lists(in, lists, report);
  }
  for (const Words& words : kWords) {
    judge_words(in, words, report);
  }
}

} // namespace

extern const Rule hami_annotation_contradiction;
const Rule hami_annotation_contradiction{
    .info = {.code = "GPU128",
             .name = "hami-annotation-contradiction",
             .summary = "Annotations for HAMi contradict each other or hold an unknown word.",
             .rationale = "No card passes both lists and the pod stays Pending; an unknown policy is ignored and "
                          "the default used without a word.",
             .help = "Keep a type or card in one of the two lists; policies are binpack and spread.",
             .action = Action::warn,
             .bad = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
  annotations:
    nvidia.com/use-gputype: A100
    nvidia.com/nouse-gputype: A100,T4
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
        nvidia.com/gpumem: 8000
)",
             .good = R"(apiVersion: v1
kind: Pod
metadata:
  name: trainer
  annotations:
    nvidia.com/use-gputype: A100
    nvidia.com/nouse-gputype: T4
spec:
  containers:
  - name: trainer
    image: nvcr.io/nvidia/pytorch:24.05-py3
    resources:
      limits:
        nvidia.com/gpu: 1
        nvidia.com/gpumem: 8000
)",
             .fields = {"metadata.annotations"},
             .references = {"Project-HAMi/HAMi pkg/device", "Project-HAMi/HAMi pkg/util",
                            "volcano-sh/volcano docs/user-guide/how_to_use_volcano_vgpu.md"}},
    .check_pod = check};

} // namespace gpulint
