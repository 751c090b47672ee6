"""Every reader, with good inputs for it."""

from __future__ import annotations

from .judge_targets import JUDGE_TARGETS
from .learning_targets import LEARNING_TARGETS
from .list_targets import LIST_TARGETS
from .model_targets import MODEL_TARGETS
from .program_targets import PROGRAM_TARGETS
from .request_targets import REQUEST_TARGETS
from .run_targets import RUN_TARGETS
from .text_targets import TEXT_TARGETS

GROUPS = (
    LIST_TARGETS,
    TEXT_TARGETS,
    MODEL_TARGETS,
    LEARNING_TARGETS,
    RUN_TARGETS,
    JUDGE_TARGETS,
    REQUEST_TARGETS,
    PROGRAM_TARGETS,
)
TARGETS = {one.name: one for group in GROUPS for one in group}
