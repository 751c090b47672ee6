#include <nanobind/nanobind.h>

#include <exception>

#include "python/bindings.h"
#include "util/file_error.h"

namespace {

void raise_file_error(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const pitchpipe::util::FileError& error) {
    nanobind::object arguments = nanobind::make_tuple(error.code(), error.what());
    PyErr_SetObject(PyExc_OSError, arguments.ptr());
  }
}

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "The native kernels of pitchpipe; use the Python packages that wrap them.";
  nanobind::register_exception_translator(raise_file_error);
  pitchpipe::python::bind_bleu(module);
  pitchpipe::python::bind_line_search(module);
  pitchpipe::python::bind_online_learners(module);
  pitchpipe::python::bind_nbest_reader(module);
  pitchpipe::python::bind_error_rates(module);
  pitchpipe::python::bind_chrf(module);
  pitchpipe::python::bind_meteor(module);
  pitchpipe::python::bind_nist(module);
  pitchpipe::python::bind_pair_statistics(module);
  pitchpipe::python::bind_pair_sampler(module);
  pitchpipe::python::bind_duplicates(module);
  pitchpipe::python::bind_corpus(module);
  pitchpipe::python::bind_outside_features(module);
  pitchpipe::python::bind_rule_features(module);
  pitchpipe::python::bind_word_classes(module);
  pitchpipe::python::bind_decoder(module);
  pitchpipe::python::bind_phrases(module);
  pitchpipe::python::bind_chart(module);
  pitchpipe::python::bind_grammar(module);
  pitchpipe::python::bind_lm(module);
  pitchpipe::python::bind_align(module);
  pitchpipe::python::bind_lm_estimate(module);
  pitchpipe::python::bind_lexical_metrics(module);
}
