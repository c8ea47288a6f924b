#include "rules/catalogue/requests/amounts.hpp"

namespace gpulint::requests {

std::string clipped(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  if (text.size() <= kLongest) {
    return std::string(text);
  }
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) { // not within a character
    --end;
  }
  return std::string(text.substr(0, end)) + "...";
}

std::string text_of(const Container& container) {
  std::string_view role = "container ";
  switch (container.role) {
  case ContainerRole::app:
    break;
  case ContainerRole::init:
    role = "init container ";
    break;
  case ContainerRole::sidecar:
    role = "sidecar ";
    break;
  case ContainerRole::ephemeral:
    role = "ephemeral container ";
    break;
  }
  std::string text(role);
  if (!container.name.empty()) {
    text += clipped(container.name);
  } else if (const auto index = container.field.index()) {
    text += std::to_string(*index);
  } else {
    text += container.field.key();
  }
  return text;
}

bool has_resources(const Container& container) {
  return container.role != ContainerRole::ephemeral;
}

bool is_extended(std::string_view resource) {
  return resource.find("kubernetes.io/") == std::string_view::npos;
}

std::optional<std::int64_t> amount_of(const AcceleratorRequest& request) {
  const std::optional<Quantity> amount = request.amount();
  if (!amount || amount->sign() < 0 || !amount->is_whole()) {
    return std::nullopt;
  }
  return amount->value();
}

bool is_positive(const AcceleratorRequest& request) {
  return amount_of(request).value_or(0) > 0;
}

bool is_asked_device(const AcceleratorRequest& request) {
  return request.is_device() && has_resources(*request.container) && is_positive(request);
}

const AcceleratorRequest* beside(const PodContext& in, const Container* container, std::string_view resource) {
  for (const AcceleratorRequest& request : in.accelerators.requests) {
    if (request.container == container && request.name == resource && is_positive(request)) {
      return &request;
    }
  }
  return nullptr;
}

std::string written(const Field& value) {
  if (value.value() == nullptr) {
    return "nothing";
  }
  return value.value()->is_scalar() ? clipped(scalar_text(*value.value())) : std::string(kind_word(*value.value()));
}

} // namespace gpulint::requests
