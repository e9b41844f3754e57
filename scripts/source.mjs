// Loads the program from its sources, as the tests do, so that a script need not wait for a build.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../src');
const require = createRequire(import.meta.url);
require('../test/support/typescript.cjs').register();
require('reflect-metadata');

/** What a file below `src` exports: `source('engine/index.ts')`. */
export const source = (file) => require(join(SRC, file));
