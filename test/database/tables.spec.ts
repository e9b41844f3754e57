import '../../src/map/index.js';
import { registry } from '../../src/engine/index.js';
import { tablesOf } from '../../src/engine/schema/schema.js';
import type { Database } from '../../src/database/database.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { parseTables, type SqlType, type TableShape } from '../../src/database/table-shape.js';
import { isAddedTo } from '../engine/model/additions.js';
import { describeWithSpecification, sharedJson } from '../engine/model/shared.js';
import { ENGINES, type Engine } from '../support/engines.js';
import { realTables, type RealTable } from './catalogue.js';
import { openDatabase, type OpenDatabase } from './opened.js';

/** What a type of the migrations is called by the engines; not taken from the dialect, which is what is checked. */
const TYPES: Partial<Record<SqlType, Record<Engine, string>>> = {
  uint: { mariadb: 'int(10) unsigned', sqlite: 'integer' },
  ubigint: { mariadb: 'bigint(20) unsigned', sqlite: 'integer' },
  int: { mariadb: 'int(11)', sqlite: 'integer' },
  utinyint: { mariadb: 'tinyint(3) unsigned', sqlite: 'integer' },
  tinyint: { mariadb: 'tinyint(4)', sqlite: 'integer' },
  usmallint: { mariadb: 'smallint(5) unsigned', sqlite: 'integer' },
  bool: { mariadb: 'tinyint(1)', sqlite: 'integer' },
  longtext: { mariadb: 'longtext', sqlite: 'text' },
  json: { mariadb: 'longtext', sqlite: 'text' },
  timestamp: { mariadb: 'timestamp', sqlite: 'datetime' },
};

const typeOf = (type: SqlType, engine: Engine): string => TYPES[type]?.[engine] ?? type.replace('key(', 'varchar(');

/** A table of the migrations as the engine should describe it. */
function expected({ columns, primaryKey, indexes }: TableShape, engine: Engine): RealTable {
  return {
    columns: Object.fromEntries(
      columns.map(({ name, type, nullable, increment, default: value }) => [
        name,
        { type: typeOf(type, engine), nullable, default: value ?? null, increment },
      ]),
    ),
    primaryKey,
    indexes: indexes.map(({ name, unique, columns: on }) => {
      const byKey = engine === 'sqlite' && /^idx_own_.*_live$/.test(name);
      const list = byKey ? [on[0], '<key>', 'id', on[1], '<key>'] : on;
      return `${unique ? 'unique' : 'index'} ${name} (${list.join(', ')})`;
    }),
    references: columns.flatMap(({ name, references: to }) => (to ? [`${name} -> ${to.table}.id ${to.onDelete}`] : [])),
  };
}

const sorted = ({ indexes, references, ...rest }: RealTable): RealTable => ({
  ...rest,
  indexes: [...indexes].sort(),
  references: [...references].sort(),
});

/** All migrations together, table by table. */
function migrated(): Map<string, TableShape> {
  const tables = new Map<string, TableShape>();
  for (const table of MIGRATIONS.flatMap(({ schema }) => parseTables(schema))) {
    const before = tables.get(table.name);
    before?.columns.push(...table.columns);
    // A map that has grown gets an index that a new one is made with.
    const known = new Set(before?.indexes.map(({ name }) => name));
    before?.indexes.push(...table.indexes.filter(({ name }) => !known.has(name)));
    if (!before) tables.set(table.name, structuredClone(table));
  }
  return tables;
}

describe.each(ENGINES)('on %s', (engine) => {
  let opened: OpenDatabase;
  let real: Map<string, RealTable>;
  beforeAll(async () => {
    opened = await openDatabase(engine);
    real = await realTables(opened.database as Database);
  });
  afterAll(() => opened.drop());

  it('the database has exactly the tables, columns, keys and indexes of the migrations', () => {
    const wanted = migrated();
    expect([...real.keys()].sort()).toEqual([...wanted.keys()].sort());
    for (const [name, table] of wanted)
      expect([name, sorted(real.get(name)!)]).toEqual([name, sorted(expected(table, engine))]);
  });
});

interface SpecifiedTable {
  table: string;
  kind: string;
  usedByUs: string;
  primaryKey: string[] | null;
  uniqueKeys: string[][];
  columns: SpecifiedColumn[];
}

interface SpecifiedColumn {
  name: string;
  type: string;
  nullable: boolean;
  ref?: { table: string; onDelete: string };
}

/** Tables of the specification that a later release makes, and those of the older framework. */
const LATER = new Set(['cpe_vendors', 'cpe_products', 'cpe_versions', 'parameters']);

function specifiedTables(): SpecifiedTable[] {
  const { tables } = sharedJson<{ tables: SpecifiedTable[] }>('spec/model/other-tables.json');
  const { resources } = sharedJson<{
    resources: Array<{ table: string; uniqueIndexes: Array<{ columns: string[] }>; columns: SpecifiedColumn[] }>;
  }>('spec/model/model.json');
  const own = resources.map(({ table, uniqueIndexes, columns }): SpecifiedTable => {
    const uniqueKeys = uniqueIndexes.map(({ columns: on }) => on);
    return { table, kind: 'resource', usedByUs: 'yes', primaryKey: ['id'], uniqueKeys, columns };
  });
  return [...own, ...tables.filter(({ usedByUs, table }) => usedByUs === 'yes' && !LATER.has(table))];
}

describeWithSpecification('the tables beside the specification', () => {
  const wanted = specifiedTables();
  const tables = migrated();
  const mysql = (table: string): RealTable => expected(tables.get(table)!, 'mariadb');

  it('are all there: 61 of resources, 62 of links, and the small rows', () => {
    expect(wanted.filter(({ table }) => !tables.has(table)).map(({ table }) => table)).toEqual([]);
    expect(wanted.filter(({ kind }) => kind === 'pivot')).toHaveLength(62);
    const more = [...tables.keys()].filter((name) => !wanted.some(({ table }) => table === name));
    // Resources of our own, and what links them.
    const added = new Set(tablesOf(registry.all()).map(({ name }) => name));
    expect(more.filter((name) => !name.startsWith('own_') && !added.has(name))).toEqual([]);
  });
  it.each(wanted.map((table) => [table.table, table] as const))('%s has its columns and keys', (name, table) => {
    const ours = mysql(name);
    const words = table.columns.map(({ name: column, type, nullable, ref }) =>
      [column, type.replace(' json', ''), nullable, ref ? `${ref.table} ${ref.onDelete}` : ''].join('|'),
    );
    const resource = registry.all().find((one) => one.table === name);
    const isOurs = (column: string): boolean =>
      column.startsWith('own_') || (resource !== undefined && isAddedTo(resource, 'columns', column));
    const specified = Object.entries(ours.columns).filter(([column]) => !isOurs(column));
    const mine = specified.map(([column, { type, nullable }]) => {
      const to = ours.references.find((one) => one.startsWith(`${column} -> `))?.replace(/^.* -> (\w+)\.id /, '$1 ');
      return [column, type, nullable, to ?? ''].join('|');
    });
    expect(mine.sort()).toEqual(words.sort());
    // Which column of a pair comes first makes no difference: each has an index of its own.
    expect([...ours.primaryKey].sort()).toEqual([...(table.primaryKey ?? [])].sort());
    const uniques = ours.indexes
      .filter((index) => index.startsWith('unique'))
      .map((index) => /\((.*)\)/.exec(index)![1]);
    expect(uniques.sort()).toEqual(table.uniqueKeys.map((columns) => columns.join(', ')).sort());
  });
});
