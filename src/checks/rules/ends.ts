/** Objects whose last day is past, or near. */
import { quote } from '../../database/dialect.js';
import { registry } from '../../engine/index.js';
import { mapKinds } from '../check.js';
import { live, tableOf } from './parts.js';
import { portions, type Rule } from './rule.js';

const endsOf = (path: string): string[] => registry.get(path).fields.flatMap(({ ends, name }) => (ends ? [name] : []));

export const ends: Rule = {
  name: 'ends',
  about: {
    en: 'Objects whose end day is past (`past`), or near (`within`).',
    fr: 'Objets dont le jour de fin est passé (`past`) ou proche (`within`).',
  },
  options: { within: { takes: 'duration', default: '30d' }, past: { takes: 'flag', default: true } },
  kinds: () => mapKinds().flatMap(({ path }) => (endsOf(path).length ? [path] : [])),
  async *find(reading, { within, past }) {
    const { calendar } = reading;
    const [today, last] = [calendar.day('today')!, calendar.day(String(within))!];
    for (const path of reading.kinds) {
      for (const field of endsOf(path)) {
        const column = `t.${quote(field)}`;
        const from = past ? '' : ` AND ${column} >= ?`;
        const select =
          `SELECT t.\`id\`, ${column} AS day FROM ${tableOf(path)} t ` +
          `WHERE ${live(registry.get(path), 't')} AND ${column} <= ?${from}`;
        for await (const row of portions(reading, select, past ? [last] : [last, today])) {
          const day = String(row['day']).slice(0, 10);
          yield {
            ...{ type: path, id: Number(row['id']), fields: [field], values: { day } },
            sentence: day < today ? 'ended' : 'ends',
          };
        }
      }
    }
  },
};
