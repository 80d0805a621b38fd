"""Writes the trained networks as ONNX (opset 17): weights in half precision, inputs and outputs in
single.

  python3 export.py --model out/model.pt --out ../models [--ratio 26.5]

Pictures. encoder: image (1,3,256,256), bits (1,160) to residual (1,1,256,256). decoder: image
(1,3,height,width), both multiples of 32, to logits (1,16,160).

Sounds. encoder: sound (1,samples), bits (1,160) to residual (1,samples), --ratio decibels below the
sound. decoder: sound (1,samples) to logits (1,32,160). Samples at 16 kHz, a multiple of 1,024. The
decoder needs at least 32,768 of them.

Each file runs once next to PyTorch, is timed on two threads, and is entered in manifest.json.
"""

import argparse
import hashlib
import json
import os
import time
import warnings

import numpy as np
import torch

import audio_model
from model import CODE_BITS, SIZE, Decoder, Encoder

SMALLEST_HALVED = 512  # values; biases and scales stay in single precision


def load(path):
    stored = torch.load(path, map_location="cpu", weights_only=True)
    encoder, decoder = Encoder(), Decoder()
    encoder.load_state_dict(stored["encoder"])
    decoder.load_state_dict(stored["decoder"])
    return encoder.eval(), decoder.eval()


def narrowed(narrow, *widths):
    """Widths of a network for a trial without a GPU."""
    return tuple(max(8, width // narrow // 8 * 8) for width in widths)


def load_audio(path):
    stored = torch.load(path, map_location="cpu", weights_only=True)
    encoder = audio_model.Encoder(narrowed(stored["narrow"], 40, 64, 96))
    decoder = audio_model.Decoder(narrowed(stored["narrow"], 24, 32, 48, 64), *narrowed(stored["narrow"], 320))
    encoder.load_state_dict(stored["encoder"])
    decoder.load_state_dict(stored["decoder"])
    return encoder.eval(), decoder.eval()


def halve_weights(path):
    """Stores large weights as float16 with a Cast, which the runtime folds away when it loads the file."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(path)
    kept, casts = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if tensor.data_type == TensorProto.FLOAT and values.size >= SMALLEST_HALVED:
            half = numpy_helper.from_array(values.astype(np.float16), tensor.name + ".half")
            kept.append(half)
            casts.append(helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
        else:
            kept.append(tensor)
    nodes = list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(casts + nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def export(network, inputs, output, path, axes=None, others=None):
    """axes: those with an open size, also tried with `others`. The graph computes its constants
    when it is loaded, so a table that can be computed is not stored."""
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(network, tuple(inputs.values()), path, input_names=list(inputs), output_names=[output],
                          dynamic_axes=axes, opset_version=17, dynamo=False, do_constant_folding=False)
        expected = network(*inputs.values()).numpy()
    halve_weights(path)
    with open(path, "rb") as file:
        content = file.read()
    name, digest = os.path.basename(path), hashlib.sha256(content).hexdigest()
    print(name, len(content), "bytes, sha256", digest)
    enter(os.path.join(os.path.dirname(path), "manifest.json"), name, {"bytes": len(content), "sha256": digest})

    import onnxruntime
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 2
    session = onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])
    feed = {name: value.numpy() for name, value in inputs.items()}
    difference = np.abs(session.run(None, feed)[0] - expected).max() / np.abs(expected).max()
    if others:
        with torch.no_grad():
            expected = network(*others.values()).numpy()
        answer = session.run(None, {name: value.numpy() for name, value in others.items()})[0]
        assert np.abs(answer - expected).max() < 0.01 * np.abs(expected).max()
    times = []
    for _ in range(15):
        start = time.perf_counter()
        session.run(None, feed)
        times.append(time.perf_counter() - start)
    print(f"  largest difference from PyTorch {difference:.1e} of the largest value; "
          f"{sorted(times)[7] * 1000:.0f} ms on two threads")


def enter(path, name, facts):
    manifest = {}
    if os.path.exists(path):
        with open(path) as file:
            manifest = json.load(file)
    manifest[name] = facts
    with open(path, "w") as file:
        file.write(json.dumps(manifest, indent=2) + "\n")


def export_audio(options):
    encoder, decoder = load_audio(options.model)
    if options.ratio:
        encoder.ratio.fill_(options.ratio)
    bits = torch.randint(0, 2, (1, CODE_BITS)).float()
    sounds = [torch.randn(1, cells * audio_model.CELL) * 0.1 for cells in (160, 77)]
    open_length = {"sound": {1: "samples"}}
    export(encoder, {"sound": sounds[0], "bits": bits}, "residual", os.path.join(options.out, "audio-encoder.onnx"), open_length,
           {"sound": sounds[1], "bits": bits})
    export(decoder, {"sound": sounds[0]}, "logits", os.path.join(options.out, "audio-decoder.onnx"), open_length, {"sound": sounds[1]})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--ratio", type=float, help="sounds: decibels of the sound above the mark, other than trained with")
    options = parser.parse_args()
    if "ratio" in torch.load(options.model, map_location="cpu", weights_only=True):
        return export_audio(options)
    encoder, decoder = load(options.model)
    image, bits = torch.rand(1, 3, SIZE, SIZE), torch.randint(0, 2, (1, CODE_BITS)).float()
    export(encoder, {"image": image, "bits": bits}, "residual",
           os.path.join(options.out, "image-encoder.onnx"))
    export(decoder, {"image": image}, "logits", os.path.join(options.out, "image-decoder.onnx"),
           {"image": {2: "height", 3: "width"}}, {"image": torch.rand(1, 3, 160, 128)})


if __name__ == "__main__":
    main()
