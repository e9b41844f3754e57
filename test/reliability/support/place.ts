/** Folders of a test below the temporary one, and the compiled program, all of which vanish at the end. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram, type Program } from '../../existing-database/processes.js';

/** A folder that servers of other users may enter. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-reliability-'));
  chmodSync(folder, 0o755);
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** The compiled program, in a folder that servers of other users may enter. */
export function makeProgram(): Program {
  const program = buildProgram();
  chmodSync(program.folder, 0o755);
  return program;
}
