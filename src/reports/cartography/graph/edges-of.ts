/** The lines of a picture, as pairs of objects that are both part of the document. */
import { AddressBook } from '../../formatters/addresses.js';
import type { ReportRun } from '../../report-run.js';
import { joined, raw, sql } from '../../sql.js';
import type { RelatedObjects } from '../related.js';
import type { EdgeKind } from './edges.js';

/** Lines of one kind, none from an object to itself: beginning and end of each, one after the other. */
export interface Edges {
  from: string;
  to: string;
  ids: number[];
}

/** The lines of these kinds. One statement, or two where subnets and what is in them belong to the view. */
export async function edgesOf(run: ReportRun, related: RelatedObjects, kinds: readonly EdgeKind[]): Promise<Edges[]> {
  const found = kinds.map(({ from, to }): Edges => ({ from, to, ids: [] }));
  const placed = new Map(kinds.map(({ to }) => [to, new Set<number | string>()]));
  const seen = kinds.map(() => new Set<number | string>());
  const parts = kinds.map(({ pairs }, k) => sql`SELECT ${raw(String(k))} AS k, e.own, e.other FROM (${pairs(run)}) e`);
  if (!parts.length) return [];
  // Kinds that place an object come in the order in which they count.
  for await (const rows of run.rows(sql`SELECT u.* FROM (${joined(parts, ' UNION ALL ')}) u ORDER BY u.k`)) {
    for (const row of rows) {
      const [k, own, other] = [row['k'], row['own'], row['other']] as [number, number, number];
      const { from, to, once } = kinds[k]!;
      if ((from === to && own === other) || !related.has(from, own) || !related.has(to, other)) continue;
      const [met, key] = once ? [placed.get(to)!, other] : [seen[k]!, `${own} ${other}`];
      if (met.has(key)) continue;
      met.add(key);
      found[k]!.ids.push(own, other);
    }
  }
  return found;
}

/** Columns that hold the addresses of what is in subnets. */
const ADDRESSED = [
  ['routers', 'routers', 'ip_addresses'],
  ['dhcp-servers', 'dhcp_servers', 'address_ip'],
  ['dnsservers', 'dnsservers', 'address_ip'],
  ['logical-servers', 'logical_servers', 'address_ip'],
] as const;
const SUBNETS = 'subnetworks';

/** From subnets to the machines with an address in them. One statement. */
export async function addressEdges(
  run: ReportRun,
  related: RelatedObjects,
  paths: ReadonlySet<string>,
): Promise<Edges[]> {
  const types = ADDRESSED.filter(([path]) => paths.has(path));
  if (!paths.has(SUBNETS) || !types.length) return [];
  const columns = [[SUBNETS, 'subnetworks', 'address'] as const, ...types];
  const parts = columns.map(([, table, column], k) =>
    raw(`SELECT ${k} AS k, t.id, t.${column} AS address FROM ${table} t WHERE t.${column} IS NOT NULL`),
  );
  const subnets: Array<{ id: number; address: string }> = [];
  const books = types.map(() => ({ book: new AddressBook(), ids: [] as number[] }));
  for await (const rows of run.rows(joined(parts, ' UNION ALL '))) {
    for (const row of rows) {
      const [k, id, address] = [row['k'] as number, row['id'] as number, row['address'] as string];
      if (!related.has(columns[k]![0], id)) continue;
      if (k === 0) subnets.push({ id, address });
      else {
        books[k - 1]!.book.add('', address);
        books[k - 1]!.ids.push(id);
      }
    }
  }
  return types.map(([to], k) => ({
    from: SUBNETS,
    to,
    ids: subnets.flatMap(({ id, address }) =>
      books[k]!.book.places(address).flatMap((place) => [id, books[k]!.ids[place]!]),
    ),
  }));
}
