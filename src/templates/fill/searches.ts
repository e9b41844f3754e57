/**
 * What looks for one text within another, bounded: V8 does that in one go, in which Liquid does not look at the clock.
 */
import { defaultOperators, type FilterImplOptions, type Liquid, type Operators } from 'liquidjs';

type BinaryOperator = Extract<Operators[string], (l: never, r: never, context: never) => unknown>;

const FILTERS = ['replace', 'replace_first', 'replace_last', 'remove', 'remove_first', 'remove_last', 'split'];
/** Letters of one text times letters of the other: at worst each is compared with each, which takes about a second. */
const MAX_COMPARED = 1e9;

/** Looking would take too long. */
export class LongSearch extends Error {}

/** As Liquid's own, with what looks for a text refusing what would take long. */
const contains = defaultOperators['contains'] as BinaryOperator;
export const operators: Operators = {
  ...defaultOperators,
  contains: ((l, r, context) => {
    check(l, r);
    return contains(l, r, context);
  }) as BinaryOperator,
};

/** Has the filters of Liquid that look for a text refuse what would take long. They throw `LongSearch`. */
export function boundSearches(liquid: Liquid): void {
  for (const name of FILTERS) {
    const filter = liquid.filters[name] as (this: unknown, ...values: unknown[]) => unknown;
    liquid.registerFilter(name, function (this: unknown, ...values: unknown[]) {
      check(values[0], values[1]);
      return filter.apply(this, values);
    } as FilterImplOptions);
  }
}

function check(text: unknown, wanted: unknown): void {
  if (typeof text !== 'string' || typeof wanted !== 'string') return;
  if (text.length * wanted.length > MAX_COMPARED) throw new LongSearch();
}
