/** Programs of the machine that the long tests need; as root, those that lack are installed with apt-get. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program, by where it lies, and the packages of Debian that bring it. */
export interface Tool {
  path: string;
  packages: string[];
}

export const MARIADB: Tool = { path: '/usr/sbin/mariadbd', packages: ['mariadb-server'] };
export const GALERA: Tool = { path: '/usr/lib/galera/libgalera_smm.so', packages: ['galera-4', 'rsync', 'iproute2'] };
export const RSYNC: Tool = { path: '/usr/bin/rsync', packages: ['rsync'] };
export const NGINX: Tool = { path: '/usr/sbin/nginx', packages: ['nginx-light', 'libnginx-mod-stream'] };
export const NGINX_STREAM: Tool = {
  path: '/usr/lib/nginx/modules/ngx_stream_module.so',
  packages: ['libnginx-mod-stream'],
};

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Sees to it that programs are there. Throws a sentence that names the packages where they cannot be installed. */
export function need(...tools: Tool[]): void {
  const packages = tools.filter(({ path }) => !existsSync(path)).flatMap(({ packages: names }) => names);
  if (!packages.length) return;
  if (isRoot()) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    spawnSync('apt-get', ['update', '-q'], { env, timeout: 180_000 });
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env, timeout: 300_000 });
  }
  const lacking = tools.filter(({ path }) => !existsSync(path)).map(({ path }) => path);
  if (lacking.length) {
    throw new Error(`${lacking.join(', ')} is not there. Install it with: apt-get install ${packages.join(' ')}`);
  }
}
