/** The files that a backup is written into until it is whole, and those that were left by processes that are gone. */
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';

/** `map.backup.HOST.PID.meridian-part`; hosts may share a folder. */
const PART = /\.([A-Za-z0-9-]+)\.(\d+)\.meridian-part$/;
const HOST = hostname().replace(/[^A-Za-z0-9-]/g, '-') || 'host';

/** Of another host it cannot be known whether the process is gone; a backup writes all the time. */
const STALE_MS = 24 * 3600 * 1000;

/** Those of this process: another one with its number may have left some, too. */
const OWN = new Set<string>();

/** The file into which a backup of this name is written by this process. */
export function partFor(path: string): string {
  const part = resolve(`${path}.${HOST}.${process.pid}.meridian-part`);
  OWN.add(part);
  return part;
}

/** Removes from a folder what backups left that were killed. What cannot be removed stays: it is in nobody's way. */
export async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, host, pid] = PART.exec(name) ?? [];
    if (pid === undefined) continue;
    const part = resolve(folder, name);
    if (OWN.has(part)) continue;
    const isLeft = host === HOST ? !isRunning(Number(pid)) : await isStale(part);
    if (isLeft) await rm(part, { force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one, too.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const isStale = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > STALE_MS,
    () => false,
  );
