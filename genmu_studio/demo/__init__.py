"""The demo's material: references and submissions of three invented teams, made from pictures and voices at hand.

Nothing here is generator output: edited copies stand in for it. docs/demo.md tells the story of each submission.
"""

from genmu_studio.demo.builder import DemoMaterial, DemoSubmission, build_demo

__all__ = ["DemoMaterial", "DemoSubmission", "build_demo"]
