"""The folded SFace file against dequantisation by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from scoring.sface_onnx import fold_constants, spread_prelu, write_folded


def quantised() -> onnx.ModelProto:
    """Return a small network with weights in blocks of two along axis 1, a stale input, and a shape as a constant."""
    constants: dict[str, NDArray[Any]] = {
        "stale": np.zeros(1, np.float32),
        "q": np.array([[1, 2, 3, 4], [5, 6, 7, 8]], np.int8),
        "scales": np.array([[0.5, 2.0], [1.0, 10.0]], np.float32),
        "zeros": np.array([[1, 0], [0, -1]], np.int8),
        "shape": np.array([4, 2], np.int64),
    }
    graph = helper.make_graph(
        [
            helper.make_node("DequantizeLinear", ["q", "scales", "zeros"], ["w"], axis=1, block_size=2),
            helper.make_node("Reshape", ["w", "shape"], ["m"]),
            helper.make_node("MatMul", ["data", "m"], ["fc1"]),
        ],
        "quantised",
        [
            helper.make_tensor_value_info("data", TensorProto.FLOAT, [1, 4]),
            helper.make_tensor_value_info("stale", TensorProto.FLOAT, [1]),
        ],
        [helper.make_tensor_value_info("fc1", TensorProto.FLOAT, [1, 2])],
        initializer=[numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


def test_blocks_are_dequantised_as_worked_by_hand() -> None:
    folded = fold_constants(quantised())

    (weights,) = [numpy_helper.to_array(tensor) for tensor in folded.graph.initializer]
    # (q − zero) · scale: (1−1)·.5, (2−1)·.5, 3·2, 4·2; 5·1, 6·1, (7+1)·10, (8+1)·10, read as 4 × 2
    assert weights.tolist() == [[0, 0.5], [6, 8], [5, 6], [80, 90]]
    assert [value.name for value in folded.graph.input] == ["data"]
    assert [node.op_type for node in folded.graph.node] == ["MatMul"]


def test_the_batch_dimension_is_free(tmp_path: Path) -> None:
    import onnxruntime

    onnx.save_model(quantised(), str(tmp_path / "shipped.onnx"))
    write_folded(tmp_path / "shipped.onnx", tmp_path / "folded.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "folded.onnx"), providers=["CPUExecutionProvider"])
    data = np.arange(12, dtype=np.float32).reshape(3, 4)

    outputs = np.asarray(session.run(None, {"data": data})[0])

    assert outputs == pytest.approx(np.concatenate([outputs_of_one(row) for row in data]))


def outputs_of_one(row: np.ndarray) -> np.ndarray:
    fed = {"data": row[None], "stale": np.zeros(1, np.float32)}
    (output,) = ReferenceEvaluator(quantised()).run(None, fed)
    return np.asarray(output)


@pytest.mark.models
def test_the_shipped_file_computes_the_same_folded() -> None:
    from scoring.model_files import find_light

    shipped = onnx.load_model(str(find_light("sface")))
    folded = fold_constants(shipped)
    left_over = {node.op_type for node in folded.graph.node}

    assert not left_over & {"DequantizeLinear", "Reshape"}
    by_name: dict[str, NDArray[Any]] = {
        tensor.name: numpy_helper.to_array(tensor) for tensor in shipped.graph.initializer
    }
    node = next(node for node in shipped.graph.node if node.op_type == "DequantizeLinear" and "weight" in node.name)
    block, axis = (next(each.i for each in node.attribute if each.name == name) for name in ("block_size", "axis"))
    q, scale, zero = (by_name[name].astype(np.float64) for name in node.input)
    shape = [slice(0, size) for size in q.shape]
    by_hand = (q - zero.repeat(block, axis)[tuple(shape)]) * scale.repeat(block, axis)[tuple(shape)]
    weights = {tensor.name: numpy_helper.to_array(tensor) for tensor in folded.graph.initializer}
    assert np.allclose(weights[node.output[0]], by_hand, rtol=0, atol=1e-6)


@given(st.lists(st.floats(-2, 2, width=32), min_size=3, max_size=3), st.integers(0, 100))
def test_prelu_is_the_same_function_afterwards(slopes: list[float], seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=(2, 3, 4, 4)).astype(np.float32)
    slope = np.array(slopes, np.float32)[:, None, None]
    shape = [2, 3, 4, 4]
    graph = helper.make_graph(
        [helper.make_node("PRelu", ["x", "slope"], ["y"])],
        "activation",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)],
        initializer=[numpy_helper.from_array(slope, "slope")],
    )
    model = spread_prelu(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10))

    (y,) = ReferenceEvaluator(model).run(None, {"x": x})

    assert np.allclose(np.asarray(y), np.where(x > 0, x, slope * x), rtol=0, atol=1e-5)
    assert "PRelu" not in {node.op_type for node in model.graph.node}


@pytest.mark.models
def test_the_written_file_gives_the_embeddings_of_the_shipped_one(tmp_path: Path) -> None:
    import onnxruntime

    from scoring.model_files import find_light

    folded = fold_constants(onnx.load_model(str(find_light("sface"))))
    write_folded(find_light("sface"), tmp_path / "fast.onnx")
    faces = np.random.default_rng(1).integers(0, 256, (3, 3, 112, 112)).astype(np.float32)

    models = (folded.SerializeToString(), str(tmp_path / "fast.onnx"))
    sessions = [onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]) for model in models]

    slow, fast = (np.asarray(session.run(None, {"data": faces})[0]) for session in sessions)

    assert np.abs(slow - fast).max() < 1e-5 * np.abs(slow).max()
