// The list of all rules. A rule that isn't here doesn't exist: registration from a static library's own objects would
// be dropped by the linker without a word.
#include "rules/engine/registry.hpp"

namespace gpulint {

// GPU1xx: asking for accelerators (requests/)
extern const Rule gpu_limit_missing;
extern const Rule gpu_request_not_limit;
extern const Rule gpu_count_fractional;
extern const Rule gpu_count_negative;
extern const Rule gpu_count_unreadable;
extern const Rule gpu_count_zero;
extern const Rule gpu_count_beyond_any_node;
extern const Rule accelerator_name_refused;
extern const Rule accelerator_name_unknown;
extern const Rule accelerator_name_retired;
extern const Rule gpu_outside_limits;
extern const Rule gpu_in_pod_resources;
extern const Rule gpu_in_ephemeral_container;
extern const Rule gpu_in_init_container_only;
extern const Rule gpu_share_in_sidecar;
extern const Rule gpu_without_cpu_memory;
extern const Rule mig_profile_unknown;
extern const Rule mig_slices_several;
extern const Rule mig_beside_gpu;
extern const Rule accelerator_vendors_mixed;
extern const Rule accelerator_pair_excluded;
extern const Rule accelerator_companion_alone;
extern const Rule accelerator_amount_out_of_range;
extern const Rule accelerator_scheduler_missing;
extern const Rule gpu_fraction_invalid;
extern const Rule gpu_fraction_beside_gpu;
extern const Rule hami_pod_refused;
extern const Rule hami_annotation_contradiction;
extern const Rule tpu_selector_missing;
extern const Rule tpu_count_not_a_machine;
extern const Rule claim_not_in_pod;
extern const Rule claim_in_alpha_form;
extern const Rule claim_reference_not_one;
extern const Rule shared_cards_counted;
extern const Rule mig_profile_not_on_card;
extern const Rule launcher_asks_for_gpu;

// GPU2xx: placement (placement/)
extern const Rule toleration_missing;
extern const Rule toleration_value_mismatch;
extern const Rule toleration_effect_mismatch;
extern const Rule toleration_effect_unknown;
extern const Rule toleration_exists_with_value;
extern const Rule toleration_seconds_without_no_execute;
extern const Rule toleration_key_missing;
extern const Rule toleration_operator_unknown;
extern const Rule toleration_not_a_label;
extern const Rule toleration_repeated;
extern const Rule blanket_toleration;
extern const Rule daemonset_toleration_missing;
extern const Rule gpu_not_requested;
extern const Rule gpu_taint_tolerated_without_gpu;
extern const Rule node_selector_missing;
extern const Rule node_selector_conflict;
extern const Rule node_label_invalid;
extern const Rule gpu_product_unknown;
extern const Rule gpu_label_misspelt;
extern const Rule whole_gpu_on_mig_nodes;
extern const Rule discovered_label_on_autoscaled_pool;
extern const Rule node_affinity_operator_unknown;
extern const Rule node_affinity_values_count;
extern const Rule node_affinity_not_an_integer;
extern const Rule gpu_memory_bound_exact;
extern const Rule node_affinity_term_empty;
extern const Rule node_affinity_terms_missing;
extern const Rule node_affinity_match_fields_invalid;
extern const Rule placement_contradiction;
extern const Rule affinity_weight_out_of_range;
extern const Rule node_affinity_only_excludes;
extern const Rule anti_affinity_selector_empty;
extern const Rule anti_affinity_misses_own_pods;
extern const Rule topology_key_missing;
extern const Rule anti_affinity_blocks_rollout;
extern const Rule anti_affinity_missing;
extern const Rule spread_selector_misses_own_pods;
extern const Rule topology_key_nonstandard;
extern const Rule gpu_label_home_made;
extern const Rule match_label_keys_invalid;
extern const Rule spread_constraint_invalid;
extern const Rule pod_selector_invalid;
extern const Rule ascend_count_beyond_board;

// GPU3xx: isolation (isolation/)
extern const Rule visible_devices_env;
extern const Rule visible_devices_from_source;
extern const Rule device_selection_env;
extern const Rule vendor_visible_devices_env;
extern const Rule host_device_path;
extern const Rule host_driver_path;
extern const Rule device_plugin_socket;
extern const Rule runtime_socket;
extern const Rule mps_pipe;
extern const Rule privileged_container;
extern const Rule host_ipc;
extern const Rule host_pid;
extern const Rule device_list_mount;
extern const Rule cdi_annotation;
extern const Rule monitor_resource;
extern const Rule node_name;
extern const Rule host_name_pin;
extern const Rule foreign_scheduler;
extern const Rule runtime_class_without_request;
extern const Rule debug_container;
extern const Rule dra_admin_access;

// GPU7xx: reading (reading/)
extern const Rule duplicate_key;
extern const Rule colliding_keys;
extern const Rule merge_overrides_key;
extern const Rule repeated_merge;
extern const Rule quoted_merge;
extern const Rule boolean_word;
extern const Rule date_without_quotes;
extern const Rule text_after_document_end;
extern const Rule invalid_utf8;
extern const Rule number_changed_by_reading;
extern const Rule helm_template_not_rendered;
extern const Rule json_patch_not_judged;
extern const Rule suppression_unknown;
extern const Rule suppression_unused;
extern const Rule unknown_kind_best_effort;
extern const Rule accelerator_in_unknown_kind;
extern const Rule unknown_field;
extern const Rule misplaced_field;
extern const Rule wrong_type;
extern const Rule pod_fields_at_top_level;

std::vector<const Rule*> catalogue() {
  return {
      // GPU1xx
      &gpu_limit_missing,
      &gpu_request_not_limit,
      &gpu_count_fractional,
      &gpu_count_negative,
      &gpu_count_unreadable,
      &gpu_count_zero,
      &gpu_count_beyond_any_node,
      &accelerator_name_refused,
      &accelerator_name_unknown,
      &accelerator_name_retired,
      &gpu_outside_limits,
      &gpu_in_pod_resources,
      &gpu_in_ephemeral_container,
      &gpu_in_init_container_only,
      &gpu_share_in_sidecar,
      &gpu_without_cpu_memory,
      &mig_profile_unknown,
      &mig_slices_several,
      &mig_beside_gpu,
      &accelerator_vendors_mixed,
      &accelerator_pair_excluded,
      &accelerator_companion_alone,
      &accelerator_amount_out_of_range,
      &accelerator_scheduler_missing,
      &gpu_fraction_invalid,
      &gpu_fraction_beside_gpu,
      &hami_pod_refused,
      &hami_annotation_contradiction,
      &tpu_selector_missing,
      &tpu_count_not_a_machine,
      &claim_not_in_pod,
      &claim_in_alpha_form,
      &claim_reference_not_one,
      &shared_cards_counted,
      &mig_profile_not_on_card,
      &launcher_asks_for_gpu,

      // GPU2xx
      &toleration_missing,
      &toleration_value_mismatch,
      &toleration_effect_mismatch,
      &toleration_effect_unknown,
      &toleration_exists_with_value,
      &toleration_seconds_without_no_execute,
      &toleration_key_missing,
      &toleration_operator_unknown,
      &toleration_not_a_label,
      &toleration_repeated,
      &blanket_toleration,
      &daemonset_toleration_missing,
      &gpu_not_requested,
      &gpu_taint_tolerated_without_gpu,
      &node_selector_missing,
      &node_selector_conflict,
      &node_label_invalid,
      &gpu_product_unknown,
      &gpu_label_misspelt,
      &whole_gpu_on_mig_nodes,
      &discovered_label_on_autoscaled_pool,
      &node_affinity_operator_unknown,
      &node_affinity_values_count,
      &node_affinity_not_an_integer,
      &gpu_memory_bound_exact,
      &node_affinity_term_empty,
      &node_affinity_terms_missing,
      &node_affinity_match_fields_invalid,
      &placement_contradiction,
      &affinity_weight_out_of_range,
      &node_affinity_only_excludes,
      &anti_affinity_selector_empty,
      &anti_affinity_misses_own_pods,
      &topology_key_missing,
      &anti_affinity_blocks_rollout,
      &anti_affinity_missing,
      &spread_selector_misses_own_pods,
      &topology_key_nonstandard,
      &gpu_label_home_made,
      &match_label_keys_invalid,
      &spread_constraint_invalid,
      &pod_selector_invalid,
      &ascend_count_beyond_board,

      // GPU3xx
      &visible_devices_env,
      &visible_devices_from_source,
      &device_selection_env,
      &vendor_visible_devices_env,
      &host_device_path,
      &host_driver_path,
      &device_plugin_socket,
      &runtime_socket,
      &mps_pipe,
      &privileged_container,
      &host_ipc,
      &host_pid,
      &device_list_mount,
      &cdi_annotation,
      &monitor_resource,
      &node_name,
      &host_name_pin,
      &foreign_scheduler,
      &runtime_class_without_request,
      &debug_container,
      &dra_admin_access,

      // GPU7xx
      &duplicate_key,
      &colliding_keys,
      &merge_overrides_key,
      &repeated_merge,
      &quoted_merge,
      &boolean_word,
      &date_without_quotes,
      &text_after_document_end,
      &invalid_utf8,
      &number_changed_by_reading,
      &helm_template_not_rendered,
      &json_patch_not_judged,
      &suppression_unknown,
      &suppression_unused,
      &unknown_kind_best_effort,
      &accelerator_in_unknown_kind,
      &unknown_field,
      &misplaced_field,
      &wrong_type,
      &pod_fields_at_top_level,

  };
}

} // namespace gpulint
