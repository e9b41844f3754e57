/**
 * The images that Dockerfile and compose files build on: from where Docker finds them, or, where no registry of images can be
 * reached, made of Debian's packages and Node as npm's registry has it. What was made stands in under the name of the image,
 * and bears a label that says so.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { need } from '../../reliability/support/tools.js';
import { composeIn } from '../compose.js';
import { stagesOf } from '../dockerfile.js';
import { docker, tried } from './docker.js';

const LABEL = 'meridian.stands-in';
const STAND_INS = join(__dirname, 'stand-ins');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const DEBOOTSTRAP = { path: '/usr/sbin/debootstrap', packages: ['debootstrap'] };
/** What a builder has and a slim image has not. */
const TOOLS = 'python3 make g++';

/** Names of all images that are built on. */
function names(): string[] {
  const services = ['compose.yaml', 'compose.cluster.yaml'].flatMap((file) => Object.values(composeIn(file).services));
  const images = services.filter(({ build }) => !build).map(({ image }) => image);
  return [...new Set([...stagesOf().map(({ base }) => base), ...images])];
}

/** Sees to it that all are there; tells those that are no images of their makers. */
export function baseImages(): string[] {
  const all = names();
  for (const name of all.filter((image) => !isThere(image))) {
    console.log(`making what stands in for ${name}`);
    make(name);
  }
  return all.filter((name) => docker('inspect', '--format', `{{index .Config.Labels "${LABEL}"}}`, name) === 'yes');
}

const isThere = (name: string): boolean =>
  tried('image', 'inspect', name).status === 0 || tried('pull', '--quiet', name).status === 0;

function make(name: string): void {
  const [kind, version] = name.split(':') as [string, string];
  const folder = mkdtempSync(join(tmpdir(), 'meridian-base-'));
  try {
    cpSync(STAND_INS, folder, { recursive: true });
    if (kind === 'node') withNode(folder, version);
    const debian = debianOf(version.includes('bookworm') ? 'bookworm' : 'trixie');
    const options = ['--build-arg', `DEBIAN=${debian}`, '--label', `${LABEL}=yes`, '--tag', name];
    const tools = kind === 'node' && !version.endsWith('slim') ? ['--build-arg', `TOOLS=${TOOLS}`] : [];
    docker('build', '--file', join(folder, `${kind}.Dockerfile`), ...options, ...tools, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A release of Debian without anything beside its base. */
function debianOf(release: string): string {
  const name = `debian:${release}-slim`;
  if (isThere(name)) return name;
  need(DEBOOTSTRAP);
  const folder = mkdtempSync(join(tmpdir(), 'meridian-debian-'));
  try {
    run('debootstrap', '--variant=minbase', release, join(folder, 'root'), 'http://deb.debian.org/debian');
    run('tar', '--directory', join(folder, 'root'), '--create', '--file', join(folder, 'root.tar'), '.');
    docker('import', '--change', `LABEL ${LABEL}=yes`, join(folder, 'root.tar'), name);
    return name;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Node of the release that the name of an image begins with, and the npm that comes with it. */
function withNode(folder: string, version: string): void {
  const binary = `node-linux-${arch()}`;
  mkdirSync(join(folder, 'installed'));
  run('npm', 'install', '--prefix', join(folder, 'installed'), `${binary}@${parseInt(version, 10)}`, 'npm@10');
  for (const [from, to] of Object.entries({ [binary]: 'node', npm: 'npm' }))
    renameSync(join(folder, 'installed/node_modules', from), join(folder, to));
  copyFileSync(CERTIFICATES, join(folder, 'certificates.crt'));
}

function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${status}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
}
