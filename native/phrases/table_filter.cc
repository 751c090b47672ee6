#include "phrases/table_filter.h"

namespace pitchpipe::phrases {

void filter_table(const PhraseTable& table, const PhraseFilter& filter, const PhraseSet* only, TableWriter& writer) {
  for (std::size_t p = 0; p < table.phrase_count(); ++p) {
    std::span<const WordId> source = table.phrase(p);
    if (source.empty() || (only && !only->contains(source))) continue;
    PhraseTable::Range range = table.range(p);
    std::size_t kept = 0;
    for (std::size_t i = range.begin; i < range.end && kept < filter.top; ++i) {
      PhraseTable::Entry entry = table.entry(i);
      if (!filter.passes(entry)) continue;
      if (kept++ == 0) writer.begin(source);
      writer.add(entry);
    }
  }
}

}  // namespace pitchpipe::phrases
