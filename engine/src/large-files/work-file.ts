// A file in the work folder of a long run. It is written in pieces at any place, then read as
// content.
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentSource } from './content-source.ts';
import type { LongRun } from './long-run.ts';

export class WorkFile implements ContentSource {
  readonly #file: FileHandle;
  #size = 0;

  static async create({ workFolder }: LongRun, name: string): Promise<WorkFile> {
    return new WorkFile(await open(join(workFolder, name), 'w+'));
  }

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  get size(): number {
    return this.#size;
  }

  async write(at: number, bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      done += (await this.#file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    }
    this.#size = Math.max(this.#size, at + bytes.length);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - offset)));
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await this.#file.read(bytes, done, bytes.length - done, offset + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
