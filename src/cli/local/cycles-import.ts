/** `cycles:import`: replaces what is known of the end of support of products. */
import { readFile } from 'node:fs/promises';
import { importCycles, readCycles } from '../../checks/cycles/import-cycles.js';
import { loadConfig } from '../../config.js';
import { onDatabase } from '../../database/admin-connection.js';
import { unreadable } from '../errors.js';
import { say } from '../terminal.js';

/** Imports a file. Throws a sentence where it cannot be read. */
export async function importCyclesFile({
  file,
  product,
}: {
  file: string;
  product?: string | undefined;
}): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error);
  });
  const cycles = readIn(text, file, product);
  await onDatabase(await loadConfig('administer'), async (database) => {
    const stored = await importCycles(database, cycles);
    say(`${stored.cycles} cycles of ${stored.products} products are known, in place of what was known of these.`);
  });
}

function readIn(text: string, file: string, product: string | undefined): ReturnType<typeof readCycles> {
  try {
    return readCycles(JSON.parse(text), product);
  } catch (error) {
    throw new Error(`${file} cannot be taken: ${(error as Error).message}`, { cause: error });
  }
}
