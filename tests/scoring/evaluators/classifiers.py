"""Small classifiers in the libraries' own formats: an ONNX network, a vision transformer, a wav2vec 2.0; all random."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SIDE = 32
EMOTIONS = ("neutral", "happy", "sad")
ONNX_MAP: dict[str, Any] = {
    "format": 1,
    "title": "Means of colours",
    "licence": "none needed",
    "crop": "face",
    "input": {"width": SIDE, "height": SIDE, "colour": "RGB"},
    "attributes": [
        {"name": "tint", "labels": ["red", "green", "blue"], "output": "means"},
        {"name": "bright", "labels": ["no", "yes"], "activation": "sigmoid", "output": "lights", "first": 1},
    ],
}


def colour_means(*, weights_elsewhere: bool = False) -> onnx.ModelProto:
    """Return a network of two outputs: 10 × the mean of each colour, and (0, the sum of the means − 1.2) × 10."""
    matrix = np.array([[0, 10], [0, 10], [0, 10]], np.float32)
    initializer = [
        numpy_helper.from_array(np.array(10, np.float32), "ten"),
        numpy_helper.from_array(matrix, "matrix"),
        numpy_helper.from_array(np.array([0, -12], np.float32), "bias"),
    ]
    if weights_elsewhere:
        initializer[1].data_location = TensorProto.EXTERNAL
        entry = initializer[1].external_data.add()
        entry.key, entry.value = "location", "../../outside"
        initializer[1].ClearField("raw_data")
    graph = helper.make_graph(
        [
            helper.make_node("GlobalAveragePool", ["pixels"], ["pooled"]),
            helper.make_node("Flatten", ["pooled"], ["flat"]),
            helper.make_node("Mul", ["flat", "ten"], ["means"]),
            helper.make_node("MatMul", ["flat", "matrix"], ["sums"]),
            helper.make_node("Add", ["sums", "bias"], ["lights"]),
        ],
        "means of colours",
        [helper.make_tensor_value_info("pixels", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [
            helper.make_tensor_value_info("means", TensorProto.FLOAT, [1, 3]),
            helper.make_tensor_value_info("lights", TensorProto.FLOAT, [1, 2]),
        ],
        initializer=initializer,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def write_onnx(folder: Path, labels: Mapping[str, Any] = ONNX_MAP, network: onnx.ModelProto | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes((network or colour_means()).SerializeToString())
    (folder / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    return folder


def _labels() -> dict[str, Any]:
    return {
        "id2label": dict(enumerate(EMOTIONS)),
        "label2id": {label: place for place, label in enumerate(EMOTIONS)},
    }


def write_vit(folder: Path, **labels: object) -> Path:
    """Fill a folder with a vision transformer of one layer."""
    import torch
    from transformers import ViTConfig, ViTForImageClassification, ViTImageProcessor

    torch.manual_seed(3)
    config = ViTConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16, image_size=SIDE, patch_size=8,
        **_labels(),
    )  # fmt: skip
    network: Any = ViTForImageClassification(config)
    with torch.no_grad():
        network.classifier.weight.mul_(20)  # answers that differ between pictures
    network.save_pretrained(folder)
    ViTImageProcessor(size={"height": SIDE, "width": SIDE}).save_pretrained(folder)
    said = {"format": 1, "attribute": "expression", **labels}
    (folder / "labels.json").write_text(json.dumps(said), encoding="utf-8")
    return folder


def write_wav2vec2(folder: Path, *, rate: int = 16_000, **labels: object) -> Path:
    """Fill a folder with a wav2vec 2.0 of one layer that tells emotions."""
    import torch
    import transformers

    library: Any = transformers  # its types are not whole
    torch.manual_seed(5)
    config = library.Wav2Vec2Config(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16, conv_dim=(16, 16),
        conv_stride=(20, 16), conv_kernel=(40, 16), num_conv_pos_embeddings=4,
        num_conv_pos_embedding_groups=2, classifier_proj_size=8, **_labels(),
    )  # fmt: skip
    network = library.Wav2Vec2ForSequenceClassification(config)
    with torch.no_grad():
        network.classifier.weight.mul_(50)
    network.save_pretrained(folder)
    library.Wav2Vec2FeatureExtractor(sampling_rate=rate).save_pretrained(folder)
    said = {"format": 1, "attribute": "emotion", **labels}
    (folder / "labels.json").write_text(json.dumps(said), encoding="utf-8")
    return folder
