/** Objects with a known vulnerability: the rows of the report on them. */
import { registry } from '../../engine/index.js';
import { productTypes } from '../../vulnerabilities/products.js';
import { mapKinds } from '../check.js';
import { live, tableOf } from './parts.js';
import type { Rule } from './rule.js';

export const vulnerable: Rule = {
  name: 'vulnerable',
  about: {
    en: 'Objects with a known vulnerability of at least `score` that nobody has decided about; with `known_exploited` only those that are known to be exploited.',
    fr: 'Objets ayant une vulnérabilité connue d’au moins `score` dont personne n’a décidé\u00a0; avec `known_exploited`, seulement celles qu’on sait exploitées.',
  },
  options: {
    score: { takes: 'number', min: 0, max: 10, default: 7 },
    known_exploited: { takes: 'flag', default: false },
  },
  kinds: () => {
    const named = new Set(productTypes().map(({ path }) => path));
    return mapKinds().flatMap(({ path }) => (named.has(path) ? [path] : []));
  },
  looksUp: 'vulnerabilities',
  async *find({ all, kinds, database: { clock } }, { score, known_exploited: exploited }) {
    const now = clock.toStored(Date.now());
    for (const path of kinds) {
      const resource = registry.get(path);
      const rows = await all(
        'SELECT v.`object_id` AS id, v.`advisory` AS advisory, r.`score` AS score, CASE WHEN k.`cve_id` IS NULL THEN 0 ELSE 1 END AS exploited ' +
          'FROM `own_vulnerabilities` v LEFT JOIN `own_cve_records` r ON r.`cve_id` = v.`source_id` ' +
          `LEFT JOIN \`own_kev\` k ON k.\`cve_id\` = v.\`advisory\` JOIN ${tableOf(path)} t ON t.\`id\` = v.\`object_id\` AND ${live(resource, 't')} ` +
          "WHERE v.`type` = ? AND v.`gone_at` IS NULL AND (v.`state` = 'open' OR v.`until` <= ?) " +
          `AND (r.\`score\` >= ? OR k.\`cve_id\` IS NOT NULL)${exploited ? ' AND k.`cve_id` IS NOT NULL' : ''} ` +
          'ORDER BY v.`object_id`, exploited DESC, r.`score` DESC, v.`advisory`',
        [resource.table, now, Number(score)],
      );
      for (let i = 0; i < rows.length;) {
        const { id, advisory, score: worst } = rows[i]!;
        let [end, known] = [i, 0];
        for (; end < rows.length && rows[end]!['id'] === id; end++) known += Number(rows[end]!['exploited']);
        const values = { count: end - i, worst: String(advisory), score: worst === null ? '?' : Number(worst) };
        i = end;
        yield known
          ? { type: path, id: Number(id), sentence: 'vulnerableExploited', values: { ...values, exploited: known } }
          : { type: path, id: Number(id), sentence: 'vulnerable', values };
      }
    }
  },
};
