"""Figures as drawings: well-formed, with every value in its place."""

import math
from statistics import fmean
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitchpipe.pages import Bars, Dots, Figure, HeatMap, Line, Lines, to_png
from pitchpipe.pages.scale import Scale, scale_of, without_far_out
from pitchpipe.pages.size import HEIGHT, WIDTH

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = st.floats(-1e6, 1e6)
AWKWARD = "<b> & \"quotes\" 'x' — ü"


def drawn(content, title="a figure"):
    return ElementTree.fromstring(Figure("f", title, content).to_svg())


def titles(svg):
    return [one.text for one in svg.iter(f"{SVG}title")]


@given(NUMBERS, st.floats(1e-6, 1e6), st.integers(2, 10))
@example(879609.9999999999, 1e-6, 6)
def test_ticks_are_round_numbers_within_the_range(low, size, most):
    scale = Scale(low, low + size, 0, 100)
    ticks = scale.ticks(most)
    values = [value for value, _ in ticks]
    assert len(values) <= most + 1
    assert all(low - 1e-6 * size <= value <= low + size * (1 + 1e-6) for value in values)
    if len(values) > 2:
        steps = np.diff(values)
        assert steps == pytest.approx(steps[0], rel=1e-6, abs=1e-9 * max(1, abs(low)))
        assert len({label for _, label in ticks}) == len(ticks)


@given(st.lists(NUMBERS, max_size=5))
def test_a_scale_has_room_for_all_values(values):
    scale = scale_of(values, 10, 90)
    assert scale.low < scale.high
    assert all(10 <= scale(value) <= 90 for value in values)


@given(
    st.lists(st.tuples(st.integers(-5, 50), NUMBERS | st.just(math.nan)), min_size=1, max_size=8),
    st.booleans(),
)
def test_lines_have_a_marker_with_its_value_for_each_point(points, steps):
    x, y = zip(*points, strict=True)
    svg = drawn(Lines([Line(AWKWARD, x, y, steps=steps), Line("other", [0], [0])], "x", "y", digits=3))
    said = titles(svg)
    for one, value in points:
        assert (f"{AWKWARD}: {value:.3f} at x {one:g}" in said) == math.isfinite(value)
    width, height = float(svg.get("width")), float(svg.get("height"))
    for circle in svg.iter(f"{SVG}circle"):
        assert 0 <= float(circle.get("cx")) <= width
        assert 0 <= float(circle.get("cy")) <= height


def test_steps_hold_a_value_until_the_next():
    svg = drawn(Lines([Line("a", [0, 1, 2], [5, 7, 7], steps=True, markers=False)], "x", "y"))
    path = next(svg.iter(f"{SVG}path")).get("d")
    assert path.count("H") == path.count("V") == 2


def test_many_lines_are_told_apart_by_colour_and_shape():
    svg = drawn(Lines([Line(str(i), [0, 1], [i, i]) for i in range(6)], "x", "y"))
    colours = [path.get("stroke") for path in svg.iter(f"{SVG}path")]
    assert len(set(colours)) == 6
    assert list(svg.iter(f"{SVG}polygon"))


@given(st.lists(NUMBERS, min_size=1, max_size=6))
def test_bars_are_as_long_as_their_values(values):
    svg = drawn(Bars([f"{AWKWARD} {i}" for i in range(len(values))], values, 1))
    rects = list(svg.iter(f"{SVG}rect"))
    assert titles(svg) == [f"{AWKWARD} {i}: {value:.1f}" for i, value in enumerate(values)]
    widths = [float(rect.get("width")) for rect in rects]
    longest = max(map(abs, values))
    for width, value in zip(widths, values, strict=True):
        if longest > 1:
            assert width / max(widths) == pytest.approx(abs(value) / longest, abs=0.05)
        assert 0 <= width <= 440


