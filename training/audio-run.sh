#!/bin/sh
# The training of the sound watermark, in calls of limited length: each continues where the last one
# stopped.
#
#   SOUNDS=data/train.mdct CODECS=codecs OUT=out sh audio-run.sh [minutes of this call, default 9.3]
#
# Between calls, keep model.pt in OUT, and state.pt too if the machine stays the same. When all calls
# together have used MINUTES, the last line of audio-run.txt says "final". Further calls do nothing.
set -eu
mkdir -p "$OUT"
PYTHONUNBUFFERED=1 python3 "$(dirname "$0")/train_audio.py" --sounds "$SOUNDS" --codecs "${CODECS:-}" --out "$OUT" \
  --minutes "${MINUTES:-23}" --call-minutes "${1:-9.3}" 2>&1 | tee -a "$OUT/audio-run.txt"
