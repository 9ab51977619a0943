"""The shipped SFace network in a form that onnxruntime runs: float32 weights, one input, any batch size.

The file of opencv_zoo (`face_recognition_sface_2021dec_int8bq.onnx`) stores its weights as int8 blocks, and lists stale
graph inputs for which onnxruntime asks ("Required inputs missing"). Its constants are computed once here, and the
result lies in the cache folder. insightface then recognises the leading Sub and Mul, and feeds pixels as they are.
"""

from pathlib import Path
from typing import TYPE_CHECKING

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


def write_folded(shipped: Path, target: Path) -> None:
    """Write the folded form of the file `shipped` to `target`."""
    import onnx

    onnx.save_model(fold_constants(onnx.load_model(str(shipped))), str(target))