@given(st.lists(st.lists(NUMBERS, max_size=4), min_size=1, max_size=5))
def test_dots_have_their_values_and_a_stroke_at_their_mean(rows):
    names = [f"{AWKWARD} {i}" for i in range(len(rows))]
    svg = drawn(Dots(names, rows, "bleu", [[f"seed {n}" for n in range(len(row))] for row in rows]))
    said = titles(svg)
    for name, row in zip(names, rows, strict=True):
        for number, value in enumerate(row):
            assert f"{name}, seed {number}: {value:.2f}" in said
        if row:
            assert f"{name}: mean {fmean(row):.2f}" in said
    places = [float(dot.get("cx")) for dot in svg.iter(f"{SVG}circle")]
    values = [value for row in rows for value in row]
    assert len(places) == len(values)
    assert all(0 <= place <= 440 for place in places)
    assert [values[i] for i in np.argsort(places, kind="stable")] == pytest.approx(
        sorted(values), abs=1e-2 * (1 + np.ptp(values or [0]))
    )


def test_long_names_keep_their_end_where_features_differ():
    svg = drawn(HeatMap([f"AnotherHierarchicalReordering0_{i}" for i in range(14)], ["a"], np.zeros((14, 1))))
    words = [one.text for one in svg.iter(f"{SVG}text")]
    assert [word for word in words if word.startswith("Another")] == [
        f"AnotherHiera…Reordering0_{i}" if i < 10 else f"AnotherHiera…eordering0_{i}" for i in range(14)
    ]


def test_equal_factors_are_equally_wide_on_a_logarithmic_axis():
    svg = drawn(Lines([Line("a", [2, 4, 8, 32], [1, 2, 3, 4])], "beam", "bleu", log_x=True))
    places = [float(circle.get("cx")) for circle in svg.iter(f"{SVG}circle")]
    assert np.diff(places) == pytest.approx((places[1] - places[0]) * np.array([1, 1, 2]), abs=0.1)
    ticks = {one.text: float(one.get("x")) for one in svg.iter(f"{SVG}text") if one.get("x") != "0"}
    assert [ticks[label] for label in ("2", "4", "8", "32")] == places
    assert "a: 3.00 at beam 8" in titles(svg)


def test_a_small_heat_map_has_its_numbers_in_the_cells():
    svg = drawn(HeatMap(["mert", "pro"], ["bleu", "ter", "chrf"], [[1, 2, 3], [4, 5, 6.5]], digits=1))
    words = [one.text for one in svg.iter(f"{SVG}text")]
    for expected in ("mert", "pro", "bleu", "ter", "chrf", "1.0", "6.5"):
        assert expected in words
    assert "pro, chrf: 6.5" in titles(svg)


def test_few_columns_have_their_names_however_long():
    columns = [f"mert(directions=random, smoothing=average:{i})" for i in range(8)]
    svg = drawn(HeatMap(["a", "b"], columns, np.zeros((2, 8))))
    written = [one.text for one in svg.iter(f"{SVG}text")]
    assert all(any(name.endswith(f":{i})") for name in written) for i in range(8))
    low = [
        float(one.get("transform").split()[1].rstrip(")"))
        for one in svg.iter(f"{SVG}text")
        if one.get("transform")
    ]
    assert max(low) < float(svg.get("height"))
    short = drawn(HeatMap(["a", "b"], list("abcdefgh"), np.zeros((2, 8))))
    assert float(short.get("height")) < float(svg.get("height"))


def test_a_heat_map_may_be_coloured_by_something_else():
    values = [[10.0, 50.0], [12.0, 40.0]]
    centred = np.array(values) - np.mean(values, axis=0)
    svg = drawn(HeatMap(["a", "b"], ["x", "y"], values, colour_by=centred, centre=0.0))
    cells = {rect[0].text: rect.get("fill") for rect in svg.iter(f"{SVG}rect") if rect.get("class") == "cell"}
    assert cells["a, y: 50.00"] != cells["a, x: 10.00"]
    assert cells["a, y: 50.00"] == "#055a96"
    assert cells["b, y: 40.00"] == "#b25806"


@pytest.mark.parametrize("values", [[[5.0, 5.0]], [[0.0, 0.0], [0.0, 0.0]]])
def test_a_flat_heat_map_is_drawn_too(values):
    names = [str(i) for i in range(len(values))]
    assert len(list(drawn(HeatMap(names, ["a", "b"], values)).iter(f"{SVG}rect"))) > 2


