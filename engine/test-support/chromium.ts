// Test support: pages in a real browser, one run of Chromium each: its picture, or its document after its scripts have run.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import type { Peers } from './peer-programs.ts';

const options = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--allow-file-access-from-files'];

/** The pixels of a page as a window of this height shows it. */
export async function drawPage(peers: Peers, name: string, page: Uint8Array, height = 1600): Promise<Buffer> {
  const path = peers.save(name, page);
  const picture = `${path}.png`;
  const size = [`--window-size=800,${height}`, '--virtual-time-budget=2000'];
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
