/** Checks as people keep them (checks 2). */
import { Injectable } from '@nestjs/common';
import { requireStill } from '../access/token.service.js';
import { AuditEvents, type AuditAction } from '../audit/audit-events.js';
import { can, recheckLate, type Caller, type RequestContext } from '../core/http/caller.js';
import { ApiError, fieldError, forbidden, notFound } from '../core/http/errors.js';
import { Database, type Param, type Row, type Session, type Transaction } from '../database/database.js';
import { LongRead, requesterOf } from '../database/long-read.js';
import { AccessScopes, OwnList, ownColumn, Plans, readRows } from '../engine/index.js';
import { CHECKS, checkOf, SELECT_CHECK, storedKinds, type Check } from './check.js';
import { CheckBody, flagIn, type ReadCheck } from './definitions/check-body.js';
import { ranksIn } from './findings/list.js';
import { Findings } from './findings/findings.service.js';
import { RULES } from './rules/index.js';
import { rankOf } from './severity.js';
import { beginAnew } from './definitions/asked-kinds.js';
import { ShippedChecks } from './shipped/shipped-checks.js';

/** Most checks that there may be. */
export const MAX_CHECKS = 300;

type Body = Readonly<Record<string, unknown>>;

/** A check as answered. */
export type CheckAnswer = Record<string, unknown> & { id: number };

const FIELDS = [
  ownColumn('id', 'id'),
  ownColumn('key', 'string'),
  ownColumn('severity', 'int'),
  ownColumn('enabled', 'flag'),
  ownColumn('type', 'string'),
  ownColumn('shipped', 'flag'),
  ownColumn('last_run_at', 'moment'),
  ownColumn('last_run_ms', 'int'),
  ownColumn('last_error', 'string'),
  ownColumn('created_at', 'moment'),
  ownColumn('updated_at', 'moment'),
];

const LISTED = `SELECT k.*, k.\`slug\` AS \`key\`, ${rankOf('k.`severity`')} AS \`rank_\` FROM \`own_checks\` k`;

