/** The SQL of the list language as text: every operator on every class of column, every kind of relation, whole statements. */
import '../../../src/map/index.js';
import type { Caller } from '../../../src/core/http/caller.js';
import { WallClock } from '../../../src/core/text/dates.js';
import type { Database, Param } from '../../../src/database/database.js';
import type { Dialect } from '../../../src/database/dialect.js';
import { mysqlDialect } from '../../../src/database/mysql/dialect.js';
import { sqliteDialect } from '../../../src/database/sqlite/dialect.js';
import { PacketRow } from '../../../src/database/mysql/row.js';
import { PacketWriter } from '../../../src/database/mysql/writer.js';
import { JsonObjectWriter, ValuesRow } from '../../../src/database/sqlite/writer.js';
import { AccessScopes, Grants, registry } from '../../../src/engine/index.js';
import { Language } from '../../../src/engine/list/language.js';
import { List } from '../../../src/engine/list/list.js';
import { ListReader } from '../../../src/engine/list/list-request.js';
import { OPERATORS } from '../../../src/engine/list/operators.js';
import { classOf, type ColumnClass } from '../../../src/engine/list/filter-values.js';
import { PINNED } from './pinned.js';

const ADMIN: Caller = {
  ...{
    userId: 1,
    tokenId: 1,
    admin: true,
    abilities: new Set<string>(),
    roleIds: [1],
    language: null,
    readOnly: false,
  },
};

/** A few objects of any type were given to everybody. */
class SomeGrants extends Grants {
  of() {
    return (alias: string) => ({ sql: `${alias}.\`id\` IN (SELECT 1 WHERE ? = 1)`, params: ['delegated'] });
  }
  types() {
    return Promise.resolve(new Set<string>());
  }
}

/** May list every type but databases. */
const abilities = registry.all().flatMap(({ key }) => (key === 'database' ? [] : [`${key}_access`, `${key}_delete`]));
const CALLER: Caller = { ...ADMIN, admin: false, abilities: new Set(abilities) };

/** A row of JSON texts whose keys are all 1. */
class OnesRow extends ValuesRow {
  override number(): number {
    return 1;
  }
  override text(): string {
    return '1';
  }
}

/** Answers with one row of ones, and remembers what was asked. */
function listening(dialect: Dialect): { database: Database; asked: string[] } {
  const asked: string[] = [];
  const ones = new PacketRow(Buffer.from('\u00011'.repeat(99)), 0);
  const row = dialect.name === 'sqlite' ? new OnesRow(Array<Buffer>(99).fill(Buffer.from('{}'))) : ones;
  const hear = (sql: string, params: readonly Param[] = []): void =>
    void asked.push(`${sql.trim()} ← ${JSON.stringify(params)}`);
  const database = {
    dialect,
    clock: new WallClock('UTC'),
    rowWriter: (columns: never) =>
      dialect.name === 'sqlite' ? new JsonObjectWriter(columns) : new PacketWriter(columns),
    all: async (sql: string, params: Param[]) => (hear(sql, params), [{ n: 1, k: 1 }]),
    raw: async (sql: string, params: Param[]) => (hear(sql, params), [row, row]),
    rawEach: async (sql: string, params: Param[]) => hear(sql, params),
    async *rawStream(sql: string, params: Param[]) {
      hear(sql, params);
      yield [];
    },
  };
  return { database: database as unknown as Database, asked };
}

const VALUES: Record<ColumnClass, [string, string]> = {
  text: ["Stra%ße_|'", 'b\\,c'],
  number: ['7', '12'],
  flag: ['on', 'no'],
  day: ['2024-02-29', '2024-03-01T10:00:00Z'],
  moment: ['2024-02-29', '2024-03-01T12:00:00+02:00'],
};

/** What each operator is given: one value, and a list where it takes one. */
function givenTo(takes: (typeof OPERATORS)[number]['takes'], of: ColumnClass): string[] {
  const [first, second] = VALUES[of];
  if (takes === 'flag') return ['yes', 'no'];
  if (takes === 'two') return [`${first},${second}`];
  return takes === 'one' ? [first] : [first, `${first},${second}`];
}

const RELATIONS: Array<[path: string, filter: string, value: string]> = [
  ['applications', 'databases.name', 'x'],
  ['applications', 'databases_exists', 'true'],
  ['applications', 'databases_exists', 'false'],
  ['applications', 'entities.is_external', 'true'],
  ['applications', 'entity_resp.name_in', 'a,b'],
  ['applications', 'entity_resp_exists', 'no'],
  ['applications', 'entities.parent_entity.child_entities.search', 'a b,c'],
  ['applications', 'logical_servers.ip_in', '10.0.0.0/8'],
  ['entities', 'resp_applications.rto_gt', '4'],
  ['entities', 'child_entities_exists', 'true'],
  ['relations', 'values.price_gt', '4'],
  ['relations', 'values_exists', 'false'],
  ['information', 'children.parents.name', 'x'],
  ['permissions', 'roles.title', 'x'],
  ['applications', 'search', 'a b,c'],
  ['logical-servers', 'ip_in', '10.0.0.0/8,::1'],
  ['routers', 'ip_in', 'fe80::/10'],
];

