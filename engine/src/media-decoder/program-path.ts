// Where the decoder's program is, for whoever starts processes: the engine itself starts none.
import { fileURLToPath } from 'node:url';

export const decoderProgram = fileURLToPath(new URL('./program/program.ts', import.meta.url));
