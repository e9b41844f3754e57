/** Does what `docs/extending.md` says, in a copy of the project, and calls the route. @seconds 20 @always */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockOf, Checkout, mistakesIn, PROJECT } from './support/checkout.js';

describe('docs/extending.md', () => {
  const copy = new Checkout();
  afterAll(() => copy.remove());

  it('a generated module reads the map through repositories, and its route asks for rights', async () => {
    const page = readFileSync(join(PROJECT, 'docs/extending.md'), 'utf8');
    for (const [, kind] of page.matchAll(/^npx nest g (\w+) continuity$/gm))
      execFileSync('npx', ['nest', 'g', kind!, 'continuity'], { cwd: copy.folder, stdio: 'pipe' });
    const files = ['module', 'service', 'controller'].map((kind) => `src/continuity/continuity.${kind}.ts`);
    expect(readdirSync(copy.at('src/continuity')).map((name) => `src/continuity/${name}`)).toEqual([...files].sort());
    for (const file of files) writeFileSync(copy.at(file), blockOf(page, file));
    copy.build();
    expect(mistakesIn(copy.folder, [...files, 'src/app.module.ts'])).toEqual([]);

    const call = await copy.start();
    const block = await call('POST', '/api/application-blocks', { name: 'Care' });
    const process = await call('POST', '/api/processes', { name: 'Admission' });
    const links = { application_block_id: block.body['id'], processes: [process.body['id']] };
    await call('POST', '/api/applications', { name: 'Record', rto: 240, ...links });
    await call('POST', '/api/applications', { name: 'Menu', rto: 30 });
    expect(await call('GET', '/api/continuity?minutes=60')).toEqual({
      status: 200,
      body: [{ application: 'Record', minutes: 240, block: 'Care', processes: ['Admission'] }],
    });
    expect(await call('GET', '/api/continuity?minutes=soon')).toMatchObject({ status: 400 });
    expect(await call('GET', '/api/continuity?minutes=60', undefined, null)).toMatchObject({ status: 401 });
  }, 120_000);
});
