/** Objects that sources know and none has seen for long; objects that nobody changed or fed for long. */
import type { Database } from '../../database/database.js';
import { registry } from '../../engine/index.js';
import { canBeFed, feedFilters } from '../../feed/provenance/list-filters.js';
import { mapKinds } from '../check.js';
import { live, tableOf } from './parts.js';
import { portions, type Rule } from './rule.js';

export const stale: Rule = {
  name: 'stale',
  about: {
    en: 'Objects that sources know and none has seen for `unseen`; with `unchanged`, objects that nobody changed or fed for so long.',
    fr: 'Objets que des sources connaissent et qu’aucune n’a vus depuis `unseen`\u00a0; avec `unchanged`, objets que personne n’a modifiés ni alimentés depuis.',
  },
  options: { unseen: { takes: 'duration', default: '30d' }, unchanged: { takes: 'duration', default: null } },
  kinds: () => mapKinds().flatMap((resource) => (canBeFed(resource) ? [resource.path] : [])),
  async *find(reading, { unseen, unchanged }) {
    const { database, calendar } = reading;
    const { clock } = database;
    const filter = feedFilters(database as Database, { clock, calendar }).find(
      ({ name }) => name === 'last_seen_before',
    )!;
    const before = (text: unknown): number => calendar.stretch(`-${String(text)}`)!.from;
    for (const path of reading.kinds) {
      const resource = registry.get(path);
      const reported = new Set<number>();
      const seen =
        '(SELECT MAX(r.`last_seen`) FROM `own_feed_records` r WHERE r.`type` = ? AND r.`object_id` = t.`id`)';
      const { sql, params } = filter
        .read([clock.toApi(clock.toStored(before(unseen)))!], 'unseen', resource)
        .build('t', undefined as never);
      const select = `SELECT t.\`id\`, ${seen} AS seen FROM ${tableOf(path)} t WHERE ${live(resource, 't')} AND ${sql}`;
      for await (const row of portions(reading, select, [resource.table, ...params])) {
        const [id, at] = [Number(row['id']), row['seen']];
        reported.add(id);
        if (at === null) yield { type: path, id, sentence: 'unseenEver' };
        else yield { type: path, id, sentence: 'unseen', values: { day: clock.toApi(String(at))!.slice(0, 10) } };
      }
      if (unchanged === null) continue;
      const since = clock.toStored(before(unchanged));
      const quiet =
        `SELECT t.\`id\`, t.\`updated_at\` AS at FROM ${tableOf(path)} t WHERE ${live(resource, 't')} AND t.\`updated_at\` < ? ` +
        'AND NOT EXISTS (SELECT 1 FROM `own_feed_records` r WHERE r.`type` = ? AND r.`object_id` = t.`id` AND r.`last_seen` >= ?)';
      for await (const row of portions(reading, quiet, [since, resource.table, since])) {
        const id = Number(row['id']);
        if (reported.has(id)) continue;
        yield { type: path, id, sentence: 'unchanged', values: { day: clock.toApi(String(row['at']))!.slice(0, 10) } };
      }
    }
  },
};
