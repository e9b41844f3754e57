/** Walks the chain of the journal, and names the first entry that was changed, taken out or put in. */
import { Injectable } from '@nestjs/common';
import { Database, type Row } from '../../database/database.js';
import { PENDING, UNCHAINED, UNPUBLISHED } from '../audit-row.js';
import { AuditChain, digestOf, type ChainKey } from './chain.js';
import { LinksHash } from './former-links.js';
import { wholeTexts } from '../whole-texts.js';
import { contentColumns, contentOf, wholeKeyOf, wholeKeysOf } from './entry-content.js';

/** The newest link at a moment. Kept elsewhere, it proves that nothing of what came before was changed since, or cut off. */
export interface Root {
  chain: string;
  number: number;
  hash: string;
}

/**
 * What is wrong: an entry says something else, or is not there; one is there that was never linked; links were changed or taken
 * out, or are of another key without being proved; the chain ends before the root, is another than that of the root, or was made anew.
 */
export type Problem =
  'changed' | 'removed' | 'inserted' | 'relinked' | 'other-key' | 'cut' | 'other-chain' | 'other-root';

export interface Verification {
  verified: boolean;
  /** Links that were looked at. */
  links: number;
  /** Of those whose entries retention removed. */
  removed: number;
  /** Of those made under another `TOKEN_SECRET`: what their entries say is compared, their order cannot be proved. */
  unproven: number;
  /** Entries that are not linked yet. */
  waiting: number;
  root: Root;
  /** The first that is wrong. */
  first?: { problem: Problem; number: number | null; entry: number | null };
}

const BATCH = 1000;

interface Link {
  number: number;
  entry: number;
  at: number;
  salt: string | null;
  digest: string;
  hash: string;
  keyId: string;
  redacted: string | null;
}

@Injectable()
export class ChainVerifier {
  constructor(
    private readonly database: Database,
    private readonly chain: AuditChain,
  ) {}

  /** The newest link. */
  async root(): Promise<Root> {
    const { chain, number, hash } = await headOf(this.database);
    return { chain, number, hash };
  }

  /** Walks the whole chain. `kept`: a root that was kept elsewhere. */
  verify(kept?: Root): Promise<Verification> {
    return verifyChain(this.database, this.chain.key, kept);
  }
}

/** `until`: up to this link they were made under a former key, which `proof` says. */
type Head = Root & { removedBefore: number; removal: string | null; until: number; proof: string | null };

async function headOf(database: Database): Promise<Head> {
  const [row] = await database.all(
    'SELECT `chain`, `number`, `hash`, `removed_before`, `removal`, `former_until`, `former_proof` FROM `own_audit_head` WHERE `id` = 1',
  );
  if (!row) return { chain: '', number: 0, hash: '', removedBefore: 0, removal: null, until: 0, proof: null };
  return {
    ...{ chain: String(row['chain']), number: Number(row['number']), hash: String(row['hash']) },
    removedBefore: Number(row['removed_before']),
    removal: row['removal'] as string | null,
    ...{ until: Number(row['former_until']), proof: row['former_proof'] as string | null },
  };
}

/** As `ChainVerifier.verify`, without a running server. */
export async function verifyChain(database: Database, key: ChainKey, kept?: Root): Promise<Verification> {
  const { removedBefore, removal, until, proof, ...root } = await headOf(database);
  const found: Verification = {
    verified: true,
    links: 0,
    removed: 0,
    unproven: 0,
    waiting: await waiting(database),
    root,
  };
  const wrong = (problem: Problem, number: number | null = null, entry: number | null = null): Verification => ({
    ...found,
    verified: false,
    first: { problem, number, entry },
  });
  // A root of before the first entry says nothing.
  if (kept?.chain && kept.chain !== root.chain) return wrong('other-chain');
  if (kept && kept.number > root.number) return wrong('cut', root.number + 1);
  // Only whoever has the key can say that entries were removed by retention.
  const before = removal === key.proof('removed', root.chain, removedBefore) ? removedBefore : 0;
  const former = new LinksHash();
  let [number, hash] = [0, root.chain];
  if (kept?.chain && kept.number === 0 && kept.hash !== hash) return wrong('other-root', 0);
  while (number < root.number) {
    const rows = await batchOf(database, number, root.number);
    if (!rows.length) return wrong('removed', number + 1);
    const texts = await wholeTexts(wholeKeysOf(rows), database, database.dialect);
    for (const row of rows) {
      const link = linkIn(row);
      if (link.number !== number + 1) return wrong('removed', number + 1);
      number = link.number;
      if (number <= until) former.add(row);
      if (number === until && former.proof(key, root.chain, until) !== proof)
        return wrong('other-key', number, link.entry);
      if (link.keyId !== key.id) {
        // A link of another key behind those that are proved was not made by this program.
        if (number > until) return wrong(until || found.links ? 'relinked' : 'other-key', number, link.entry);
        found.unproven++;
      } else if (key.link(hash, number, link.entry, link.at, link.digest) !== link.hash)
        return wrong('relinked', number, link.entry);
      hash = link.hash;
      found.links++;
      if (kept?.number === number && kept.hash !== hash) return wrong('other-root', number, link.entry);
      if (row['id'] === null) {
        if (link.at >= before) return wrong('removed', number, link.entry);
        found.removed++;
      } else if (!says(link, contentOf(row, texts.get(wholeKeyOf(row['properties']) ?? ''), database.clock), key))
        return wrong('changed', number, link.entry);
    }
  }
  if (hash !== root.hash) return wrong('relinked', number);
  const [stranger] = await database.all(
    `SELECT MIN(a.\`id\`) AS id FROM \`audit_logs\` a WHERE (a.\`${PENDING}\` IS NULL OR a.\`${PENDING}\` NOT IN (${UNPUBLISHED}, ${UNCHAINED})) ` +
      'AND NOT EXISTS (SELECT 1 FROM `own_audit_chain` c WHERE c.`entry` = a.`id`)',
  );
  return stranger!['id'] === null ? found : wrong('inserted', null, Number(stranger!['id']));
}

/** Returns true if the content is that which was linked, or which a redaction left. */
function says(link: Link, content: string, key: ChainKey): boolean {
  if (link.redacted !== null) return link.redacted === key.proof('redacted', link.number, link.hash, content);
  return link.salt !== null && digestOf(link.salt, content) === link.digest;
}

const batchOf = (database: Database, after: number, until: number): Promise<Row[]> =>
  database.all(
    'SELECT c.`number`, c.`entry`, c.`at`, c.`salt`, c.`digest`, c.`hash`, c.`key_id`, c.`redacted`, ' +
      `${contentColumns('a')} FROM \`own_audit_chain\` c LEFT JOIN \`audit_logs\` a ON a.\`id\` = c.\`entry\` ` +
      `WHERE c.\`number\` > ? AND c.\`number\` <= ? ORDER BY c.\`number\` LIMIT ${BATCH}`,
    [after, until],
  );

const linkIn = (row: Row): Link => ({
  ...{ number: Number(row['number']), entry: Number(row['entry']), at: Number(row['at']) },
  salt: row['salt'] as string | null,
  ...{ digest: String(row['digest']), hash: String(row['hash']), keyId: String(row['key_id']) },
  redacted: row['redacted'] as string | null,
});

async function waiting(database: Database): Promise<number> {
  const [row] = await database.all(
    `SELECT COUNT(*) AS n FROM \`audit_logs\` WHERE \`${PENDING}\` IN (${UNPUBLISHED}, ${UNCHAINED})`,
  );
  return Number(row!['n']);
}
