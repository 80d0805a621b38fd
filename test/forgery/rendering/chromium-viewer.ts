// Chromium: the pixels of pictures and of the first frame of videos, and pages as they look and
// read.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { digest, type ViewedFile, type Viewer } from './viewer.ts';

const pictures = new Set(['jpeg', 'png', 'webp']);
const videos = new Set(['mp4', 'mov', 'matroska', 'webm']);
const viewport = { width: 640, height: 480 };

export async function openChromium(executablePath: string): Promise<Viewer> {
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport, offline: true });
  return {
    name: 'Chromium',
    views: (format) => pictures.has(format) || videos.has(format) || format === 'html',
    async view(files) {
      const seen: (string | null)[] = [];
      for (const file of files)
        seen.push(file.format === 'html' ? await viewPage(page, file) : await viewMedia(page, file));
      return seen;
    },
    close: () => browser.close(),
  };
}

async function viewPage(page: Page, { path }: ViewedFile): Promise<string | null> {
  try {
    await page.goto(pathToFileURL(path).href, { waitUntil: 'load', timeout: 15_000 });
  } catch {
    return null;
  }
  const [shot, words] = [await page.screenshot({ animations: 'disabled' }), await page.evaluate<string>(readPage)];
  return `${words}\n${digest(shot)}`;
}

async function viewMedia(page: Page, { path, format, mimeType }: ViewedFile): Promise<string | null> {
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  const content = readFileSync(path).toString('base64');
  return page.evaluate<string | null>(
    `(${pictures.has(format) ? readPicture : readVideo})('${content}', '${mimeType}')`,
  );
}

const readPage = 'JSON.stringify([document.title, document.characterSet, document.body?.innerText ?? ""])';

/** In the page: size and hash of the pixels. */
const hashPixels = `async (source, width, height) => {
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas.drawImage(source, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  let hash = 2166136261;
  const words = new Uint32Array(data.buffer);
  for (let at = 0; at < words.length; at += 1) hash = Math.imul(hash ^ words[at], 16777619);
  return width + ' × ' + height + ' ' + (hash >>> 0).toString(16);
}`;

const readPicture = `async (base64, type) => {
  const blob = await (await fetch('data:' + type + ';base64,' + base64)).blob();
  const bitmap = await createImageBitmap(blob).catch(() => null);
  return bitmap && (${hashPixels})(bitmap, bitmap.width, bitmap.height);
}`;

const readVideo = `async (base64, type) => {
  const blob = await (await fetch('data:' + type + ';base64,' + base64)).blob();
  const video = document.createElement('video');
  video.muted = true;
  document.body.replaceChildren(video);
  const loaded = new Promise((resolve) => {
    video.requestVideoFrameCallback(() => resolve(true));
    video.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), 5000);
  });
  video.src = URL.createObjectURL(blob);
  if (!(await loaded) || !video.videoWidth) return null;
  return video.duration + ' s ' + (await (${hashPixels})(video, video.videoWidth, video.videoHeight));
}`;
