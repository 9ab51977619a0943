"""A local network in ONNX form, through onnxruntime, whose inputs and outputs are as the label map says."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from scoring.attributes.answers import Answer, answer_of
from scoring.attributes.label_map import OnnxMap, PixelInput
from scoring.devices import Placement, onnx_placement, onnx_providers, onnx_session_options
from scoring.errors import UserError
from scoring.faces import Picture
from scoring.types import FloatArray


class OnnxNetwork:
    """The loaded network. UserError where it is not what the label map says, tried with a black picture."""

    placement: Placement

    def __init__(self, file: Path, labels: OnnxMap, device: str) -> None:
        import onnxruntime

        _require_whole(file)
        self._map = labels
        self._file = file
        self._session: Any = onnxruntime.InferenceSession(
            str(file), sess_options=onnx_session_options(), providers=onnx_providers(device)
        )
        self.placement = onnx_placement(device, [self._session])
        inputs = [each.name for each in self._session.get_inputs()]
        if len(inputs) != 1:
            raise self._unlike(f"it has {len(inputs)} inputs, not one picture")
        self._input = inputs[0]
        self._outputs = [each.name for each in self._session.get_outputs()]
        self._require_outputs()

    def classify(self, rgb: Picture) -> Mapping[str, Answer]:
        """Return the answer for each attribute. rgb : of the size of the label map."""
        found = self._run(network_input(rgb, self._map.input))
        return {
            head.name: answer_of(
                found[self._output(head.output)][head.first : head.first + head.numbers].astype(np.float64),
                head.activation,
                threshold=head.threshold,
                unknown_below=head.unknown_below,
            )
            for head in self._map.attributes
        }

    def _run(self, pixels: FloatArray) -> dict[str, FloatArray]:
        given = self._session.run(self._outputs, {self._input: pixels})
        return {name: np.asarray(each).reshape(-1) for name, each in zip(self._outputs, given, strict=True)}

    def _output(self, name: str) -> str:
        return name or self._outputs[0]

    def _require_outputs(self) -> None:
        side = self._map.input
        try:
            found = self._run(network_input(np.zeros((side.height, side.width, 3), np.uint8), side))
        except Exception as error:  # onnxruntime has classes of its own for each mistake
            raise self._unlike(f"it takes no such picture: {str(error).splitlines()[0]}") from error
        for head in self._map.attributes:
            if not head.output and len(self._outputs) > 1:
                raise self._unlike(f"it has several outputs, and {head.name} names none: {', '.join(self._outputs)}")
            if self._output(head.output) not in found:
                raise self._unlike(f"it has no output {head.output!r}, only {', '.join(self._outputs)}")
            numbers = len(found[self._output(head.output)])
            if numbers < head.first + head.numbers:
                raise self._unlike(
                    f"{head.name} takes {head.numbers} number(s) from place {head.first} on, of {numbers}"
                )

    def _unlike(self, why: str) -> UserError:
        return UserError(f"{self._file} is not what its label map says: {why}", "Change labels.json beside it.")


def network_input(rgb: Picture, pixels: PixelInput) -> FloatArray:
    """Return a picture as a batch of one, float32, in the layout of the network."""
    ordered = rgb if pixels.colour == "RGB" else rgb[..., ::-1]
    scaled = (ordered.astype(np.float32) / np.float32(pixels.scale) - _of_colours(pixels.mean)) / _of_colours(
        pixels.std
    )
    laid = scaled if pixels.layout == "NHWC" else scaled.transpose(2, 0, 1)
    return np.ascontiguousarray(laid[np.newaxis], dtype=np.float32)


def _of_colours(numbers: tuple[float, float, float]) -> FloatArray:
    return np.array(numbers, dtype=np.float32)


def _require_whole(file: Path) -> None:
    """Raise UserError where the network has weights in other files, which could lie anywhere."""
    import onnx

    try:
        model = onnx.load_model(str(file), load_external_data=False)
    except Exception as error:  # protobuf raises its own classes
        raise UserError(
            f"{file} is no ONNX network", "Put the network as it was exported there.", str(error)
        ) from error
    graphs = [model.graph, *model.functions]
    if any(tensor.external_data for graph in graphs for tensor in _tensors(graph)):
        raise UserError(f"{file} has weights in other files", "Export it as one file, with its weights within.")


def _tensors(graph: Any) -> Iterator[Any]:
    """Yield every tensor of a graph or function, those within its nodes too."""
    yield from getattr(graph, "initializer", ())
    for sparse in getattr(graph, "sparse_initializer", ()):
        yield from (sparse.values, sparse.indices)
    for node in graph.node:
        for attribute in node.attribute:
            yield from (attribute.t, *attribute.tensors)
            for inner in (attribute.g, *attribute.graphs):
                yield from _tensors(inner)
