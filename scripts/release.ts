// `npm run release -- --dry-run`: builds every artifact of a release, with bills of materials,
// checksums and a signature, into dist-release/. The same commit gives the same bytes. It publishes
// nothing: without --dry-run it also checks that the release is complete, and prints the commands.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SigningKey } from '@content-provenance/client/signing';
import { findFaults, names, signChecksums, writeChecksums } from './release/checksums.ts';
import { readContainerfile } from './release/containerfile.ts';
import { renewDebianLock } from './release/debian-packages.ts';
import { type BuiltPlatform, buildPages, buildPlatform, type Release, writeImage } from './release/images.ts';
import { hashFile } from './release/oci-archive.ts';
import { buildChart, buildClient, buildPython, hasPythonPackage, readCommit } from './release/packages.ts';
import { allLicenses, describeClient, describeImage, describePython } from './release/sbom.ts';
import { root } from './repository.ts';

const usage = `Usage: npm run release -- [--dry-run] [options]
  --dry-run              build and verify, without the checks of a real release
  --out <folder>         folder for the artifacts (default: dist-release). It must be empty or absent
  --without-images       leave the container images out
  --architectures <list> amd64,arm64 (default: both)
  --variants <list>      plain,decoder (default: both)
  --verify <folder> --key <public key.pem>   verify a downloaded release
  --renew-debian         write the current Debian packages to debian-packages.json
RELEASE_KEY names a private key file (provenance keys generate). A dry run without one makes a key and forgets it.`;

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean' },
    out: { type: 'string' },
    'without-images': { type: 'boolean' },
    architectures: { type: 'string', default: 'amd64,arm64' },
    variants: { type: 'string', default: 'plain,decoder' },
    verify: { type: 'string' },
    key: { type: 'string' },
    'renew-debian': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const isDryRun = values['dry-run'] === true;
const withImages = values['without-images'] !== true;
const architectures = choose('--architectures', values.architectures, ['amd64', 'arm64'] as const);
const variants = choose('--variants', values.variants, ['plain', 'decoder'] as const);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

// The modes of the files in the folder depend on it. Nothing inside an artifact does.
process.umask(0o022);
const work = mkdtempSync(join(tmpdir(), 'provenance-release-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  if (values.help) console.log(usage);
  else if (values.verify) await verify(values.verify);
  else if (values['renew-debian']) renewDebianLock(work, readContainerfile().debianPackages);
  else await release();
} catch (problem) {
  console.error(`The release failed. ${(problem as Error).message}`);
  process.exitCode = 1;
}

async function release(): Promise<void> {
  const { commit, seconds, isClean } = readCommit();
  if (!isDryRun) checkReady(isClean);
  if (!isClean) console.log('Some changes are not committed. The artifacts contain them.');
  // Programs that we start read it too.
  process.env.SOURCE_DATE_EPOCH = String(seconds);
  const key = await openKey();
  const out = prepareFolder(values.out);
  const built: Release = { version, commit, seconds, work, out };

  step('the client');
  const client = await buildClient(built);
  writeSbom(built, client.file.replace(/\.tgz$/, ''), describeClient(built, client));
  if (hasPythonPackage()) {
    step('the Python package');
    const [wheel] = buildPython(built);
    writeSbom(built, `${wheel.name}-${wheel.version}-python`, describePython(built, wheel));
  } else console.log('There is no client-python/, so there is no wheel.');
  step('the chart');
  buildChart(built);
  if (withImages) await buildImages(built);
  else console.log('The container images are left out.');

  step('checksums and signature');
  await writeChecksums(out);
  await signChecksums(out, key);
  await verify(out, join(out, names.publicKey));
  console.log(`\n${readFileSync(join(out, names.sums), 'utf8')}`);
  console.log(`${names.sums} has the SHA-256 ${await hashFile(join(out, names.sums), 'sha256')}.`);
  console.log(`Signed with ${key.kid}${process.env.RELEASE_KEY ? '' : ', a key that was made for this run only'}.`);
  if (!isDryRun) console.log(publishing(out, client.file));
}

async function buildImages(built: Release): Promise<void> {
  step('the pages');
  const inPages = await buildPages();
  const platforms: BuiltPlatform[] = [];
  for (const architecture of architectures) {
    step(`the image layers for ${architecture}`);
    platforms.push(await buildPlatform(built, architecture));
  }
  for (const variant of variants) {
    const bill = describeImage(built, variant, platforms, inPages);
    const file = await writeImage(built, variant, platforms, allLicenses(bill));
    writeSbom(built, file.replace(/\.oci\.tar$/, '-image'), bill);
  }
}

/** What a real release needs and a dry run does not. */
function checkReady(isClean: boolean): void {
  const page = `docs/releases/${version}.md`;
  const missing = [
    !isClean && 'Commit or remove your changes: the artifacts must be those of a commit.',
    !existsSync(join(root, page)) && `Move the entries of CHANGELOG.md to ${page}.`,
    !process.env.RELEASE_KEY && 'Set RELEASE_KEY to the file of the release key.',
    !hasPythonPackage() && 'The Python package is missing.',
    (!withImages || architectures.length < 2 || variants.length < 2) && 'Build all images.',
  ].filter((each) => each !== false);
  if (missing.length > 0) throw new Error(`Version ${version} is not ready. ${missing.join(' ')}`);
}

async function openKey(): Promise<SigningKey> {
  const file = process.env.RELEASE_KEY;
  if (!file) return SigningKey.generate();
  return SigningKey.fromPem(readFileSync(resolve(root, file), 'utf8'));
}

async function verify(folder: string, key = values.key): Promise<void> {
  if (!key)
    throw new Error('Name the public key of the project with --key. A key from the download itself proves nothing.');
  const faults = await findFaults(resolve(root, folder), readFileSync(resolve(root, key), 'utf8'));
  if (faults.length > 0) throw new Error(`Verification found:\n  ${faults.join('\n  ')}`);
  console.log(`The key signed ${names.sums}, and every file has its checksum.`);
}

/** Only our own folder is emptied. A folder that somebody names can have other files. */
function prepareFolder(given: string | undefined): string {
  const folder = resolve(root, given ?? 'dist-release');
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Choose another folder with --out.`);
  return folder;
}

function writeSbom({ out }: Release, name: string, bill: object): void {
  writeFileSync(join(out, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
}

function choose<Choice extends string>(option: string, given: string, choices: readonly Choice[]): Choice[] {
  const words = given.split(',');
  const unknown = words.find((word) => !choices.includes(word as Choice));
  if (unknown !== undefined) {
    console.error(`${option} does not know "${unknown}". Choose from ${choices.join(', ')}.`);
    process.exit(1);
  }
  return choices.filter((each) => words.includes(each));
}

function publishing(out: string, client: string): string {
  return `
Nothing was published. To publish, from ${out}:
  npm publish ${client} --access public
  python3 -m twine upload *.whl *.tar.gz
  skopeo copy --all oci-archive:content-provenance-service-${version}.oci.tar docker://<registry>/content-provenance-service:${version}
  helm push content-provenance-service-chart-*.tgz oci://<registry>/charts
Publish the image with the decoder only after you read docs/run/release.md#the-decoder-and-its-license.`;
}

function step(name: string): void {
  console.log(`▶ ${name}`);
}
