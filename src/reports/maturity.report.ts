/** How complete the map is: objects that have all that their level of maturity asks for, by type and view. */
import { quote } from '../database/dialect.js';
import { registry } from '../engine/index.js';
import type { Cell, TableColumn } from '../files/table.js';
import { typeName, type LabelKey } from './locales/index.js';
import { inBatches, named, type Report } from './report.js';
import type { ReportRun } from './report-run.js';
import { joined, raw, sql, type Sql } from './sql.js';

const NEEDS = 'security_need_c security_need_i security_need_a security_need_t';
const PLACE = 'site_id building_id';

/** Columns and links by level, separated by blanks; `a|b`: either of them. */
export type Criteria = Partial<Record<1 | 2 | 3, string>>;

/** The views and their types, in the order of the report. */
export const CRITERIA: ReadonlyArray<{ view: LabelKey; types: Readonly<Record<string, Criteria>> }> = [
  {
    view: 'ecosystem',
    types: {
      entities: { 1: 'description security_level contact_point processes' },
      relations: { 1: 'description type', 2: 'importance' },
    },
  },
  {
    view: 'business',
    types: {
      'macro-processuses': { 2: `description io_elements ${NEEDS}`, 3: 'owner' },
      processes: { 1: 'description in_out owner', 2: `macroprocess_id ${NEEDS}` },
      activities: { 2: 'description' },
      operations: { 1: 'description', 2: 'actors', 3: 'tasks' },
      tasks: { 3: 'description' },
      actors: { 2: 'contact nature type' },
      information: { 1: 'description owner administrator storage', 2: `${NEEDS} sensitivity` },
    },
  },
  {
    view: 'applications',
    types: {
      'application-blocks': { 2: 'description responsible applications' },
      applications: { 1: 'description technology type users processes', 2: `responsible ${NEEDS}` },
      'application-services': { 2: 'description applications' },
      'application-modules': { 2: 'description' },
      databases: { 1: 'description type entity_resp_id responsible', 2: NEEDS },
      'application-flows': {
        1:
          'description application_source_id|service_source_id|module_source_id|database_source_id ' +
          'application_dest_id|service_dest_id|module_dest_id|database_dest_id',
      },
    },
  },
  {
    view: 'administration',
    types: {
      'zone-admins': { 1: 'description' },
      annuaires: { 1: 'description solution zone_admin_id' },
      'forest-ads': { 1: 'description zone_admin_id' },
      domains: { 1: 'description domain_ctrl_cnt user_count machine_count relation_inter_domaine' },
    },
  },
  {
    view: 'logicalInfrastructure',
    types: {
      networks: { 1: `description responsible responsible_sec ${NEEDS}` },
      subnetworks: { 1: 'description address default_gateway ip_allocation_type dmz wifi vlan_id' },
      gateways: { 1: 'description authentification ip' },
      'external-connected-entities': { 2: 'type contacts' },
      'network-switches': { 1: 'description' },
      routers: { 1: 'description' },
      'security-devices': { 1: 'description' },
      clusters: { 1: 'description type' },
      'logical-servers': {
        1: 'description operating_system environment address_ip applications physical_servers|clusters',
      },
      vlans: { 1: 'description' },
      certificates: { 2: 'description type start_validity end_validity applications|logical_servers' },
    },
  },
  {
    view: 'physicalInfrastructure',
    types: {
      sites: { 1: 'description' },
      buildings: { 1: 'description' },
      bays: { 1: 'description' },
      'physical-servers': { 1: `description configuration responsible ${PLACE}` },
      workstations: { 1: `description ${PLACE}` },
      phones: { 1: `description ${PLACE}` },
      'storage-devices': { 1: `description ${PLACE}` },
      peripherals: { 1: `description responsible ${PLACE}` },
      'physical-switches': { 1: `description type ${PLACE}` },
      'physical-routers': { 1: `description type ${PLACE}` },
      'wifi-terminals': { 1: `description type ${PLACE}` },
      'physical-security-devices': { 1: `description type ${PLACE}` },
      lans: { 1: 'description' },
    },
  },
];

const LEVELS = [1, 2, 3] as const;

/** What each type is asked for, from the first level on. */
export const asked = (criteria: Criteria): Array<{ level: number; name: string }> =>
  LEVELS.flatMap((level) => criteria[level]?.split(' ').map((name) => ({ level, name })) ?? []);

/** How much the type is asked for that is asked for most. */
const MAX_CRITERIA = Math.max(
  ...CRITERIA.flatMap(({ types }) => Object.values(types).map((criteria) => asked(criteria).length)),
);

