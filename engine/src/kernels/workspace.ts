// A workspace is one instance of the kernels with its own memory: allocate arrays, run kernels on
// their addresses, drop the whole workspace when done. Memory of WebAssembly never shrinks, so
// large workspaces are dropped with their picture, and small ones can be returned and reused. With
// a new one for each picture, V8 collected all garbage of a thread once a second.
import { readFileSync } from 'node:fs';

export interface Kernels {
  firstFreeAddress(): number;
  fourier(
    real: number,
    imaginary: number,
    width: number,
    height: number,
    work: number,
    twiddles: number,
    side: number,
    sign: number,
  ): void;
  flattenedPower(real: number, imaginary: number, width: number, height: number, work: number, limit: number): void;
  peaksAboveRing(source: number, target: number, side: number): void;
  analyseBlocks(
    plane: number,
    stride: number,
    columns: number,
    rows: number,
    cosines: number,
    coefficients: number,
    activity: number,
  ): void;
  synthesiseBlocks(
    plane: number,
    stride: number,
    columns: number,
    rows: number,
    basis: number,
    coefficients: number,
  ): void;
  readBlocks(
    plane: number,
    planeColumns: number,
    columns: number,
    rows: number,
    steps: number,
    coefficients: number,
    activity: number,
  ): void;
  decodeScan(scan: number, progressive: boolean): number;
  encodeScan(scan: number, progressive: boolean, countOnly: boolean): number;
  warp(
    source: number,
    width: number,
    height: number,
    target: number,
    targetWidth: number,
    targetHeight: number,
    xx: number,
    xy: number,
    x0: number,
    yx: number,
    yy: number,
    y0: number,
  ): void;
  halve(source: number, width: number, height: number, target: number): void;
  foldTile(
    plane: number,
    width: number,
    height: number,
    tile: number,
    spanX: number,
    spanY: number,
    xx: number,
    xy: number,
    x0: number,
    yx: number,
    yy: number,
    y0: number,
  ): void;
  whiten(
    source: number,
    width: number,
    height: number,
    target: number,
    work: number,
    floorDeviation: number,
    limit: number,
  ): void;
  enlarge(
    residual: number,
    width: number,
    height: number,
    top: number,
    rows: number,
    target: number,
    stride: number,
    lines: number,
  ): void;
  addResidual(
    strip: number,
    stride: number,
    columns: number,
    plane: number,
    scales: number,
    weights: number,
    cosines: number,
    transposed: number,
    largest: number,
    write: boolean,
  ): number;
  resampleSound(
    sound: number,
    taps: number,
    width: number,
    phases: number,
    step: number,
    target: number,
    count: number,
  ): void;
  addFramePowers(
    left: number,
    right: number,
    hop: number,
    turns: number,
    twiddles: number,
    work: number,
    powers: number,
  ): void;
  framePowers(sound: number, hop: number, window: number, twiddles: number, work: number, powers: number): void;
  analyseFrames(
    left: number,
    right: number,
    turns: number,
    posts: number,
    twiddles: number,
    work: number,
    ofLeft: number,
    ofRight: number,
  ): void;
  addFrames(
    ofLeft: number,
    ofRight: number,
    turns: number,
    posts: number,
    twiddles: number,
    work: number,
    left: number,
    right: number,
  ): void;
  sumBands(powers: number, edges: number, speed: number, frames: number, bands: number): void;
  measureLevels(powers: number, frames: number, levels: number, work: number): void;
  foldLevels(levels: number, first: number, end: number, folded: number): void;
  sumPilots(folded: number, columns: number, places: number, added: number, count: number, sums: number): void;
  advancePaths(costs: number, next: number, soft: number, signs: number, steps: number, decisions: number): void;
}

const PAGE = 65536;
const MAXIMUM_PAGES = 65536;
let compiled: WebAssembly.Module | undefined;
/** Returned workspaces of this thread: a few, for pictures of up to about four megapixels. */
const kept: Workspace[] = [];
const mostKept = 2;
const largestKept = 16 * 1024 * 1024;

export class Workspace {
  readonly kernels: Kernels;
  readonly #memory: WebAssembly.Memory;
  #next: number;
  /** The end of the reserved memory. */
  #reached = 0;

  /** A returned one, or a new one. */
  static take(): Workspace {
    return kept.pop() ?? new Workspace();
  }

  constructor() {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)));
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum: MAXIMUM_PAGES });
    const instance = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    this.kernels = instance.exports as unknown as Kernels;
    this.#next = this.kernels.firstFreeAddress();
  }

  /**
   * Reserves bytes, zeroed if fresh, and returns their address. Earlier views can become detached:
   * create them again.
   */
  reserve(bytes: number): number {
    const address = this.#next;
    this.#next = Math.ceil((address + bytes) / 16) * 16;
    this.#reached = Math.max(this.#reached, this.#next);
    // One page of slack: vector loads can read a few bytes past the end of an array.
    const missing = Math.ceil((this.#next + PAGE - this.#memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.#memory.grow(missing);
    return address;
  }

  /** `release(mark)` frees everything that was reserved after `mark()`. */
  mark(): number {
    return this.#next;
  }

  release(mark: number): void {
    this.#next = mark;
  }

  /**
   * Empties the workspace for its next owner. Do not use any view of it afterwards. A workspace
   * that is not returned is freed with its owner.
   */
  giveBack(): void {
    if (kept.length >= mostKept || kept.includes(this) || this.#memory.buffer.byteLength > largestKept) return;
    const first = this.kernels.firstFreeAddress();
    this.bytes(first, Math.max(0, this.#reached - first)).fill(0);
    this.#next = first;
    this.#reached = first;
    kept.push(this);
  }

  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, address, count);
  }

  shorts(address: number, count: number): Int16Array {
    return new Int16Array(this.#memory.buffer, address, count);
  }

  words(address: number, count: number): Int32Array {
    return new Int32Array(this.#memory.buffer, address, count);
  }

  bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, count);
  }

  keep(values: Float32Array): number {
    const address = this.reserve(values.byteLength);
    this.floats(address, values.length).set(values);
    return address;
  }
}
