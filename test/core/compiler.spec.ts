/** What the program sets of V8's own flags is there in this release of Node, with the value that it is set back to. */
import { execFileSync } from 'node:child_process';
import { COMPILER } from '../../src/core/compiler.js';

it('knows the flag by which V8 decides when to optimize, and its usual value', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(known).toContain(`default: ${COMPILER.flag}=${COMPILER.usual}\n`);
});
