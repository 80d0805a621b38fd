// Fourier transforms inside a workspace: tables computed once, planes of complex floats given by
// address.
import type { Workspace } from '../../kernels/workspace.ts';

export const LONGEST_SIDE = 1024;

const TWIDDLES = Float32Array.from({ length: LONGEST_SIDE }, (_, i) => {
  const half = LONGEST_SIDE / 2;
  const angle = (2 * Math.PI * (i % half)) / LONGEST_SIDE;
  return i < half ? Math.cos(angle) : Math.sin(angle);
});

export class FourierPlane {
  readonly #workspace: Workspace;
  readonly #twiddles: number;
  readonly #work: number;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#twiddles = workspace.keep(TWIDDLES);
    this.#work = workspace.reserve(LONGEST_SIDE * 36);
  }

  forward(real: number, imaginary: number, width: number, height: number): void {
    this.#run(real, imaginary, width, height, -1);
  }

  /** Unscaled: divide by width × height. */
  backward(real: number, imaginary: number, width: number, height: number): void {
    this.#run(real, imaginary, width, height, 1);
  }

  #run(real: number, imaginary: number, width: number, height: number, sign: number): void {
    const { kernels } = this.#workspace;
    kernels.fourier(real, imaginary, width, height, this.#work, this.#twiddles, LONGEST_SIDE, sign);
  }
}
