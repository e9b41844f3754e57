/** The Common Security Advisory Framework (CSAF 2.0, 2.1): what it says of the state of products. */
import type { ProductName, VexStatement } from '../../record.js';
import { listIn, objectIn, type Json } from '../reading.js';
import { productName, vexStatement } from './statements.js';

export const isCsaf = (value: Json): boolean =>
  typeof objectIn(value['document'])['csaf_version'] === 'string' && Array.isArray(value['vulnerabilities']);

const STATUSES: ReadonlyArray<readonly [name: string, status: VexStatement['status']]> = [
  ['known_not_affected', 'not_affected'],
  ['fixed', 'fixed'],
  ['first_fixed', 'fixed'],
  ['known_affected', 'affected'],
  ['first_affected', 'affected'],
  ['last_affected', 'affected'],
  ['under_investigation', 'under_investigation'],
];

/** Levels of branches, which are some eight. */
const MAX_DEPTH = 60;

/** The statements; undefined for each that names nothing. */
export function readCsaf(value: Json): Array<VexStatement | undefined> {
  const tracking = objectIn(objectIn(value['document'])['tracking']);
  const document = { id: tracking['id'], time: tracking['current_release_date'] };
  const tree = objectIn(value['product_tree']);
  const products = new Map(productsIn(tree));
  const groups = new Map(
    listIn(tree['product_groups'])
      .map(objectIn)
      .map((group) => [group['group_id'], listIn(group['product_ids'])]),
  );
  return listIn(value['vulnerabilities'])
    .map(objectIn)
    .flatMap((vulnerability) => statementsOf(vulnerability, document, products, groups));
}

type Products = ReadonlyMap<unknown, ProductName>;
type Groups = ReadonlyMap<unknown, unknown[]>;

function statementsOf(
  vulnerability: Json,
  document: Parameters<typeof vexStatement>[0],
  products: Products,
  groups: Groups,
): Array<VexStatement | undefined> {
  const ids = [vulnerability['cve'], ...listIn(vulnerability['ids']).map((id) => objectIn(id)['text'])];
  const flags = saidOf(vulnerability['flags'], 'label', groups);
  const threats = listIn(vulnerability['threats']).filter((threat) => objectIn(threat)['category'] === 'impact');
  const impacts = saidOf(threats, 'details', groups);
  return STATUSES.flatMap(([name, status]) => {
    const named = listIn(objectIn(vulnerability['product_status'])[name]);
    return [...byReason(named, flags, impacts)].map(({ justification, statement, ids: some }) => {
      const known = some.flatMap((id) => products.get(id) ?? []);
      return vexStatement(document, { ids, products: known, status, justification, statement });
    });
  });
}

/** What is said of products, by their ids; those in groups as well. What is said of none holds for all others. */
function saidOf(list: unknown, member: string, groups: Groups): Map<unknown, unknown> {
  const said = new Map<unknown, unknown>();
  for (const one of listIn(list).map(objectIn)) {
    const ids = [...listIn(one['product_ids']), ...listIn(one['group_ids']).flatMap((id) => groups.get(id) ?? [])];
    for (const id of ids.length ? ids : [undefined]) said.set(id, one[member]);
  }
  return said;
}

interface Reasoned {
  justification: unknown;
  statement: unknown;
  ids: unknown[];
}

/** The products of one state, together where they have one reason. */
function byReason(
  ids: readonly unknown[],
  flags: ReadonlyMap<unknown, unknown>,
  impacts: ReadonlyMap<unknown, unknown>,
): Iterable<Reasoned> {
  const groups = new Map<string, Reasoned>();
  for (const id of ids) {
    const justification = flags.get(id) ?? flags.get(undefined);
    const statement = impacts.get(id) ?? impacts.get(undefined);
    const key = JSON.stringify([justification, statement]);
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { justification, statement, ids: [id] });
  }
  return groups.values();
}

/** Products by their ids. One that is a part of another is named by its own helper alone: the part elsewhere is another product. */
function* productsIn(tree: Json): Generator<[unknown, ProductName]> {
  yield* branchesIn(tree['branches'], 0);
  for (const product of listIn(tree['full_product_names'])) yield* named(objectIn(product));
  for (const relationship of listIn(tree['relationships']))
    yield* named(objectIn(objectIn(relationship)['full_product_name']));
}

function* branchesIn(branches: unknown, depth: number): Generator<[unknown, ProductName]> {
  if (depth > MAX_DEPTH) return;
  for (const branch of listIn(branches).map(objectIn)) {
    if ('product' in branch) yield* named(objectIn(branch['product']));
    yield* branchesIn(branch['branches'], depth + 1);
  }
}

function* named(product: Json): Generator<[unknown, ProductName]> {
  const { purl, purls, cpe } = objectIn(product['product_identification_helper']);
  const found = productName({ purl: purl ?? listIn(purls)[0], cpe, ref: product['name'] });
  if (found && typeof product['product_id'] === 'string') yield [product['product_id'], found];
}