/** Objects that comply and all objects, by level; null where the level asks for nothing yet. */
type Counts = Array<{ compliant: number; total: number } | null>;

/** What is told of a type. */
interface Found {
  levels: Counts;
  /** For all that is asked for, how many objects lack it. */
  lacking: Array<{ level: number; name: string; count: number }>;
}

export const maturity: Report = {
  name: 'maturity',
  isFigures: true,
  file: 'maturity',
  titles: { en: 'How complete the map is', fr: 'Complétude de la carte' },
  abouts: {
    en: 'How complete the map is: compliant objects, all objects and their share, at each of three levels.',
    fr: 'Ce qui manque à la carte\u00a0: objets conformes, total et part, à chacun des trois niveaux.',
  },
  roots: [],
  async tables(run) {
    const { translate } = run;
    const number = (heading: string): TableColumn => ({ heading, kind: 'number' });
    const columns: TableColumn[] = [
      { heading: translate('object'), kind: 'text' },
      ...LEVELS.flatMap((level) => [
        number(translate('levelCount', { level })),
        number(translate('levelTotal', { level })),
        number(translate('levelMaturity', { level })),
      ]),
    ];
    const found = await foundIn(run);
    const rows = [...rowsOf(run, found)];
    const sums = new Set(rows.flatMap(({ sum }, i) => (sum ? [i] : [])));
    const lacking: TableColumn[] = [
      { heading: translate('object'), kind: 'text' },
      number(translate('level')),
      { heading: translate('field'), kind: 'text' },
      number(translate('lackingCount')),
    ];
    return [
      { ...named(run, 'maturity'), columns, rows: inBatches(rows.map(({ cells }) => cells)), sums },
      { ...named(run, 'lacking'), columns: lacking, rows: inBatches(lackingIn(run, found)) },
    ];
  },
};

/** A row for each field that objects lack, by type and level, what most lack first. Fields are called as in exports. */
function* lackingIn(run: ReportRun, found: ReadonlyMap<string, Found>): Iterable<Cell[]> {
  for (const [path, { lacking }] of found) {
    const some = lacking.filter(({ count }) => count > 0).sort((a, b) => a.level - b.level || b.count - a.count);
    for (const { level, name, count } of some) yield [typeName(path, run.language), level, name, count];
  }
}

/** A row for the sum of each view, and below it one for each of its types. */
function* rowsOf(run: ReportRun, found: ReadonlyMap<string, Found>): Iterable<{ cells: Cell[]; sum: boolean }> {
  for (const { view, types } of CRITERIA) {
    const shown = Object.keys(types).filter((path) => run.rights.all(path));
    if (!shown.length) continue;
    yield { cells: [run.translate(view), ...cellsOf(sum(shown.map((path) => found.get(path)!.levels)))], sum: true };
    for (const path of shown)
      yield { cells: [typeName(path, run.language), ...cellsOf(found.get(path)!.levels)], sum: false };
  }
}

const sum = (all: readonly Counts[]): Counts =>
  LEVELS.map((_, i) => {
    const counted = all.flatMap((counts) => counts[i] ?? []);
    const of = (name: 'compliant' | 'total'): number => counted.reduce((total, one) => total + one[name], 0);
    return counted.length ? { compliant: of('compliant'), total: of('total') } : null;
  });

const cellsOf = (counts: Counts): Cell[] =>
  counts.flatMap((count): Cell[] => {
    if (!count) return [null, null, null];
    const { compliant, total } = count;
    return [compliant, total, total ? Math.round((1000 * compliant) / total) / 10 : null];
  });

/** What is told of the types that the caller may list, by path. One statement. */
async function foundIn(run: ReportRun): Promise<Map<string, Found>> {
  const types = CRITERIA.flatMap((view) => Object.entries(view.types))
    .filter(([path]) => run.rights.all(path))
    .map(([path, criteria]) => [path, knownTo(run, path, criteria)] as const);
  const found = new Map<string, Found>();
  if (!types.length) return found;
  const parts = types.map(([path, criteria], k) => countOf(run, path, criteria, k));
  for await (const rows of run.rows(joined(parts, ' UNION ALL '))) {
    for (const row of rows) {
      const [path, criteria] = types[row['k'] as number]!;
      const isAsked = LEVELS.map((level) => LEVELS.some((lower) => lower <= level && criteria[lower]));
      const total = Number(row['total']);
      found.set(path, {
        levels: isAsked.map((is, i) => (is ? { compliant: Number(row[`n${i}`] ?? 0), total } : null)),
        lacking: asked(criteria).map((one, i) => ({ ...one, count: Number(row[`l${i}`] ?? 0) })),
      });
    }
  }
  // Rows of a union come in any order.
  return new Map(types.map(([path]) => [path, found.get(path)!]));
}

