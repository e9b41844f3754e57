/** Pages of the lists of feeding: `page[size]`, `page[after]` and plain filters. */
import type { FastifyRequest } from 'fastify';
import { Problems } from '../../core/http/errors.js';

const [DEFAULT, MOST] = [100, 1000];

export interface Paging {
  readonly size: number;
  readonly after: string | undefined;
  readonly filter: Readonly<Record<string, string | undefined>>;
}

/** What is asked for of a list; `names`: its filters. Throws 422 with what is wrong. */
export function readPaging({ query }: FastifyRequest, names: readonly string[]): Paging {
  const problems = new Problems();
  const sent = query as Record<string, unknown>;
  const page = (typeof sent['page'] === 'object' && sent['page'] !== null ? sent['page'] : {}) as Record<
    string,
    unknown
  >;
  const size = page['size'] === undefined ? DEFAULT : Number(page['size']);
  if (!Number.isInteger(size) || size < 1 || size > MOST) problems.add('page[size]', 'max', { max: MOST });
  const after = page['after'];
  if (after !== undefined && typeof after !== 'string') problems.add('page[after]', 'string');
  const filter: Record<string, string> = {};
  for (const name of names) {
    const value = sent[name];
    if (value === undefined || value === '') continue;
    if (typeof value === 'string') filter[name] = value;
    else problems.add(name, 'string');
  }
  problems.throwIfAny();
  // As everywhere, an empty cursor begins.
  return { size, after: (after as string | undefined) || undefined, filter };
}