const LISTS: Array<[path: string, query: Record<string, unknown>]> = [
  ['sites', {}],
  ['permissions', {}],
  ['sites', { fields: 'name' }],
  ['sites', { fields: 'name', filter: { trashed: 'only' } }],
  ['sites', { fields: 'name', filter: { trashed: 'with' }, sort: '-name' }],
  ['sites', { sort: '-id' }],
  ['sites', { sort: 'name,-description' }],
  ['sites', { filter: { name: 'x', id_gt: '3' } }],
  ['sites', { page: { number: '3', size: '10' }, sort: '-name' }],
  ['sites', { page: { size: '10' }, filter: { 'buildings.name': 'x' } }],
  ['sites', { page: { after: '' } }],
  ['sites', { page: { after: cursor('id', 7) } }],
  [
    'workstations',
    { fields: 'id', sort: '-name,fin_value', page: { after: cursor('-name,fin_value,id', 'M', 1.5, 7) } },
  ],
  ['workstations', { fields: 'id', sort: 'name,-disk', page: { after: cursor('name,-disk,id', 'M', null, 7) } }],
  ['workstations', { fields: 'id', sort: 'disk', page: { after: cursor('disk,id', null, 7) } }],
  ['workstations', { fields: 'id', sort: 'description', page: { after: cursor('description,id', 'text', 7) } }],
  ['applications', { fields: 'name', include: 'databases,databasesCount,entityResp,sourceFlows,entities_exists' }],
  ['relations', { fields: 'name', include: 'values,valuesCount,source.child_entities' }],
  ['roles', { fields: 'title', include: 'permissions' }],
];

/** Nothing is embedded here, and nothing begun again. */
const BOUNDS = { includeMax: 1000, isRetryable: () => false, requester: { userId: 1 } };

function cursor(...keys: unknown[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

describe.each([sqliteDialect, mysqlDialect('mariadb')])('contract 5: for $name', (dialect) => {
  /** The statements of a list. */
  const asked = async (path: string, query: Record<string, unknown>): Promise<string[]> => {
    const { database, asked: statements } = listening(dialect);
    const reader = new ListReader(registry.get(path), new Language(registry, database));
    const access = new AccessScopes(registry, database, new SomeGrants()).of(path === 'audit-logs' ? ADMIN : CALLER);
    const request = await reader.read(query, access);
    statements.length = 0;
    const { pieces } = await new List(request, database, { url: `/api/${path}` }, BOUNDS).read();
    for await (const piece of pieces) void piece;
    return statements;
  };
  /** The condition of a filter, out of the statement that keeps to it. */
  const condition = async (path: string, name: string, value: string): Promise<string> => {
    const [statement] = await asked(path, { fields: 'id', filter: { [name]: value } });
    const [, sql, params] = /WHERE (.*?)\) k .* ← (.*)$/s.exec(statement!)!;
    return `${name}=${value} → ${sql} → ${params}`;
  };

  /** One column of each class, and a text that the plain filter compares as a whole. */
  const columns = (path: string): string[] => {
    const { fields } = registry.get(path);
    const found = new Map<string, string>();
    for (const field of fields) {
      const kind = `${field.kind}${field.search ? ' searched' : ''}`;
      if (!field.hidden && !found.has(kind)) found.set(kind, field.name);
    }
    return [...found.values()];
  };

  it.each(['workstations', 'entities', 'audit-logs', 'cartographers'])('filters on the columns of %s', async (path) => {
    const lines: string[] = [];
    for (const name of columns(path)) {
      const of = classOf(registry.get(path).fields.find((field) => field.name === name)!);
      for (const { suffix, classes, takes } of OPERATORS) {
        if (!classes.includes(of)) continue;
        for (const value of givenTo(takes, of)) lines.push(await condition(path, name + suffix, value));
      }
    }
    expect(lines.join('\n')).toMatchSnapshot();
  });
  it('filters that follow relations, and those beside columns', async () => {
    const lines: string[] = [];
    for (const [path, name, value] of RELATIONS) lines.push(`${path}: ${await condition(path, name, value)}`);
    expect(lines.join('\n')).toMatchSnapshot();
  });
  it('whole statements', async () => {
    const lines: string[] = [];
    for (const [path, query] of LISTS) {
      lines.push(`${path} ${JSON.stringify(query)}`, ...(await asked(path, query)).map((sql) => `  ${sql}`));
    }
    expect(lines.join('\n')).toMatchSnapshot();
  });
  it('the filters of resources', () => {
    const { database } = listening(dialect);
    const language = new Language(registry, database);
    const lines = PINNED.map(
      (path) => `${path}: ${[...language.filtersOf(language.targetOf(path)).names()].join(' ')}`,
    );
    expect(lines.join('\n')).toMatchSnapshot();
  });
});
