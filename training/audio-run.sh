#!/bin/sh
# The training of the sound watermark, in calls of limited length: each goes on where the last one stopped.
#
#   SOUNDS=data/train.mdct CODECS=codecs OUT=out sh audio-run.sh [minutes of this call, 9.3 where not given]
#
# Between calls OUT must keep model.pt; state.pt too, where the machine stays the same. When MINUTES are spent by all calls together,
# the last line of audio-run.txt says "final". A call after that does nothing more.
set -eu
mkdir -p "$OUT"
PYTHONUNBUFFERED=1 python3 "$(dirname "$0")/train_audio.py" --sounds "$SOUNDS" --codecs "${CODECS:-}" --out "$OUT" \
  --minutes "${MINUTES:-23}" --call-minutes "${1:-9.3}" 2>&1 | tee -a "$OUT/audio-run.txt"
