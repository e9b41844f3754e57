/**
 * The chain of the journal: every entry gets a link once it is committed, whose hash is made of the one before and of what the
 * entry says, under a key that the database does not hold. Whoever changes an entry, takes one out or puts one in cannot make the hashes that
 * follow (docs/decisions/events.md).
 */
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { tokenSecret } from '../../access/token.strategy.js';
import { Database, type Row, type Rows, type Transaction } from '../../database/database.js';
import { AuditEvents } from '../audit-events.js';
import { wholeTexts } from '../whole-texts.js';
import { proveFormer } from './former-links.js';
import { contentOf, momentOf, wholeKeyOf, wholeKeysOf } from './entry-content.js';

/** The newest link. */
export interface ChainHead {
  number: number;
  hash: string;
}

export const LINK_COLUMNS = ['number', 'entry', 'at', 'salt', 'digest', 'hash', 'key_id'];
const HEAD_COLUMNS = ['id', 'chain', 'number', 'hash', 'removed_before'];

/** What is made under the key of the chain. */
export class ChainKey {
  /** Tells links of another key apart; nothing of the key can be read from it. */
  readonly id: string;
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'meridian audit chain', 32));
    this.id = this.proof('key').slice(0, 8);
  }

  /** The hash of a link behind the one before it. */
  link(before: string, number: number, entry: number, at: number, digest: string): string {
    return this.proof('link', before, number, entry, at, digest);
  }

  /** What only the holder of the key can say. */
  proof(...said: ReadonlyArray<string | number>): string {
    return createHmac('sha256', this.key).update(JSON.stringify(said)).digest('base64url');
  }
}

/** Of the content with a salt, so that nobody can guess what an entry said once the salt is gone. */
export const digestOf = (salt: string, content: string): string =>
  createHash('sha256').update(salt).update('\n').update(content).digest('base64url');

/** Makes the head of a chain that is not there yet. */
async function makeHead(database: Database): Promise<void> {
  const chain = randomBytes(9).toString('base64url');
  const sql = database.dialect.insertOneMissing('own_audit_head', HEAD_COLUMNS);
  await database.run(sql, [1, chain, 0, chain, 0]);
}

@Injectable()
export class AuditChain {
  readonly key: ChainKey;
  private readonly logger = new Logger('Audit');
  private made: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditEvents,
    @Inject(CONFIG) config: Config,
  ) {
    this.key = new ChainKey(tokenSecret(config));
  }

  /** The head is there from then on, to be locked. */
  ready(): Promise<void> {
    this.made ??= this.make().catch((error: unknown) => {
      this.made = undefined;
      throw error;
    });
    return this.made;
  }

  private async make(): Promise<void> {
    await makeHead(this.database);
    const until = await proveFormer(this.database, this.key);
    if (until === undefined) return;
    // Whoever made the links of another key look like it is seen by this.
    this.logger.warn(`TOKEN_SECRET is another one than that of the journal up to link ${until}.`);
    const context = { address: 'maintenance', requestId: '' };
    await this.audit.record({ action: 'journal_key_changed', details: { links: until, key: this.key.id }, context });
  }

  /** Locks the head; links are made by one step at a time. */
  async lock(tx: Transaction): Promise<ChainHead> {
    const [row] = await tx.all(
      `SELECT \`number\`, \`hash\` FROM \`own_audit_head\` WHERE \`id\` = 1${this.database.dialect.forUpdate}`,
    );
    return { number: Number(row!['number']), hash: String(row!['hash']) };
  }

  /** Links entries behind the head, which is locked. `rows`: with the columns of `contentColumns`. Two statements, however many there are. */
  async link(rows: readonly Row[], head: ChainHead, tx: Transaction): Promise<void> {
    if (!rows.length) return;
    const { dialect } = this.database;
    const texts = await wholeTexts(wholeKeysOf(rows), tx, dialect);
    const { links, last } = this.linksOf(rows, texts, head);
    await this.database.write(tx, dialect.insertRows('own_audit_chain', LINK_COLUMNS), links as Rows);
    await tx.defer('UPDATE `own_audit_head` SET `number` = ?, `hash` = ? WHERE `id` = 1', [last.number, last.hash]);
  }

  private linksOf(rows: readonly Row[], texts: ReadonlyMap<string, string>, head: ChainHead) {
    const { clock } = this.database;
    const salts = randomBytes(rows.length * 16);
    let { number, hash } = head;
    const links = rows.map((row, i) => {
      const salt = salts.toString('base64url', i * 16, i * 16 + 16);
      const [entry, at] = [Number(row['id']), momentOf(row, clock)];
      const digest = digestOf(salt, contentOf(row, texts.get(wholeKeyOf(row['properties']) ?? ''), clock));
      hash = this.key.link(hash, ++number, entry, at, digest);
      return [number, entry, at, salt, digest, hash, this.key.id];
    });
    return { links, last: { number, hash } };
  }
}
