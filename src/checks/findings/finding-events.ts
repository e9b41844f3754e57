/** What happens to findings, in the feed of changes: seen exactly by who sees the finding (checks 6). */
import { Injectable } from '@nestjs/common';
import { can, type Caller } from '../../core/http/caller.js';
import { Database, type Transaction } from '../../database/database.js';
import type { Condition } from '../../database/dialect.js';
import { AccessScopes } from '../../engine/index.js';
import {
  OtherEvents,
  type OtherAction,
  type OtherReader,
  type StoredOtherEvent,
  type Subjects,
} from '../../events/other-events.js';
import type { Severity } from '../severity.js';
import { namesOf } from './answers.js';
import { SeenKinds, visibleTo } from './visible.js';

/** A finding to which something happened. */
export interface ChangedFinding {
  id: number;
  /** Key of its check. */
  check: string;
  severity: Severity;
  type: string;
  objectId: number;
  /** Of an accepted one. */
  until?: string | null;
  reason?: string | null;
}

@Injectable()
export class FindingEvents implements OtherReader {
  constructor(
    readonly database: Database,
    readonly scopes: AccessScopes,
    private readonly events: OtherEvents,
  ) {
    events.add('findings', this);
  }

  /** To be called last in the transaction of what happened. `userId`: who did it; null where a run did. */
  publish(
    tx: Transaction,
    action: OtherAction,
    findings: readonly ChangedFinding[],
    userId: number | null,
  ): Promise<void> {
    const events = findings.map(({ id, check, severity, type, objectId, until, reason }) => ({
      id,
      object: {
        ...{ check, severity, type, object_id: objectId },
        ...(until && { accepted_until: until }),
        ...(reason && { accepted_reason: reason }),
      },
    }));
    return this.events.publish(tx, 'findings', action, events, userId);
  }

  async condition(caller: Caller, alias: string): Promise<Condition | undefined> {
    if (!can(caller, 'finding_access')) return undefined;
    const seen = await SeenKinds.of(caller, this.scopes);
    if (!seen.kinds().length) return undefined;
    const { sql, params } = visibleTo(seen, this.database, true);
    return { sql: `${alias}.\`object_id\` IN (SELECT f.\`id\` FROM \`own_findings\` f WHERE ${sql})`, params };
  }

  subjects(events: readonly StoredOtherEvent[], caller: Caller): Promise<Subjects> {
    return subjectsOf(events, caller, this);
  }
}

/** What events are about whose `object` says it by `type` (a path) and `object_id`. Names of what the caller may not list are null. */
export async function subjectsOf(
  events: readonly StoredOtherEvent[],
  caller: Caller,
  { database, scopes }: { database: Database; scopes: AccessScopes },
): Promise<Subjects> {
  const subjects = events.map(({ object }) => ({ type: String(object['type']), id: Number(object['object_id']) }));
  const wanted = new Map<string, Set<number>>();
  for (const { type, id } of subjects) wanted.set(type, (wanted.get(type) ?? new Set()).add(id));
  const names = await namesOf(wanted, await SeenKinds.of(caller, scopes), database);
  return new Map(
    events.map(({ number }, i) => {
      const { type, id } = subjects[i]!;
      return [number, { type, id, name: names.get(`${type} ${id}`) ?? null }];
    }),
  );
}
