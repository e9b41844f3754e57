/** Objects that lack what the levels of the report on maturity ask for. */
import { registry } from '../../engine/index.js';
import { asked, CRITERIA, fulfilled } from '../../reports/maturity.report.js';
import { raw } from '../../reports/sql.js';
import { live, tableOf } from './parts.js';
import { portions, type Rule } from './rule.js';

const BY_KIND = new Map(CRITERIA.flatMap(({ types }) => Object.entries(types)));

export const incomplete: Rule = {
  name: 'incomplete',
  about: {
    en: 'Objects that lack what the levels of the maturity report ask for, up to `level`.',
    fr: 'Objets auxquels manque ce que demandent les niveaux du rapport de maturité, jusqu’à `level`.',
  },
  options: { level: { takes: 'number', min: 1, max: 3, default: 1 } },
  kinds: () => [...BY_KIND.keys()],
  async *find(reading, { level }) {
    const everything = { shown: (path: string, alias: string) => raw(live(registry.get(path), alias)) };
    for (const path of reading.kinds) {
      const names = asked(BY_KIND.get(path)!)
        .filter((one) => one.level <= Number(level))
        .map(({ name }) => name);
      if (!names.length) continue;
      const tests = names.map((name) => fulfilled(everything, path, name));
      const columns = tests.map(({ text }, i) => `CASE WHEN ${text} THEN 1 ELSE 0 END AS c${i}`);
      const lacks = tests.map(({ text }) => `(${text}) IS NOT TRUE`);
      const params = tests.flatMap((test) => test.params);
      const select =
        `SELECT t.\`id\`, ${columns.join(', ')} FROM ${tableOf(path)} t ` +
        `WHERE ${live(registry.get(path), 't')} AND (${lacks.join(' OR ')})`;
      for await (const row of portions(reading, select, [...params, ...params])) {
        const fields = names.filter((_, i) => !row[`c${i}`]);
        yield { type: path, id: Number(row['id']), sentence: 'incomplete', fields };
      }
    }
  },
};
