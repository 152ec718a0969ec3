#!/bin/sh
# The runs in the picture of README, with `judge` on the PATH.
# As on a terminal of that width.
export CLICOLOR_FORCE=1 COLUMNS=120
show() {
    printf '\033[1m$ %s\033[0m\n' "$*"
    "$@" 2>/dev/null
}
show judge run northcott-game
show judge run eat-the-chip loose-tie --expect AC
