// `node scripts/audit-packages.ts`: asks the registry for known vulnerabilities of the packages in
// the lock. Serious ones fail. If the registry does not support this, as with some mirrors, the
// script says so and does not fail. With `--sbom FILE` it writes the bill of materials first.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMaterials, judgeAudit, type Lock } from './package-report.ts';
import { root } from './repository.ts';

const [option, file] = process.argv.slice(2);
if (option === '--sbom' && file) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  writeFileSync(file, `${JSON.stringify(describeMaterials(lock), null, 2)}\n`);
  console.log(`The bill of materials is in ${file}.`);
}
const asking = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
const { stdout } = spawnSync('npm', asking, {
  cwd: root,
  encoding: 'utf8',
  timeout: 60_000,
  maxBuffer: 64 * 1024 ** 2,
});
const verdict = judgeAudit(stdout ?? '');
if ('unanswered' in verdict)
  console.warn(`Packages were not audited, the registry does not do it: ${verdict.unanswered}`);
else if (verdict.grave.length > 0) {
  console.error(`Packages with grave weaknesses:\n  ${verdict.grave.join('\n  ')}`);
  process.exitCode = 1;
} else console.log(`No package has a grave weakness; ${verdict.others} have lesser ones.`);
