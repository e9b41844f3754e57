/** What checks found, as one caller sees it: lists and numbers of it, and what people accept (checks 5). */
import { Inject, Injectable } from '@nestjs/common';
import { AuditEvents } from '../../audit/audit-events.js';
import { requireStill } from '../../access/token.service.js';
import { CONFIG, type Config } from '../../config.js';
import { can, recheckLate, RIGHTS_HOLD, type Caller, type RequestContext } from '../../core/http/caller.js';
import { ApiError, forbidden, notFound, Problems, type KindName } from '../../core/http/errors.js';
import type { Language } from '../../core/i18n/messages.js';
import { parseDay } from '../../core/text/dates.js';
import { Calendar } from '../../core/text/moments.js';
import { Database, type Row } from '../../database/database.js';
import { quote, type Condition } from '../../database/dialect.js';
import { LongRead, requesterOf } from '../../database/long-read.js';
import {
  AccessScopes,
  conditionOf,
  OwnList,
  Plans,
  readRows,
  registry,
  type ResourceModel,
} from '../../engine/index.js';
import { checkOf, SELECT_CHECK } from '../check.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { answersOf, type FindingAnswer } from './answers.js';
import { BESIDE, FIELDS, findingQuery, findingsSource } from './list.js';
import { FindingEvents, type ChangedFinding } from './finding-events.js';
import { SeenKinds, visibleTo } from './visible.js';

/** What they are called; they are no resource. */
export const FINDINGS: KindName = {
  path: 'findings',
  titles: { en: ['Finding', 'Findings'], fr: ['Constat', 'Constats'] },
};

type Query = Readonly<Record<string, unknown>>;

/** The most urgent first. */
const BY_URGENCY = '-severity,check,type,object_id';
/** The rule by which the last day of objects is past, or near. */
const ENDS = 'ends';
/** Most findings that are accepted at once, and characters of a reason. */
const [MAX_ACCEPTED, MAX_REASON] = [1000, 2000];
/** Days for which findings may be accepted at most. */
const MAX_AHEAD = '1y';

/** Findings in portions, as a list answers them. */
export interface FindingList {
  headers: Record<string, string>;
  /** Names of the columns that are asked for. */
  columns: string[];
  portions: AsyncIterable<FindingAnswer[]>;
}

/** What a summary is told by. */
export const SUMMARIES = ['severity', 'check', 'type', 'view'] as const;
export type SummaryBy = (typeof SUMMARIES)[number];

export interface SummaryRow {
  /** The severity, key of the check, path of the kind, or name of the view. */
  by: string;
  open: number;
  new_7d: number;
  gone_7d: number;
  accepted: number;
}

