/** Writes down what happens beside the changes of objects: who signs in, what leaves the map (contract 9 and 12). */
import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/http/caller.js';
import { Database, type Scalar, type Transaction } from '../database/database.js';
import { registry } from '../engine/index.js';
import { COLUMNS, PENDING, propertiesText, tokenIn, UNPUBLISHED, valuesOf } from './audit-row.js';

/** The word under which an event stands in the column `description`. */
export type AuditAction =
  | 'logged_in'
  | 'login_refused'
  | 'logged_out'
  | 'password_changed'
  /** The old password given for a change was wrong. */
  | 'password_refused'
  | 'token_created'
  | 'token_revoked'
  /** A user or a named token got a limit of requests of its own, or lost it. */
  | 'request_limit_changed'
  /** A list, a report, a graph or a file left the server. */
  | 'exported'
  /** Objects came in at once, in a file. */
  | 'imported'
  /** A stored or given query was run. */
  | 'executed'
  /** A run of a feed changed something. */
  | 'fed'
  /** A source of feeding was made, got other settings, or was retired. */
  | 'source_created'
  | 'source_changed'
  | 'source_retired'
  /** What a source said of an object was forgotten. */
  | 'record_forgotten'
  /** What a vulnerability of an object is, somebody decided. */
  | 'vulnerability_decided'
  /** A table was shared with others, or taken away from them. */
  | 'table_shared'
  | 'table_unshared'
  /** A person held values of an object against sources, or set them free. */
  | 'marks_set'
  /** A user was made for somebody of a directory or a provider. */
  | 'user_provisioned'
  | 'identity_linked'
  | 'identity_unlinked'
  /** Groups of a provider gave roles, or took them away. */
  | 'roles_synced'
  | 'user_disabled'
  | 'user_enabled'
  /** Which group gives which role. */
  | 'mapping_created'
  | 'mapping_changed'
  | 'mapping_removed'
  /** Homes count from now on, or do not. */
  | 'perimeters_switched'
  /** A second factor of a user; `factors_taken`: by an administrator. */
  | 'factor_added'
  | 'factor_removed'
  | 'factors_taken'
  | 'recovery_codes_made'
  /** Somebody who is signed in showed anew that it is them, or failed to. */
  | 'session_confirmed'
  | 'factor_refused'
  /** The newest link of the chain of the journal, each day. */
  | 'journal_root'
  /** The chain was walked. */
  | 'journal_verified'
  /** The chain goes on under another key: `TOKEN_SECRET` was changed. */
  | 'journal_key_changed'
  /** Values of a person were taken out of the journal. */
  | 'journal_redacted'
  /** Hooks; paused by the server itself where nobody stands beside it. */
  | 'webhook_created'
  | 'webhook_changed'
  | 'webhook_deleted'
  | 'webhook_paused'
  | 'webhook_resumed'
  | 'webhook_rotated'
  | 'webhook_sought'
  | 'webhook_skipped'
  /** Checks, and what people accept of what they found. */
  | 'check_created'
  | 'check_changed'
  | 'check_deleted'
  | 'finding_accepted'
  | 'finding_reopened'
  /** The address under which somebody's calendar is read. */
  | 'calendar_made'
  | 'calendar_ended'
  /** How often somebody gets letters. */
  | 'letters_chosen'
  /** Templates that people keep. */
  | 'template_created'
  | 'template_changed'
  | 'template_deleted';

/** Where an event came from. The context of a request (`contextOf`) is one; a log-in has no caller yet. */
export interface AuditContext {
  address: string;
  requestId: string;
  caller?: Pick<Caller, 'userId'> & Partial<Pick<Caller, 'tokenId'>>;
}

/** What happened. */
export interface AuditEvent {
  action: AuditAction;
  /** The object or the type of objects (no id) that it is about; `path` is that of a resource. */
  subject?: { path: string; id?: number };
  /** Becomes JSON in `properties`; long values are cut. Never a secret: no password, token, hash or key. */
  details: Record<string, unknown>;
  context: AuditContext;
}

@Injectable()
export class AuditEvents {
  private readonly one = `INSERT INTO audit_logs (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

  constructor(private readonly database: Database) {}

  /**
   * Writes one row into `audit_logs`.
   * @param event what happened, to what, and on whose request
   * @param tx the transaction to which the row belongs, if there is one; the row is stored with it, or not at all
   * @throws what the database says; an event that cannot be written down must not go unnoticed, so callers wait for it
   *   before they answer
   */
  async record(event: AuditEvent, tx?: Transaction): Promise<void> {
    if (tx) await this.recordAll([event], tx);
    else await this.database.run(this.one, this.valuesOf(event));
  }

  /** As `record`, of an event that whoever follows the changes is told of: it is published among them. */
  async recordForFeed(event: AuditEvent, tx: Transaction): Promise<void> {
    const sql = this.database.dialect.insertRows('audit_logs', [...COLUMNS, PENDING]);
    await this.database.write(tx, sql, [[...this.valuesOf(event), UNPUBLISHED]]);
  }

  /** As `record`, for many events of one transaction: one statement, however many there are. */
  async recordAll(events: readonly AuditEvent[], tx: Transaction): Promise<void> {
    if (!events.length) return;
    const sql = this.database.dialect.insertRows('audit_logs', COLUMNS);
    const values = (event: AuditEvent): Scalar[] => this.valuesOf(event);
    await this.database.write(
      tx,
      sql,
      (function* () {
        for (const event of events) yield values(event);
      })(),
    );
  }

  private valuesOf({ action, subject, details, context }: AuditEvent): Scalar[] {
    return valuesOf({
      description: action,
      subjectId: subject?.id ?? null,
      subjectType: subject ? registry.get(subject.path).polymorphicType : null,
      userId: context.caller?.userId || null,
      properties: propertiesText({ ...tokenIn(context), ...details, request_id: context.requestId }),
      host: context.address,
      now: this.database.clock.toStored(Date.now()),
    });
  }
}
