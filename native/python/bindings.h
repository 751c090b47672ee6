#pragma once

#include <nanobind/nanobind.h>

namespace pitchpipe::python {

// One function for each file of this folder.
void bind_bleu(nanobind::module_& module);
void bind_line_search(nanobind::module_& module);
void bind_online_learners(nanobind::module_& module);
void bind_nbest_reader(nanobind::module_& module);
void bind_error_rates(nanobind::module_& module);
void bind_chrf(nanobind::module_& module);
void bind_meteor(nanobind::module_& module);
void bind_nist(nanobind::module_& module);
void bind_pair_statistics(nanobind::module_& module);
void bind_pair_sampler(nanobind::module_& module);
void bind_duplicates(nanobind::module_& module);
void bind_corpus(nanobind::module_& module);
void bind_outside_features(nanobind::module_& module);
void bind_rule_features(nanobind::module_& module);
void bind_decoder(nanobind::module_& module);
void bind_phrases(nanobind::module_& module);
void bind_chart(nanobind::module_& module);
void bind_grammar(nanobind::module_& module);
void bind_lm(nanobind::module_& module);
void bind_align(nanobind::module_& module);
void bind_lm_estimate(nanobind::module_& module);
void bind_word_classes(nanobind::module_& module);
void bind_lexical_metrics(nanobind::module_& module);

}  // namespace pitchpipe::python
