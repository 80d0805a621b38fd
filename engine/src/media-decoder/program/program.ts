// The decoder's process: it handles one job after the other over its channel. It ends when the
// process that started it is gone, and when it exceeds its memory limit.
import { isRefusal } from '../../engine-error.ts';
import type { FromDecoder, Job, Outside, ToDecoder } from '../protocol.ts';

const memoryCheckMilliseconds = 25;

// Not process.exit, which would wait for the work of FFmpeg.
const die = () => process.kill(process.pid, 'SIGKILL');

process.on('disconnect', die);
// A terminal or a supervisor signals the whole group. The job is still needed: the service finishes
// the work that it has accepted.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const mostMemory = Number(process.argv[2]);
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory)
    process.send!({ refused: 'The content needs too much memory to decode.', ends: true }, die);
}, memoryCheckMilliseconds).unref();

const inbox: ToDecoder[] = [];
let wake: (() => void) | undefined;
process.on('message', (message: ToDecoder) => {
  inbox.push(message);
  wake?.();
});

async function receive(): Promise<ToDecoder> {
  while (inbox.length === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  return inbox.shift()!;
}

function send(message: FromDecoder): void {
  process.send!(message);
}

const outside: Outside = {
  async read(at, length) {
    send({ read: { at, length } });
    const answer = await receive();
    if (!('bytes' in answer)) throw new Error('Bytes were expected.');
    return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.length);
  },
  async makeResidual(keyframe) {
    send({ keyframe });
    const answer = await receive();
    if (!('residual' in answer)) throw new Error('A residual was expected.');
    return answer.residual;
  },
  async loadSegment(index) {
    send({ load: index });
    const answer = await receive();
    if (!('segment' in answer)) throw new Error('A segment was expected.');
    return answer.segment;
  },
  async give(result) {
    send(result);
    const answer = await receive();
    return 'go' in answer && answer.go === 'on';
  },
};

const jobs = await import('./jobs.ts').catch(() => null);
send({ ready: jobs !== null });
while (jobs) {
  const message = await receive();
  if ('job' in message) send(await answer(jobs.run, message.job));
}

async function answer(run: (job: Job, outside: Outside) => Promise<void>, job: Job): Promise<FromDecoder> {
  try {
    await run(job, outside);
    return { done: true };
  } catch (problem) {
    if (isRefusal(problem)) return { refused: problem.message };
    throw problem;
  }
}
