/** The client as a package that programs find, compiled from its source as the tests are: types are not checked. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformFileSync } from '@swc/core';

const SOURCE = resolve(__dirname, '../../clients/typescript/src');

/** Makes the package `meridian-client` in a folder, which may not be there yet. */
export function compileClient(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(SOURCE)) {
    const { code } = transformFileSync(join(SOURCE, file), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
      swcrc: false,
    });
    writeFileSync(join(folder, file.replace(/\.ts$/, '.js')), code);
  }
  const exports = { '.': './index.js', './node': './node.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'meridian-client', type: 'module', exports }));
}
