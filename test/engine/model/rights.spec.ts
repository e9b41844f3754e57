import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.js';
import { connect } from '../../../src/database/connect.js';
import '../../../src/map/index.js';
import { PERMISSIONS } from '../../../src/database/seed/permissions.js';
import { registry } from '../../../src/engine/index.js';
import { ENGINES, makeDatabase, type Engine } from '../../support/engines.js';
import { describeWithSpecification, sharedJson } from './shared.js';

const FILE = join(__dirname, 'rights.snapshot.json');
const VERBS = ['create', 'edit', 'show', 'delete', 'access'];
/** Of something that no role is given: role 1 has it all the same. */
const GIVEN_TO_NOBODY = ['group_role', 'webhook', 'perimeter', 'template'];
/** What resources of our own are called in rights. */
const ADDED_KEYS = registry
  .all()
  .map(({ key }) => key)
  .filter((key) => !PERMISSIONS.some(({ title }) => title === `${key}_access`) && !GIVEN_TO_NOBODY.includes(key));
/** Of something of the server's own, which is no resource: people read it, and Admin does the rest. */
const OWN_KEYS = ['feed'];
/** Of what people read some titles alone. */
const READ_KEYS: Readonly<Record<string, string[]>> = { check: ['show', 'access'], finding: ['access'] };

/** Titles by id, and for each role the ids that it holds, as ranges. */
interface Rights {
  permissions: Record<string, string>;
  roles: Record<string, string>;
}

interface Specified {
  permissions: Array<{ id: number; title: string }>;
  roles: Array<{ id: number; title: string; ours: { permissionIds: number[] } }>;
}

const keyOf = (title: string): string => title.replace(/_[a-z]+$/, '');

/** `1-3, 7` */
function ranges(ids: readonly number[]): string {
  const sorted = [...ids].sort((a, b) => a - b);
  const parts: Array<[number, number]> = [];
  for (const id of sorted) {
    const last = parts.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else parts.push([id, id]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/**
 * What a fresh database holds: the rights of the specification, and for each resource of our own what each role holds. Rows that
 * are there twice would make the ranges differ.
 */
async function seeded(engine: Engine): Promise<{ rights: Rights; added: Record<string, Record<string, string[]>> }> {
  const place = await makeDatabase(engine);
  const { source, database } = await connect(
    readConfig({ DATABASE_URL: place.url, TOKEN_SECRET: 's'.repeat(32) }),
    () => [],
  );
  const permissions = await database.all('SELECT id, title FROM permissions ORDER BY id');
  const roles = await database.all('SELECT id, title FROM roles WHERE deleted_at IS NULL ORDER BY id');
  const held = await database.all('SELECT role_id, permission_id FROM permission_role');
  await database.close();
  await source.destroy();
  await place.drop();
  const keys = [...ADDED_KEYS, ...OWN_KEYS, ...Object.keys(READ_KEYS), ...GIVEN_TO_NOBODY];
  const added = permissions.filter(({ title }) => keys.includes(keyOf(title as string)));
  const isSpecified = (id: unknown): boolean => !added.some((one) => one['id'] === id);
  const idsOf = (role: unknown): number[] =>
    held.filter(({ role_id: id }) => id === role).map(({ permission_id: id }) => id as number);
  const verbsOf = (role: unknown, key: string): string[] => {
    const titles = added.filter(({ id }) => idsOf(role).includes(id as number)).map(({ title }) => title as string);
    return VERBS.filter((verb) => titles.includes(`${key}_${verb}`));
  };
  return {
    rights: {
      permissions: Object.fromEntries(
        permissions.filter(({ id }) => isSpecified(id)).map(({ id, title }) => [String(id), title as string]),
      ),
      roles: Object.fromEntries(
        roles.map(({ id, title }) => [`${id} ${title}`, ranges(idsOf(id).filter((one) => isSpecified(one)))]),
      ),
    },
    added: Object.fromEntries(
      keys.map((key) => [key, Object.fromEntries(roles.map(({ id, title }) => [title as string, verbsOf(id, key)]))]),
    ),
  };
}

describe.each(ENGINES)('contract 3: a fresh map on %s', (engine) => {
  it('holds the committed titles and roles, and those of resources of our own', async () => {
    const { rights, added } = await seeded(engine);
    if (process.env['UPDATE_FACTS']) writeFileSync(FILE, `${JSON.stringify(rights, null, 2)}\n`);
    expect(rights).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
    const granted = { Admin: VERBS, User: VERBS, Auditor: ['show', 'access'], Cartographer: [] };
    const own = { Admin: VERBS, User: ['show', 'access'], Auditor: ['show', 'access'], Cartographer: [] };
    const none = { Admin: [], User: [], Auditor: [], Cartographer: [] };
    const expected = [
      ...ADDED_KEYS.map((key) => [key, granted]),
      ...OWN_KEYS.map((key) => [key, own]),
      ...Object.entries(READ_KEYS).map(([key, read]) => [key, { ...none, User: read, Auditor: read }]),
      ...GIVEN_TO_NOBODY.map((key) => [key, none]),
    ];
    expect(added).toEqual(Object.fromEntries(expected));
  });
});

describeWithSpecification('the committed titles and roles beside permissions.json', () => {
  const specified = sharedJson<Specified>('spec/model/permissions.json');
  const committed = (): Rights => JSON.parse(readFileSync(FILE, 'utf8')) as Rights;

  it('328 titles, each under its id', () => {
    const titles = specified.permissions.map(({ id, title }) => [String(id), title]);
    expect(titles).toHaveLength(328);
    expect(committed().permissions).toEqual(Object.fromEntries(titles));
  });
  it('four roles with exactly their permissions', () => {
    const roles = specified.roles.map(({ id, title, ours }) => [`${id} ${title}`, ranges(ours.permissionIds)]);
    expect(roles).toHaveLength(4);
    expect(committed().roles).toEqual(Object.fromEntries(roles));
  });
});
