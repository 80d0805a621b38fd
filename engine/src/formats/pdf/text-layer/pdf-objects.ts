// Objects of a PDF for reading its text: references are followed, streams are decoded, and the work
// for all of them together is bounded. What cannot be read is absent.
import { absentIfRefused, BrokenMedia } from '../../../containers/broken-media.ts';
import { PdfFile, type PdfObject } from '../pdf-file.ts';
import type { PdfDictionary, PdfValue } from '../pdf-syntax.ts';
import { textFilters } from './stream-filters.ts';
import { type Unlock, unlockStreams } from './unlock-streams.ts';

const mostInflated = 64 * 1024 * 1024;
const mostContent = 64 * 1024 * 1024;
/** Characters of objects, and ranges of the cross-reference. */
const mostWork = 256 * 1024 * 1024;
/** What a failure can cost: all windows of pdf-file.ts, each with many values. */
const workOfFailure = 4 * 9_500_000;
const mostKept = 2_000;
const mostSteps = 8;

export class PdfObjects {
  readonly file: PdfFile;
  readonly #kept = new Map<number, PdfObject | null>();
  readonly #workOfSearch: number;
  #unlock: Unlock | undefined;
  #workLeft = mostWork;
  #contentLeft = mostContent;

  constructor(bytes: Uint8Array) {
    this.file = new PdfFile(bytes, {
      mostInflated,
      filters: textFilters,
      unlock: (file, number, object) => {
        this.#chargeContent(object.content);
        return this.#unlockIn(file)(number, object);
      },
    });
    this.#workOfSearch = this.file.sections.reduce((sum, { parts }) => sum + parts + 1, 0);
  }

  /** Null if it does not exist or cannot be read. */
  read(number: number): PdfObject | null {
    const kept = this.#kept.get(number);
    if (kept !== undefined) return kept;
    const object = this.#readNew(number);
    if (this.#kept.size === mostKept) this.#kept.clear();
    this.#kept.set(number, object);
    return object;
  }

  resolve(value: PdfValue | undefined): PdfValue | null {
    let found = value;
    for (let steps = 0; found?.type === 'reference' && steps < mostSteps; steps += 1) {
      found = this.read(found.number)?.value;
    }
    return found && found.type !== 'reference' ? found : null;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | null {
    const found = this.resolve(value);
    return found?.type === 'dictionary' ? found : null;
  }

  entry(dictionary: PdfDictionary | null, key: string): PdfValue | null {
    return dictionary && this.resolve(dictionary.entries.get(key)?.value);
  }

  number(dictionary: PdfDictionary | null, key: string): number | null {
    const value = this.entry(dictionary, key);
    return value?.type === 'number' ? value.value : null;
  }

  name(dictionary: PdfDictionary | null, key: string): string | null {
    const value = this.entry(dictionary, key);
    return value?.type === 'name' ? value.name : null;
  }

  /** The numbers of an array. Null if the array is absent. */
  numbers(dictionary: PdfDictionary | null, key: string): number[] | null {
    const value = this.entry(dictionary, key);
    if (value?.type !== 'array') return null;
    return value.items.map((item) => {
      const number = item.type === 'reference' ? this.resolve(item) : item;
      return number?.type === 'number' ? number.value : 0;
    });
  }

  /** The content of a stream, one character per byte. Null if there is none. */
  stream(value: PdfValue | undefined): string | null {
    return value?.type === 'reference' ? this.streamOf(value.number) : null;
  }

  streamOf(number: number): string | null {
    const object = this.read(number);
    if (object?.value.type !== 'dictionary' || !object.content) return null;
    try {
      this.#chargeContent(object.content);
      const content = this.#unlockIn(this.file)(number, object);
      const decoded = this.file.decode({ ...object, content });
      return decoded && Buffer.from(decoded.buffer, decoded.byteOffset, decoded.length).toString('latin1');
    } catch (error) {
      return absentIfRefused(error);
    }
  }

  #readNew(number: number): PdfObject | null {
    this.#workLeft -= this.#workOfSearch;
    if (this.#workLeft < 0) return null;
    try {
      const object = this.file.readObject(number);
      this.#workLeft -= object && !this.file.isPacked(number) ? object.text.length : 2_048;
      return object;
    } catch (error) {
      this.#workLeft -= Math.min(workOfFailure, 4 * this.file.bytes.length);
      return absentIfRefused(error);
    }
  }

  #unlockIn(file: PdfFile): Unlock {
    if (this.#unlock) return this.#unlock;
    // A file can say that how it is encrypted is itself encrypted.
    this.#unlock = () => null;
    this.#unlock = unlockStreams(file);
    return this.#unlock;
  }

  #chargeContent(content: Uint8Array | null): void {
    this.#contentLeft -= content?.length ?? 0;
    if (this.#contentLeft < 0) throw new BrokenMedia('The streams of the PDF are too large.');
  }
}
