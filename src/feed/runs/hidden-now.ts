/**
 * Objects of which a kept plan or run speaks, and which there are no more for its reader: they were in the home that it fed when it was
 * made, and may have moved elsewhere since.
 */
import type { Caller } from '../../core/http/caller.js';
import type { Session } from '../../database/database.js';
import type { AccessScopes } from '../../engine/index.js';
import type { Moved } from '../apply/moves.js';
import type { Change, Finding } from '../plan/changes.js';
import type { Kinds } from '../plan/kinds.js';
import type { StoredFinding } from './stored-plan.js';

export type HiddenNow = (type: string, id: unknown) => boolean;

/** What is said of an object: its id, as references and elements of links are shown. */
export const idIn = (value: unknown): unknown => (value as { id?: unknown } | null | undefined)?.id;

/** The objects that have a name which was to be given; with other findings items stand there. */
export const takersIn = ({ code, with: others = [] }: Pick<Finding, 'code' | 'with'>): readonly number[] =>
  code === 'name-taken' ? others : [];

/** Of which kind the candidates of a finding are: of another one, of those that its field may name, or of its own. */
export const kindsOfCandidates = (
  { of, field, type }: Pick<Finding, 'of' | 'field' | 'type'>,
  targetsOf: (field: string) => readonly string[],
): readonly string[] => {
  if (of !== undefined) return [of];
  return field === undefined ? [type ?? ''] : targetsOf(field);
};

/** Nothing is hidden from whom nothing limits, and nothing is asked. A statement for each kind that the changes, findings or moves name. */
export async function hiddenNow(
  list: ReadonlyArray<Change | Finding | StoredFinding | Moved>,
  caller: Caller,
  kinds: Kinds,
  scopes: AccessScopes,
  session: Pick<Session, 'all'>,
): Promise<HiddenNow> {
  if (!caller.reach) return () => false;
  const named = new Map<string, Set<number>>();
  const name = (type: string | undefined, id: unknown): void => {
    const path = type === undefined ? undefined : kinds.find(type)?.resource.path;
    if (path === undefined || typeof id !== 'number') return;
    if (!named.has(path)) named.set(path, new Set());
    named.get(path)!.add(id);
  };
  for (const one of list) {
    name(one.type, one.id);
    const targetsOf = (field: string): readonly string[] => kinds.find(one.type ?? '')?.targetsOf(field) ?? [];
    if ('set' in one) {
      const shown = [
        ...Object.entries(one.set),
        ...Object.entries(one.links ?? {}).map(
          ([link, { add, remove, change = [] }]) => [link, [...add, ...remove, ...change]] as const,
        ),
      ];
      for (const [field, values] of shown)
        for (const target of targetsOf(field)) for (const value of values) name(target, idIn(value));
    } else if ('code' in one) {
      for (const id of takersIn(one)) name(one.type, id);
      const fields = one.field === undefined ? [] : targetsOf(one.field);
      for (const target of kindsOfCandidates(one, targetsOf)) for (const id of one.candidates ?? []) name(target, id);
      for (const target of fields) for (const value of [one.said, one.stored].flat()) name(target, idIn(value));
    }
  }
  const scope = scopes.of(caller);
  const there = new Map<string, ReadonlySet<number>>();
  for (const [path, ids] of named) {
    const resource = kinds.resourceAt(path);
    there.set(path, await scope.among(session, resource, scope.named(resource), [...ids]));
  }
  return (type, id) => {
    const path = kinds.find(type)?.resource.path ?? '';
    return typeof id === 'number' && named.get(path)?.has(id) === true && !there.get(path)!.has(id);
  };
}