@Injectable()
export class ChecksService {
  private readonly wanted: OwnList;

  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
    private readonly scopes: AccessScopes,
    private readonly audit: AuditEvents,
    private readonly findings: Findings,
    private readonly shipped: ShippedChecks,
  ) {
    this.wanted = new OwnList('own_checks', FIELDS, plans.language);
  }

  /** As lists are asked for; the numbers of findings are those that the caller sees. */
  async list(
    query: Body,
    { caller }: Pick<RequestContext, 'caller'>,
    url: string,
    signal?: AbortSignal,
  ): Promise<{ headers: Record<string, string>; rows: CheckAnswer[] }> {
    const request = this.wanted.read(withRanks(query), this.scopes.of(caller));
    const columns = FIELDS.map(({ name }) => (name === 'severity' ? 'k.`rank_` AS `severity`' : `k.\`${name}\``));
    const select = {
      sql: `SELECT ${columns.join(', ')} FROM (${LISTED}) k`,
      params: [],
    };
    const read = new LongRead(requesterOf(caller, signal), this.plans.limits.listTimeLimit);
    const { headers, portions } = await readRows(
      request,
      { select, conditions: [] },
      { database: this.database, url, read },
    );
    const ids: number[] = [];
    for await (const rows of portions) ids.push(...rows.map(({ id }) => Number(id)));
    const [stored, counts] = await Promise.all([this.rowsOf(ids, this.database), this.countsFor(caller)]);
    const known = new Map(stored.map((row) => [Number(row['id']), checkOf(row)]));
    const asked = request.names.length < FIELDS.length ? new Set(request.names) : undefined;
    const rows = ids.flatMap((id) => {
      const check = known.get(id);
      if (!check) return [];
      const answer = this.answer(check, counts);
      return [
        asked
          ? (Object.fromEntries(Object.entries(answer).filter(([name]) => asked.has(name))) as CheckAnswer)
          : answer,
      ];
    });
    return { headers, rows };
  }

  /** Throws 404. */
  async read(id: string, { caller }: Pick<RequestContext, 'caller'>): Promise<CheckAnswer> {
    const check = await this.found(id, this.database);
    return this.answer(check, await this.countsFor(caller));
  }

  /** Throws 422, and 403 for who may not list what it asks about. */
  async store(body: Body, context: RequestContext): Promise<CheckAnswer> {
    const read = await new CheckBody(body, this.plans, undefined).checked();
    await this.requireRights(read.named, context.caller);
    const now = this.now();
    const row: Record<string, Param> = {
      ...{
        slug: read.slug!,
        severity: read.severity!,
        enabled: (read.enabled ?? true) ? 1 : 0,
        type: read.type ?? null,
      },
      texts: JSON.stringify({ titles: read.titles ?? {}, abouts: read.abouts ?? {}, advices: read.advices ?? {} }),
      definition: JSON.stringify(read.definition),
      exceptions: storedExceptions(read.exceptions),
      kinds: storedKinds(read.kinds ?? []),
      ...{ shipped: 0, created_at: now, updated_at: now },
    };
    const made = await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      const all = await tx.all(`SELECT \`id\`, \`slug\` FROM \`own_checks\`${this.database.dialect.forUpdate}`);
      if (all.some(({ slug }) => slug === read.slug)) throw fieldError('key', 'taken');
      if (all.length >= MAX_CHECKS) throw new ApiError(409, 'checkMost', { max: MAX_CHECKS });
      const [id] = await this.database.insert(tx, 'own_checks', Object.keys(row), [Object.values(row) as never]);
      const check = await this.found(id!, tx);
      await this.record(
        'check_created',
        check,
        { definition: check.definition, severity: check.severity },
        context,
        tx,
      );
      await recheckLate(context, tx, true);
      return check;
    });
    return this.answer(made, new Map());
  }

  /**
   * What is absent stays; with `reset` a check that came with the release is as it came. One that asks about fewer kinds than before
   * begins anew, without what it has found. Throws 404, 422, 403.
   */
  async update(id: string, body: Body, context: RequestContext): Promise<CheckAnswer> {
    const { database } = this;
    const before = await this.found(id, database);
    const isReset = flagIn(body['reset'] ?? false);
    if (isReset === undefined) throw fieldError('reset', 'boolean');
    if (isReset && !before.shipped) throw fieldError('reset', 'checkOwn');
    const read = isReset ? {} : await new CheckBody(body, this.plans, before).checked();
    await this.requireRights([...askedBy(before), ...(read.named ?? [])], context.caller);
    const check = await database.transaction(async (tx) => {
      await requireStill(tx, context, database);
      const stored = await this.found(id, tx, database.dialect.forUpdate);
      const set = isReset ? this.shippedAgain(stored) : changesOf(read, stored);
      if (!Object.keys(set).length) return stored;
      set['updated_at'] = this.now();
      const names = Object.keys(set).map((name) => `\`${name}\` = ?`);
      await tx.run(`UPDATE \`own_checks\` SET ${names.join(', ')} WHERE \`id\` = ?`, [
        ...Object.values(set),
        stored.id,
      ]);
      const changed = await this.found(id, tx);
      await beginAnew(tx, stored, changed.kinds);
      const details = isReset ? { reset: true } : reported(read);
      await this.record('check_changed', stored, details, context, tx);
      await recheckLate(context, tx, true);
      return changed;
    });
    return this.answer(check, await this.countsFor(context.caller));
  }

  /** Its findings go with it. Throws 404, and 409 for one that came with the release: it can be switched off. */
  async destroy(id: string, context: RequestContext): Promise<void> {
    const { database } = this;
    await database.transaction(async (tx) => {
      await requireStill(tx, context, database);
      const check = await this.found(id, tx, database.dialect.forUpdate);
      if (check.shipped) throw new ApiError(409, 'checkShipped');
      await this.requireRights(askedBy(check), context.caller);
      await tx.run('DELETE FROM `own_checks` WHERE `id` = ?', [check.id]);
      await this.record('check_deleted', check, {}, context, tx);
      await recheckLate(context, tx, true);
    });
  }

  /** A check by its id. Throws 404. */
  async found(id: string | number, session: Pick<Session, 'all'>, suffix = ''): Promise<Check> {
    const isId = /^[1-9][0-9]{0,9}$/.test(String(id));
    const [row] = isId ? await session.all(`${SELECT_CHECK} WHERE k.\`id\` = ?${suffix}`, [Number(id)]) : [];
    if (!row) throw notFound(CHECKS, id);
    return checkOf(row);
  }

  /** Who writes a check may list everything that it asks about, without restriction. Throws 403. */
  private async requireRights(named: Iterable<string> = [], caller: Caller): Promise<void> {
    const resources = [...new Set(named)].map((path) => this.plans.registry.get(path));
    for (const { resource, rows } of await this.scopes.listed(caller, resources)) {
      if (rows !== 'all') throw forbidden(`${resource.key}_access`);
    }
  }

  private shippedAgain(check: Check): Record<string, Param> {
    const row = this.shipped.rowOf(check.slug);
    return row ? { ...row, changed: null } : {};
  }

  private async rowsOf(ids: readonly number[], session: Pick<Session, 'all'>): Promise<Row[]> {
    if (!ids.length) return [];
    return session.all(`${SELECT_CHECK} WHERE ${this.database.dialect.isIn('k.`id`')}`, [[...ids]]);
  }

  /** Numbers are of findings, for who may list these. */
  private async countsFor(caller: Caller): Promise<Counts | undefined> {
    return can(caller, 'finding_access') ? this.findings.counts(caller) : undefined;
  }

  private answer(check: Check, counts: Counts | undefined): CheckAnswer {
    const { clock } = this.database;
    const { definition, exceptions, type } = check;
    const { open, accepted } = counts
      ? (counts.get(check.id) ?? { open: 0, accepted: 0 })
      : { open: null, accepted: null };
    const isTyped = type !== null && Object.keys(exceptions).every((path) => path === type);
    return {
      ...{ id: check.id, key: check.slug, titles: check.titles, abouts: check.abouts, advices: check.advices },
      ...{ severity: check.severity, enabled: check.enabled, type },
      filter: definition.kind === 'filter' ? definition.filter : null,
      query: definition.kind === 'query' ? definition.query : null,
      rule: definition.kind === 'rule' ? definition.rule : null,
      options: definition.kind === 'rule' ? definition.options : null,
      rule_options: definition.kind === 'rule' ? (RULES.get(definition.rule)?.options ?? {}) : null,
      except: Object.keys(exceptions).length ? (isTyped ? exceptions[type] : exceptions) : null,
      ...{ shipped: check.shipped, changed: check.changed, open, accepted },
      last_run_at: check.lastRunAt === null ? null : clock.toApi(check.lastRunAt),
      ...{ last_run_ms: check.lastRunMs, last_error: check.lastError },
      ...{ created_at: clock.toApi(check.createdAt), updated_at: clock.toApi(check.updatedAt) },
    };
  }

  private async record(
    action: AuditAction,
    { slug }: Check,
    details: Record<string, unknown>,
    context: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    await this.audit.record({ action, details: { check: slug, ...details }, context }, tx);
  }

  private now(): string {
    return this.database.clock.toStored(Date.now());
  }
}

