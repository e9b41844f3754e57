/** The list of vulnerabilities that were found: what is asked for, and the statement for it. */
import type { Database, Param } from '../database/database.js';
import { quote, type Condition } from '../database/dialect.js';
import {
  badParameter,
  classOf,
  conditionOf,
  filterValuesIn,
  momentOf,
  operatorsOf,
  unknownName,
  type AccessScopes,
  registry,
  type Field,
} from '../engine/index.js';
import type { Caller } from '../core/http/caller.js';
import { forbidden } from '../core/http/errors.js';
import { parseBoolean } from '../core/text/booleans.js';
import type { Calendar } from '../core/text/moments.js';
import { productTypes, ROOT } from './products.js';
import { severityRank, urgencyOrder } from './urgency.js';

/** Behind `until` nothing is decided any more. Takes the present. */
const STATE = "CASE WHEN v.until IS NOT NULL AND v.until <= ? THEN 'open' ELSE v.state END";
const EPSS = 'CAST(e.epss AS DECIMAL(12,6))';

const TABLES = `own_vulnerabilities v LEFT JOIN own_cve_records r ON r.cve_id = v.source_id
  LEFT JOIN own_kev k ON k.cve_id = v.advisory LEFT JOIN own_epss e ON e.cve_id = v.advisory`;

/** What is read of each. Takes the present. */
export const SELECTED = `v.id, v.type, v.object_id, v.advisory, v.source_id, v.identity, v.ranges, v.first_seen, ${STATE} AS state, v.reason,
  v.justification, v.document, v.until, r.title, r.severity, r.score, k.cve_id AS exploited, k.added, k.due, k.ransomware, k.action,
  ${EPSS} AS epss, CAST(e.percentile AS DECIMAL(12,6)) AS percentile`;

const column = (name: string, kind: Field['kind']): Field => ({
  ...{ name, kind, type: 'varchar(255)', nullable: true, writable: false, search: false, hidden: false, about: '' },
  ...{ rules: {}, index: false, additive: false, aliases: [] },
});

/** What may be filtered by, and what it is compared with. */
const FIELDS: ReadonlyArray<readonly [Field, sql: string, takesNow: boolean]> = [
  [column('cve', 'string'), 'v.advisory', false],
  [column('severity', 'string'), 'r.severity', false],
  [column('score', 'decimal'), 'r.score', false],
  [column('epss', 'decimal'), EPSS, false],
  [column('kev', 'flag'), '(k.cve_id IS NOT NULL)', false],
  [column('state', 'string'), STATE, true],
];

/** The most urgent first, as far as that hangs on the vulnerability alone. */
const URGENCY = urgencyOrder({
  exploited: 'k.cve_id',
  epss: EPSS,
  severity: 'r.severity',
  score: 'r.score',
  id: 'v.id',
});

const ORDERS: Readonly<Record<string, string>> = {
  cve: 'v.advisory',
  severity: severityRank('r.severity'),
  score: 'r.score',
  epss: EPSS,
  first_seen: 'v.first_seen',
};

export interface WantedList {
  conditions: Condition[];
  /** In SQL. */
  order: string;
  /** No order was asked for: the objects count as well. */
  isByUrgency: boolean;
  size: number;
  number: number;
}

type Query = Readonly<Record<string, unknown>>;

const [DEFAULT_SIZE, MAX_SIZE] = [50, 1000];

/** Reads what is asked for. Throws 400 for what is not in the language of lists. */
export function readWanted(query: Query, { dialect, clock }: Database, calendar: Calendar): WantedList {
  const conditions: Condition[] = [];
  const filter = query['filter'] ?? {};
  if (typeof filter !== 'object' || Array.isArray(filter)) throw badParameter('filter', 'wantsNames');
  const now = clock.toStored(Date.now());
  for (const [name, sent] of Object.entries(filter as Query)) {
    const values = filterValuesIn(sent, `filter[${name}]`);
    if (!values.length) continue;
    conditions.push(name === 'object' ? objectIs(values, { dialect }) : filtered(name, values, dialect, now));
  }
  const min = textOf(query, 'min');
  if (min !== undefined) {
    if (!/^\d{1,2}(\.\d+)?$/.test(min)) throw badParameter('min', 'wantsNumber');
    conditions.push({ sql: 'r.score >= ?', params: [Number(min)] });
  }
  const exploited = textOf(query, 'known_exploited');
  if (exploited !== undefined) {
    const isOn = exploited === '' ? true : parseBoolean(exploited);
    if (isOn === undefined) throw badParameter('known_exploited', 'wantsFlag');
    if (isOn) conditions.push({ sql: 'k.cve_id IS NOT NULL', params: [] });
  }
  const since = textOf(query, 'new_since');
  if (since !== undefined) {
    const moment = momentOf(since, { clock, calendar });
    if (!moment) throw badParameter('new_since', 'wantsDate');
    conditions.push({ sql: 'v.first_seen >= ?', params: [moment.from] });
  }
  const page = (typeof query['page'] === 'object' && query['page'] !== null ? query['page'] : {}) as Query;
  const sort = textOf(query, 'sort');
  return {
    conditions,
    order: orderOf(sort),
    isByUrgency: !sort,
    size: numberOf(page['size'], 'page[size]', MAX_SIZE) ?? DEFAULT_SIZE,
    number: numberOf(page['number'], 'page[number]', 1e6) ?? 1,
  };
}

