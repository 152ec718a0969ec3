#!/bin/sh
# Draws the picture of the HTML page in README from a real run, with `judge` and `chromium` on the PATH:
#
#     docs/page.sh
#
# It is a page like any other: `judge run … --report run.html`, opened at one of its cells.
set -eu
cd "$(dirname "$0")/.."
page=$(mktemp -d)/run.html
judge run eat-the-chip --report "$page" > /dev/null
cell='#eat-the-chip:wrong_answer%2Floose-tie.py:sample%2F1'
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1460,880 \
    --screenshot=docs/page.png "file://$page$cell" 2> /dev/null
