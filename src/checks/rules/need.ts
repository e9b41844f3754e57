/** Needs that are lower than those of what rests on the object: information in a database, a database under an application, an application under a process. */
import { quote } from '../../database/dialect.js';
import { registry, type NeedName } from '../../engine/index.js';
import type { EvidenceObject } from '../findings/said.js';
import { live, tableOf } from './parts.js';
import type { Rule } from './rule.js';

/** What carries, the link by which it knows what rests on it, and that. */
const CARRIES = [
  ['databases', 'informations', 'information'],
  ['databases', 'applications', 'applications'],
  ['applications', 'processes', 'processes'],
] as const;

const NEEDS: ReadonlyArray<readonly [need: NeedName, word: string]> = [
  ['c', '@confidentiality'],
  ['i', '@integrity'],
  ['a', '@availability'],
  ['t', '@traceability'],
];

const columnOf = (path: string, need: NeedName): string =>
  registry.get(path).fields.find((field) => field.need === need)!.name;

export const need: Rule = {
  name: 'need',
  about: {
    en: 'A need that is lower than that, of at least `least`, of what rests on the object. A need that is not set is not compared.',
    fr: 'Un besoin inférieur à celui, d’au moins `least`, de ce qui repose sur l’objet. Un besoin non défini n’est pas comparé.',
  },
  options: { least: { takes: 'number', min: 1, max: 4, default: 3 } },
  kinds: () => ['databases', 'applications'],
  async *find({ all, kinds }, { least }) {
    for (const path of kinds) {
      /** By id and need: the own level, and what needs more. */
      const found = new Map<number, Map<string, { own: number; others: EvidenceObject[] }>>();
      for (const [carrier, name, upper] of CARRIES) {
        if (carrier !== path) continue;
        const resource = registry.get(carrier);
        const { pivot } = resource.links.find((link) => link.name === name)!;
        const levels = NEEDS.flatMap(([one], i) => {
          const [own, other] = [`t.${quote(columnOf(carrier, one))}`, `u.${quote(columnOf(upper, one))}`];
          return [`${own} AS own${i}`, `${other} AS other${i}`];
        });
        const lower = NEEDS.map(([one]) => {
          const [own, other] = [`t.${quote(columnOf(carrier, one))}`, `u.${quote(columnOf(upper, one))}`];
          return `(${own} >= 0 AND ${other} >= ? AND ${other} > ${own})`;
        });
        const rows = await all(
          `SELECT t.\`id\` AS id, u.\`id\` AS upper_id, ${levels.join(', ')} FROM ${tableOf(carrier)} t ` +
            `JOIN ${quote(pivot!.table)} p ON p.${quote(pivot!.ownColumn)} = t.\`id\` ` +
            `JOIN ${tableOf(upper)} u ON u.\`id\` = p.${quote(pivot!.otherColumn)} ` +
            `WHERE ${live(resource, 't')} AND ${live(registry.get(upper), 'u')} AND (${lower.join(' OR ')}) ORDER BY t.\`id\`, u.\`id\``,
          NEEDS.map(() => Number(least)),
        );
        for (const row of rows) {
          const id = Number(row['id']);
          NEEDS.forEach(([, word], i) => {
            const [own, other] = [row[`own${i}`], row[`other${i}`]];
            if (own === null || other === null) return;
            const [mine, theirs] = [Number(own), Number(other)];
            if (mine < 0 || theirs < Number(least) || theirs <= mine) return;
            const byNeed = found.get(id) ?? new Map<string, { own: number; others: EvidenceObject[] }>();
            const known = byNeed.get(word) ?? { own: mine, others: [] };
            const upperId = Number(row['upper_id']);
            if (!known.others.some((one) => one.type === upper && one.id === upperId))
              known.others.push({ type: upper, id: upperId, note: theirs });
            found.set(id, byNeed.set(word, known));
          });
        }
      }
      for (const [id, byNeed] of found) {
        // The need that is too low by most; of several the first.
        const gap = ({ own, others }: { own: number; others: EvidenceObject[] }): number =>
          Math.max(...others.map(({ note }) => Number(note))) - own;
        const [[word, { own, others }]] = [...byNeed].sort(([, a], [, b]) => gap(b) - gap(a)) as [
          [string, { own: number; others: EvidenceObject[] }],
        ];
        const objects = [...others].sort((a, b) => Number(b.note) - Number(a.note));
        yield { type: path, id, sentence: 'needTooLow', values: { need: word, own }, objects };
      }
    }
  },
};
