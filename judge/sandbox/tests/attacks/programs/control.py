# Control: Python with a thread, a child, and a file.
import os, subprocess, sys, tempfile, threading
t = threading.Thread(target=lambda: None); t.start(); t.join()
with tempfile.TemporaryFile() as f: f.write(b"x")
assert subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True).stdout == b"1\n"
print(sum(map(int, open(0).read().split())))
