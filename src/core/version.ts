/** Which release this is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The release, as `package.json` has it. */
export function release(): string {
  const file = readFileSync(join(__dirname, '../../package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
