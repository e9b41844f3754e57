/** What the forms of VEX have in common. */
import type { ProductName, VexStatement } from '../../record.js';
import { advisoryIdIn, aliasesIn, textIn, timeIn } from '../reading.js';

const MAX_TEXT = 8000;
const MAX_NAME = 2048;

/** What a document says once. */
export interface VexDocument {
  id: unknown;
  time: unknown;
}

/** What a statement says, unread. */
interface Contents {
  ids: readonly unknown[];
  products: readonly ProductName[];
  status: VexStatement['status'] | undefined;
  justification?: unknown;
  statement?: unknown;
  time?: unknown;
}

/** The statement; undefined where it names no vulnerability, no product or no status. */
export function vexStatement(document: VexDocument, contents: Contents): VexStatement | undefined {
  const ids = contents.ids.flatMap((id) => advisoryIdIn(id) ?? []);
  const advisory = ids.find((id) => id.startsWith('CVE-')) ?? ids[0];
  const { products, status } = contents;
  if (advisory === undefined || !products.length || status === undefined) return undefined;
  return {
    advisory,
    aliases: aliasesIn(ids, advisory),
    products: [...products],
    status,
    justification: textIn(contents.justification, 255),
    statement: textIn(contents.statement, MAX_TEXT),
    document: textIn(document.id, 255) ?? '',
    timestamp: timeIn(contents.time) ?? timeIn(document.time),
  };
}

/** A product by the names that are given; undefined without any. */
export function productName(names: { purl?: unknown; cpe?: unknown; ref?: unknown }): ProductName | undefined {
  const entries = Object.entries(names).flatMap(([key, value]) => {
    const text = textIn(value, MAX_NAME);
    return text === null ? [] : [[key, text] as const];
  });
  return entries.length ? (Object.fromEntries(entries) as ProductName) : undefined;
}

/** The name as what it is: an address of a package, a CPE, or another. */
export const namedBy = (name: unknown): { purl?: unknown; cpe?: unknown; ref?: unknown } => {
  const text = typeof name === 'string' ? name.trim() : '';
  if (/^pkg:/i.test(text)) return { purl: text };
  return /^cpe:/i.test(text) ? { cpe: text } : { ref: text };
};
