"""
For tests: a service of one's own that is there in a second and gone afterwards, with an empty workspace for each test. It needs Node, and the
service: a clone of its sources, or the npm package (docs/testing-your-integration.md). `pytest_plugin` has fixtures made of this.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import tempfile
import threading
from typing import Any, Dict, IO, List, Mapping, Optional, Union

from ._client import Client

_NEEDED = re.compile(
    r"(?:PATH|HOME|USER|LANG|TMPDIR|TEMP|TMP|XDG_CACHE_HOME|NODE_COMPILE_CACHE|SystemRoot|PATHEXT|ComSpec|APPDATA|LOCALAPPDATA|USERPROFILE)",
    re.IGNORECASE,
)
"""What programs need of an environment. The rest may be settings of the service."""

_GRACE = 20
"""Seconds that the service has to end by itself."""


def _program(directory: str) -> Optional[str]:
    """The program that the npm package in this folder installs, as its `bin` says."""
    manifest = os.path.join(directory, "package.json")
    if not os.path.exists(manifest):
        return None
    with open(manifest, encoding="utf-8") as file:
        found: Any = json.load(file).get("bin")
    return found.get("sales-pipeline") if isinstance(found, dict) else None


def _command(directory: str) -> List[str]:
    sources = os.path.join(directory, "scripts", "run.mjs")
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("The service needs Node 20 or later, and there is no node on the PATH.")
    if os.path.exists(sources):
        return [node, sources, os.path.join(directory, "src", "main.ts")]
    program = _program(directory)
    if program is not None:
        return [node, os.path.join(directory, program), "start"]
    raise RuntimeError(
        f"{directory} is not the folder of the service: name it by SALES_PIPELINE_DIR or directory, or npm install sales-pipeline."
    )


class Workspace:
    """An empty workspace with one board, and a client with the key of its owner."""

    def __init__(self, url: str, told: Mapping[str, Any]) -> None:
        self.api_key: str = told["apiKey"]
        self.workspace_id: str = told["workspaceId"]
        self.board_id: str = told["boardId"]
        self.user_id: str = told["userId"]
        self.email: str = told["email"]
        self.client = Client(url, self.api_key)


class Service(Workspace):
    """
    A running service; as a context manager it ends with its block. It also ends with this process, however that ends.

    :param directory: The folder of the service; left out, SALES_PIPELINE_DIR, or the npm package in ./node_modules.
    :param seed: Ids and keys that are the same in each run, from 0 to 1,000,000.
    :param now: A time, ISO 8601, at which the clock stands until `advance` or `move_to` moves it.
    :param env: Settings of the service.
    :param timeout: Seconds until it is ready at the latest; the first start of a version takes longest.
    """

    def __init__(
        self,
        directory: Optional[str] = None,
        *,
        seed: Optional[int] = None,
        now: Optional[str] = None,
        env: Optional[Mapping[str, str]] = None,
        timeout: float = 120,
    ) -> None:
        folder = directory or os.environ.get("SALES_PIPELINE_DIR") or os.path.join("node_modules", "sales-pipeline")
        flags = ["--ephemeral", "--control"]
        if seed is not None:
            flags.append(f"--seed={seed}")
        if now is not None:
            flags.append(f"--now={now}")
        kept = {name: value for name, value in os.environ.items() if _NEEDED.fullmatch(name)}
        self._said = tempfile.TemporaryFile()
        self._lines: "queue.Queue[Optional[str]]" = queue.Queue()
        self._lock = threading.Lock()
        self._count = 0
        self._process = subprocess.Popen(
            _command(os.path.abspath(folder)) + flags,
            cwd=os.path.abspath(folder),
            env={**kept, **(env or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        try:
            told = self._hear("url", timeout)
        except BaseException:
            self.stop()
            raise
        self.url: str = told["url"]
        self.data_dir: str = told["dataDir"]
        self.pid: int = told["pid"]
        super().__init__(self.url, told)

    def _read(self, output: "IO[str]") -> None:
        for line in output:
            self._lines.put(line)
        self._lines.put(None)

    def _hear(self, field: str, timeout: float) -> Dict[str, Any]:
        """The next line of JSON with this field."""
        while True:
            try:
                line = self._lines.get(timeout=timeout)
            except queue.Empty:
                raise RuntimeError(f"The service did not answer within {timeout:g} s.") from None
            if line is None:
                self._lines.put(None)
                raise RuntimeError(f"The service ended: {self._last_words()}")
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if isinstance(told, dict) and field in told:
                return told

    def _last_words(self) -> str:
        if self._said.closed:
            return "it was stopped."
        self._said.seek(0)
        return self._said.read()[-10_000:].decode("utf-8", "replace").strip()

    def _order(self, order: Dict[str, Any]) -> Dict[str, Any]:
        with self._lock:
            self._count += 1
            try:
                assert self._process.stdin is not None
                self._process.stdin.write(json.dumps({"id": self._count, **order}) + "\n")
                self._process.stdin.flush()
            except (OSError, ValueError):
                pass  # It has ended, which is heard of below.
            told = self._hear("id", 60)
        if "error" in told:
            raise ValueError(told["error"])
        return told

    def workspace(self, plan: str = "standard") -> Workspace:
        """A further workspace, which sees nothing of the others: make one for each test."""
        return Workspace(self.url, self._order({"workspace": {"plan": plan}}))

    def advance(self, seconds: float) -> str:
        """Moves the clock of `now` on, and returns its time."""
        return self._clock(round(seconds * 1_000))

    def move_to(self, time: str) -> str:
        """Moves the clock of `now` to a later time, ISO 8601."""
        return self._clock(time)

    def _clock(self, to: Union[int, str]) -> str:
        time: str = self._order({"clock": to})["now"]
        return time

    def stop(self) -> None:
        """Ends the service and removes its data."""
        process = self._process
        if process.stdin is not None and not process.stdin.closed:
            try:
                process.stdin.close()
            except OSError:
                pass
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        # Its output ends with it.
        self._reader.join(_GRACE)
        if process.stdout is not None:
            process.stdout.close()
        self._said.close()

    def __enter__(self) -> "Service":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

