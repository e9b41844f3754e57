/** What suppliers say of vulnerabilities in their products (VEX): kept as it was said, and applied to what was found. */
import type { Database, Scalar } from '../database/database.js';
import { parseCpe } from './identity/cpe.js';
import { packageOf, parsePurl } from './identity/purl.js';
import { compareVersionsOf } from './versions/index.js';
import type { Identity } from './identity/identities.js';
import type { VexStatement, VexStatus } from './record.js';

const COLUMNS = ['document', 'advisory', 'purl', 'cpe', 'ref', 'status', 'justification', 'statement', 'stated_at'] as const; // prettier-ignore
const [MAX_DOCUMENT, MAX_PURL, MAX_CPE, MAX_REF, MAX_JUSTIFICATION] = [190, 2048, 1024, 1024, 255];

/** Forgets what documents said, since they are read anew. */
export async function forgetDocuments(database: Database, documents: readonly string[]): Promise<void> {
  const names = documents.map((name) => name.slice(0, MAX_DOCUMENT));
  await database.transaction(async (tx) => {
    await tx.defer(`DELETE FROM own_vex WHERE ${database.dialect.isIn('document')}`, [names]);
  });
}

/** Stores statements, a row for each product and id. */
export async function storeVex(database: Database, statements: readonly VexStatement[]): Promise<void> {
  const rows = statements.flatMap((one) => [...rowsOf(one, database)]);
  if (!rows.length) return;
  await database.transaction(async (tx) => {
    await database.write(tx, database.dialect.insertRows('own_vex', COLUMNS), rows);
  });
}

function* rowsOf(statement: VexStatement, { clock }: Database): Generator<Scalar[]> {
  const { document, status, justification, timestamp } = statement;
  const at = timestamp === null ? null : clock.toStored(timestamp);
  for (const id of new Set([statement.advisory, ...statement.aliases]))
    for (const { purl, cpe, ref } of statement.products) {
      if ((purl?.length ?? 0) > MAX_PURL || (cpe?.length ?? 0) > MAX_CPE) continue;
      yield [
        ...[document.slice(0, MAX_DOCUMENT), id, purl ?? null, cpe ?? null, ref?.slice(0, MAX_REF) ?? null, status],
        ...[justification?.slice(0, MAX_JUSTIFICATION) ?? null, statement.statement, at],
      ];
    }
}

/** One statement, of one product. */
export interface Stated {
  advisory: string;
  purl: string | null;
  cpe: string | null;
  status: VexStatus;
  justification: string | null;
  statement: string | null;
  document: string;
}

/** What is said of some ids, the newest last, by id. One statement. */
export async function statedOf(database: Database, ids: readonly string[]): Promise<Map<string, Stated[]>> {
  const stated = new Map<string, Stated[]>();
  if (!ids.length) return stated;
  const sql = `SELECT ${COLUMNS.join(', ')} FROM own_vex WHERE ${database.dialect.isIn('advisory')} ORDER BY stated_at, id`;
  for (const row of await database.all(sql, [[...ids]])) {
    const one = row as unknown as Stated;
    const list = stated.get(one.advisory);
    if (list) list.push(one);
    else stated.set(one.advisory, [one]);
  }
  return stated;
}

/** The last statement that is about a product; undefined where there is none. */
export function statementFor(stated: readonly Stated[], identity: Identity): Stated | undefined {
  return stated.findLast((one) => names(one, identity));
}

/** The statement names the product, and its version or all of them. */
function names({ purl, cpe }: Stated, identity: Identity): boolean {
  if (identity.kind === 'package') {
    const parsed = purl === null ? undefined : parsePurl(purl);
    const said = parsed && packageOf(parsed);
    if (!said || said.name !== identity.name || said.ecosystem !== identity.ecosystem) return false;
    return isSame(said.version, identity.version, identity.ecosystem);
  }
  const said = cpe === null ? undefined : parseCpe(cpe);
  if (!said || said.vendor !== identity.vendor || said.product !== identity.product) return false;
  return isSame(said.version, identity.version, undefined);
}

const isSame = (said: string | undefined, version: string | undefined, ecosystem: string | undefined): boolean =>
  said === undefined || (version !== undefined && compareVersionsOf(ecosystem, said, version) === 0);
