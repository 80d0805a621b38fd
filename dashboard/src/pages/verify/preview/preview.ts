// What a file looks like, if the browser can show it.

export interface Preview {
  /** A data address, so that it survives a reload. */
  readonly picture?: string;
  readonly lines?: readonly string[];
  /** From 0 to 1, from the start of the sound to its end. */
  readonly waveform?: readonly number[];
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
}
