// Test support: pages in a real browser, as a picture or as a document after its scripts have run.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import type { Peers } from './peer-programs.ts';

const options = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--allow-file-access-from-files'];

const height = 1600;
/** One run draws them all, because starting the browser costs more than its pages. */
const framesInRow = 4;

/** The pixels of pages side by side, each in a frame of this height. */
export async function drawPages(peers: Peers, pages: readonly Uint8Array[]): Promise<Buffer> {
  const frames = pages.map((page, place) => {
    peers.save(`page-${place}.html`, page);
    return `<iframe src="page-${place}.html" width="800" height="${height}" style="border: 0; float: left"></iframe>`;
  });
  const path = peers.save('pages.html', Buffer.from(`<!doctype html><body style="margin: 0">${frames.join('')}`));
  const rows = Math.ceil(pages.length / framesInRow);
  const picture = `${path}.png`;
  const size = [`--window-size=${800 * framesInRow},${height * rows}`, '--virtual-time-budget=2000'];
  const said = peers.run('chromium', ...options, ...size, `--screenshot=${picture}`, pathToFileURL(path).href);
  try {
    return await sharp(readFileSync(picture)).raw().toBuffer();
  } catch (cause) {
    throw new Error(`Chromium made no picture: ${said}`, { cause });
  }
}

/** The document as markup, after its scripts. */
export function dumpPage(peers: Peers, name: string, page: Uint8Array): string {
  const path = peers.save(name, page);
  return peers.run('chromium', ...options, '--virtual-time-budget=2000', '--dump-dom', pathToFileURL(path).href);
}
