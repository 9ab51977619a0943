"""The shipped SFace network in a form that onnxruntime runs: float32 weights, one input, any batch size.

The file of opencv_zoo (`face_recognition_sface_2021dec_int8bq.onnx`) stores its weights as int8 blocks, and lists stale
graph inputs for which onnxruntime asks ("Required inputs missing"). Its constants are computed once here, and the
result lies in the cache folder. insightface then recognises the leading Sub and Mul, and feeds pixels as they are.

Three fifths of the time of that network go into PRelu, which onnxruntime computes slowly and in another memory layout
than the convolutions around it. The same function in operators that it is good at halves the time of an embedding.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import onnx

FOLDED_VERSION = 1
_CONSTANT_OPERATORS = ("DequantizeLinear", "Reshape")
_INPUT = "data"


def fold_constants(model: "onnx.ModelProto") -> "onnx.ModelProto":
    """Return `model` with each operator on constants computed, `data` as the only input, and a free batch dimension."""
    from onnx import helper, numpy_helper
    from onnx.reference import ReferenceEvaluator

    graph = model.graph
    constants = {tensor.name for tensor in graph.initializer}
    folded, kept = [], []
    for node in graph.node:
        if node.op_type in _CONSTANT_OPERATORS and constants.issuperset(node.input):
            constants.update(node.output)
            folded.append(node)
        else:
            kept.append(node)
    used = {name for node in kept for name in node.input}
    results = [name for node in folded for name in node.output if name in used]

    outputs = [helper.make_empty_tensor_value_info(name) for name in results]
    sources = [tensor for tensor in graph.initializer if any(tensor.name in node.input for node in folded)]
    constant_graph = helper.make_graph(folded, "constants", [], outputs, initializer=sources)
    constant_model = helper.make_model(constant_graph, opset_imports=model.opset_import, ir_version=10)
    values = ReferenceEvaluator(constant_model).run(None, {})

    float_weights = [numpy_helper.from_array(value, name) for name, value in zip(results, values, strict=True)]
    others = [tensor for tensor in graph.initializer if tensor.name in used]
    result = helper.make_graph(
        kept,
        graph.name,
        [value for value in graph.input if value.name == _INPUT],
        graph.output,
        initializer=others + float_weights,
    )
    for value in (*result.input, *result.output):
        value.type.tensor_type.shape.dim[0].dim_param = "batch"
    return helper.make_model(result, opset_imports=model.opset_import, ir_version=10)


def spread_prelu(model: "onnx.ModelProto") -> "onnx.ModelProto":
    """Return `model` with each PRelu of slope a per channel written as a·x + (1 − a)·relu(x), the same function.

    Both products are BatchNormalization (scale a, no shift, mean 0, variance 1): the form in which onnxruntime keeps
    the layout of its convolutions.
    """
    from onnx import helper, numpy_helper

    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    nodes: list[onnx.NodeProto] = []
    added: list[onnx.TensorProto] = []

    def scaled(source: str, scale: NDArray[np.float32], target: str) -> "onnx.NodeProto":
        zeros, ones = np.zeros_like(scale), np.ones_like(scale)
        names = [f"{target}_{part}" for part in ("scale", "shift", "mean", "variance")]
        values = zip((scale, zeros, zeros, ones), names, strict=True)
        added.extend(numpy_helper.from_array(value, name) for value, name in values)
        return helper.make_node("BatchNormalization", [source, *names], [target], name=target, epsilon=0.0)

    for node in model.graph.node:
        if node.op_type != "PRelu":
            nodes.append(node)
            continue
        (source, slope_name), (target,) = node.input, node.output
        slope = numpy_helper.to_array(weights.pop(slope_name)).ravel()
        positive, linear, rest = (f"{target}_{part}" for part in ("positive", "linear", "rest"))
        nodes += [
            helper.make_node("Relu", [source], [positive], name=positive),
            scaled(source, slope, linear),
            scaled(positive, 1 - slope, rest),
            helper.make_node("Add", [linear, rest], [target], name=target),
        ]
    graph = model.graph
    result = helper.make_graph(nodes, graph.name, graph.input, graph.output, initializer=[*weights.values(), *added])
    return helper.make_model(result, opset_imports=model.opset_import, ir_version=10)


def write_folded(shipped: Path, target: Path) -> None:
    """Write the file `shipped` to `target` in the form that runs, and runs fast."""
    import onnx

    onnx.save_model(spread_prelu(fold_constants(onnx.load_model(str(shipped)))), str(target))
