/** What is read of the tables of a database while other servers may be making them. */
import { catalogueFrom } from '../../src/database/complete-schema.js';

const row = (table_name: string, entry: string): Record<string, string> => ({ table_name, entry });

it('a table that shows its indexes only is being made by somebody else, and is not there yet', () => {
  const tables = catalogueFrom([row('sites', 'id'), row('sites', 'index PRIMARY'), row('vlans', 'index PRIMARY')]);
  expect([...tables].map(([name, entries]) => [name, [...entries]])).toEqual([['sites', ['id', 'index PRIMARY']]]);
});
