/** Filters of lists in checks: read as for somebody who sees everything (checks 2). */
import type { Caller } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { quote, type Condition } from '../../database/dialect.js';
import type { AccessScope, Field, Plans } from '../../engine/index.js';
import type { Filter } from '../check.js';

/** Nobody in particular, who sees everything and may only read. */
export const SYSTEM: Caller = {
  ...{ userId: 0, tokenId: 0, admin: true, abilities: new Set<string>(), roleIds: [], language: null, readOnly: true },
};

/** The kind that a column refers to, by whatever name; whoever sees an object sees its documents. */
export const referredBy = ({ ref }: Field): string[] => (ref && ref.target !== 'documents' ? [ref.target] : []);

/** Rows that a filter lets through, and the kinds that it follows or refers to. */
export interface ReadFilter {
  build(alias: string): Condition;
  kinds: ReadonlySet<string>;
}

/** Most values that a filter of a check has, and characters of each. */
const MAX_FILTERS = 50;

/**
 * Reads the filters of a kind.
 * @param refuse is told of each that a list would refuse; left out, that is thrown
 */
export function readFilter(
  plans: Plans,
  path: string,
  filter: Filter,
  refuse?: (name: string, why: Message) => void,
): ReadFilter {
  const { language } = plans;
  const filters = language.filtersOf(language.targetOf(path));
  const system: AccessScope = plans.access.of(SYSTEM);
  const kinds = new Set<string>();
  const read = Object.entries(filter).flatMap(([name, value]) => {
    try {
      const one = filters.read(name, textsIn(value), `filter[${name}]`, ({ target }) => {
        if (target.resource) kinds.add(target.resource.path);
      });
      // A reference is asked about by the number of an object, which may be hidden from whoever reads the findings.
      const column = name.split('.').at(-1)!;
      for (const kind of [path, ...kinds])
        for (const field of plans.registry.get(kind).fields)
          if ([field.name, ...field.aliases].some((own) => column === own || column.startsWith(`${own}_`)))
            for (const target of referredBy(field)) kinds.add(target);
      // A list takes what is empty for no filter; a check would find every object.
      if (!one) refuse?.(name, new Message('required', { field: name }));
      return one ? [one] : [];
    } catch (error) {
      if (!(error instanceof ApiError) || !refuse) throw error;
      refuse(name, error.phrase);
      return [];
    }
  });
  return {
    kinds,
    build: (alias) => {
      const all = read.map((one) => one.build(alias, system));
      return {
        sql: all.map(({ sql }) => `(${sql})`).join(' AND ') || 'true',
        params: all.flatMap(({ params }) => params),
      };
    },
  };
}

export const isTooLong = (filter: Filter): boolean => Object.keys(filter).length > MAX_FILTERS;

/** Values as a query string would hold them: JSON has numbers and truths as well. */
function textsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsIn);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value === null ? '' : value;
}

/** The rows of a kind that are live and that filters let through, and those of exceptions do not, under the alias `t`. */
export function rowsOf(plans: Plans, path: string, filter: Filter, exceptions: Filter | undefined): Condition {
  const { table, softDelete } = plans.registry.get(path);
  const wanted = readFilter(plans, path, filter).build('t');
  const without =
    exceptions && Object.keys(exceptions).length ? readFilter(plans, path, exceptions).build('t') : undefined;
  const conditions = [
    softDelete ? 't.`deleted_at` IS NULL' : 'true',
    wanted.sql,
    ...(without ? [`(${without.sql}) IS NOT TRUE`] : []),
  ];
  return {
    sql: `${quote(table)} t WHERE ${conditions.join(' AND ')}`,
    params: [...wanted.params, ...(without?.params ?? [])],
  };
}
