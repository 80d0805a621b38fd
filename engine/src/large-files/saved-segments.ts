// The encoded segments of a video, kept by the caller of a long run. A later attempt continues
// after the last one. The list is saved after its segment, so it names only segments that exist.
import { deserialize, serialize } from 'node:v8';
import type { EncodedSegment, SegmentStart } from '../media-decoder/media-decoder.ts';
import type { Checkpoints } from './long-run.ts';

interface SegmentList {
  /** The watermark id that they carry. */
  readonly id: string;
  readonly count: number;
  readonly done: number;
  /** Null: all are saved, or none. */
  readonly next: SegmentStart | null;
  readonly isReadable: boolean;
  /** Whether the pictures of any segment carry the neural mark. */
  readonly hasNeural: boolean;
}

const listName = 'segments';
const nameOf = (index: number) => `segment-${index}`;
const none = { count: 0, done: 0, next: null, isReadable: false, hasNeural: false };

export class SavedSegments {
  readonly #checkpoints: Checkpoints;
  #list: SegmentList;

  /** Segments with another watermark id are not used. */
  static async open(checkpoints: Checkpoints, id: string): Promise<SavedSegments> {
    const saved = await checkpoints.load(listName);
    const list = saved && (deserialize(saved) as SegmentList);
    return new SavedSegments(checkpoints, list?.id === id ? list : { id, ...none });
  }

  private constructor(checkpoints: Checkpoints, list: SegmentList) {
    this.#checkpoints = checkpoints;
    this.#list = list;
  }

  get list(): SegmentList {
    return this.#list;
  }

  get isComplete(): boolean {
    return this.#list.count > 0 && this.#list.next === null;
  }

  async add(segment: EncodedSegment, hasNeural: boolean): Promise<void> {
    const { id, count, isReadable, hasNeural: hadNeural } = this.#list;
    await this.#checkpoints.save(nameOf(count), serialize(segment));
    this.#list = {
      id,
      count: count + 1,
      done: segment.done,
      next: segment.next,
      isReadable: isReadable || segment.isReadable,
      hasNeural: hadNeural || hasNeural,
    };
    await this.#checkpoints.save(listName, serialize(this.#list));
  }

  async load(index: number): Promise<EncodedSegment> {
    const saved = await this.#checkpoints.load(nameOf(index));
    if (!saved) throw new Error(`Segment ${index} is not among the checkpoints.`);
    return deserialize(saved) as EncodedSegment;
  }
}
