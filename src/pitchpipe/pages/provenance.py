"""What is needed to repeat a run."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from pitchpipe.pages.page import Section
from pitchpipe.pages.table import Table


def provenance(settings: Mapping[str, Any], signatures: Mapping[str, str], command: str = "") -> Section:
    """The command, settings with the seed among them, metrics by their signatures, and versions."""
    shown = [[name, _value(value)] for name, value in settings.items() if not isinstance(value, Mapping)]
    versions = [
        ["pitchpipe", version("pitchpipe")],
        ["NumPy", version("numpy")],
        ["Python", platform.python_version()],
        ["system", f"{platform.system()} {platform.machine()}"],
    ]
    return Section(
        "To repeat this",
        [
            *([Table("command", "Command", ["this builds the same system"], [[command]])] if command else []),
            Table("settings", "Settings", ["setting", "value"], shown),
            Table(
                "signatures", "Metrics", ["metric", "signature"], [list(one) for one in signatures.items()]
            ),
            Table("versions", "Versions that wrote this report", ["what", "version"], versions),
        ],
        "The same settings, seed and text give the same weights, whatever the number of threads; online methods only where "
        "they are synchronous.",
        beside=True,
    )


def _value(value: Any) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
