// The dimensions with which the networks for sound were trained (training/audio_model.py).

export const MODEL_RATE = 16_000;
/** Samples of a cell: 64 milliseconds. */
export const CELL = 1024;
/** Cells after which the message repeats. */
export const PERIOD = 32;
