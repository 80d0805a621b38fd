// A process that decodes, and the channel to it. Its end is always noticed, and says nothing about
// the content. It ends with the process that started it, and writes no files.
import { spawn } from 'node:child_process';
import { type DecoderChannel, decoderProgram, type FromDecoder, Interrupted } from '@content-provenance/engine';

export function openDecoderProcess(mostMemory: number): DecoderChannel {
  // Nothing from the service's environment, because it contains secrets.
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
  child.on('error', (problem) => end(new Interrupted('The decoder cannot be started.', { cause: problem })));
  child.on('exit', (code, signal) => end(new Interrupted(`The decoder ended with ${signal ?? `exit code ${code}`}.`)));

  return {
    send(message) {
      if (!ended) child.send(message, () => undefined);
    },
    receive() {
      const message = inbox.shift();
      if (message) return Promise.resolve(message);
      if (ended) return Promise.reject(ended);
      // Only waiting for a response keeps this process alive.
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
