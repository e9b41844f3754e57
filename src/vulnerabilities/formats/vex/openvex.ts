/** OpenVEX (github.com/openvex/spec), 0.0.1 to 0.2.0. */
import type { VexStatement } from '../../record.js';
import { listIn, objectIn, type Json } from '../reading.js';
import { namedBy, productName, vexStatement } from './statements.js';

export const isOpenVex = (value: Json): boolean =>
  typeof value['@context'] === 'string' && /openvex/i.test(value['@context']) && Array.isArray(value['statements']);

const STATUSES: ReadonlySet<unknown> = new Set(['not_affected', 'affected', 'fixed', 'under_investigation']);

/** The statements; undefined for each that names nothing. */
export function readOpenVex(value: Json): Array<VexStatement | undefined> {
  const document = { id: value['@id'], time: value['last_updated'] ?? value['timestamp'] };
  return listIn(value['statements'])
    .map(objectIn)
    .map((one) => {
      const { status } = one;
      return vexStatement(document, {
        ids: idsOf(one['vulnerability']),
        products: listIn(one['products']).flatMap((product) => productOf(product) ?? []),
        status: STATUSES.has(status) ? (status as VexStatement['status']) : undefined,
        justification: one['justification'],
        statement: one['impact_statement'] ?? one['action_statement'] ?? one['status_notes'],
        time: one['last_updated'] ?? one['timestamp'],
      });
    });
}

/** A text in the first version, an object since. */
function idsOf(vulnerability: unknown): unknown[] {
  const { name, aliases, ...rest } = objectIn(vulnerability);
  return [vulnerability, name, ...listIn(aliases), lastOf(rest['@id'])];
}

/** Ids are often addresses that end in the number. */
function lastOf(id: unknown): unknown {
  const last = typeof id === 'string' ? id.split(/[/#:=]/).at(-1)! : '';
  return /^(?:CVE|GHSA)-/i.test(last) ? last : undefined;
}

/** What is said of a part of a product holds in that product alone: the product is named, not its part. */
function productOf(product: unknown): ReturnType<typeof productName> {
  if (typeof product === 'string') return productName(namedBy(product));
  const { identifiers, ...rest } = objectIn(product);
  const { purl, cpe23, cpe22 } = objectIn(identifiers);
  const own = namedBy(rest['@id']);
  return productName({ ...own, ...(purl !== undefined && { purl }), ...((cpe23 ?? cpe22) !== undefined && { cpe: cpe23 ?? cpe22 }) }); // prettier-ignore
}
