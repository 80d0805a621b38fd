"""Writes the trained networks as ONNX (opset 17): weights in half precision, inputs and outputs in single.

  python3 export.py --model out/model.pt --out out

encoder: image (1,3,256,256), bits (1,160) to residual (1,1,256,256). decoder: image (1,3,height,width), both multiples
of 32, to logits (1,16,160).
Each file is run once beside PyTorch and timed on two threads.
"""

import argparse
import hashlib
import os
import time
import warnings

import numpy as np
import torch

from model import CODE_BITS, SIZE, Decoder, Encoder

SMALLEST_HALVED = 512  # values; biases and scales stay in single precision


def load(path):
    stored = torch.load(path, map_location="cpu", weights_only=True)
    encoder, decoder = Encoder(), Decoder()
    encoder.load_state_dict(stored["encoder"])
    decoder.load_state_dict(stored["decoder"])
    return encoder.eval(), decoder.eval()


def set_quality(encoder, psnr):
    encoder.rms.fill_(10 ** (-psnr / 20))


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


def export(network, inputs, output, path, axes=None):
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(network, tuple(inputs.values()), path, input_names=list(inputs), output_names=[output],
                          dynamic_axes=axes, opset_version=17, dynamo=False)
        expected = network(*inputs.values()).numpy()
    halve_weights(path)
    with open(path, "rb") as file:
        content = file.read()
    print(os.path.basename(path), len(content), "bytes, sha256", hashlib.sha256(content).hexdigest())

    import onnxruntime
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 2
    session = onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])
    feed = {name: value.numpy() for name, value in inputs.items()}
    difference = np.abs(session.run(None, feed)[0] - expected).max() / np.abs(expected).max()
    if axes:
        other = torch.rand(1, 3, 160, 128)
        with torch.no_grad():
            expected = network(other).numpy()
        assert np.abs(session.run(None, {"image": other.numpy()})[0] - expected).max() < 0.01 * np.abs(expected).max()
    times = []
    for _ in range(15):
        start = time.perf_counter()
        session.run(None, feed)
        times.append(time.perf_counter() - start)
    print(f"  largest difference from PyTorch {difference:.1e} of the largest value; "
          f"{sorted(times)[7] * 1000:.0f} ms on two threads")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    encoder, decoder = load(options.model)
    image, bits = torch.rand(1, 3, SIZE, SIZE), torch.randint(0, 2, (1, CODE_BITS)).float()
    export(encoder, {"image": image, "bits": bits}, "residual", os.path.join(options.out, "image-encoder.onnx"))
    export(decoder, {"image": image}, "logits", os.path.join(options.out, "image-decoder.onnx"),
           {"image": {2: "height", 3: "width"}})


if __name__ == "__main__":
    main()
