"""For all tests: what a run should say at its end."""

from typing import Any

LIBRARY_SUITE = "tests/streams/test_library_suite.py"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many of the event-store library's own cases ran against our recorders, so that nobody takes none for all."""
    outcomes = {
        outcome: sum(
            report.nodeid.startswith(LIBRARY_SUITE) and getattr(report, "when", "call") == "call"
            for report in terminalreporter.stats.get(outcome, ())
        )
        for outcome in ("passed", "failed")
    }
    if any(outcomes.values()):
        terminalreporter.write_line(
            f"The event-store library's own test cases: {outcomes['passed']} passed, {outcomes['failed']} failed."
        )
