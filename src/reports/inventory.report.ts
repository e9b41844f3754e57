/** What was on the map at a moment, and every change since: of what, by whom, and why. */
import type { Row } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { Cell, TableColumn } from '../files/table.js';
import { registry, type ResourceModel } from '../engine/index.js';
import type { CloudEvent } from '../events/change.js';
import type { MapSince, NamedObject } from '../audit/history/map-since.js';
import { typeName } from './locales/index.js';
import { named, type Report, type ReportFacts } from './report.js';
import type { ReportRun } from './report-run.js';
import { raw, sql } from './sql.js';

/** Characters of one value in a cell. */
const MAX_VALUE = 200;

/** What the report says of itself. */
export const INVENTORY_FACTS: ReportFacts = {
  name: 'inventory',
  file: 'inventory',
  titles: { en: 'Inventory as of a day', fr: 'Inventaire à une date' },
  abouts: {
    en: 'All objects as they were called at a day, and every change since, with who made it and why.',
    fr: 'Tous les objets tels qu’ils se nommaient à une date, et chaque changement depuis, avec son auteur et sa raison.',
  },
  parameters: ['date'],
  roots: [],
};

/** The report. A moment that nobody knows anything of is refused with 400. */
export const inventoryReport = (map: MapSince): Report => ({
  ...INVENTORY_FACTS,
  async tables(run) {
    const { date } = run.query;
    const moment = await map.moment(date === '' ? undefined : date, 'date');
    const resources = registry.all().filter(isOfMap);
    return [
      {
        ...named(run, 'inventory'),
        columns: columnsOf(run, INVENTORY),
        rows: objectRows(
          run,
          map.objects(resources, moment, run.context, (resource) => liveRows(run, resource)),
        ),
      },
      {
        ...named(run, 'changesSince'),
        columns: columnsOf(run, CHANGES),
        rows: changeRows(run, map.changes(resources, moment, run.context)),
      },
    ];
  },
});

const INVENTORY = [
  ['objectType', 'text'],
  ['objectId', 'number'],
  ['name', 'text'],
] as const;

const CHANGES = [
  ['changedAt', 'text'],
  ['objectType', 'text'],
  ['objectId', 'number'],
  ['name', 'text'],
  ['change', 'text'],
  ['changedValues', 'long'],
  ['changedBy', 'text'],
  ['changedVia', 'text'],
  ['reason', 'text'],
] as const;

const columnsOf = ({ translate }: ReportRun, columns: typeof INVENTORY | typeof CHANGES): TableColumn[] =>
  columns.map(([heading, kind]) => ({ heading: translate(heading), kind }));

const isOfMap = ({ audited, view, owner }: ResourceModel): boolean => audited && view !== 'configuration' && !owner;

/** What is live by now. */
function liveRows(run: ReportRun, { path, table, label }: ResourceModel): AsyncIterable<Row[]> {
  const name = raw(label === null ? 'NULL' : `t.${quote(label)}`);
  return run.rows(
    sql`SELECT t.id, ${name} AS name FROM ${raw(quote(table))} t WHERE ${run.shown(path, 't')} ORDER BY t.id`,
  );
}

async function* objectRows(run: ReportRun, batches: AsyncIterable<readonly NamedObject[]>): AsyncIterable<Cell[][]> {
  for await (const objects of batches)
    yield objects.map(({ resource, id, name }) => [typeName(resource.path, run.language), id, name]);
}

async function* changeRows(
  run: ReportRun,
  batches: AsyncIterable<ReadonlyArray<{ change: CloudEvent; person: string | null }>>,
): AsyncIterable<Cell[][]> {
  for await (const changes of batches)
    yield changes.map(({ change: { time, data }, person }) => [
      ...[time, typeName(data.resource, run.language), data.id, data.name],
      run.translate(ACTIONS[data.action]),
      valuesOf(data),
      ...[person, data.by.via, data.reason],
    ]);
}

const ACTIONS = {
  created: 'objectCreated',
  updated: 'objectUpdated',
  deleted: 'objectDeleted',
  restored: 'objectRestored',
} as const;

/** What an update changed, a line for each column and each link array. */
function valuesOf({ changes = {}, links = {} }: CloudEvent['data']): string {
  const lines = [
    ...Object.entries(changes).map(([name, both]) => `${name}: ${both.map(shortText).join(' → ')}`),
    ...Object.entries(links).map(
      ([name, { added, removed }]) =>
        `${name}: ${[...removed.map((one) => `−${shortText(one)}`), ...added.map((one) => `+${shortText(one)}`)].join(' ')}`,
    ),
  ];
  return lines.join('\n');
}

function shortText(value: unknown): string {
  const text = value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE).toWellFormed()}…` : text;
}
