"""DNSMOS: signal quality as people rate it after noise suppression, predicted from the sound alone.

Reddy et al., "DNSMOS P.835" (2022), and "DNSMOS" (2021) for the overall rating after ITU-T P.808. It hears noise and
distortion, not whether a voice is natural. Windows, features and polynomials are those of the package speechmos
0.0.1.1, which this file alone touches; the sessions are ours, since the package's own take every core.
"""

from pathlib import Path
from typing import Any

import numpy as np

from scoring.devices import Placement, onnx_placement, onnx_providers, onnx_session_options
from scoring.listening import RATE_HZ, Heard
from scoring.types import FloatArray

# Our names for what the package returns.
VALUES = {"dnsmos_ovrl": "ovrl_mos", "dnsmos_sig": "sig_mos", "dnsmos_bak": "bak_mos", "p808": "p808_mos"}


class Dnsmos:
    """The two loaded networks: `primary` rates signal, background and both (P.835), `overall` as P.808 does."""

    def __init__(self, primary: Path, overall: Path, device: str) -> None:
        import onnxruntime

        sessions = [
            onnxruntime.InferenceSession(str(path), onnx_session_options(), onnx_providers(device))
            for path in (primary, overall)
        ]
        self.placement: Placement = onnx_placement(device, sessions)
        self._rate = _with_sessions(*sessions)

    def hear(self, samples: FloatArray) -> Heard:
        """Return `dnsmos_ovrl`, `dnsmos_sig`, `dnsmos_bak` and `p808`, each about 1 to 5, the means over windows.

        Windows of 9.01 s every second; a shorter sound is repeated until it fills one. What lies above full scale is
        cut off, as it would be in playing; `clipped_to_full_scale` says so.
        """
        cut = np.clip(samples, -1.0, 1.0)
        found = self._rate(cut, RATE_HZ, is_personalized_MOS=False)
        detail = {"clipped_to_full_scale": bool((cut != samples).any())}
        return Heard({ours: float(found[theirs]) for ours, theirs in VALUES.items()}, detail)


def _with_sessions(primary: Any, overall: Any) -> Any:
    from speechmos.dnsmos import DNSMOS

    class Bounded(DNSMOS):  # type: ignore[misc]  # the library ships no types
        def __init__(self) -> None:
            self.onnx_sess = primary
            self.p808_onnx_sess = overall

    return Bounded()
