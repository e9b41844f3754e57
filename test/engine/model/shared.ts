/** Where the specification lies beside the project, and how tests say that it does not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../../shared');

/** A file of the specification, parsed. `path` is relative to `../../shared`. */
export const sharedJson = <T>(path: string): T => JSON.parse(sharedText(path)) as T;

export const sharedText = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

/** Tests that need `../../shared`; without it they leave one test whose name and printed line say what was left out. */
export function describeWithSpecification(name: string, body: () => void): void {
  if (existsSync(join(FOLDER, 'spec'))) {
    describe(name, body);
    return;
  }
  it(`SKIPPED, no ../shared here: ${name}`, () => {
    console.log(`SKIPPED, no ../shared here: ${name}`);
  });
}
