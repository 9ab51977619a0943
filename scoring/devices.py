"""From "auto", "cpu" or "cuda[:n]" to what onnxruntime and torch run on, and what to say where it is not as asked.

What is reported is read back from the session or from torch, never from the wish: a library that falls back to the CPU
by itself is found out.
"""

import ctypes
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.errors import UserError

if TYPE_CHECKING:
    import onnxruntime

CPU_PROVIDER = "CPUExecutionProvider"
CUDA_PROVIDER = "CUDAExecutionProvider"
THREADS_VARIABLE = "GENMU_THREADS"
_DEVICE = re.compile(r"auto|cpu|cuda(?::(\d{1,3}))?")
# The evaluators of this program need well under this; without a limit the arena grows with each new picture size.
_ARENA_LIMIT_BYTES = 4 * 2**30


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a model really runs. provider : as stored in every row. notice : one sentence, or "" where as asked."""

    provider: str
    notice: str


def threads_per_worker() -> int:
    """Return how many threads one worker may use: `GENMU_THREADS`, by default 1, since there is one worker per core."""
    text = os.environ.get(THREADS_VARIABLE, "1")
    if not text.isdecimal() or int(text) < 1:
        raise UserError(f"{THREADS_VARIABLE} is {text!r}", "It must be a whole number from 1 up.")
    return int(text)


def cuda_is_possible(device: str) -> bool:
    """Whether `device` may turn out to be a GPU: it allows one, and an NVIDIA driver is installed. Costs no import."""
    if device == "cpu":
        return False
    try:
        ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return False
    return True


def cuda_index(device: str) -> int:
    """Return n of "cuda:n", and 0 for the others; UserError for anything that is not a device."""
    match = _DEVICE.fullmatch(device)
    if match is None:
        raise UserError(f"there is no device {device!r}", "Use auto, cpu, cuda or cuda:N.")
    return int(match[1] or 0)


def onnx_providers(device: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the providers to ask onnxruntime for, with a bounded CUDA arena; the CPU is always the last."""
    import onnxruntime

    index = cuda_index(device)
    cpu: tuple[str, dict[str, Any]] = (CPU_PROVIDER, {})
    if device == "cpu" or CUDA_PROVIDER not in onnxruntime.get_available_providers():
        return [cpu]
    arena = {
        "device_id": index,
        "gpu_mem_limit": _ARENA_LIMIT_BYTES,
        "arena_extend_strategy": "kSameAsRequested",
        "cudnn_conv_algo_search": "HEURISTIC",
    }
    return [(CUDA_PROVIDER, arena), cpu]


def onnx_session_options() -> "onnxruntime.SessionOptions":
    """Return session options that keep to `threads_per_worker()`."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads_per_worker()
    options.inter_op_num_threads = 1
    return options


def onnx_placement(device: str, sessions: Sequence["onnxruntime.InferenceSession"]) -> Placement:
    """Return what `sessions` really run on: CUDA only where each of them does."""
    if all(session.get_providers()[0] == CUDA_PROVIDER for session in sessions):
        return Placement(f"{CUDA_PROVIDER}:{cuda_index(device)}", "")
    if device == "auto" and onnx_providers(device)[0][0] == CUDA_PROVIDER:
        return Placement(CPU_PROVIDER, "onnxruntime was built for CUDA, but could not use it: running on the CPU")
    return Placement(CPU_PROVIDER, _notice(device, "onnxruntime"))


def torch_placement(device: str) -> Placement:
    """Return the torch device ("torch:cpu", "torch:cuda:0"…), and keep torch to `threads_per_worker()`."""
    import torch

    index = cuda_index(device)
    torch.set_num_threads(threads_per_worker())
    if device != "cpu" and index < torch.cuda.device_count():
        return Placement(f"torch:cuda:{index}", "")
    return Placement("torch:cpu", _notice(device, "torch"))


def _notice(device: str, library: str) -> str:
    if not device.startswith("cuda"):
        return ""
    return f"{device} was asked for, but {library} found no such device: running on the CPU"
