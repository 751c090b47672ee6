#include "tuning/nbest_reader.h"

#include <nanobind/stl/string.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "python/arrays.h"
#include "python/bindings.h"
#include "util/quoted.h"

namespace pitchpipe::python {
namespace {

using namespace pitchpipe::tuning;

NbestFormat format_of(const std::string& name) {
  using Field = NbestFormat::Field;
  using Style = NbestFormat::Style;
  if (name == "auto") return {};
  if (name == "moses") return {Field::kThird, Style::kEquals};
  if (name == "moses-old" || name == "phrasal") return {Field::kThird, Style::kColon};
  if (name == "cdec" || name == "joshua") return {Field::kThird, Style::kPairs};
  if (name == "marian") return {Field::kMarian, Style::kUnknown};
  if (name == "travatar") return {Field::kFourth, Style::kPairs};
  throw std::invalid_argument("there is no n-best format " + name);
}

// The bytes belong to the object. What it is called goes into the message.
std::string_view utf8_of(nb::handle text, const char* what) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_Check(text.ptr()) ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
  if (!data) {
    PyErr_Clear();
    throw std::invalid_argument(std::string("found ") + what + " that is not valid Unicode, expected text");
  }
  std::string_view bytes(data, static_cast<std::size_t>(size));
  if (bytes.find('\0') != std::string_view::npos)
    throw std::invalid_argument(std::string("found a NUL character in ") + what + ", expected text");
  return bytes;
}

double number_of(std::string_view name, nb::handle value) {
  double number = NAN;
  if (PyFloat_Check(value.ptr())) number = PyFloat_AS_DOUBLE(value.ptr());
  if (PyLong_Check(value.ptr()) && !PyBool_Check(value.ptr())) number = PyLong_AsDouble(value.ptr());
  if (PyErr_Occurred()) {  // a whole number beyond the range of a double
    PyErr_Clear();
    number = NAN;
  }
  if (std::isfinite(number)) return number;
  throw std::invalid_argument("found something else as the value of " + util::quoted(name) +
                              ", expected a finite number");
}

void add(CandidateTable& table, std::int64_t group, nb::handle text,
         const nb::typed<nb::dict, nb::str, nb::handle>& features) {
  table.begin(group, utf8_of(text, "a candidate text"));
  for (auto [key, value] : features) {
    std::string_view name = utf8_of(key, "a feature name");
    double number = number_of(name, value);
    table.add(name, {&number, 1});
  }
}

template <class T>
NewArray<T> flat(std::vector<T>&& values) {
  std::size_t size = values.size();
  return array_of(std::move(values), {size});
}

auto release(CandidateTable& table) {
  CandidateTable::Columns columns = table.release();
  return std::make_tuple(flat(std::move(columns.groups)), flat(std::move(columns.texts)),
                         flat(std::move(columns.text_offsets)), flat(std::move(columns.starts)),
                         flat(std::move(columns.features)), flat(std::move(columns.values)));
}

auto names(const CandidateTable& table) {
  CandidateTable::Names found = table.names();
  return std::make_tuple(flat(std::move(found.bytes)), flat(std::move(found.offsets)));
}

}  // namespace

void bind_nbest_reader(nb::module_& module) {
  nb::class_<CandidateTable>(module, "CandidateTable", "Candidates in the order they are read.")
      .def(nb::init<>())
      .def("__len__", &CandidateTable::size)
      .def("add", &add, nb::arg("group"), nb::arg("text"), nb::arg("features"),
           "Add a candidate; features are numbers by name.")
      .def("release", &release,
           "Hand over groups, text bytes and offsets, entry starts, features and values of the rows so far; features "
           "keep their numbers.")
      .def("names", &names, "The bytes and the offsets of the names of all features, by number.");
  nb::class_<NbestReader>(module, "NbestReader", "Reads one n-best file, given in pieces, into a table.")
      .def(
          "__init__",
          [](NbestReader* self, CandidateTable& table, const std::string& format, std::int64_t group_limit) {
            new (self) NbestReader(table, format_of(format), group_limit);
          },
          nb::arg("table"), nb::arg("format"), nb::arg("group_limit"), nb::keep_alive<1, 2>())
      .def(
          "feed",
          [](NbestReader& reader, nb::bytes chunk) {
            std::string_view bytes(chunk.c_str(), chunk.size());
            nb::gil_scoped_release unlocked;
            reader.feed(bytes);
          },
          nb::arg("chunk"), "Read a piece of the file, cut anywhere.")
      .def("finish", &NbestReader::finish, nb::call_guard<nb::gil_scoped_release>(),
           "Read the last line, if it has no end.");
}

}  // namespace pitchpipe::python
