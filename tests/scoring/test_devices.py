"""Devices are told by what really runs; the sessions here are stand-ins, since most machines have no CUDA device."""

import ctypes
from typing import Any

import onnxruntime
import pytest
import torch

from scoring import devices
from scoring.errors import UserError


class Session:
    def __init__(self, *providers: str) -> None:
        self._providers = list(providers)

    def get_providers(self) -> list[str]:
        return self._providers


ON_CPU: Any = Session(devices.CPU_PROVIDER)
ON_CUDA: Any = Session(devices.CUDA_PROVIDER, devices.CPU_PROVIDER)


@pytest.mark.parametrize(("device", "index"), [("auto", 0), ("cpu", 0), ("cuda", 0), ("cuda:0", 0), ("cuda:3", 3)])
def test_devices_that_can_be_named(device: str, index: int) -> None:
    assert devices.cuda_index(device) == index


@pytest.mark.parametrize("device", ["", "gpu", "cuda:", "cuda:x", "cuda:-1", "CPU", "cpu:0"])
def test_other_names_are_refused(device: str) -> None:
    with pytest.raises(UserError, match="there is no device"):
        devices.onnx_providers(device)
    with pytest.raises(UserError, match="there is no device"):
        devices.torch_placement(device)


def test_a_gpu_is_possible_only_where_it_is_allowed_and_a_driver_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(ctypes, "CDLL", asked.append)

    assert devices.cuda_is_possible("auto")
    assert devices.cuda_is_possible("cuda:1")
    assert len(asked) == 2
    assert not devices.cuda_is_possible("cpu")

    def no_driver(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", no_driver)
    assert not devices.cuda_is_possible("auto")


def test_cuda_is_asked_for_with_a_bounded_arena_where_onnxruntime_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: [devices.CUDA_PROVIDER, devices.CPU_PROVIDER])

    (name, options), last = devices.onnx_providers("cuda:1")

    assert name == devices.CUDA_PROVIDER
    assert options["device_id"] == 1
    assert 0 < options["gpu_mem_limit"] <= 8 * 2**30
    assert options["arena_extend_strategy"] == "kSameAsRequested"
    assert last == (devices.CPU_PROVIDER, {})
    assert devices.onnx_providers("auto")[0][0] == devices.CUDA_PROVIDER
    assert devices.onnx_providers("cpu") == [(devices.CPU_PROVIDER, {})]


def test_cuda_is_never_asked_of_an_onnxruntime_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: [devices.CPU_PROVIDER])

    assert devices.onnx_providers("cuda") == [(devices.CPU_PROVIDER, {})]


def test_a_session_that_fell_back_to_the_cpu_is_found_out() -> None:
    placed = devices.onnx_placement("cuda:1", [ON_CUDA, ON_CPU])

    assert placed.provider == devices.CPU_PROVIDER
    assert placed.notice == "cuda:1 was asked for, but onnxruntime found no such device: running on the CPU"


def test_an_onnxruntime_for_cuda_that_could_not_use_it_is_told_though_nobody_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: [devices.CUDA_PROVIDER, devices.CPU_PROVIDER])

    assert "could not use it" in devices.onnx_placement("auto", [ON_CPU]).notice
    assert devices.onnx_placement("cpu", [ON_CPU]).notice == ""


def test_what_runs_as_asked_has_no_notice() -> None:
    assert devices.onnx_placement("cuda:1", [ON_CUDA]) == devices.Placement("CUDAExecutionProvider:1", "")
    assert devices.onnx_placement("auto", [ON_CPU]) == devices.Placement(devices.CPU_PROVIDER, "")
    assert devices.onnx_placement("cpu", [ON_CPU]) == devices.Placement(devices.CPU_PROVIDER, "")


def test_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)

    assert devices.torch_placement("auto").provider == "torch:cuda:0"
    assert devices.torch_placement("cuda:1") == devices.Placement("torch:cuda:1", "")
    assert devices.torch_placement("cpu") == devices.Placement("torch:cpu", "")
    assert devices.torch_placement("cuda:2").provider == "torch:cpu"
    assert "cuda:2 was asked for" in devices.torch_placement("cuda:2").notice


def test_threads_per_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(devices.THREADS_VARIABLE, raising=False)
    assert devices.threads_per_worker() == 1

    monkeypatch.setenv(devices.THREADS_VARIABLE, "3")
    assert devices.threads_per_worker() == 3
    assert devices.onnx_session_options().intra_op_num_threads == 3

    for wrong in ("0", "-1", "many", ""):
        monkeypatch.setenv(devices.THREADS_VARIABLE, wrong)
        with pytest.raises(UserError, match=devices.THREADS_VARIABLE):
            devices.threads_per_worker()
