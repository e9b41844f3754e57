/** Operating systems and applications whose support has ended, or ends soon. */
import { quote } from '../../database/dialect.js';
import { registry } from '../../engine/index.js';
import { cycleOf, cyclesIn, type KnownCycles } from '../cycles/cycles.js';
import { mapKinds } from '../check.js';
import type { Found } from '../findings/said.js';
import { columnsOf, live, tableOf } from './parts.js';
import { portions, type Rule } from './rule.js';

const SYSTEM = 'operating_system';
const PRODUCT = ['vendor', 'product', 'version'];

const hasProduct = (path: string): boolean => columnsOf(path, PRODUCT).length === PRODUCT.length;

export const endOfSupport: Rule = {
  name: 'end-of-support',
  about: {
    en: 'Operating systems and applications whose product and version are past, or within `within` of, the end of their support, by the table of cycles.',
    fr: 'Systèmes d’exploitation et applications dont le produit et la version ont dépassé la fin de leur support, ou s’en approchent à moins de `within`, d’après la table des cycles.',
  },
  options: { within: { takes: 'duration', default: '180d' } },
  kinds: () => mapKinds().flatMap(({ path }) => (columnsOf(path, [SYSTEM]).length || hasProduct(path) ? [path] : [])),
  async *find(reading, { within }) {
    const cycles = cyclesIn(await reading.all('SELECT `product`, `cycle`, `ends`, `ended` FROM `own_cycles`'));
    const { calendar } = reading;
    const days = { today: calendar.day('today')!, last: calendar.day(String(within))! };
    for (const path of reading.kinds) {
      const names = [...columnsOf(path, [SYSTEM]), ...(hasProduct(path) ? columnsOf(path, PRODUCT) : [])].map(
        ({ name }) => name,
      );
      const some = names
        .filter((name) => name !== 'vendor')
        .map((name) => `t.${quote(name)} <> ''`)
        .join(' OR ');
      const select =
        `SELECT t.\`id\`, ${names.map((name) => `t.${quote(name)}`).join(', ')} FROM ${tableOf(path)} t ` +
        `WHERE ${live(registry.get(path), 't')} AND (${some})`;
      for await (const row of portions(reading, select, [])) {
        const text = (name: string): string => (names.includes(name) ? String(row[name] ?? '').trim() : '');
        const texts: Array<readonly [text: string, fields: string[]]> = [
          [text(SYSTEM), [SYSTEM]],
          [text('version') && `${text('vendor')} ${text('product')} ${text('version')}`.trim(), ['product', 'version']],
        ];
        const found = texts.flatMap(([one, fields]) => {
          const said = one ? supportOf(one, cycles, days) : undefined;
          return said ? [{ ...said, fields }] : [];
        });
        if (found.length) yield { type: path, id: Number(row['id']), ...found[0]! };
      }
    }
  },
};

/** What the table says of a text: nothing while there is time left. */
function supportOf(
  text: string,
  cycles: KnownCycles,
  { today, last }: { today: string; last: string },
): Pick<Found, 'sentence' | 'values'> | undefined {
  const known = cycleOf(text, cycles);
  if (!known) return undefined;
  const { title: product, cycle, ends } = known;
  if (ends === true) return { sentence: 'supportOver', values: { product, cycle } };
  if (ends === false || ends > last) return undefined;
  return { sentence: ends < today ? 'supportEnded' : 'supportEnds', values: { product, cycle, day: ends } };
}
