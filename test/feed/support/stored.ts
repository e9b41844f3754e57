/** Rows of feeding as runs leave them, written past all rules. */
import type { Scalar } from '../../../src/database/database.js';
import { registry } from '../../../src/engine/index.js';
import type { TestServer } from '../../support/server.js';

/** What one source says of one object; `type` is the path of its resource. */
export interface StoredRecord {
  source: string;
  type: string;
  id: number;
  ref?: string;
  says?: Record<string, unknown>;
  leaves?: Record<string, Scalar>;
  marked?: Record<string, [before: Scalar, set: Scalar]>;
  scopes?: string[];
  created?: boolean;
  firstSeen?: string;
  /** Null: the newest full run of its scopes says it. */
  lastSeen?: string | null;
  lastRun?: number;
  missingSince?: string | null;
}

const COUNTS = JSON.stringify({ counts: { items: 3, create: 1 }, changes: {}, findings: {}, blocked: [] });
const AT = '2026-01-10 06:00:00';

export class StoredFeed {
  private readonly sources = new Map<string, number>();

  constructor(private readonly server: TestServer) {}

  /** Makes a source, or takes the one that there is. */
  async source(name: string, settings: object = {}): Promise<number> {
    const { status, body } = await this.server.put(`/api/feed/sources/${name}`, settings);
    if (status > 201) throw new Error(JSON.stringify(body));
    const [row] = await this.server.database.all('SELECT id FROM own_feed_sources WHERE name = ?', [name]);
    this.sources.set(name, row!['id'] as number);
    return row!['id'] as number;
  }

  /** A run that was applied; returns its number. */
  async run(source: string, at: string, { scope = '', mode = 'full', state = 'applied' } = {}): Promise<number> {
    const { database } = this.server;
    const values = [source, scope, mode, 'pl_x', state, COUNTS, at, at];
    const columns = 'source, scope, mode, plan_id, state, counts, started_at, finished_at';
    const { insertId } = await database.run(
      `INSERT INTO own_feed_runs (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      values,
    );
    if (state !== 'applied') return insertId;
    const id = this.sources.get(source)!;
    await database.run('DELETE FROM own_feed_scopes WHERE source_id = ? AND scope = ?', [id, scope]);
    await database.run(
      'INSERT INTO own_feed_scopes (source_id, scope, last_run, last_full_run, last_full_at) VALUES (?, ?, ?, ?, ?)',
      [id, scope, insertId, ...(mode === 'full' ? [insertId, at] : [null, null])],
    );
    return insertId;
  }

  async record({ source, type, id, ...more }: StoredRecord): Promise<void> {
    const values: Record<string, Scalar> = {
      source_id: this.sources.get(source)!,
      type: registry.get(type).table,
      ref: more.ref ?? `${type}-${id}`,
      object_id: id,
      scopes: JSON.stringify(more.scopes ?? ['']),
      digest: '',
      object_stamp: null,
      noted_at: null,
      says: JSON.stringify(more.says ?? {}),
      leaves: more.leaves ? JSON.stringify(more.leaves) : null,
      kept: null,
      marked: more.marked ? JSON.stringify({ fields: more.marked, deleted: false }) : null,
      created: Number(more.created ?? false),
      observed_at: null,
      first_seen: more.firstSeen ?? AT,
      last_seen: more.lastSeen === undefined ? AT : more.lastSeen,
      last_run: more.lastRun ?? 1,
      missing_since: more.missingSince ?? null,
      missing_runs: more.missingSince ? 1 : 0,
    };
    const names = Object.keys(values);
    await this.server.database.run(
      `INSERT INTO own_feed_records (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      Object.values(values),
    );
  }
}
