"""What all pages on jobs have in common."""

from .pages import JOBS


def test_pages_on_jobs_start_with_what_to_run_and_are_short():
    for page in JOBS.glob("*.md"):
        lines = page.read_text().splitlines()
        assert len(lines) < 120, page.name
        assert lines[0].startswith("# "), page.name
        assert lines[2].startswith("```"), page.name
