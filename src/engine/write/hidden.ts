/** What objects that are about to be changed hold, and whoever changes them does not see (identity 9): a write keeps it. */
import type { RowFilter } from '../access-scope.js';
import { idsIn } from '../plan/plan.js';
import type { Field, Link, Resource } from '../schema/model.js';
import type { Change } from './change.js';
import type { Write } from './write.js';

/** Tells each change what is hidden of it. A statement for each type that is pointed to and restricted; none for most callers. */
export async function findHidden({ plan, access, tx }: Write, changes: readonly Change[]): Promise<void> {
  if (!access.restricted) return;
  const wanted = new Map<Resource, { filter: RowFilter; ids: Set<number> }>();
  const want = (path: string, ids: readonly number[]): void => {
    const resource = plan.resourceAt(path);
    if (!wanted.has(resource)) {
      const filter = access.named(resource);
      if (!filter) return;
      wanted.set(resource, { filter, ids: new Set() });
    }
    for (const id of ids) wanted.get(resource)!.ids.add(id);
  };
  const links = [...(changes[0]?.sets.keys() ?? [])].filter(({ items }) => !items);
  for (const { before, sets } of changes) {
    for (const { name, ref } of plan.references)
      if (typeof before![name] === 'number') want(ref!.target, [before![name]]);
    for (const link of links) want(link.target, idsIn(sets.get(link) ?? []));
  }
  const seen = new Map<string, ReadonlySet<number>>();
  for (const [resource, { filter, ids }] of wanted)
    if (ids.size) seen.set(resource.path, await access.among(tx, resource, filter, [...ids]));
  if (!seen.size) return;
  const isHidden = (path: string, id: unknown): boolean => seen.has(path) && !seen.get(path)!.has(id as number);
  for (const change of changes) {
    const { before, sets } = change;
    const isOf = ({ name, ref }: Field): boolean => before![name] !== null && isHidden(ref!.target, before![name]);
    const inSet = (link: Link): [Link, ReadonlySet<number>] => [
      link,
      new Set(idsIn(sets.get(link) ?? []).filter((id) => isHidden(link.target, id))),
    ];
    change.hidden = { columns: new Set(plan.references.filter(isOf)), links: new Map(links.map(inSet)) };
  }
}
