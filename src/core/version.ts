/** Which release this is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(__dirname, '../../package.json');

/** The release, as `package.json` has it. */
export const version = (): string => (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
