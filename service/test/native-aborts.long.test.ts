// Native code fails in every possible way, in the real program: a process is killed, aborts or
// crashes, a network does not run, sharp has no memory, FFmpeg crashes. Each costs one response,
// 503 with Retry-After, and the service continues.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { decoderProcesses } from '../test-support/decoder-processes.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { childrenOf, untilAtWork } from '../test-support/process-tree.ts';
import { readPhoto, readSound, readVideo, withSharedFiles } from '../test-support/shared-photos.ts';
import { type MediaAnswer, type SpawnedSigner, spawnSigner } from '../test-support/spawned-signer.ts';
import { allOf } from '../test-support/stored-counts.ts';

/** Processor time after which a process is in the middle of its work. */
const workMilliseconds = 200;
const text = Buffer.from('A text that others verify meanwhile.');

withSharedFiles(() =>
  onEachDatabase((database) => {
    let signer: SpawnedSigner;
    let service: number;
    let picture: Buffer;
    let wide: Buffer;
    const failures: string[] = [];
    before(async () => {
      signer = await spawnSigner({}, { database });
      service = signer.service.process.pid!;
      createInterface({ input: signer.service.process.stdout! }).on('line', (line) => {
        if (line.includes('"request failed"')) failures.push(line);
      });
      picture = await sharp(readPhoto('Dune.jpg')).resize(3_000, 2_400, { fit: 'fill' }).png().toBuffer();
      // A small file of many pixels, so that its pixels take the memory.
      wide = await sharp(randomBytes(10 * 8 * 3), { raw: { width: 10, height: 8, channels: 3 } })
        .resize(6_000, 4_800, { kernel: 'cubic' })
        .webp()
        .toBuffer();
    });
    after(async () => {
      assert.equal(await signer.stop(), 0);
    });

    const signPicture = () => signer.sign(picture);
    const faults: readonly {
      readonly name: string;
      /** Starts a process and makes it load what it needs. */
      warmUp?(): Promise<MediaAnswer>;
      send(): Promise<MediaAnswer>;
      /** Harms a process that is idle, before the content is sent. */
      prepare?(): void;
      /** Harms a process that is at work. */
      harm?(): Promise<void>;
      readonly logged: RegExp;
    }[] = [
      {
        name: 'a compute process is killed',
        send: signPicture,
        harm: () => signalAtWork(heavyProcesses, 'SIGKILL'),
        logged: /compute process ended with SIGKILL/,
      },
      {
        name: 'native code aborts',
        send: signPicture,
        harm: () => signalAtWork(heavyProcesses, 'SIGABRT'),
        logged: /compute process ended with SIGABRT/,
      },
      {
        name: 'a network does not run',
        // All except the networks for sounds.
        warmUp: () => signer.sign(readSound('demo-instruct.wav'), { neural: 'false' }),
        send: () => signer.sign(readSound('demo-instruct.wav')),
        prepare: leaveNoMemory,
        logged: /networks? of the neural watermark could not be (loaded|run)/,
      },
      {
        name: 'sharp runs out of memory',
        send: () => signer.sign(wide, { neural: 'false' }),
        prepare: leaveNoMemory,
        logged: /sharp could not go on/,
      },
      {
        name: 'FFmpeg crashes',
        send: () => signer.sign(readVideo('VID_20191220_170832.mp4'), { in_band: 'true' }),
        harm: () => signalAtWork(() => decoderProcesses(service), 'SIGSEGV'),
        logged: /decoder ended with SIGSEGV/,
      },
    ];

    // Cases that do not depend on the database run on one.
    for (const { name, warmUp = signPicture, send, prepare, harm, logged } of database === 'sqlite'
      ? faults
      : faults.slice(0, 1)) {
      test(`${name}: one response is 503, and the next is 200`, async () => {
        const before = await signer.countStored();
        assert.equal((await warmUp()).status, 200);
        failures.length = 0;
        prepare?.();
        const answer = send();
        await harm?.();
        const meanwhile = await signer.verify(text);
        const { status, headers, bytes } = await answer;
        assert.equal(status, 503, `${status} ${bytes.toString('latin1', 0, 200)}`);
        assert.equal(JSON.parse(bytes.toString()).error, 'service_unavailable');
        assert.match(headers.get('retry-after') ?? '', /^\d+$/);
        assert.equal(meanwhile.status, 200);
        const again = name === 'FFmpeg crashes' ? signer.sign(readVideo('birds.mp4'), { in_band: 'true' }) : send();
        assert.equal((await again).status, 200);
        assert.equal(signer.service.process.exitCode, null);
        // Lines are written a little later.
        while (failures.length === 0) await pause(20);
        assert.match(failures.join(), logged);
        assert.equal(failures.length, 1);
        assert.deepEqual(await signer.countStored(), allOf(before.records + 2));
      });
    }

    function heavyProcesses(): number[] {
      return childrenOf(service).filter((pid) => getPriority(pid) === getPriority(service) + 3);
    }

    async function signalAtWork(list: () => readonly number[], signal: NodeJS.Signals): Promise<void> {
      process.kill(await untilAtWork(list, workMilliseconds), signal);
    }

    /** setrlimit(2): hardly more writable memory than they have. */
    function leaveNoMemory(): void {
      for (const pid of heavyProcesses()) {
        const kibibytes = Number(/^VmData:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
        execFileSync('prlimit', ['--pid', String(pid), `--data=${(kibibytes + 1024) * 1024}`]);
      }
    }
  }),
);
