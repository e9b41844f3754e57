/** Carries out the stages of the Dockerfile in folders that stand for them; no container engine is needed. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { isSent, PROJECT, type Stage } from './dockerfile.js';

/** The folders of the stages, by name. */
export class Stages {
  readonly root = mkdtempSync(join(tmpdir(), 'meridian-image-'));
  private readonly folders = new Map<string, string>();

  constructor(private readonly stages: readonly Stage[]) {
    // Another user must be able to walk through it.
    chmodSync(this.root, 0o755);
  }

  /** Runs every instruction, and tells where the working directory of the last stage is. */
  build(): string {
    let app = '';
    for (const stage of this.stages) app = this.carryOut(stage);
    return app;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private carryOut({ name, instructions }: Stage): string {
    const folder = join(this.root, `stage-${name}`);
    this.folders.set(name, folder);
    let place = folder;
    for (const { name: instruction, text } of instructions) {
      if (instruction === 'WORKDIR') mkdirSync((place = join(folder, text)), { recursive: true });
      if (instruction === 'COPY') this.copy(text, place);
      if (instruction === 'RUN') this.run(text, place);
    }
    return place;
  }

  private copy(text: string, place: string): void {
    const words = text.split(' ');
    const option = (name: string): string | undefined =>
      words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
    const [from, owner] = [option('from'), option('chown')];
    const paths = words.filter((word) => !word.startsWith('--'));
    const target = paths.pop()!;
    for (const path of paths) {
      if (!from && !isSent(path)) throw new Error(`COPY ${path}: .dockerignore keeps it back.`);
      const source = join(from ? this.folders.get(from)! : PROJECT, path);
      // As Docker does: the content of a folder, and a file into what ends in a slash; but nothing that is not sent.
      const into = join(place, target.endsWith('/') ? join(target, basename(path)) : target);
      const filter = (file: string): boolean => Boolean(from) || isSent(relative(PROJECT, file));
      cpSync(source, into, { recursive: true, verbatimSymlinks: true, filter });
      if (owner && process.getuid!() === 0) give(into, owner.split(':').map(Number) as [number, number]);
    }
  }

  private run(command: string, place: string): void {
    const environment = Object.fromEntries(
      // The settings of npm are those of this machine: its registry, and where the headers of Node lie.
      Object.entries(process.env).filter(([name]) => /^(PATH|HOME|npm_config_.*|.*_proxy)$/i.test(name)),
    );
    const options = { cwd: place, env: environment, encoding: 'utf8' as const, maxBuffer: 64 << 20 };
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], options);
    if (status !== 0) throw new Error(`RUN ${command}\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`);
  }
}

function give(path: string, [user, group]: [number, number]): void {
  chownSync(path, user, group);
  for (const name of readdirSync(path)) give(join(path, name), [user, group]);
}