/** What a type is asked for of which the caller can know: nobody can say that a link is missing whose other ends are hidden. */
function knownTo({ rights }: ReportRun, path: string, criteria: Criteria): Criteria {
  const { fields, links } = registry.get(path);
  const isKnown = (name: string): boolean => {
    const field = fields.find((one) => one.name === name);
    const target = field ? field.ref?.target : links.find((link) => link.name === name)!.target;
    return target === undefined || rights.whole(target);
  };
  const known: Criteria = {};
  for (const level of LEVELS) {
    const names = criteria[level]?.split(' ').filter((name) => name.split('|').every(isKnown)) ?? [];
    if (names.length) known[level] = names.join(' ');
  }
  return known;
}

/** Objects of a type, those among them that fulfil each level and the ones below, and those that lack what is asked for. */
function countOf(run: ReportRun, path: string, criteria: Criteria, k: number): Sql {
  const wanted = asked(criteria);
  const complete = LEVELS.map((level) => {
    const names = wanted.filter((one) => one.level <= level).map(({ name }) => name);
    const all = joined([raw('1 = 1'), ...names.map((name) => fulfilled(run, path, name))], ' AND ');
    return sql`SUM(CASE WHEN ${all} THEN 1 ELSE 0 END) AS ${raw(`n${level - 1}`)}`;
  });
  // All parts of a union have as many columns.
  const lacking = Array.from({ length: MAX_CRITERIA }, (_, i) => {
    const one = wanted[i];
    const as = raw(`l${i}`);
    return one ? sql`SUM(CASE WHEN ${fulfilled(run, path, one.name)} THEN 0 ELSE 1 END) AS ${as}` : sql`0 AS ${as}`;
  });
  const sums = [...complete, ...lacking];
  const table = raw(quote(registry.get(path).table));
  return sql`SELECT ${raw(String(k))} AS k, COUNT(*) AS total, ${joined(sums, ', ')} FROM ${table} t
    WHERE ${run.shown(path, 't')}`;
}

/** Which rows of a type count. */
type Shown = Pick<ReportRun, 'shown'>;

/** The condition that a column is filled in, a link leads somewhere, or either of several, `a|b`. The row is `t`. */
export function fulfilled(run: Shown, path: string, name: string): Sql {
  const parts = name.split('|').map((part) => one(run, path, part));
  return parts.length > 1 ? sql`(${joined(parts, ' OR ')})` : parts[0]!;
}

function one(run: Shown, path: string, name: string): Sql {
  const resource = registry.get(path);
  const field = resource.fields.find((candidate) => candidate.name === name);
  if (!field) return linked(run, path, name);
  const column = raw(`t.${quote(name)}`);
  if (field.ref) {
    const target = raw(quote(registry.get(field.ref.target).table));
    return sql`EXISTS (SELECT 1 FROM ${target} o WHERE o.id = ${column} AND ${run.shown(field.ref.target, 'o')})`;
  }
  const unset = field.rules.enum?.unset;
  if (unset !== undefined) return sql`${column} > ${raw(String(unset))}`;
  // As the filter `_empty` has it: numbers of the report and the rows behind them are the same.
  return ['int', 'day', 'flag'].includes(field.kind) ? sql`${column} IS NOT NULL` : sql`${column} <> ''`;
}

function linked(run: Shown, path: string, name: string): Sql {
  const { pivot, foreign, target } = registry.get(path).links.find((link) => link.name === name)!;
  const table = raw(quote(registry.get(target).table));
  if (!pivot) {
    const back = raw(`o.${quote(foreign!.column)}`);
    return sql`EXISTS (SELECT 1 FROM ${table} o WHERE ${back} = t.id AND ${run.shown(target, 'o')})`;
  }
  const [own, other] = [raw(`p.${quote(pivot.ownColumn)}`), raw(`p.${quote(pivot.otherColumn)}`)];
  return sql`EXISTS (SELECT 1 FROM ${raw(quote(pivot.table))} p JOIN ${table} o ON o.id = ${other}
    WHERE ${own} = t.id AND ${run.shown(target, 'o')})`;
}
