#include "rules/catalogue/isolation/host_access.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace gpulint {

namespace {

/// A Pod that a DaemonSet's controller made. Forging it gains little: the garbage collector deletes pods whose owner
/// doesn't exist.
bool is_owned_by_daemon_set(const Pod& pod) {
  const Value* metadata = pod.metadata.value();
  const Value* owners = metadata == nullptr ? nullptr : metadata->find("ownerReferences");
  if (owners == nullptr) {
    return false;
  }
  return std::any_of(owners->items().begin(), owners->items().end(), [](const Value* owner) {
    const Value* kind = owner->find("kind");
    return kind != nullptr && kind->text() == "DaemonSet";
  });
}

std::string cleaned(std::string_view path) {
  std::string clean;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (!part.empty() && part != ".") {
      clean += '/';
      clean += part;
    }
  }
  return clean.empty() ? "/" : clean;
}

struct Mounting {
  const Container* container = nullptr; ///< the first one
  bool privileged = false;
};

/// By volume. A pod may have thousands of volumes and mounts, so they aren't compared one by one.
std::unordered_map<std::string_view, Mounting> mounts_by_volume(const Pod& pod) {
  std::unordered_map<std::string_view, Mounting> mounts;
  for (const Container& container : pod.containers) {
    if (container.mounts.empty()) {
      continue;
    }
    const bool privileged = container.is_privileged();
    for (const VolumeMount& mount : container.mounts) {
      Mounting& mounting = mounts[mount.name];
      mounting.container = mounting.container == nullptr ? &container : mounting.container;
      mounting.privileged = mounting.privileged || privileged;
    }
  }
  return mounts;
}

bool is_host_path(const Value& volume) {
  const Value* host_path = volume.find("hostPath");
  return host_path != nullptr && host_path->is(Kind::mapping);
}

} // namespace

Trust trust_of(const PodContext& in) {
  const bool daemon = in.pod.is_daemon || is_owned_by_daemon_set(in.pod);
  const bool system = in.policy().is_system_namespace(in.object.namespace_);
  return daemon && system ? Trust::system_agent : daemon || system ? Trust::agent : Trust::user;
}

RawFinding& soften(RawFinding& finding, const PodContext& in) {
  return trust_of(in) == Trust::user ? finding : finding.cap(Action::audit);
}

bool is_gpu_pod(const PodContext& in) {
  return in.accelerators.asks() || in.accelerators.has_signals();
}

bool container_asks(const PodContext& in, const Container& container) {
  const Value* claims = container.resources.exists() ? container.resources.value()->find("claims") : nullptr;
  if (claims != nullptr && claims->is(Kind::sequence) && claims->size > 0) {
    return true;
  }
  return std::any_of(in.accelerators.requests.begin(), in.accelerators.requests.end(),
                     [&](const AcceleratorRequest& request) {
                       const std::optional<Quantity> amount = request.amount();
                       return request.container == &container && amount && amount->sign() > 0;
                     });
}

bool may_ask_elsewhere(const PodContext& in) {
  return in.pod.partial || in.pod.source == PodSource::inline_spec || in.pod.source == PodSource::structural ||
         in.accelerators.sharing_annotation || in.accelerators.claims;
}

std::string in_words(const Container& container) {
  std::string words;
  switch (container.role) {
  case ContainerRole::app:
    words = "container";
    break;
  case ContainerRole::init:
    words = "init container";
    break;
  case ContainerRole::sidecar:
    words = "sidecar";
    break;
  case ContainerRole::ephemeral:
    words = "ephemeral container";
    break;
  }
  return container.name.empty() ? words : words + " \"" + std::string(container.name) + "\"";
}

void for_each_host_mount(const PodContext& in, const std::function<void(const HostMount&)>& visit) {
  const Field volumes = in.pod.volumes();
  if (!volumes.is(Kind::sequence)) {
    return;
  }
  const std::span<const Value* const> items = volumes.value()->items();
  if (std::none_of(items.begin(), items.end(), [](const Value* volume) { return is_host_path(*volume); })) {
    return;
  }
  const auto mounts = mounts_by_volume(in.pod);
  for (std::size_t index = 0; index < items.size(); ++index) {
    const Value* name = items[index]->find("name");
    const auto found = name == nullptr ? mounts.end() : mounts.find(name->text());
    if (found == mounts.end() || !is_host_path(*items[index])) {
      continue;
    }
    const Field path = volumes[index]["hostPath"]["path"];
    if (const std::string clean = cleaned(path.text()); !path.text().empty()) {
      visit({path, clean, found->second.container, found->second.privileged});
    }
  }
}

bool is_within(std::string_view path, std::string_view directory) {
  return path.starts_with(directory) && (path.size() == directory.size() || path[directory.size()] == '/');
}

} // namespace gpulint
