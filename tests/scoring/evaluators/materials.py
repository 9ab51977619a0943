"""What the tests of evaluators are made of: pictures, sounds, and weight files in the libraries' own formats."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import soundfile
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from PIL import Image

from scoring.types import Media, Subject

RATE = 16_000
Picture = NDArray[np.uint8]
Sound = NDArray[np.float32]


def write_picture(path: Path, rgb: Picture) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(rgb).save(path)
    return path


def read_picture(path: Path) -> Picture:
    return np.asarray(Image.open(path).convert("RGB"))


def resized(picture: Picture, width: int, height: int) -> Picture:
    return np.asarray(Image.fromarray(picture).resize((width, height), Image.Resampling.BICUBIC))


def voice(pitch_hz: float, seed: int, seconds: float = 2.0) -> Sound:
    """Return something like speech: harmonics of a pitch, four syllables a second, a little noise."""
    rng = np.random.default_rng(seed)
    t = np.arange(round(seconds * RATE)) / RATE
    harmonics = sum(np.sin(2 * np.pi * pitch_hz * k * t + rng.uniform(0, 6)) / k for k in range(1, 20))
    syllables = 0.55 + 0.45 * np.sin(2 * np.pi * 4 * t)
    return np.asarray(0.1 * harmonics * syllables + 0.002 * rng.normal(size=t.size), dtype=np.float32)


def write_sound(path: Path, samples: Sound, rate: int = RATE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    soundfile.write(path, samples, rate)
    return path


def subject(path: Path, **context: str) -> Subject:
    kind: Any = "image" if path.suffix in {".png", ".jpg"} else "audio"
    return Subject(Media(str(path), kind), context=tuple(context.items()))


BLOCK = 32


def marked(*corners: tuple[int, int], seed: int = 0, side: int = 640) -> Picture:
    """Return a dark picture with bright blocks at `corners` (column, row of 32): faces, to the tiny detector."""
    rng = np.random.default_rng(seed)
    picture = np.full((side, side, 3), 8, np.uint8)
    for column, row in corners:
        x, y = column * BLOCK, row * BLOCK
        picture[y : y + BLOCK, x : x + BLOCK] = rng.integers(200, 256, (1, 1, 3)) - rng.integers(
            0, 20, (BLOCK, BLOCK, 3)
        )
    return picture


def tiny_detector(*, landmarks: bool = True) -> onnx.ModelProto:
    """Return a network of SCRFD's form (three strides, two anchors): a bright cell of 32 pixels is a face."""
    nodes: list[onnx.NodeProto] = []
    weights: list[onnx.TensorProto] = []
    names: list[tuple[str, int]] = []

    def branch(name: str, stride: int, numbers: int, bias: list[float], brightness: float) -> None:
        kernel = np.full((2 * numbers, 3, stride, stride), brightness / (3 * stride**2), np.float32)
        shape = np.array([1, -1, numbers], np.int64)
        weights.extend(
            numpy_helper.from_array(array, f"{name}.{part}")
            for part, array in (("w", kernel), ("b", np.array(bias * 2, np.float32)), ("s", shape))
        )
        convolve = helper.make_node(
            "Conv", ["input.1", f"{name}.w", f"{name}.b"], [f"{name}.c"], strides=[stride, stride]
        )
        last = helper.make_node("Transpose", [f"{name}.c"], [f"{name}.t"], perm=[0, 2, 3, 1])
        nodes.extend([convolve, last, helper.make_node("Reshape", [f"{name}.t", f"{name}.s"], [name])])
        names.append((name, numbers))

    five = [-0.4, -0.3, 0.4, -0.3, 0.0, 0.1, -0.3, 0.5, 0.3, 0.5]  # in strides, around the cell's corner
    for stride in (8, 16, 32):
        branch(f"score{stride}", stride, 1, [0.0 if stride == 32 else -1.0], 1.0 if stride == 32 else 0.0)
    for stride in (8, 16, 32):
        branch(f"box{stride}", stride, 4, [1.0, 1.0, 1.0, 1.0], 0.0)
    if landmarks:
        for stride in (8, 16, 32):
            branch(f"points{stride}", stride, 10, [value + 0.5 for value in five], 0.0)
    graph = helper.make_graph(
        nodes,
        "tiny detector",
        [helper.make_tensor_value_info("input.1", TensorProto.FLOAT, [1, 3, "height", "width"])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, f"n{name}", size]) for name, size in names],
        initializer=weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def tiny_recogniser(seed: int = 0) -> onnx.ModelProto:
    """Return a network of ArcFace's form: 112 × 112 in, 512 random projections out, any batch size."""
    rng = np.random.default_rng(seed)
    shapes = {"kernel": (8, 3, 16, 16), "matrix": (8 * 7 * 7, 512)}
    graph = helper.make_graph(
        [
            helper.make_node("Conv", ["data", "kernel"], ["c"], strides=[16, 16]),
            helper.make_node("Relu", ["c"], ["r"]),
            helper.make_node("Flatten", ["r"], ["f"]),
            helper.make_node("MatMul", ["f", "matrix"], ["fc1"]),
        ],
        "tiny recogniser",
        [helper.make_tensor_value_info("data", TensorProto.FLOAT, ["batch", 3, 112, 112])],
        [helper.make_tensor_value_info("fc1", TensorProto.FLOAT, ["batch", 512])],
        initializer=[
            numpy_helper.from_array(rng.normal(size=shape).astype(np.float32), name) for name, shape in shapes.items()
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def write_pack(
    folder: Path, *, landmarks: bool = True, detector: str = "det.onnx", recogniser: str = "rec.onnx"
) -> Path:
    folder.mkdir(parents=True)
    onnx.save_model(tiny_detector(landmarks=landmarks), str(folder / detector))
    onnx.save_model(tiny_recogniser(), str(folder / recogniser))
    return folder


TINY_ECAPA = """\
pretrained_path: speechbrain/spkrec-ecapa-voxceleb
compute_features: !new:speechbrain.lobes.features.Fbank
    n_mels: 80
mean_var_norm: !new:speechbrain.processing.features.InputNormalization
    norm_type: sentence
    std_norm: False
embedding_model: !new:speechbrain.lobes.models.ECAPA_TDNN.ECAPA_TDNN
    input_size: 80
    channels: [8, 8, 8, 8, 24]
    kernel_sizes: [5, 3, 3, 3, 1]
    dilations: [1, 2, 3, 4, 1]
    res2net_scale: 2
    se_channels: 4
    attention_channels: 4
    lin_neurons: 192
classifier: !new:speechbrain.lobes.models.ECAPA_TDNN.Classifier
    input_size: 192
    out_neurons: 3
mean_var_norm_emb: !new:speechbrain.processing.features.InputNormalization
    norm_type: global
    std_norm: False
modules:
    compute_features: !ref <compute_features>
    mean_var_norm: !ref <mean_var_norm>
    embedding_model: !ref <embedding_model>
    mean_var_norm_emb: !ref <mean_var_norm_emb>
    classifier: !ref <classifier>
label_encoder: !new:speechbrain.dataio.encoder.CategoricalEncoder
pretrainer: !new:speechbrain.utils.parameter_transfer.Pretrainer
    loadables:
        embedding_model: !ref <embedding_model>
        mean_var_norm_emb: !ref <mean_var_norm_emb>
        classifier: !ref <classifier>
        label_encoder: !ref <label_encoder>
    paths:
        embedding_model: !ref <pretrained_path>/embedding_model.ckpt
        mean_var_norm_emb: !ref <pretrained_path>/mean_var_norm_emb.ckpt
        classifier: !ref <pretrained_path>/classifier.ckpt
        label_encoder: !ref <pretrained_path>/label_encoder.txt
"""


def write_ecapa(folder: Path) -> Path:
    """Fill a folder of the form of spkrec-ecapa-voxceleb: its hyperparameters with few channels, random weights."""
    import torch

    from scoring.evaluators.speaker_ecapa import import_speechbrain

    import_speechbrain()
    from speechbrain.inference.interfaces import load_hyperpyyaml

    folder.mkdir(parents=True)
    (folder / "hyperparams.yaml").write_text(TINY_ECAPA)
    torch.manual_seed(7)
    parts = load_hyperpyyaml(TINY_ECAPA)
    torch.save(parts["embedding_model"].state_dict(), folder / "embedding_model.ckpt")
    torch.save(parts["classifier"].state_dict(), folder / "classifier.ckpt")
    parts["mean_var_norm_emb"]._save(folder / "mean_var_norm_emb.ckpt")
    parts["label_encoder"].update_from_iterable(["a", "b", "c"])
    parts["label_encoder"].save(folder / "label_encoder.txt")
    return folder
