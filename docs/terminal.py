"""Draws the picture of README from a real run: `pip install rich`, then

    CLICOLOR_FORCE=1 judge run eat-the-chip enjapma-game | python3 docs/terminal.py > docs/terminal.svg
"""

import re
import sys

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

console = Console(record=True, width=100, file=open("/dev/null", "w"))
console.print(Text("$ judge run eat-the-chip enjapma-game", style="bold"))
console.print(Text.from_ansi(sys.stdin.read().rstrip()))
picture = console.export_svg(title="judge run", theme=MONOKAI)
# Whoever looks at the picture needs no font of somebody else's server.
sys.stdout.write(re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.S))
