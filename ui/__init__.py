"""The window: PySide6 and pyqtgraph only. It asks the core for values and knows no SQL and no evaluator."""
