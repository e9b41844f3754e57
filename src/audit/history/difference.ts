/** What differs between two states of an object, as single reads answer them. Pure. */
import { comings, type Answer, type LinkSet, type ResourceModel } from '../../engine/index.js';
import { movesOf, type Moves } from '../../events/other-ends.js';
import { linkNamed } from './former-object.js';

export interface Difference {
  /** Before and after, by column; sets of small rows too. */
  changes: Record<string, [unknown, unknown]>;
  links: Record<string, Moves>;
}

/** Times of rows are no difference: they change with any other. */
const TIMES: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'deleted_at']);

/** Undefined stands for an object that is not there: then every value that there is differs. */
export function differenceOf(
  resource: ResourceModel,
  before: Answer | undefined,
  after: Answer | undefined,
): Difference {
  const difference: Difference = { changes: {}, links: {} };
  for (const name of Object.keys({ ...before, ...after })) {
    if (name === 'id' || TIMES.has(name)) continue;
    const link = linkNamed(resource, name);
    const [one, other] = [before?.[name] ?? null, after?.[name] ?? null];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    if (!link || link.kind === 'child') {
      if (!isEmpty(one) || !isEmpty(other)) difference.changes[name] = [one, other];
      continue;
    }
    const sets = [one ?? [], other ?? []] as [LinkSet, LinkSet];
    const { added, removed } = comings(...sets);
    if (added.length || removed.length) difference.links[name] = movesOf(...sets);
  }
  return difference;
}

export const isNothing = ({ changes, links }: Difference): boolean =>
  !Object.keys(changes).length && !Object.keys(links).length;

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && !value.length);