function textOf(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw badParameter(name, 'wantsText');
  return value.trim();
}

function numberOf(sent: unknown, name: string, max: number): number | undefined {
  if (sent === undefined || sent === '') return undefined;
  const number = typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : 0;
  if (number < 1 || number > max) throw badParameter(name, 'wantsBetween', { min: 1, max });
  return number;
}

function orderOf(sort: string | undefined): string {
  if (!sort) return URGENCY;
  const keys = sort.split(',').map((key) => {
    const name = key.trim().replace(/^-/, '');
    if (!Object.hasOwn(ORDERS, name)) throw unknownName('column', 'sort', name, Object.keys(ORDERS));
    return `${ORDERS[name]}${key.trim().startsWith('-') ? ' DESC' : ''}`;
  });
  return [...keys, 'v.id'].join(', ');
}

function filtered(name: string, values: readonly string[], dialect: Database['dialect'], now: string): Condition {
  // prettier-ignore
  for (const [field, sql, takesNow] of FIELDS) {
    const operator = operatorsOf(field).find(({ suffix }) => `${field.name}${suffix}` === name);
    if (!operator) continue;
    const read = values.map((value) => (operator.takes === 'flag' ? flagOf(value) : valueOf(value, field)));
    if (read.some((value) => value === undefined)) throw badParameter(`filter[${name}]`, classOf(field) === 'flag' || operator.takes === 'flag' ? 'wantsFlag' : 'wantsNumber'); // prettier-ignore
    if (operator.takes === 'two' && read.length !== 2) throw badParameter(`filter[${name}]`, 'wantsNumber');
    if ((operator.takes === 'one' || operator.takes === 'flag') && read.length !== 1) throw badParameter(`filter[${name}]`, 'wantsText'); // prettier-ignore
    const condition = operator.condition({ field, sql, dialect }, read as Array<NonNullable<(typeof read)[number]>>);
    // The present stands before each value that is compared with the state.
    const places = condition.sql.split(STATE).length - 1;
    return takesNow ? { sql: condition.sql, params: [...Array<Param>(places).fill(now), ...condition.params] } : condition; // prettier-ignore
  }
  throw unknownName('filter', `filter[${name}]`, name, [...FIELDS.map(([{ name: one }]) => one), 'object']);
}

/** A value as it is compared; undefined where it is none of the column's kind. */
function valueOf(text: string, field: Field): { from: string | number; to: string | number } | undefined {
  if (classOf(field) === 'flag') return flagOf(text);
  if (classOf(field) === 'text') return { from: text, to: text };
  const number = /^[+-]?\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined;
  return number === undefined ? undefined : { from: number, to: number };
}

const flagOf = (text: string): { from: number; to: number } | undefined => {
  const flag = parseBoolean(text);
  return flag === undefined ? undefined : { from: Number(flag), to: Number(flag) };
};

/** Objects of a type, `applications`, or one of them, `applications:7`. The condition does not grow with them: databases bound its depth. */
function objectIs(values: readonly string[], database: Pick<Database, 'dialect'>): Condition {
  const types = new Map(productTypes().map(({ path, table }) => [path, table]));
  const whole = new Set<string>();
  const single = new Map<string, number[]>();
  for (const value of values) {
    const [path, id, ...rest] = value.trim().split(':') as [string, string?];
    const table = types.get(path);
    if (table === undefined) throw unknownName('kind', 'filter[object]', path, [...types.keys()]);
    if (rest.length || (id !== undefined && !/^[1-9]\d{0,9}$/.test(id)))
      throw badParameter('filter[object]', 'wantsNumber');
    if (id === undefined) whole.add(table);
    else single.set(table, [...(single.get(table) ?? []), Number(id)]);
  }
  const few = objectsAre(single, database);
  return {
    sql: `(${[...[...whole].map(() => 'v.type = ?'), few.sql].join(' OR ')})`,
    params: [...whole, ...few.params],
  };
}

