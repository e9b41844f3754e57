/** What the journal can tell has words on its page, and can be asked for there. @seconds 1 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '../../web/src/i18n/en.js';
import { fr } from '../../web/src/i18n/fr.js';

const textOf = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');

/** The members of the union, which stands in one place. */
const ACTIONS = [
  ...textOf('src/audit/audit-events.ts')
    .match(/export type AuditAction =([^]+?);\n\n/)![1]!
    .matchAll(/\| '(\w+)'/g),
].map(([, action]) => action!);

describe('the words of the journal', () => {
  it('are there in both languages for every event, which the filter offers', () => {
    expect(ACTIONS.length).toBeGreaterThan(30);
    for (const texts of [en, fr]) expect(ACTIONS.filter((action) => !(`admin.did.${action}` in texts))).toEqual([]);
    const page = textOf('web/src/admin/journal.tsx');
    expect(ACTIONS.filter((action) => !page.includes(`'${action}'`))).toEqual([]);
  });
});
