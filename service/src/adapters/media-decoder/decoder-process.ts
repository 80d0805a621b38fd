// A process that decodes, and the channel to it. Its end is always noticed: ended by hand or from outside it is lost, brought
// down by what it was decoding it refuses that content. It dies with the thread that started it, and writes no files.
import { spawn } from 'node:child_process';
import {
  type DecoderChannel,
  DecoderLost,
  decoderProgram,
  type FromDecoder,
  UnsupportedMedia,
} from '@content-provenance/engine';

// What bad content does to a decoder.
const crashes = new Set(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGFPE', 'SIGILL', 'SIGTRAP']);

export function openDecoderProcess(mostMemory: number): DecoderChannel {
  // Nothing of the service's environment: it holds secrets.
  const child = spawn(process.execPath, ['--max-old-space-size=512', decoderProgram, String(mostMemory)], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  child.unref();
  const inbox: FromDecoder[] = [];
  let waiting: { resolve(message: FromDecoder): void; reject(problem: Error): void } | undefined;
  let ended: Error | undefined;

  child.channel?.unref();
  child.on('message', (message: FromDecoder) => {
    if (!waiting) return inbox.push(message);
    waiting.resolve(message);
    waiting = undefined;
    child.channel?.unref();
  });
  const end = (problem: Error) => {
    ended ??= problem;
    waiting?.reject(ended);
    waiting = undefined;
  };
  child.on('error', (problem) => end(new DecoderLost('The decoder cannot be started.', { cause: problem })));
  child.on('exit', (_, signal) => {
    const crashed = signal !== null && crashes.has(signal);
    end(crashed ? new UnsupportedMedia('The content cannot be decoded.') : new DecoderLost('The decoder has ended.'));
  });

  return {
    send(message) {
      if (!ended) child.send(message, () => undefined);
    },
    receive() {
      const message = inbox.shift();
      if (message) return Promise.resolve(message);
      if (ended) return Promise.reject(ended);
      // Only who waits for an answer keeps this thread alive.
      child.channel?.ref();
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    get isOpen() {
      return ended === undefined;
    },
    end() {
      child.kill('SIGKILL');
    },
  };
}
