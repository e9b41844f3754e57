/** A disk without room (contract 10: 507 or 503, never 500): nothing is half stored, and it works again once there is room. */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../existing-database/processes.js';
import { makeFolder, makeProgram, removeFolder } from '../support/place.js';
import { isRoot, MARIADB, need } from '../support/tools.js';
import { until } from '../support/waiting.js';
import { Bench, type Engine } from './bench.js';

/** Size of the disk, in MiB: what an empty map needs, and some. */
const DISKS: Array<[Engine, number]> = [
  ['sqlite', 32],
  ['mariadb', 320],
];
const REFUSALS = 20;

/** A disk of its own for the test, which only root can make. */
class Disk {
  readonly folder = makeFolder();

  constructor(size: number) {
    run('mount', '-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', this.folder);
  }

  /** Leaves no room at all. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    for (const size of [1 << 20, 4096, 1]) {
      const bytes = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    fsyncSync(file);
    closeSync(file);
  }

  empty(): void {
    rmSync(this.ballast);
  }

  remove(): void {
    run('umount', '-l', this.folder);
    removeFolder(this.folder);
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${String(stderr)}`);
}

let program: Program;
beforeAll(() => {
  need(MARIADB);
  program = makeProgram();
});
afterAll(() => program.remove());

if (!isRoot()) console.log('Full disks are left out: a disk of its own for the test can only be made by root.');
(isRoot() ? describe : describe.skip).each(DISKS)('on %s, on a disk of %i MiB', (engine, size) => {
  let disk: Disk;
  let bench: Bench;
  beforeAll(async () => {
    disk = new Disk(size);
    bench = await Bench.start(engine, program, join(disk.folder, 'map'));
  });
  afterAll(async () => {
    await bench?.stop();
    disk.remove();
  });

  it('contract 10: a full disk is told with 507 or 503, and work goes on once there is room', async () => {
    await bench.loadUntil([200, 201], 30);
    for (let round = 0; round < 3; round++) {
      disk.fill();
      await bench.loadUntil([503, 507], REFUSALS);
      // A database that waits for room may be silent for a moment, and is away then.
      const reads = async (): Promise<boolean> => (await bench.client.send('GET', '/api/applications')).status === 200;
      await until('it can be read while the disk is full', 20_000, reads);
      disk.empty();
      await bench.loadUntil([200, 201], 30);
      expect(await bench.violations()).toEqual([]);
    }
    const { statuses } = bench.ledger;
    expect(statuses.get(507)).toBeGreaterThan(0);
    console.log(`full disk, ${engine}: answers by status ${JSON.stringify(Object.fromEntries(statuses))}`);
  });
});
