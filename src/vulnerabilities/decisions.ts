/** What people decided of vulnerabilities that were found. */
import type { Database } from '../database/database.js';

/** What a vulnerability of an object is: found, or what somebody says of it. */
export const STATES = ['open', 'not_affected', 'accepted', 'fixed'] as const;

export type State = (typeof STATES)[number];

/** Those of which somebody says that they are none: they are not counted. */
export const isNone = (state: State): boolean => state === 'not_affected' || state === 'fixed';

/** What stands of one vulnerability of one object. */
export interface Decision {
  state: State;
  reason: string | null;
  justification: string | null;
  /** The document that says it, where it is no person. */
  document: string | null;
  until: string | null;
}

const OPEN: Decision = { state: 'open', reason: null, justification: null, document: null, until: null };

/** Decisions by object and vulnerability. */
export class Decisions {
  private readonly all = new Map<string, Decision>();

  /** What was decided and still holds. One statement. */
  static async of(database: Database): Promise<Decisions> {
    const decisions = new Decisions();
    const sql = `SELECT type, object_id, advisory, state, reason, justification, document, until FROM own_vulnerabilities
      WHERE state <> 'open' AND (until IS NULL OR until > ?)`;
    const now = database.clock.toStored(Date.now());
    for await (const rows of database.stream(sql, [now]))
      for (const { type, object_id: id, advisory, ...decision } of rows)
        decisions.all.set(key(type as string, id as number, advisory as string), decision as unknown as Decision);
    return decisions;
  }

  of(table: string, id: number, cve: string): Decision {
    return this.all.get(key(table, id, cve)) ?? OPEN;
  }
}

const key = (table: string, id: number, cve: string): string => `${table}\n${id}\n${cve}`;
