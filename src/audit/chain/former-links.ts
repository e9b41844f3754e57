/**
 * Links that were made under another `TOKEN_SECRET`. Their hashes cannot be made again; so the first server with the new one says
 * under its key what all of them were by then, and an entry of the journal says that it did. Whoever has the database alone can
 * pass links off as those of another key, but not say so.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Database, Row, Scalar, Session, Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { wholeTexts } from '../whole-texts.js';
import type { ChainKey } from './chain.js';
import { contentColumns, contentOf, wholeKeyOf, wholeKeysOf } from './entry-content.js';

const BATCH = 5000;
const SAID = ['number', 'entry', 'at', 'digest', 'hash', 'key_id'] as const;
const COLUMNS = SAID.map((name) => `c.${quote(name)}`).join(', ');

/** What links say, one behind the other. */
export class LinksHash {
  private readonly hash: Hash = createHash('sha256');

  add(row: Row): void {
    const said = SAID.map((name) => (['digest', 'hash', 'key_id'].includes(name) ? row[name] : Number(row[name])));
    this.hash.update(JSON.stringify(said));
  }

  /** Under a key, and up to a link. */
  proof(key: ChainKey, chain: string, until: number): string {
    return key.proof('former', chain, until, this.hash.copy().digest('base64url'));
  }
}

/**
 * Says under the key what the links of another one are, where the newest link is of another one. Returns up to which link; undefined
 * where there is nothing to say.
 */
export async function proveFormer(database: Database, key: ChainKey): Promise<number | undefined> {
  const [newest] = await database.all(
    `SELECT ${COLUMNS} FROM \`own_audit_chain\` c ORDER BY c.\`number\` DESC LIMIT 1`,
  );
  const [head] = await database.all('SELECT `former_until`, `former_key` FROM `own_audit_head` WHERE `id` = 1');
  if (!newest || newest['key_id'] === key.id) return undefined;
  if (Number(head!['former_until']) === Number(newest['number']) && head!['former_key'] === key.id) return undefined;
  const links = new LinksHash();
  let number = await addLinks(links, 0, Number(newest['number']), database);
  return database.transaction(async (tx) => {
    const { forUpdate } = database.dialect;
    const [row] = await tx.all(
      `SELECT \`chain\`, \`number\`, \`removed_before\`, \`removal\` FROM \`own_audit_head\` WHERE \`id\` = 1${forUpdate}`,
    );
    number = await addLinks(links, number, Number(row!['number']), tx);
    const chain = String(row!['chain']);
    await tx.run(
      'UPDATE `own_audit_head` SET `former_until` = ?, `former_key` = ?, `former_proof` = ?, `removal` = ? WHERE `id` = 1',
      [
        ...[number, key.id, links.proof(key, chain, number)],
        row!['removal'] === null ? null : key.proof('removed', chain, Number(row!['removed_before'])),
      ],
    );
    await proveRedacted(database, key, tx);
    return number;
  });
}

/** Adds links up to one; returns the number of the last. */
async function addLinks(
  links: LinksHash,
  after: number,
  until: number,
  session: Pick<Session, 'all'>,
): Promise<number> {
  for (let number = after; ;) {
    const rows = await session.all(
      `SELECT ${COLUMNS} FROM \`own_audit_chain\` c WHERE c.\`number\` > ? AND c.\`number\` <= ? ORDER BY c.\`number\` LIMIT ${BATCH}`,
      [number, until],
    );
    for (const row of rows) links.add(row);
    if (!rows.length) return number;
    number = Number(rows.at(-1)!['number']);
  }
}

/** What redactions left was proved under the former key. */
async function proveRedacted({ dialect, clock }: Database, key: ChainKey, tx: Transaction): Promise<void> {
  const rows = await tx.all(
    `SELECT c.\`number\`, c.\`hash\`, ${contentColumns('a')} FROM \`own_audit_chain\` c JOIN \`audit_logs\` a ON a.\`id\` = c.\`entry\` ` +
      'WHERE c.`redacted` IS NOT NULL',
  );
  const texts = await wholeTexts(wholeKeysOf(rows), tx, dialect);
  for (const row of rows) {
    const content = contentOf(row, texts.get(wholeKeyOf(row['properties']) ?? ''), clock);
    await tx.defer('UPDATE `own_audit_chain` SET `redacted` = ? WHERE `number` = ?', [
      key.proof('redacted', Number(row['number']), String(row['hash']), content),
      row['number'] as Scalar,
    ]);
  }
}
