"""Finds the system's Chromium."""

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is the same browser without windows of its own: a test costs it a quarter of the time."""
PLACES = {
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ),
    "win32": (
        "${PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
        "${PROGRAMFILES(X86)}/Google/Chrome/Application/chrome.exe",
        "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
        "${LOCALAPPDATA}/Chromium/Application/chrome.exe",
        "${PROGRAMFILES(X86)}/Microsoft/Edge/Application/msedge.exe",
    ),
}


def find_chromium() -> str | None:
    """The browser's path: UNRUH_CHROMIUM if set, else the first one on PATH or in the usual places."""
    if chosen := os.environ.get("UNRUH_CHROMIUM"):
        return shutil.which(chosen)
    for name in NAMES:
        if found := shutil.which(name):
            return found
    for place in PLACES.get(sys.platform, ()):
        path = Path(os.path.expandvars(place)).expanduser()
        if path.is_file():
            return str(path)
    return None
