/** The links of a resource that are written, and how their far ends show them. */
import { idsIn, registry, type Link, type LinkSet, type ResourceModel } from '../../src/engine/index.js';
import type { Body } from '../support/make.js';
import type { Place } from './place.js';

/** Links to other objects that are written and shown. Of two that mirror each other on one resource the first one. */
export function linksOf({ path, links }: ResourceModel): Link[] {
  const written = links.filter(({ writable, shown, kind }) => writable && shown && kind !== 'child');
  return written.filter(
    (link, i) => !(link.target === path && written.slice(0, i).some((other) => other.target === path)),
  );
}

/** The small rows that are written with their parent. */
export const rowsOf = ({ links }: ResourceModel): Link[] =>
  links.filter(({ writable, kind, numbers }) => writable && kind === 'child' && !numbers);

/** Ids as the link answers them: with the word of the pair that an id alone means, where pairs carry one. */
export const inAnswer = ({ pivot }: Link, ids: unknown): unknown =>
  pivot?.value && Array.isArray(ids) ? ids.map((id) => ({ id, [pivot.value!.name]: pivot.value!.words[0] })) : ids;

/** A value for every link. */
export async function linkBody(
  place: Place,
  resource: ResourceModel,
  value: (ids: number[], link: Link, dead: number) => unknown,
): Promise<Body> {
  const body: Body = {};
  for (const link of linksOf(resource)) {
    body[link.name] = value(await place.ids(link.target), link, await place.deleted(link.target));
  }
  return body;
}

/** What an object answers for its links, under all their names. */
export function answered(resource: ResourceModel, body: Body): Body {
  const names = linksOf(resource).flatMap((link) =>
    [link.name, ...link.alsoShownAs].map((name) => [name, link] as const),
  );
  return Object.fromEntries(names.map(([name, link]) => [name, inAnswer(link, body[link.name])]));
}

/** The link at the other end that goes through the same table the other way round. */
export function mirrorOf({ path }: ResourceModel, { pivot, target }: Link): Link | undefined {
  return registry
    .get(target)
    .links.find(
      (other) =>
        other.shown &&
        other.target === path &&
        other.pivot?.table === pivot!.table &&
        other.pivot.ownColumn === pivot!.otherColumn,
    );
}

/** Whether the other end shows the link: in the mirrored ids, in its column, or, where it shows neither, in the table. */
export async function isShownBy(
  place: Place,
  resource: ResourceModel,
  link: Link,
  id: number,
  other: number,
): Promise<boolean> {
  if (link.foreign) return (await place.read(link.target, other))[link.foreign.column] === id;
  const mirror = mirrorOf(resource, link);
  if (mirror) return idsIn((await place.read(link.target, other))[mirror.name] as LinkSet).includes(id);
  const { table, ownColumn, otherColumn } = link.pivot!;
  const sql = `SELECT COUNT(*) AS n FROM \`${table}\` WHERE \`${ownColumn}\` = ? AND \`${otherColumn}\` = ?`;
  const [row] = await place.server.database.all(sql, [id, other]);
  return row!['n'] === 1;
}
