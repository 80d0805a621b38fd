// The recipe for verifying content of any size. Content that fits into memory goes through
// verify.ts. A larger video goes through the same examination, but its parts are read as they are
// needed.
import { UnsupportedMedia } from './containers/broken-media.ts';
import { LARGEST_DELIVERED } from './content-sizes.ts';
import { type ContentSource, readWhole } from './large-files/content-source.ts';
import { detectLargeFormat } from './large-files/large-format.ts';
import { LargeReconstruction } from './large-files/large-reconstruction.ts';
import { type LongRun, risingProgress } from './large-files/long-run.ts';
import { Specimen } from './specimen.ts';
import { conclude, examine, type VerificationResult, type VerifyPorts, type VerifyRequest, verify } from './verify.ts';

const unsupported =
  'The service verifies files of more than 51 MB only if they are MP4, MOV, MKV or WebM. Send a smaller file.';
const manifestMissed = 'The service did not look for a C2PA manifest, because it does so only in files of up to 51 MB.';

export async function verifyLargeFile(
  source: ContentSource,
  request: VerifyRequest,
  ports: VerifyPorts,
  run: LongRun,
): Promise<VerificationResult> {
  run.signal.throwIfAborted();
  const result =
    source.size <= LARGEST_DELIVERED
      ? await verify(await readWhole(source, run.signal), request, ports)
      : await verifyStreamed(source, request, ports, risingProgress(run));
  run.onProgress(1);
  return result;
}

/** Also for small content, so that tests can compare. Throws UnsupportedMedia for other formats. */
export async function verifyStreamed(
  source: ContentSource,
  request: VerifyRequest,
  ports: VerifyPorts,
  run: LongRun,
): Promise<VerificationResult> {
  const format = await detectLargeFormat(source);
  if (!format) throw new UnsupportedMedia(unsupported);
  const file = await LargeReconstruction.of(format, source, run);
  const examination = await examine(new Specimen(source, ports, request.briefly, file), request, ports);
  run.signal.throwIfAborted();
  const result = conclude(examination, null);
  return { ...result, notes: [...(result.notes ?? []), manifestMissed] };
}
