/** The examples are objects of the example map: `UPDATE_EXAMPLES=1 npx jest test/openapi/examples` writes them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '../../src/resource/index.js';
import { TestServer } from '../support/server.js';
import { chosenExamples } from './chosen-examples.js';

const FILE = join(__dirname, '../../src/openapi/examples.json');

describe('contract 12: the examples of the document', () => {
  it('are what the example map holds today, one of each kind', async () => {
    const server = await TestServer.start('sqlite');
    const chosen = await chosenExamples(server);
    await server.stop();
    const text = `${JSON.stringify(chosen, undefined, 2)}\n`;
    if (process.env['UPDATE_EXAMPLES']) writeFileSync(FILE, text);
    expect(Object.keys(chosen).sort()).toEqual(
      registry
        .all()
        .map(({ path }) => path)
        .sort(),
    );
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(chosen);
  });
});
