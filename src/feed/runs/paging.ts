/** Pages of the lists of feeding: `page[size]`, `page[after]` and plain filters. */
import type { FastifyRequest } from 'fastify';
import { Problems } from '../../core/http/errors.js';

const [DEFAULT, MOST] = [100, 1000];

export interface Paging {
  readonly size: number;
  readonly after: string | undefined;
  readonly filter: Readonly<Record<string, string | undefined>>;
}

/** The filters of a list by name, each with the values that there are, or null where it takes any text. */
export type Filters = Readonly<Record<string, readonly string[] | null>>;

/** What is asked for of a list. Throws 422 with what is wrong. */
export function readPaging({ query }: FastifyRequest, filters: Filters): Paging {
  const problems = new Problems();
  const sent = query as Record<string, unknown>;
  const page = (typeof sent['page'] === 'object' && sent['page'] !== null ? sent['page'] : {}) as Record<
    string,
    unknown
  >;
  const sizeSent = page['size'];
  const size = sizeSent === undefined ? DEFAULT : typeof sizeSent === 'string' ? Number(sizeSent) : NaN;
  if (!Number.isInteger(size)) problems.add('page[size]', 'integer');
  else if (size < 1) problems.add('page[size]', 'min', { min: 1 });
  else if (size > MOST) problems.add('page[size]', 'max', { max: MOST });
  const after = page['after'];
  if (after !== undefined && typeof after !== 'string') problems.add('page[after]', 'string');
  const filter: Record<string, string> = {};
  for (const [name, allowed] of Object.entries(filters)) {
    const value = sent[name];
    if (value === undefined || value === '') continue;
    if (typeof value !== 'string') problems.add(name, 'string');
    else if (allowed && !allowed.includes(value))
      problems.add(name, 'wantsChoice', { name, allowed: allowed.join(', ') });
    else filter[name] = value;
  }
  problems.throwIfAny();
  // As everywhere, an empty cursor begins.
  return { size, after: (after as string | undefined) || undefined, filter };
}
