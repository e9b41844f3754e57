/** What was found in the objects of the map, kept: since when it is there, and what people and suppliers say of it. */
import { Injectable } from '@nestjs/common';
import { Database, type Row, type Scalar, type Transaction } from '../database/database.js';
import type { Each } from '../database/thread-reader.js';
import { registry } from '../engine/index.js';
import { OtherEvents } from '../events/other-events.js';
import { Mark } from '../graph/store/mark.js';
import { raw } from '../reports/sql.js';
import { Answers, type Finding } from './answers.js';
import { mappedProducts, productTypes, type Reading } from './products.js';

const COLUMNS = ['type', 'object_id', 'advisory', 'source_id', 'identity', 'ranges', 'first_seen', 'state', 'reason', 'justification', 'document'] as const; // prettier-ignore
/** What a new look may change of what is kept. */
const CHANGED = [
  { name: 'source_id', type: 'key(32)' },
  { name: 'identity', type: 'varchar(2048)' },
  { name: 'ranges', type: 'longtext' },
  { name: 'state', type: 'varchar(16)' },
  { name: 'reason', type: 'longtext' },
  { name: 'justification', type: 'varchar(255)' },
  { name: 'document', type: 'varchar(190)' },
  { name: 'gone_at', type: 'datetime' },
] as const;
const GONE = [{ name: 'gone_at', type: 'datetime' }] as const;

const MAX_IDENTITY = 2048;
const MAX_JUSTIFICATION = 255;

@Injectable()
export class FoundVulnerabilities {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  /** What of the map and of the sources was looked at last; undefined before the first look, and where one failed. */
  private seen: { journal: Mark; sources: string } | undefined;

  constructor(
    private readonly database: Database,
    private readonly events: OtherEvents,
  ) {}

  /** Looks everything up anew, if the map or the sources changed since it was done last. Of several at once one does it. */
  refresh(): Promise<void> {
    if (!this.running) return (this.running = this.look().finally(() => (this.running = undefined)));
    // A look that has begun may not know what was stored since.
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.refresh();
      });
    return this.next;
  }

  private async look(): Promise<void> {
    const { database, seen } = this;
    const sources = await this.sources();
    const kinds = productTypes();
    if (seen?.sources === sources && (await seen.journal.since(this.each, { kinds, connectors: [] })) === 'same')
      return;
    this.seen = undefined;
    const journal = new Mark();
    await journal.begin(this.each);
    const reading: Reading = {
      rows: ({ text, params }) => database.stream(text, params),
      shown: (path, alias) => raw(registry.get(path).softDelete ? `${alias}.deleted_at IS NULL` : 'true'),
    };
    const mapped = await mappedProducts(reading, kinds);
    const answers = await Answers.of(database, mapped);
    const found = new Map<string, { place: [string, number]; finding: Finding }>();
    for (const object of mapped) {
      const { findings, excused } = answers.of(object);
      const { table } = registry.get(object.path);
      for (const finding of [...findings, ...excused])
        found.set(keyOf(table, object.id, finding.cve), { place: [table, object.id], finding });
    }
    await database.transaction((tx) => this.store(found, tx));
    this.seen = { journal, sources };
  }

  private async store(
    found: ReadonlyMap<string, { place: [string, number]; finding: Finding }>,
    tx: Transaction,
  ): Promise<void> {
    const { database } = this;
    const now = database.clock.toStored(Date.now());
    const columns = ['id', 'type', 'object_id', 'advisory', 'decided_at', ...CHANGED.map(({ name }) => name)];
    // Nobody decides of one meanwhile: what is decided would be overwritten.
    const stored = await tx.all(`SELECT ${columns.join(', ')} FROM own_vulnerabilities${database.dialect.forUpdate}`);
    const known = new Set<string>();
    const [updates, gone]: [Scalar[][], Scalar[][]] = [[], []];
    for (const row of stored) {
      const key = keyOf(String(row['type']), Number(row['object_id']), String(row['advisory']));
      known.add(key);
      const finding = found.get(key)?.finding;
      if (finding) {
        const values = [...changedOf(finding, row), null];
        if (values.some((value, i) => value !== row[CHANGED[i]!.name])) updates.push([...values, row['id']!]);
      } else if (row['gone_at'] === null) gone.push([now, row['id']!]);
    }
    const fresh = [...found].filter(([key]) => !known.has(key));
    const rows = fresh.map(([, { place, finding }]): Scalar[] => {
      const [id, identity, ranges, ...state] = changedOf(finding);
      return [...place, finding.cve, id!, identity!, ranges!, now, ...state];
    });
    if (rows.length) await database.write(tx, database.dialect.insertMissing('own_vulnerabilities', COLUMNS), rows);
    if (updates.length) await database.writeUpdates(tx, 'own_vulnerabilities', [...CHANGED], updates);
    if (gone.length) await database.writeUpdates(tx, 'own_vulnerabilities', [...GONE], gone);
    if (!rows.length) return;
    const last = stored.reduce((most, { id }) => Math.max(most, Number(id)), 0);
    await this.publish(last, new Map(fresh), tx);
  }

  /** Publishes what was stored behind the id `last`, but for what a supplier excuses. */
  private async publish(
    last: number,
    fresh: ReadonlyMap<string, { finding: Finding }>,
    tx: Transaction,
  ): Promise<void> {
    const paths = new Map(registry.all().map(({ table, path }) => [table, path]));
    const sql = 'SELECT id, type, object_id, advisory FROM own_vulnerabilities WHERE id > ? ORDER BY id';
    const events = (await tx.all(sql, [last])).flatMap((row) => {
      const [type, objectId] = [String(row['type']), Number(row['object_id'])];
      const finding = fresh.get(keyOf(type, objectId, String(row['advisory'])))?.finding;
      if (!finding || finding.excuse) return [];
      const object = { cve: finding.cve, score: finding.score, type: paths.get(type)!, object_id: objectId };
      return [{ id: Number(row['id']), object }];
    });
    await this.events.publish(tx, 'vulnerabilities', 'opened', events, null);
  }

  /** What the sources are, as a text: of two files under one name within a second the content tells which it was. */
  private async sources(): Promise<string> {
    const feeds = await this.database.all('SELECT source, imported_at, sha256 FROM own_cve_sources ORDER BY source');
    const asked = await this.database.all('SELECT COUNT(*) AS asked, MAX(fetched_at) AS fetched FROM own_cve_cache');
    return JSON.stringify([...feeds, ...asked].map((row) => Object.values(row)));
  }

  private readonly each: Each = async (sql, params, take) => {
    for (const row of await this.database.all(sql, params)) take(Object.values(row));
  };
}

const keyOf = (table: string, id: number, cve: string): string => `${table}\n${id}\n${cve}`;

/** What is kept of a finding; what a person decided stays. */
function changedOf({ id, identity, ranges, excuse }: Finding, row?: Row): Scalar[] {
  const what = [id, identity.text.slice(0, MAX_IDENTITY), ranges];
  if (row && row['decided_at'] !== null)
    return [...what, ...['state', 'reason', 'justification', 'document'].map((name) => row[name]!)];
  if (!excuse) return [...what, 'open', null, null, null];
  const { status, statement, justification, document } = excuse;
  return [...what, status, statement, justification?.slice(0, MAX_JUSTIFICATION) ?? null, document];
}