/**
 * Only what is there, of objects that the caller may list.
 * @throws 403 where there is no type of them of which anything was given to the caller
 */
export async function visibleTo(caller: Caller, scopes: AccessScopes): Promise<Condition> {
  await requireAny(caller, 'access', scopes);
  return (await ofListed(caller, scopes)) ?? { sql: 'false', params: [] };
}

/** The same without an error; undefined where there is nothing that the caller may list. */
export async function ofListed(caller: Caller, scopes: AccessScopes): Promise<Condition | undefined> {
  const all: Condition[] = [];
  for (const { resource, rows } of await scopes.listed(caller, productTypes())) {
    if (rows === 'none') continue;
    const seen = conditionOf(rows, 'o') ?? { sql: 'true', params: [] };
    const live = resource.softDelete ? ' AND o.deleted_at IS NULL' : '';
    const ids = `SELECT o.id FROM ${quote(resource.table)} o WHERE (${seen.sql})${live}`;
    all.push({ sql: `(v.type = ? AND v.object_id IN (${ids}))`, params: [resource.table, ...seen.params] });
  }
  if (!all.length) return undefined;
  return { sql: `(${all.map(({ sql }) => sql).join(' OR ')})`, params: all.flatMap(({ params }) => params) };
}

/** @throws 403 unless there is a type of product of which something was given to the caller for this verb */
export async function requireAny(caller: Caller, verb: 'access' | 'edit', scopes: AccessScopes): Promise<void> {
  const types = await scopes.listed(caller, productTypes(), [verb]);
  if (types.every(({ rows }) => rows === 'none')) throw forbidden(`${registry.get(ROOT).key}_${verb}`);
}

/** Some objects, by the tables of their types. */
export function objectsAre(
  objects: ReadonlyMap<string, readonly number[]>,
  { dialect }: Pick<Database, 'dialect'>,
): Condition {
  const all = [...objects].map(([table, ids]): Condition => ({ sql: `(v.type = ? AND ${dialect.isIn('v.object_id')})`, params: [table, [...ids]] })); // prettier-ignore
  return { sql: `(${all.map((one) => one.sql).join(' OR ') || 'false'})`, params: all.flatMap(({ params }) => params) };
}

/** Vulnerabilities whose place hangs on their objects as well: the most urgent of them, by what is known without the objects. */
export const MAX_RANKED = 10_000;

/** Objects with open ones that are told at once. */
const MAX_MARKED = 20_000;

/** What is read of each so that they are put in order. */
const RANKED = `v.id, v.type, v.object_id, k.cve_id AS exploited, ${EPSS} AS epss, ${severityRank('r.severity')} AS severity, r.score`;

/** The statements of a list: how many there are, a page of them, what puts them in order, and some by their ids. */
export function listStatements(
  { conditions, order, size, number }: Omit<WantedList, 'isByUrgency'>,
  now: string,
): Record<'count' | 'page' | 'ranked' | 'objects', [string, Param[]]> {
  // prettier-ignore
  const all = [{ sql: 'v.gone_at IS NULL', params: [] }, ...conditions];
  const where = all.map(({ sql }) => sql).join(' AND ');
  const params = all.flatMap((one): Param[] => one.params);
  return {
    count: [`SELECT COUNT(*) AS n FROM ${TABLES} WHERE ${where}`, params],
    page: [
      `SELECT ${SELECTED} FROM ${TABLES} WHERE ${where} ORDER BY ${order} LIMIT ${size} OFFSET ${(number - 1) * size}`,
      [now, ...params],
    ],
    ranked: [`SELECT ${RANKED} FROM ${TABLES} WHERE ${where} ORDER BY ${order} LIMIT ${MAX_RANKED}`, params],
    objects: [
      `SELECT v.type, v.object_id, COUNT(*) AS open, COUNT(k.cve_id) AS exploited FROM ${TABLES} WHERE ${where} AND ${STATE} = 'open'
       GROUP BY v.type, v.object_id ORDER BY COUNT(k.cve_id) DESC, COUNT(*) DESC, v.type, v.object_id LIMIT ${MAX_MARKED}`,
      [...params, now],
    ],
  };
}

/** Some of them by their ids, in no order. */
export const byIds = (ids: readonly number[], now: string, { dialect }: Database): [string, Param[]] => [
  `SELECT ${SELECTED} FROM ${TABLES} WHERE ${dialect.isIn('v.id')}`,
  [now, [...ids]],
];
