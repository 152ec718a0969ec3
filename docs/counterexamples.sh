#!/bin/sh
# Prints the table of counterexamples of counterexamples.md: for every wrong solution of every game an
# input that it fails on, searched for 10 s and then made small. It takes twenty minutes on two cores.
# Usage: docs/counterexamples.sh [NAME…]      the games, all of them if none is named
cd "$(dirname "$0")/.." || exit 1
test $# -gt 0 || set -- $(ls problems)
judge=${JUDGE:-"cargo run --release --quiet --bin judge --"}
for name in "$@"; do
    printf '\n### %s\n' "$name"
    $judge stress --problem "$name" --shrink-time "${SHRINK:-60s}" --format markdown
done
