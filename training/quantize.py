"""Stores the convolutions of the picture networks in eight bits, which more than halves their
processor time.

  python3 quantize.py --networks FOLDER_OF_EXPORT --pictures data/images --out ../models

Takes the output of export.py. The ranges of the activations come from training pictures, marked
with real ids and compressed. The first two convolutions and the last of the decoder, and the first
and last two of the encoder, stay in single precision, because they lost the most. All other weights
keep their half precision.
"""

import argparse
import glob
import hashlib
import io
import logging
import os
import shutil
import tempfile
import time

import numpy as np
import onnx
import onnxruntime
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from PIL import Image

from export import enter, halve_weights
from model import CODE_BITS, SIZE

UNMARKED = 50
MARKED = 150
PERCENTILE = 99.99  # of the activations; the rest is clipped


def open_network(path):
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])


def fold_constants(path, folded):
    """Turns weights in half precision into plain constants, which the quantization can see."""
    settings = onnxruntime.SessionOptions()
    settings.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    settings.optimized_model_filepath = folded
    onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])


def planes(image):
    return np.asarray(image.convert("RGB").resize((SIZE, SIZE), Image.BILINEAR), np.float32).transpose(2, 0, 1)[None] / 255


def luma(image):
    weights = np.array([0.299, 0.587, 0.114], np.float32)[None, :, None, None]
    return np.repeat((image * weights).sum(1, keepdims=True), 3, 1).astype(np.float32)


def mark(encoder, image, bits, random):
    """Marked, enlarged to twice the size, and compressed."""
    residual = encoder.run(None, {"image": image, "bits": bits})[0]
    pixels = (np.clip(image + residual, 0, 1)[0].transpose(1, 2, 0) * 255).round().astype(np.uint8)
    file = io.BytesIO()
    enlarged = Image.fromarray(pixels).resize((2 * SIZE, 2 * SIZE), Image.BICUBIC)
    enlarged.save(file, "JPEG", quality=int(random.integers(40, 90)))
    return planes(Image.open(file))


class Pictures(CalibrationDataReader):
    def __init__(self, inputs):
        self.inputs = iter(inputs)

    def get_next(self):
        return next(self.inputs, None)


def quantize(folded, path, inputs, kept):
    """kept: selects the names of the convolutions that do not change."""
    convolutions = [node.name for node in onnx.load(folded).graph.node if node.op_type == "Conv"]
    quantize_static(
        folded, path, Pictures(inputs), quant_format=QuantFormat.QDQ, per_channel=True,
        weight_type=QuantType.QInt8, activation_type=QuantType.QInt8, op_types_to_quantize=["Conv"],
        nodes_to_exclude=kept(convolutions), calibrate_method=CalibrationMethod.Percentile,
        extra_options={"CalibPercentile": PERCENTILE, "ActivationSymmetric": True})
    halve_weights(path)
    with open(path, "rb") as file:
        content = file.read()
    name, digest = os.path.basename(path), hashlib.sha256(content).hexdigest()
    print(name, len(content), "bytes, sha256", digest)
    enter(os.path.join(os.path.dirname(path), "manifest.json"), name, {"bytes": len(content), "sha256": digest})


def compare(encoders, decoders, pictures, random):
    """Bits read from pictures that were not used for calibration, by the networks before and after.
    """
    right, spent = np.zeros(2), np.zeros(2)
    for path in pictures:
        image, bits = planes(Image.open(path)), random.integers(0, 2, (1, CODE_BITS)).astype(np.float32)
        for i, (encoder, decoder) in enumerate(zip(encoders, decoders)):
            marked = luma(mark(encoder, image, bits, np.random.default_rng(1)))
            start = time.process_time()
            logits = decoder.run(None, {"image": marked})[0].reshape(-1, CODE_BITS)[0]
            spent[i] += time.process_time() - start
            right[i] += ((logits > 0) == (bits[0] > 0)).mean()
    for i, name in enumerate(["single precision", "eight bits"]):
        print(f"{name}: {100 * right[i] / len(pictures):.2f}% of bits, {1000 * spent[i] / len(pictures):.0f} ms to decode")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--networks", required=True)
    parser.add_argument("--pictures", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    random = np.random.default_rng(20261118)
    files = sorted(glob.glob(os.path.join(options.pictures, "*")))
    names = ["image-encoder.onnx", "image-decoder.onnx"]
    with tempfile.TemporaryDirectory() as folder:
        folded = [os.path.join(folder, name) for name in names]
        for name, path in zip(names, folded):
            fold_constants(os.path.join(options.networks, name), path)
        encoder = open_network(folded[0])
        draw = lambda: random.integers(0, 2, (1, CODE_BITS)).astype(np.float32)
        some = [planes(Image.open(path)) for path in files[:: len(files) // MARKED][:MARKED]]
        others = [planes(Image.open(path)) for path in files[3 :: len(files) // UNMARKED][:UNMARKED]]
        for_encoder = [{"image": image, "bits": draw()} for image in some]
        for_decoder = [{"image": luma(mark(encoder, image, draw(), random))} for image in some]
        for_decoder += [{"image": luma(image)} for image in others]
        made = [os.path.join(folder, "eight-bit", name) for name in names]
        os.makedirs(os.path.dirname(made[0]))
        shutil.copy(os.path.join(options.out, "manifest.json"), os.path.dirname(made[0]))
        quantize(folded[0], made[0], for_encoder, lambda names: names[:2] + names[-2:])
        quantize(folded[1], made[1], for_decoder, lambda names: names[:2] + names[-1:])
        compare([encoder, open_network(made[0])], [open_network(folded[1]), open_network(made[1])], files[5::14][:80], random)
        for path in made + [os.path.join(os.path.dirname(made[0]), "manifest.json")]:
            shutil.copy(path, options.out)


if __name__ == "__main__":
    main()