def test_a_large_heat_map_has_no_numbers_in_its_cells():
    names = [str(i) for i in range(30)]
    svg = drawn(HeatMap(names, names, np.arange(900.0).reshape(30, 30)))
    assert "450.00" not in [one.text for one in svg.iter(f"{SVG}text")]
    assert len(titles(svg)) == 900


def test_what_a_figure_shows_is_said_to_those_who_cannot_see_it():
    svg = drawn(Bars(["a"], [1.0]), title=AWKWARD)
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == AWKWARD


def test_a_picture_has_letters_and_colours():
    png = to_png(Figure("f", "f", Bars(["a name"], [1.0])).to_svg())
    without = to_png(Figure("f", "f", Bars([""], [1.0])).to_svg())
    assert png.startswith(b"\x89PNG")
    assert len(png) > len(without)


@given(st.lists(NUMBERS, max_size=30))
def test_only_what_would_take_up_half_of_the_scale_is_far_out(values):
    near = without_far_out(values)
    left = sorted(values)
    for value in near:
        left.remove(value)
    if left:
        assert max(values) - min(values) > 2 * (max(near) - min(near))
        assert len(left) <= len(values) / 2
        assert all(value < min(near) or value > max(near) for value in left)


def test_one_bad_round_does_not_flatten_a_learning_curve():
    rounds, scores = range(8), [33.7, 2.9, 34.5, 34.6, 35.1, 35.3, 35.5, 35.6]
    svg = drawn(Lines([Line("bleu", rounds, scores)], "iteration", "bleu", robust=True))
    heights = [float(one.get("cy")) for one in svg.iter(f"{SVG}circle")]
    assert len(heights) == 7
    assert max(heights) - min(heights) > HEIGHT / 2
    assert "bleu: 2.90 at iteration 1, beyond the scale" in titles(svg)
    assert "2.90" in [one.text for one in svg.iter(f"{SVG}text")]


def test_curves_without_a_bad_round_are_drawn_whole():
    scores = [30.0, 33.0, 34.5, 34.6, 35.1, 35.3]
    drawings = [
        drawn(Lines([Line("a", range(6), scores)], "x", "y", robust=robust)) for robust in (False, True)
    ]
    assert ElementTree.tostring(drawings[0]) == ElementTree.tostring(drawings[1])


def test_numbers_beyond_the_scale_do_not_cover_each_other():
    curves = [Line(str(i), range(8), [30.0 + i, 1.0 + i, *[35.0 + i / 10] * 6]) for i in range(3)]
    svg = drawn(Lines(curves, "x", "y", robust=True))
    labels = [one for one in svg.iter(f"{SVG}text") if "halo" in one.get("class")]
    assert {"1.00", "2.00", "3.00"} <= {one.text for one in labels}
    places = [(float(one.get("x")), float(one.get("y"))) for one in labels]
    assert len(set(places)) == len(places)
    assert all(0 <= y <= HEIGHT for _, y in places)


@pytest.mark.parametrize("rows", [1, 4, 15])
def test_figures_have_one_size(rows):
    names = [f"name {i}" for i in range(rows)]
    for content in (
        Bars(names, [1.0] * rows),
        Dots(names, [[1.0, 2.0]] * rows, "x"),
        HeatMap(names, ["a", "b"], [[1.0, 2.0]] * rows),
        HeatMap([str(i) for i in range(25)], [str(i) for i in range(25)], np.eye(25)),
        Lines([Line(name, [0, 1], [0, 1]) for name in names[:6]], "x", "y"),
    ):
        assert content.draw()[:2] == pytest.approx((WIDTH, HEIGHT))


def test_maps_on_one_scale_have_the_same_colour_for_the_same_value():
    def colour(values):
        svg = drawn(HeatMap(["a", "b"], ["x"], values, centre=0.0, reach=0.5))
        return next(one for one in svg.iter(f"{SVG}rect") if one.get("class") == "cell").get("fill")

    assert colour([[0.1], [0.2]]) == colour([[0.1], [0.5]])


@given(st.text())
def test_any_text_makes_a_figure_that_xml_readers_take(words):
    from xml.etree import ElementTree

    from pitchpipe.pages import svg

    ElementTree.fromstring(svg.element("g", svg.text(0, 0, words), svg.title(words), aria_label=words))
