// The decoder as the recipes see it: jobs for a process, which is kept for the next job unless it
// fails. The process sees only the bytes that it requests. A job has no time limit: the process
// that works on the content has one, and ends its decoder with it.
import { BrokenMedia } from '../containers/broken-media.ts';
import { Interrupted } from '../interrupted.ts';
import { readRange, sizeOf } from '../large-files/content-source.ts';
import type { ResidualMaker } from '../watermarks/neural/residual.ts';
import type { EncodedSegment, MarkedFacts, MediaDecoder, MediaSource } from './media-decoder.ts';
import type { DecoderChannel, FromDecoder, Job } from './protocol.ts';

type Task = Job extends infer Each ? (Each extends Job ? Omit<Each, 'size' | 'demuxer'> : never) : never;
type Question = { read: unknown } | { keyframe: unknown } | { load: unknown };
type Result = Exclude<FromDecoder, Question | { ready: unknown } | { done: unknown } | { refused: unknown }>;

/** What a job can request from outside, next to the bytes of the source. */
interface Outside {
  readonly neural?: ResidualMaker | undefined;
  readonly load?: (index: number) => Promise<EncodedSegment>;
  /** Ends the process of the job. */
  readonly signal?: AbortSignal;
}

interface Worker {
  readonly channel: DecoderChannel;
  jobs: number;
}

// After this many jobs, a new process frees any memory that FFmpeg has leaked.
const mostJobs = 100;

export interface ClosableDecoder extends MediaDecoder {
  /** Ends every process. */
  close(): void;
}

export function createDecoder(open: () => DecoderChannel): ClosableDecoder {
  const idle: Worker[] = [];
  const channels = new Set<DecoderChannel>();

  async function take(): Promise<Worker> {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      if (kept.channel.isOpen) return kept;
      drop(kept.channel);
    }
    const channel = open();
    channels.add(channel);
    const greeting = await channel.receive();
    if ('ready' in greeting && greeting.ready) return { channel, jobs: 0 };
    drop(channel);
    throw new Interrupted('FFmpeg cannot be loaded.');
  }

  function drop(channel: DecoderChannel): void {
    channels.delete(channel);
    channel.end();
  }

  async function* run(
    { bytes, demuxer }: MediaSource,
    task: Task,
    { neural, load, signal }: Outside = {},
  ): AsyncGenerator<Result> {
    const worker = await take();
    const { channel } = worker;
    const abort = () => channel.end();
    signal?.addEventListener('abort', abort);
    let state: 'at work' | 'waiting' | 'done' = 'at work';
    async function receive(): Promise<Exclude<FromDecoder, Question>> {
      for (;;) {
        const message = await channel.receive();
        if ('read' in message) {
          const { at, length } = message.read;
          channel.send({ bytes: await readRange(bytes, at, length) });
        } else if ('keyframe' in message) {
          channel.send({ residual: (await neural?.(message.keyframe)) ?? null });
        } else if ('load' in message) {
          if (!load) throw new Error('The decoder asked for a segment without a reason.');
          channel.send({ segment: await load(message.load) });
        } else return message;
      }
    }
    try {
      signal?.throwIfAborted();
      channel.send({ job: { ...task, size: sizeOf(bytes), demuxer } as Job });
      for (;;) {
        const message = await receive();
        if ('done' in message || 'refused' in message || 'ready' in message) {
          if (!('refused' in message && message.ends)) state = 'done';
          if ('refused' in message) throw new BrokenMedia(message.refused);
          return;
        }
        state = 'waiting';
        yield message;
        state = 'at work';
        channel.send({ go: 'on' });
      }
    } catch (problem) {
      signal?.throwIfAborted();
      throw problem;
    } finally {
      signal?.removeEventListener('abort', abort);
      if (state === 'waiting') {
        // The reader has seen enough.
        channel.send({ go: 'no further' });
        if (
          await receive().then(
            (message) => 'done' in message,
            () => false,
          )
        )
          state = 'done';
      }
      worker.jobs += 1;
      if (state === 'done' && worker.jobs < mostJobs) idle.push(worker);
      else drop(channel);
    }
  }

  return {
    async firstFrame(source) {
      for await (const result of run(source, { ask: 'frames', most: 1 }))
        if ('picture' in result) return result.picture;
      return null;
    },
    async *frames(source, most) {
      for await (const result of run(source, { ask: 'frames', most })) if ('picture' in result) yield result.picture;
    },
    async *pcm(source, mostSeconds, skipsSilence = false) {
      const task = { ask: 'pcm', mostSeconds, skipsSilence } as const;
      for await (const result of run(source, task)) if ('sound' in result) yield result.sound;
    },
    async mark(source, muxer, id, limits, neural) {
      const pieces: Uint8Array[] = [];
      let facts: MarkedFacts = { sound: false, chapters: [], leftOut: [] };
      const task = { ask: 'mark', id, muxer, limits, neural: neural !== undefined } as const;
      for await (const result of run(source, task, { neural })) {
        if ('facts' in result) facts = result.facts;
        if ('marked' in result) pieces.push(result.marked);
      }
      return { bytes: Buffer.concat(pieces), ...facts };
    },
    async *encodeSegments(source, { id, limits, from }, signal, neural) {
      const task = { ask: 'segments', id, limits, from, neural: neural !== undefined } as const;
      for await (const result of run(source, task, { neural, signal })) if ('encoded' in result) yield result.encoded;
    },
    async joinSegments(source, { id, muxer, segments, mostBytes }, signal, { load, write }) {
      let facts: MarkedFacts = { sound: false, chapters: [], leftOut: [] };
      const task = { ask: 'join', id, muxer, segments, mostBytes } as const;
      for await (const result of run(source, task, { load, signal })) {
        if ('facts' in result) facts = result.facts;
        if ('written' in result) await write(result.written.at, result.written.bytes);
      }
      return facts;
    },
    async encode(source, coding, mostBytes) {
      const pieces: Uint8Array[] = [];
      for await (const result of run(source, { ask: 'encode', coding, mostBytes }))
        if ('marked' in result) pieces.push(result.marked);
      return Buffer.concat(pieces);
    },
    close() {
      for (const channel of channels) drop(channel);
    },
  };
}
