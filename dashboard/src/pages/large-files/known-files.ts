// Which file belongs to which upload, so that an upload continues with the same file after a
// reload. The parts that the service has are skipped only for a file that this browser knows.
import { pageSetting } from '../../page-setting.ts';

const place = `job-files:${pageSetting.environment}`;
const mostKnown = 50;

export function rememberFile(jobId: string, file: File): void {
  const others = read().filter(([known]) => known !== jobId);
  try {
    localStorage.setItem(place, JSON.stringify([[jobId, markOf(file)], ...others].slice(0, mostKnown)));
  } catch {
    // Full, or turned off: all parts are sent again after a reload.
  }
}

export function isKnownFile(jobId: string, file: File): boolean {
  return read().some(([known, mark]) => known === jobId && mark === markOf(file));
}

function markOf({ name, size, lastModified }: File): string {
  return `${size} ${lastModified} ${name}`;
}

function read(): [jobId: string, mark: string][] {
  try {
    const known = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(known) ? known : [];
  } catch {
    return [];
  }
}
