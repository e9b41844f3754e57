#!/usr/bin/env node
// `npx meridian …` and `npm run meridian -- …` in a checkout: builds the program if its sources have changed, and runs it.
import '../scripts/require-node.mjs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--if-stale'], {
  stdio: ['ignore', 2, 2],
});
if (status !== 0) process.exit(status ?? 1);
await import('../dist/cli/meridian.js');
