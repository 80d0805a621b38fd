// Signed videos in a real browser: they play to their end, and a seek shows the same picture as in
// the original.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sign } from '@content-provenance/engine';
import { chromium } from 'playwright-core';
import { readVideo, withSharedFiles } from '../../service/test-support/shared-photos.ts';
import { findChromium } from '../test-support/served-pages.ts';

const request = {
  generatorId: 'gen_1',
  model: 'film-1',
  watermarkId: '0123456789abcdef',
  token: `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`,
};

withSharedFiles(() => {
  const name = 'Chromium plays signed MP4 and WebM to the end, and seeks in them as in the originals';
  const executablePath = findChromium();
  if (!executablePath && process.env.CI !== 'true') {
    test(name, { skip: 'chromium is not here, so nothing was played.' });
    return;
  }
  test(name, { timeout: 120_000 }, async () => {
    assert.ok(executablePath, 'chromium is not here, so nothing was played.');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      for (const [file, type] of [
        ['birds.mp4', 'video/mp4'],
        ['oa4_launch.webm', 'video/webm'],
      ] as const) {
        const original = readVideo(file);
        const { bytes } = await sign(original, request, { sign: async () => randomBytes(8) });
        const watch = (video: Uint8Array) =>
          page.evaluate<Seen>(`(${watchVideo})('${Buffer.from(video).toString('base64')}', '${type}')`);
        const seen = await watch(bytes);
        assert.ok(seen.ended && seen.seconds > 0.9 && seen.differences > 1_000, JSON.stringify(seen));
        assert.deepEqual(seen, await watch(original), file);
      }
    } finally {
      await browser.close();
    }
  });
});

interface Seen {
  readonly seconds: number;
  /** Pixels of the target picture that differ from the first one: it is a different picture. */
  readonly differences: number;
  readonly picture: number;
  readonly ended: boolean;
}

/** In the page. */
const watchVideo = `async (base64, type) => {
  const response = await fetch('data:' + type + ';base64,' + base64);
  const video = document.createElement('video');
  const until = (event) =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error(event + ': ' + video.error?.message)), { once: true });
    });
  // The pixels of the first picture shown that is of this time or later.
  const shownFrom = async (seconds) => {
    const { mediaTime } = await new Promise((resolve) => video.requestVideoFrameCallback((_, frame) => resolve(frame)));
    if (mediaTime < seconds) return shownFrom(seconds);
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d');
    canvas.drawImage(video, 0, 0);
    return canvas.getImageData(0, 0, video.videoWidth, video.videoHeight).data;
  };
  video.muted = true;
  document.body.replaceChildren(video);
  const shown = shownFrom(0);
  const loaded = until('loadeddata');
  video.src = URL.createObjectURL(await response.blob());
  await loaded;
  const first = await shown;
  const target = video.duration - 0.4;
  const sought = shownFrom(target - 0.1);
  video.currentTime = target;
  const picture = await sought;
  const ended = until('ended');
  await video.play();
  await ended;
  return {
    seconds: video.duration,
    differences: picture.reduce((count, value, at) => count + Number(value !== first[at]), 0),
    picture: picture.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193), 0),
    ended: video.ended,
  };
}`;
