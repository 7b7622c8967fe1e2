# What people and CI type most, in one word. Options: make play ARGS="--seed 7"
.PHONY: play test slow check bench

play:
	@python3 tools/bootstrap.py play $(ARGS)

test:
	@python3 tools/bootstrap.py test $(ARGS)

slow:
	@python3 tools/bootstrap.py test --slow $(ARGS)

# Lint, types, and the contract between the floors, in the environment that `make test` makes.
check:
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports

bench:
	@python3 tools/bootstrap.py run bench $(ARGS)
