// The jobs of the decoder's process. Only this file loads FFmpeg.
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import type { Job, Outside } from '../protocol.ts';
import { encodeSegments } from './in-band/encode-segments.ts';
import { encodeSound } from './in-band/encode-sound.ts';
import { joinSegments } from './in-band/join-segments.ts';
import { markVideo } from './in-band/mark-video.ts';
import { givePictures } from './pictures.ts';
import { giveSound } from './sound.ts';

Log.setLevel(AV_LOG_QUIET);

export async function run(job: Job, outside: Outside): Promise<void> {
  if (job.ask === 'frames') return givePictures(job, outside);
  if (job.ask === 'pcm') return giveSound(job, outside);
  if (job.ask === 'encode') return encodeSound(job, outside);
  if (job.ask === 'segments') return encodeSegments(job, outside);
  if (job.ask === 'join') return joinSegments(job, outside);
  return markVideo(job, outside);
}
