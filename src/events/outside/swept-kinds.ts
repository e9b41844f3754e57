/** What is looked at of each kind of object: its visible columns, and the sets of links that stand in tables of their own. */
import { registry, type Link, type ResourceModel } from '../../engine/index.js';
import type { Dialect } from '../../database/dialect.js';
import { quote } from '../../database/dialect.js';
import { isTold } from '../reader.js';

/** Ids that are compared by one checksum. */
export const BUCKET = 1024;

export const bucketOf = (id: unknown): number => Math.floor(Number(id) / BUCKET);

/** A kind of object, as it is looked at. */
export interface SweptKind {
  resource: ResourceModel;
  /** Pairs and small rows. What columns of other objects say is told with those. */
  links: readonly Link[];
  /** Of these links those whose differences are told at this end; a pair has two. */
  reported: ReadonlySet<Link>;
  /** Links that follow from columns of other objects. */
  derived: readonly Link[];
}

/** All kinds whose changes the feed tells. */
export const sweptKinds = (): SweptKind[] =>
  registry
    .all()
    .filter((resource) => isTold(resource) && (resource.audited || resource.owner !== undefined))
    .map((resource) => {
      const links = resource.links.filter(({ pivot, kind }) => pivot || kind === 'child');
      const reported = links.filter((link) => !link.pivot || link === endThatTells(resource, link));
      const derived = resource.links.filter(({ shown, pivot, kind }) => shown && !pivot && kind !== 'child');
      return { resource, links, reported: new Set(reported), derived };
    });

/** The one link among all over a table of pairs at which they are told: one that is shown. */
function endThatTells(resource: ResourceModel, { pivot, target }: Link): Link {
  const over = (path: string, own: string, other: string): Array<readonly [string, Link]> =>
    registry
      .get(path)
      .links.filter(
        (one) => one.pivot?.table === pivot!.table && one.pivot.ownColumn === own && one.pivot.otherColumn === other,
      )
      .map((one) => [path, one] as const);
  const { ownColumn, otherColumn } = pivot!;
  const ends = [...over(resource.path, ownColumn, otherColumn), ...over(target, otherColumn, ownColumn)];
  // The same from both ends, whatever the order in which they are asked for.
  ends.sort(
    ([a, one], [b, other]) => Number(other.shown) - Number(one.shown) || (a + one.name < b + other.name ? -1 : 1),
  );
  return ends[0]![1];
}

/** A checksum for each part of the ids: rows of `bucket` and `checksum`. */
export function checksums({ resource, links }: SweptKind, dialect: Dialect): string {
  const visible = resource.fields.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const tables = new Map([[resource.table, partOf(dialect, resource.table, 'id', visible)]]);
  for (const { name, pivot, foreign, items } of links) {
    if (pivot) {
      const { table, ownColumn, otherColumn, value } = pivot;
      const columns = [ownColumn, otherColumn, ...(value ? [value.name] : [])];
      tables.set(`${table} ${ownColumn}`, partOf(dialect, table, ownColumn, columns));
    } else {
      const { table, column, type } = foreign!;
      const columns = [column, ...items!.map((item) => item.name)];
      // A name of the program's own, not of a request.
      tables.set(
        name,
        partOf(dialect, table, column, columns, type === undefined ? '' : ` WHERE \`type\` = '${type}'`),
      );
    }
  }
  const parts = [...tables.values()].join(' UNION ALL ');
  return `SELECT p.\`bucket\`, CAST(SUM(p.\`total\`) AS CHAR) AS checksum FROM (${parts}) p GROUP BY p.\`bucket\``;
}

const partOf = (dialect: Dialect, table: string, own: string, columns: readonly string[], only = ''): string =>
  `SELECT ${quote(own)} >> ${Math.log2(BUCKET)} AS bucket, SUM(${dialect.checksum(table, columns.map(quote))}) AS total ` +
  `FROM ${quote(table)}${only} GROUP BY ${quote(own)} >> ${Math.log2(BUCKET)}`;
