// A thumbnail of a picture or of the first moments of a video, drawn by the visitor's browser.
import type { Preview } from './preview.ts';

const side = 320;
const quality = 0.75;
const patienceMilliseconds = 8_000;

export async function drawPicture(content: Blob): Promise<Preview> {
  const bitmap = await createImageBitmap(content);
  const { width, height } = bitmap;
  const picture = draw(bitmap, width, height);
  bitmap.close();
  return { picture, width, height };
}

export async function drawVideo(content: Blob): Promise<Preview> {
  const address = URL.createObjectURL(content);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    await happens(video, 'loadeddata', () => {
      video.src = address;
    });
    // Many videos start black.
    await happens(video, 'seeked', () => {
      video.currentTime = Math.min(1, video.duration / 2);
    });
    const { videoWidth: width, videoHeight: height, duration: seconds } = video;
    return { picture: draw(video, width, height), width, height, seconds };
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}

function draw(source: CanvasImageSource, width: number, height: number): string {
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')!.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', quality);
}

function happens(video: HTMLVideoElement, event: string, cause: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The video does not play here.')), patienceMilliseconds);
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      settle();
    };
    video.addEventListener(event, end(resolve), { once: true });
    video.addEventListener(
      'error',
      end(() => reject(new Error('The video does not play here.'))),
      { once: true },
    );
    cause();
  });
}
