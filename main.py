"""The window, started from the checkout: `python main.py [PROJECT]`.

Nothing of Qt is imported here: a spawned worker imports the main module again, and must not load it.
"""

import sys


def main() -> int:
    """Open the window; return its exit status."""
    from ui.app import main as open_window  # noqa: PLC0415 - see above

    return open_window()


if __name__ == "__main__":
    sys.exit(main())
