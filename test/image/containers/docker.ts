/** Docker, as the tests of the image use it. */
import { spawn, spawnSync } from 'node:child_process';
import { isRoot, need } from '../../reliability/support/tools.js';
import { pause } from '../../reliability/support/waiting.js';

const ENGINE = { path: '/usr/sbin/dockerd', packages: ['docker.io', 'iptables'] };
const MINUTES = 60_000;

export interface Said {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `docker` with these arguments; its answer, whatever it is. */
export function tried(...args: string[]): Said {
  return spawnSync('docker', args, { encoding: 'utf8', maxBuffer: 64 << 20, timeout: 20 * MINUTES });
}

/** Runs `docker` and tells what it printed. Throws what it complained of where it fails. */
export function docker(...args: string[]): string {
  const { status, stdout, stderr } = tried(...args);
  if (status !== 0)
    throw new Error(`docker ${args.join(' ')}: ${status}\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`);
  return stdout.trim();
}

const answers = (): boolean => tried('info', '--format', '{{.ServerVersion}}').status === 0;

/**
 * Sees to it that an engine answers: the one of this machine, or, as root, one that is started here and ended by what this
 * gives. Throws a sentence that says what is missing.
 */
export async function engine(): Promise<() => Promise<void>> {
  const end = answers() ? async (): Promise<void> => undefined : await started();
  for (const plugin of ['compose', 'buildx']) {
    if (tried(plugin, 'version').status !== 0) {
      await end();
      throw new Error(
        `docker ${plugin} is missing: https://docs.docker.com/engine/install/, or Debian 13's docker-${plugin}.`,
      );
    }
  }
  return end;
}

async function started(): Promise<() => Promise<void>> {
  if (!isRoot()) throw new Error('No Docker answers: start it, or run this as root on Debian.');
  need(ENGINE);
  const daemon = spawn(ENGINE.path, { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  const end = async (): Promise<void> => {
    daemon.kill('SIGTERM');
    await ended;
  };
  for (let i = 0; i < 60; i++) {
    if (answers()) return end;
    await pause(500);
  }
  await end();
  throw new Error('dockerd did not answer within half a minute.');
}