type Counts = ReadonlyMap<number, { open: number; accepted: number }>;

const storedExceptions = (exceptions: ReadCheck['exceptions']): string | null =>
  exceptions && Object.keys(exceptions).length ? JSON.stringify(exceptions) : null;

/** The columns that a body changes; of a check that came with the release it is noted which. */
function changesOf(read: ReadCheck, before: Check): Record<string, Param> {
  const set: Record<string, Param> = {};
  const changed = new Set(before.changed);
  const { titles, abouts, advices } = read;
  const texts = {
    titles: titles ?? before.titles,
    abouts: abouts ?? before.abouts,
    advices: advices ?? before.advices,
  };
  const stored = { titles: before.titles, abouts: before.abouts, advices: before.advices };
  if (JSON.stringify(texts) !== JSON.stringify(stored)) {
    set['texts'] = JSON.stringify(texts);
    changed.add('texts');
  }
  if (read.severity !== undefined && read.severity !== before.severity) {
    set['severity'] = read.severity;
    changed.add('severity');
  }
  if (read.enabled !== undefined && read.enabled !== before.enabled) {
    set['enabled'] = read.enabled ? 1 : 0;
    changed.add('enabled');
  }
  if (read.definition) {
    set['definition'] = JSON.stringify(read.definition);
    changed.add('definition');
  }
  if (read.exceptions) {
    set['exceptions'] = storedExceptions(read.exceptions);
    changed.add('exceptions');
  }
  if (read.type !== undefined) set['type'] = read.type;
  if (read.kinds && Object.keys(set).length) set['kinds'] = storedKinds(read.kinds);
  if (before.shipped && changed.size !== before.changed.length) set['changed'] = JSON.stringify([...changed]);
  return set;
}

const reported = ({ named: _, kinds: _kinds, ...read }: ReadCheck): Record<string, unknown> => ({ ...read });

/** Words of severities become ranks. */
function withRanks(query: Body): Body {
  const { filter } = query;
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return query;
  const ranked = Object.entries(filter).map(([name, value]) => [
    name,
    /^severity(_(not|in|not_in|lte?|gte?|between))?$/.test(name)
      ? ranksIn(value, `filter[${name}]`)
      : (value as unknown),
  ]);
  return { ...query, filter: Object.fromEntries(ranked) as Body };
}

/** The kinds that the filters or the query of a check ask about. */
const askedBy = ({ kinds, type, definition }: Check): string[] =>
  type === null || definition.kind === 'rule' ? [...kinds] : [...kinds, type];
