/** What a CycloneDX document says of vulnerabilities in its components (VEX). */
import type { ProductName, VexStatement } from '../../record.js';
import { listIn, objectIn, type Json } from '../reading.js';
import { namedBy, productName, vexStatement } from './statements.js';

/** A list of parts that says nothing of vulnerabilities is none. */
export const isCycloneDxVex = (value: Json): boolean =>
  value['bomFormat'] === 'CycloneDX' && Array.isArray(value['vulnerabilities']);

const STATUSES: ReadonlyMap<unknown, VexStatement['status']> = new Map([
  ['not_affected', 'not_affected'],
  ['false_positive', 'not_affected'],
  ['resolved', 'fixed'],
  ['resolved_with_pedigree', 'fixed'],
  ['exploitable', 'affected'],
  ['in_triage', 'under_investigation'],
] as const);

const MAX_DEPTH = 60;

/** The statements; undefined for each vulnerability of which nobody says how it was judged. */
export function readCycloneDxVex(value: Json): Array<VexStatement | undefined> {
  const metadata = objectIn(value['metadata']);
  const document = { id: value['serialNumber'], time: metadata['timestamp'] };
  const components = new Map([...componentsIn([metadata['component']], 0), ...componentsIn(value['components'], 0)]);
  return listIn(value['vulnerabilities'])
    .map(objectIn)
    .map((vulnerability) => {
      const analysis = objectIn(vulnerability['analysis']);
      const references = listIn(vulnerability['references']).map((reference) => objectIn(reference)['id']);
      const affects = listIn(vulnerability['affects']).map((one) => objectIn(one)['ref']);
      return vexStatement(document, {
        ids: [vulnerability['id'], ...references],
        products: affects.flatMap((ref) => productOf(ref, components) ?? []),
        status: STATUSES.get(analysis['state']),
        justification: analysis['justification'],
        statement: analysis['detail'],
        time: analysis['lastUpdated'] ?? vulnerability['updated'],
      });
    });
}

/** By its reference here, or in another document: `urn:cdx:<serial number>/<version>#<reference>`. */
function productOf(ref: unknown, components: ReadonlyMap<unknown, ProductName>): ProductName | undefined {
  const local = typeof ref === 'string' && ref.startsWith('urn:cdx:') ? decoded(ref.split('#').at(-1)!) : ref;
  return components.get(local) ?? productName(namedBy(local));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function* componentsIn(list: unknown, depth: number): Generator<[unknown, ProductName]> {
  if (depth > MAX_DEPTH) return;
  for (const component of listIn(list).map(objectIn)) {
    const { purl, cpe, name } = component;
    const found = productName({ purl, cpe, ref: component['bom-ref'] ?? name });
    if (found && component['bom-ref'] !== undefined) yield [component['bom-ref'], found];
    yield* componentsIn(component['components'], depth + 1);
  }
}
