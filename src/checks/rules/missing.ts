/** Objects that a source no longer reports (feeding 4). */
import { registry } from '../../engine/index.js';
import { canBeFed } from '../../feed/provenance/list-filters.js';
import { mapKinds } from '../check.js';
import type { Found } from '../findings/said.js';
import { live, tableOf } from './parts.js';
import type { Rule } from './rule.js';

export const missing: Rule = {
  name: 'missing',
  about: {
    en: 'Objects that a source, or the one that `source` names, no longer reports.',
    fr: 'Objets qu’une source, ou celle que nomme `source`, ne signale plus.',
  },
  options: { source: { takes: 'source' } },
  kinds: () => mapKinds().flatMap((resource) => (canBeFed(resource) ? [resource.path] : [])),
  async *find({ all, kinds, database: { clock } }, { source }) {
    for (const path of kinds) {
      const resource = registry.get(path);
      const rows = await all(
        'SELECT r.`object_id` AS id, s.`name` AS source, r.`missing_since` AS since FROM `own_feed_records` r ' +
          `JOIN \`own_feed_sources\` s ON s.\`id\` = r.\`source_id\` JOIN ${tableOf(path)} t ON t.\`id\` = r.\`object_id\` ` +
          `WHERE r.\`type\` = ? AND r.\`missing_since\` IS NOT NULL AND ${live(resource, 't')}` +
          `${source ? ' AND s.`name` = ?' : ''} ORDER BY r.\`object_id\`, r.\`missing_since\`, s.\`name\``,
        source ? [resource.table, source as string] : [resource.table],
      );
      let last: { found: Found; sources: Set<string> } | undefined;
      for (const row of rows) {
        const id = Number(row['id']);
        if (last && last.found.id !== id) yield reported(last);
        if (last?.found.id !== id) {
          const day = clock.toApi(String(row['since']))!.slice(0, 10);
          last = { found: { type: path, id, sentence: 'missing', values: { day } }, sources: new Set() };
        }
        last!.sources.add(String(row['source']));
      }
      if (last) yield reported(last);
    }
  },
};

const reported = ({ found, sources }: { found: Found; sources: ReadonlySet<string> }): Found => ({
  ...found,
  values: { ...found.values, sources: [...sources].join(', ') },
});
