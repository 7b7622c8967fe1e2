"""The benchmark behind `souls bench`: what we hold ourselves to, measured side by side in one run."""

from tools.bench.run import GROUPS, run_bench

__all__ = ["GROUPS", "run_bench"]
