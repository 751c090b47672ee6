"""Moses's phrase-based and hierarchical models turned into ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name
from pitchpipe.grammar import read_rules
from pitchpipe.lm import LanguageModel
from pitchpipe.model.features import TableFeatures
from pitchpipe.model.model import Language, Model, Table, check_weights
from pitchpipe.model.moses.chart import chart_limits, glue_of, take_glue
from pitchpipe.model.moses.features import read_features, with_limit
from pitchpipe.model.moses.files import arpa_file, text_file
from pitchpipe.model.moses.ini import Sections, read_sections, whole
from pitchpipe.model.moses.old_ini import read_old
from pitchpipe.model.moses.plan import LanguageModelFile, PhraseTableFile, Plan
from pitchpipe.model.moses.search import search_settings
from pitchpipe.model.moses.sections import check_sections, is_chart
from pitchpipe.model.new_folder import new_folder
from pitchpipe.phrases import PhraseTable, read_moses

Say = Callable[[str], None]


def convert(ini: StrPath, folder: StrPath, *, progress: Say | None = None) -> Model:
    """Turn the model that a moses.ini describes, text tables and ARPA language models, into a folder of ours.

    Files that the moses.ini names by relative paths are looked for beside it. What our decoders cannot do is an
    `InputError`; `progress` is called with what is read and with each section that is ignored.
    """
    say = progress or (lambda _: None)
    sections = read_sections(ini)
    check_sections(sections, say)
    plan = _plan(ini, sections)
    if is_chart(sections):
        return _convert_chart(ini, folder, sections, plan, say)
    search = search_settings(sections, plan, say)
    if any(one.type.kind.startswith("hier") for one in plan.reordering):
        say(
            "hier-: orientations to the next phrase differ from Moses's where a jump crosses a gap and translated words"
        )
    base = Path(ini).parent
    with new_folder(folder) as out:
        tables = [_table(plan, i, base, out, say) for i in range(len(plan.tables))]
        _check_lengths(sections, tables)
        languages = [_language(one, i, base, out, say) for i, one in enumerate(plan.languages)]
        weights = plan.our_weights([len(one.table.facts.scores) for one in tables])
        model = Model(tables, languages, weights, search=search)
        check_weights(model, input_name(ini))
        model.save(out)
    return Model.read(folder)


def _convert_chart(ini: StrPath, folder: StrPath, sections: Sections, plan: Plan, say: Say) -> Model:
    base = Path(ini).parent
    _check_chart(plan)
    all_tables = list(plan.tables)
    glue = take_glue(plan, base)
    if len(plan.tables) != 1:
        raise InputError(f"{glue.table.place}: found {len(plan.tables)} grammars beside glue, expected one")
    search = chart_limits(sections, plan.tables[0], say)
    with new_folder(folder) as out:
        table = _grammar(plan.tables[0], base, out, say)
        languages = [_language(one, i, base, out, say) for i, one in enumerate(plan.languages)]
        plan.tables = all_tables
        scores = [1 if one is glue.table else len(table.table.facts.scores) for one in all_tables]
        weights = plan.our_weights(scores)
        del weights["Distortion0"]
        model = Model([table], languages, weights, search=search, glue=glue_of(glue))
        check_weights(model, input_name(ini))
        model.save(out)
    return Model.read(folder)


def _check_chart(plan: Plan) -> None:
    for one in plan.reordering:
        raise InputError(f"{one.place}: found a reordering model, expected none in a hierarchical model")
    if "Distortion" in plan.plain:
        place, _ = plan.plain["Distortion"]
        raise InputError(f"{place}: found Distortion, expected none in a hierarchical model")


def _grammar(file: PhraseTableFile, base: Path, out: Path, say: Say) -> Table:
    say(f"converting rule table {file.path}")
    text = text_file(base / file.path, file.place)
    table = read_rules(text, out / "rules0.table", format="moses", labels=False)
    _check_scores(file, table)
    return Table(table, TableFeatures(file.name, ()), "rules0.table")


def _check_scores(file: PhraseTableFile, table: PhraseTable) -> None:
    if file.scores not in (None, len(table.facts.scores)):
        raise InputError(
            f"{file.place}: found {len(table.facts.scores)} scores in {file.path}, expected {file.scores}"
        )


def _plan(ini: StrPath, sections: Sections) -> Plan:
    if "feature" in sections and "ttable-file" in sections:
        place = sections["ttable-file"][0].place
        raise InputError(f"{place}: found [ttable-file] and [feature], expected an ini of one format")
    if "ttable-file" in sections:
        plan = read_old(sections)
    elif "feature" in sections:
        plan = read_features(sections)
    else:
        raise InputError(f"{input_name(ini)}: found no section [feature], expected the model's features")
    if not plan.tables:
        raise InputError(f"{input_name(ini)}: found no phrase table, expected one in the section [feature]")
    with_limit(plan, sections.get("ttable-limit", []))
    mapped = {whole(line.text.split()[-1], line.place) for line in sections.get("mapping", [])}
    if mapped and mapped != set(range(len(plan.tables))):
        place = sections["mapping"][0].place
        raise InputError(
            f"{place}: found a mapping of {len(mapped)} tables, expected each of {len(plan.tables)} once"
        )
    return plan


def _table(plan: Plan, i: int, base: Path, out: Path, say: Say) -> Table:
    file: PhraseTableFile = plan.tables[i]
    path = f"phrases{i}.table"
    say(f"converting phrase table {file.path}")
    # Moses looks up the phrase pairs of all tables in each reordering model.
    table = read_moses(
        text_file(base / file.path, file.place),
        [text_file(base / one.path, one.place) for one in plan.reordering],
        path=out / path,
        reordering_models=[one.type.kind for one in plan.reordering],
        reordering_columns=[one.type.table(one.missing) for one in plan.reordering],
        lacking=lambda count: say(f"{count} phrase pairs have no line in a reordering table"),
    )
    _check_scores(file, table)
    return Table(table, TableFeatures(file.name, tuple(one.name for one in plan.reordering)), path)


def _language(file: LanguageModelFile, i: int, base: Path, out: Path, say: Say) -> Language:
    path = f"lm{i}.lm"
    say(f"converting language model {file.path}")
    LanguageModel.read(arpa_file(base / file.path, file.place)).save(out / path)
    model = LanguageModel.read(out / path)
    if file.order and file.order < model.order:
        say(f"{file.path} has the order {model.order}, which is used, not {file.order}")
    if file.counts_unknown:
        return Language(model, f"{file.name}_0", f"{file.name}_1", path)
    return Language(model, file.name, path=path)


def _check_lengths(sections: Sections, tables: list[Table]) -> None:
    for line in sections.get("max-phrase-length", [])[:1]:
        longest = max(one.table.facts.longest_source for one in tables)
        if longest > line.whole():
            raise InputError(
                f"{line.place}: found [max-phrase-length] {line.text} and source phrases of {longest} words, expected "
                "tables without longer phrases; filter the table"
            )