@Injectable()
export class Findings {
  private readonly wanted: OwnList;
  private readonly calendar: Calendar;
  private readonly timeLimit: number;

  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    plans: Plans,
    private readonly audit: AuditEvents,
    private readonly events: FindingEvents,
    @Inject(CONFIG) { timeZone, listTimeLimit }: Config,
  ) {
    this.wanted = new OwnList('own_findings', FIELDS, plans.language);
    this.calendar = new Calendar(timeZone);
    this.timeLimit = listTimeLimit;
  }

  /** The day on which it is asked. */
  get today(): string {
    return this.calendar.day('today')!;
  }

  /**
   * Findings as a list takes them; open ones where no state is asked for. Throws 400, and 422 where it takes too long.
   * @param only a further condition on rows of `own_findings` under `f`
   */
  async list(
    query: Query,
    { caller, language = 'en' }: Pick<RequestContext, 'caller' | 'language'>,
    url: string,
    signal?: AbortSignal,
    only?: Condition,
  ): Promise<FindingList> {
    const asked = findingQuery({ ...query, fields: columnsAmong(query['fields']) });
    const request = this.wanted.read(asked.query, this.scopes.of(caller), BY_URGENCY);
    const seen = await SeenKinds.of(caller, this.scopes);
    const visible = this.visible(seen, asked.ended, only);
    const read = new LongRead(requesterOf(caller, signal), this.timeLimit);
    const source = { select: findingsSource(visible, this.today, this.database), conditions: [] };
    const { headers, portions } = await readRows(request, source, { database: this.database, url, read });
    return {
      headers,
      columns: namesAsked(query['fields'], request.names),
      portions: this.answers(portions, seen, language, caller),
    };
  }

  /** One that there is for the caller. Throws 404. */
  async one(
    id: number,
    { caller, language = 'en' }: Pick<RequestContext, 'caller' | 'language'>,
  ): Promise<FindingAnswer> {
    const seen = await SeenKinds.of(caller, this.scopes);
    const visible = this.visible(seen, true, { sql: 'f.`id` = ?', params: [id] });
    const { sql, params } = findingsSource(visible, this.today, this.database);
    const rows = await this.database.all(sql, params);
    if (!rows.length) throw notFound(FINDINGS, id);
    return (await answersOf(rows, seen, this.database, language))[0]!;
  }

  /** The findings of one object. Throws 404 for one that the caller may not show. */
  async ofObject(
    resource: ResourceModel,
    id: number,
    query: Query,
    context: Pick<RequestContext, 'caller' | 'language'>,
    url: string,
    signal?: AbortSignal,
  ): Promise<FindingList> {
    const access = this.scopes.of(context.caller);
    const shown = conditionOf(access.rows(resource, 'show'), 'o');
    const live = resource.softDelete ? ' AND o.`deleted_at` IS NULL' : '';
    const [there] = await this.database.all(
      `SELECT 1 AS one FROM ${quote(resource.table)} o WHERE o.\`id\` = ?${live}${shown ? ` AND (${shown.sql})` : ''}`,
      [id, ...(shown?.params ?? [])],
    );
    if (!there) throw notFound(resource, id);
    const only = { sql: 'f.`type` = ? AND f.`object_id` = ?', params: [resource.path, id] };
    return this.list(query, context, url, signal, only);
  }

  /** How many the caller sees, by what is asked; those without any are left out. */
  async summary(by: SummaryBy, caller: Caller): Promise<SummaryRow[]> {
    const seen = await SeenKinds.of(caller, this.scopes);
    const visible = this.visible(seen, true);
    const weekAgo = this.since('-7d');
    const { sql, params } = findingsSource(visible, this.today, this.database, false);
    const column = by === 'view' ? 'type' : by;
    const rows = await this.database.all(
      `SELECT t.\`${column}\` AS by_, SUM(t.\`state\` = 'open') AS open_, SUM(t.\`state\` = 'accepted') AS accepted, ` +
        "SUM(t.`state` = 'open' AND t.`opened_at` >= ?) AS new_, SUM(t.`state` = 'gone' AND t.`gone_at` >= ?) AS gone_ " +
        `FROM (${sql}) t GROUP BY t.\`${column}\``,
      [weekAgo, weekAgo, ...params],
    );
    const sums = new Map<string, SummaryRow>();
    for (const row of rows) {
      const name = summaryName(by, row['by_']!);
      const sum = sums.get(name) ?? { by: name, open: 0, new_7d: 0, gone_7d: 0, accepted: 0 };
      sum.open += Number(row['open_']);
      sum.new_7d += Number(row['new_']);
      sum.gone_7d += Number(row['gone_']);
      sum.accepted += Number(row['accepted']);
      sums.set(name, sum);
    }
    const order = by === 'severity' ? [...SEVERITIES].reverse() : [...sums.keys()].sort();
    return order.flatMap((name) => sums.get(name) ?? []).filter((one) => one.open + one.gone_7d + one.accepted > 0);
  }

  /** How many of each check are open and accepted, by its id. */
  async counts(caller: Caller): Promise<Map<number, { open: number; accepted: number }>> {
    const seen = await SeenKinds.of(caller, this.scopes);
    const visible = this.visible(seen, false, { sql: 'f.`gone_at` IS NULL', params: [] });
    const rows = await this.database.all(
      'SELECT f.`check_id` AS id, COUNT(*) AS n, SUM(CASE WHEN f.`accepted_until` >= ? THEN 1 ELSE 0 END) AS accepted ' +
        `FROM \`own_findings\` f WHERE ${visible.sql} GROUP BY f.\`check_id\``,
      [this.today, ...visible.params],
    );
    return new Map(
      rows.map(({ id, n, accepted }) => [
        Number(id),
        { open: Number(n) - Number(accepted), accepted: Number(accepted) },
      ]),
    );
  }

  /** Open findings by day and severity, of who may list the whole map. Throws 403 for others. */
  async trend(days: number, caller: Caller): Promise<Array<Record<string, string | number>>> {
    const seen = await SeenKinds.of(caller, this.scopes);
    if (!seen.all) throw new ApiError(403, 'findingTrend');
    const rows = await this.database.all(
      'SELECT `day`, `severity`, `open` FROM `own_finding_days` WHERE `day` > ? ORDER BY `day`',
      [this.calendar.day(`-${days}d`)!],
    );
    const found = new Map<string, Record<string, string | number>>();
    for (const { day, severity, open } of rows) {
      const name = String(day).slice(0, 10);
      const one = found.get(name) ?? { day: name, ...Object.fromEntries(SEVERITIES.map((word) => [word, 0])) };
      one[String(severity)] = Number(open);
      found.set(name, one);
    }
    return [...found.values()];
  }

  /** The most urgent of those that were opened from one moment up to another, without it, as stored; and how many there are. */
  openedBetween(from: string, to: string, context: Context, most: number): Promise<SomeFindings> {
    const sql = 'f.`gone_at` IS NULL AND f.`opened_at` >= ? AND f.`opened_at` < ?';
    return this.some({ sql, params: [from, to] }, 'open', context, most);
  }

  /** Open ones of objects whose last day is past, by the rule `ends`: that which ended first comes first. */
  async ended(context: Context, most: number): Promise<SomeFindings> {
    const checks = (await this.database.all(SELECT_CHECK)).map(checkOf);
    const ids = checks.flatMap(({ id, definition }) =>
      definition.kind === 'rule' && definition.rule === ENDS ? [id] : [],
    );
    if (!ids.length) return { total: 0, findings: [] };
    const { dialect } = this.database;
    const sql =
      'f.`gone_at` IS NULL AND ' +
      `${dialect.isIn('f.`check_id`')} AND ${dialect.jsonDay('f.`said`', '$.values.day')} < ?`;
    return this.some({ sql, params: [ids, this.today] }, 'open', context, most, 't.`day`, t.`id`');
  }

  /** The same of those that went. */
  goneBetween(from: string, to: string, context: Context, most: number): Promise<SomeFindings> {
    return this.some({ sql: 'f.`gone_at` >= ? AND f.`gone_at` < ?', params: [from, to] }, 'gone', context, most);
  }

  /** Those whose acceptance runs out from one day to another, both included. */
  async acceptedUntil(from: string, to: string, context: Context, most = 1000): Promise<FindingAnswer[]> {
    const only = { sql: 'f.`gone_at` IS NULL AND f.`accepted_until` BETWEEN ? AND ?', params: [from, to] };
    return (await this.some(only, 'accepted', context, most)).findings;
  }

  /**
   * Accepts findings until a day, or takes that back with null: all of them, or none. Throws 404 for one that there is not for the
   * caller, 422.
   */
  async accept(ids: readonly number[], body: Query, context: RequestContext): Promise<FindingAnswer[]> {
    const { until, reason } = this.readAcceptance(body);
    const { caller, language = 'en' } = context;
    if (!can(caller, 'finding_edit')) throw forbidden('finding_edit');
    const { database } = this;
    const seen = await SeenKinds.of(caller, this.scopes);
    const isOne = { sql: `f.\`gone_at\` IS NULL AND ${database.dialect.isIn('f.`id`')}`, params: [[...ids]] };
    const { sql, params } = findingsSource(this.visible(seen, false, isOne), this.today, database);
    const rows = await database.all(sql, params);
    const found = new Map(rows.map((row) => [Number(row['id']), row]));
    const lacking = ids.find((id) => !found.has(id));
    if (lacking !== undefined) throw notFound(FINDINGS, lacking);
    const now = database.clock.toStored(Date.now());
    await database.transaction(async (tx) => {
      await requireStill(tx, context, database);
      await tx.run(
        'UPDATE `own_findings` SET `accepted_until` = ?, `accepted_reason` = ?, `accepted_by` = ?, `accepted_at` = ? ' +
          `WHERE ${database.dialect.isIn('`id`')} AND \`gone_at\` IS NULL`,
        [until, reason, until === null ? null : caller.userId, until === null ? null : now, [...ids]],
      );
      await this.audit.recordAll(
        rows.map((row) => ({
          action: until === null ? 'finding_reopened' : 'finding_accepted',
          subject: { path: String(row['type']), id: Number(row['object_id']) },
          details: { check: row['check'], ...(until !== null && { until, reason }) },
          context,
        })),
        tx,
      );
      await recheckLate(context, tx, true);
      const changed = rows.map((row): ChangedFinding => ({
        ...{ id: Number(row['id']), check: String(row['check']), severity: SEVERITIES[Number(row['severity'])]! },
        ...{ type: String(row['type']), objectId: Number(row['object_id']), until, reason },
      }));
      await this.events.publish(tx, until === null ? 'reopened' : 'accepted', changed, caller.userId);
    });
    const after = await database.all(sql, params);
    return answersOf(after, seen, database, language);
  }

  /** The ids of `accept`. Throws 422. */
  idsIn(sent: unknown): number[] {
    const problems = new Problems();
    const list = Array.isArray(sent) ? sent : [];
    if (sent === undefined) problems.add('ids', 'required');
    else if (!Array.isArray(sent)) problems.add('ids', 'array');
    else if (!list.length) problems.add('ids', 'noItems');
    else if (list.length > MAX_ACCEPTED) problems.add('ids', 'tooManyItems', { max: MAX_ACCEPTED });
    list.slice(0, MAX_ACCEPTED).forEach((id, i) => {
      const isId = typeof id === 'number' || typeof id === 'string';
      if (!isId || !/^[1-9]\d{0,14}$/.test(String(id))) problems.add(`ids.${i}`, 'selected');
    });
    problems.throwIfAny();
    return [...new Set(list.map(Number))];
  }

  private readAcceptance(body: Query): { until: string | null; reason: string | null } {
    const problems = new Problems();
    const { accepted_until: until, reason } = body;
    const day = typeof until === 'string' ? (parseDay(until.trim()) ?? this.calendar.day(until.trim())) : undefined;
    if (until === undefined) problems.add('accepted_until', 'required');
    else if (until !== null && day === undefined) problems.add('accepted_until', 'date');
    else if (day !== undefined && (day < this.today || day > this.calendar.day(MAX_AHEAD)!))
      problems.add('accepted_until', 'findingAhead');
    const text = typeof reason === 'string' ? reason.toWellFormed().replaceAll('\0', '').trim() : '';
    if (reason !== undefined && reason !== null && typeof reason !== 'string') problems.add('reason', 'string');
    else if (until !== null && !text) problems.add('reason', 'required');
    else if (text.length > MAX_REASON) problems.add('reason', 'maxText', { max: MAX_REASON });
    problems.throwIfAny();
    return { until: day ?? null, reason: day === undefined ? null : text };
  }

  private async some(
    only: Condition,
    state: string,
    { caller, language = 'en' }: Context,
    most: number,
    order = 't.`severity` DESC, t.`opened_at` DESC, t.`id`',
  ): Promise<SomeFindings> {
    const seen = await SeenKinds.of(caller, this.scopes);
    const visible = this.visible(seen, state === 'gone', only);
    const source = findingsSource(visible, this.today, this.database);
    const counted = findingsSource(visible, this.today, this.database, false);
    const [[count], rows] = await Promise.all([
      this.database.all(`SELECT COUNT(*) AS n FROM (${counted.sql}) t WHERE t.\`state\` = ?`, [
        ...counted.params,
        state,
      ]),
      this.database.all(
        `SELECT * FROM (${source.sql}) t WHERE t.\`state\` = ? ORDER BY ${order} ` + `LIMIT ${Math.trunc(most)}`,
        [...source.params, state],
      ),
    ]);
    return { total: Number(count!['n']), findings: await answersOf(rows, seen, this.database, language) };
  }

  private visible(seen: SeenKinds, ended: boolean, only?: Condition): Condition {
    const visible = visibleTo(seen, this.database, ended);
    if (!only) return visible;
    return { sql: `(${only.sql}) AND ${visible.sql}`, params: [...only.params, ...visible.params] };
  }

  private async *answers(
    portions: AsyncIterable<Row[]>,
    seen: SeenKinds,
    language: Language,
    caller: Caller,
  ): AsyncIterable<FindingAnswer[]> {
    let asked = performance.now();
    for await (const rows of portions) {
      if (performance.now() - asked > RIGHTS_HOLD) {
        await caller.recheck?.();
        asked = performance.now();
      }
      if (rows.length) yield await answersOf(rows, seen, this.database, language);
    }
  }

  private since(text: string): string {
    return this.database.clock.toStored(this.calendar.stretch(text)!.from);
  }
}

type Context = Pick<RequestContext, 'caller' | 'language'>;

/** The first of some findings, and how many there are. */
export interface SomeFindings {
  total: number;
  findings: FindingAnswer[];
}

function summaryName(by: SummaryBy, value: unknown): string {
  if (by === 'severity') return SEVERITIES[Number(value)] as Severity;
  return by === 'view' ? registry.get(String(value)).view : String(value);
}

/** The names of `fields` that are columns of the list; undefined where none of them is. */
function columnsAmong(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  const others: readonly string[] = BESIDE;
  return sent
    .split(',')
    .filter((name) => !others.includes(name.trim()))
    .join(',');
}

/** All columns and what stands beside them, or those that are asked for; the id always. */
function namesAsked(sent: unknown, columns: readonly string[]): string[] {
  if (typeof sent !== 'string' || !sent.trim()) return [...columns, ...BESIDE];
  const asked = new Set(sent.split(',').map((name) => name.trim()));
  const own = columnsAmong(sent) === '' ? ['id'] : columns;
  return [...own, ...BESIDE.filter((name) => asked.has(name))];
}
