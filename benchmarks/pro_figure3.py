"""Figure 3 of Hopkins and May (2011): who learns the gold weights back as features grow in number?

500 sentences of 100 candidates, features uniform from 0 to 500, the gold score a linear function of them; then the
same with Gaussian noise of standard deviation 500 on the features. Prints the cosine between the weights found and
the gold ones, and draws it. In the paper PRO stays near 1 on clean data and MERT falls.

MERT has 20 restarts along the features, and each search goes on until it makes no further progress, as in the paper.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from pitchpipe.data import linear_pool
from pitchpipe.lists import Pool
from pitchpipe.tuning import tune

DIMENSIONS = (10, 30, 100, 300, 1000)
NOISE = 500.0
REPETITIONS = 3
PLOT = Path("build/pro_figure3.svg")

# One unit for all features: as in the paper, nothing has to be put on one scale.
LEARNERS = {
    "mert": "mert(basis=features, restarts=20, follow=all)",
    "pro": "pro(standardize=false)",
    "regression": "regression",
    "kbmira": "kbmira",
}
Key = tuple[str, float, int]
"""Method, noise, number of features."""


def cosine(pool: Pool, gold: np.ndarray, spec: str) -> tuple[float, float]:
    """How near the weights found are to the gold ones, and the seconds it took."""
    tuned = tune(pool, spec, "gold", threads=os.cpu_count() or 1)
    found = pool.vector(tuned.weights)
    return float(found @ gold / np.linalg.norm(found) / np.linalg.norm(gold)), tuned.seconds


def measure() -> dict[Key, float]:
    print("mean cosine to the gold weights over three repetitions, and (seconds)")
    print(f"{'features':>10}{'noise':>7}" + "".join(f"{name:>18}" for name in LEARNERS))
    means: dict[Key, float] = {}
    for dimension in DIMENSIONS:
        for noise in (0.0, NOISE):
            pools = [
                linear_pool(features=dimension, noise=noise, seed=1 + index) for index in range(REPETITIONS)
            ]
            shown = ""
            for name, spec in LEARNERS.items():
                mean, seconds = np.mean([cosine(pool, gold, spec) for pool, gold in pools], axis=0)
                means[name, noise, dimension] = float(mean)
                shown += f"{mean:9.3f} ({seconds:5.1f}s)"
            print(f"{dimension:10}{noise:7.0f}{shown}", flush=True)
    return means


def draw(means: dict[Key, float], path: Path) -> None:
    try:
        import matplotlib
    except ImportError:
        print("no plot: matplotlib is not installed (pip install 'pitchpipe[plot]')")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for index, name in enumerate(dict.fromkeys(key[0] for key in means)):
        for noise, style in ((0.0, "-"), (NOISE, "--")):
            values = [means[name, noise, dimension] for dimension in DIMENSIONS]
            label = f"{name}, noisy" if noise else name
            # Thinner and thinner: lines that lie on each other stay visible.
            axes.plot(
                DIMENSIONS,
                values,
                style,
                color=f"C{index}",
                marker="osD^"[index % 4],
                markersize=10 - 2 * index,
                linewidth=4.5 - index,
                label=label,
            )
    axes.set(xscale="log", ylim=(0, 1.03), xlabel="features", ylabel="cosine to the gold weights")
    axes.set_xticks(DIMENSIONS, [str(dimension) for dimension in DIMENSIONS])
    axes.minorticks_off()
    axes.legend(loc="lower left")
    axes.grid(alpha=0.3)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, bbox_inches="tight")
    pyplot.close(figure)
    print(f"plot: {path}")


def main() -> None:
    draw(measure(), PLOT)


if __name__ == "__main__":
    main()
