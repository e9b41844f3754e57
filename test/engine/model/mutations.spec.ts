import 'reflect-metadata';
import '../../../src/map/index.js';
import { registry } from '../../../src/engine/index.js';
import type { Field, Link, Resource } from '../../../src/engine/schema/model.js';
import { differences } from './differences.js';
import { factsOf, factsOfResource } from './facts.js';

const unchanged = factsOf(registry.all());

const copies = (): Resource[] =>
  registry.all().map(({ entity, ...rest }) => ({ ...structuredClone(rest), entity }) as Resource);

/** The places that are reported once `change` was made to a copy of the registry. */
function reported(change: (find: (path: string) => Resource) => void): string[] {
  const resources = copies();
  change((path) => resources.find((resource) => resource.path === path)!);
  return [...new Set(differences(factsOf(resources), unchanged).map(({ path }) => path))].sort();
}

const field = (resource: Resource, name: string): Field => resource.fields.find((one) => one.name === name)!;
const link = (resource: Resource, name: string): Link => resource.links.find((one) => one.name === name)!;

/** What is done to a copy, and where that must be told. */
const MUTATIONS: Array<[string, (find: (path: string) => Resource) => void, string[]]> = [
  [
    'a column is renamed',
    (find) => (field(find('sites'), 'description').name = 'about'),
    ['sites.columns.about', 'sites.columns.description'],
  ],
  ['a column is left out', (find) => void find('vlans').fields.splice(2, 1), ['vlans.columns.name']],
  ['a rule is dropped', (find) => delete field(find('actors'), 'name').rules.uniqueLive, ['actors.columns.name']],
  ['a limit moves', (find) => (field(find('roles'), 'title').rules.max = 33), ['roles.columns.title']],
  ['a type changes', (find) => (field(find('vlans'), 'vlan_id').type = 'uint'), ['vlans.columns.vlan_id']],
  ['a kind changes', (find) => (field(find('sites'), 'description').kind = 'text'), ['sites.columns.description']],
  [
    'a column becomes nullable',
    (find) => (field(find('relations'), 'active').nullable = true),
    ['relations.columns.active'],
  ],
  ['a default is lost', (find) => delete field(find('relations'), 'active').default, ['relations.columns.active']],
  ['a secret is shown', (find) => (field(find('users'), 'password').hidden = false), ['users.columns.password']],
  [
    'a column becomes writable',
    (find) => (field(find('documents'), 'hash').writable = true),
    ['documents.columns.hash'],
  ],
  ['a column is not searched', (find) => (field(find('wans'), 'name').search = false), ['wans.columns.name']],
  ['a later name is lost', (find) => (field(find('bays'), 'room_id').aliases = []), ['bays.columns.room_id']],
  [
    'a reference points elsewhere',
    (find) => (field(find('bays'), 'room_id').ref!.target = 'sites'),
    ['bays.columns.room_id', 'buildings.links.bays'],
  ],
  [
    'a reference is embedded under another name',
    (find) => (field(find('bays'), 'room_id').ref!.embedAs = 'building'),
    ['bays.columns.room_id'],
  ],
  [
    'an end is lost',
    (find) => delete field(find('application-flows'), 'application_source_id').end,
    ['application-flows.columns.application_source_id'],
  ],
  ['an index is lost', (find) => (field(find('bays'), 'room_id').index = false), ['bays.columns.room_id']],
  [
    'a unique index loses a column',
    (find) => find('zones').uniqueIndexes[0]!.columns.pop(),
    ['zones', 'zones.columns.deleted_at', 'zones.columns.name'],
  ],
  ['an alias of a path is missing', (find) => find('application-flows').aliases.pop(), ['application-flows']],
  [
    'an alias of a link is missing',
    (find) => link(find('backups'), 'logical_servers').aliases.pop(),
    ['backups.links.logical_servers'],
  ],
  [
    'an include name changes',
    (find) => (link(find('applications'), 'application_services').includeName = 'x'),
    ['applications.links.application_services'],
  ],
  ['a link is not answered', (find) => (link(find('roles'), 'permissions').shown = false), ['roles.links.permissions']],
  ['a link is read only', (find) => (link(find('roles'), 'permissions').writable = false), ['roles.links.permissions']],
  ['pivot columns are swapped', swapPivot, ['zones.links.child_zones']],
  ['a pivot table changes', (find) => (link(find('lans'), 'mans').pivot!.table = 'man_lan'), ['lans.links.mans']],
  [
    'a pair is not unique',
    (find) => (link(find('backups'), 'logical_servers').pivot!.unique = false),
    ['backups.links.logical_servers'],
  ],
  [
    'a deletion spreads',
    (find) => (link(find('applications'), 'application_services').pivot!.onDelete.own = 'CASCADE'),
    ['applications.links.application_services'],
  ],
  [
    'a foreign column changes',
    (find) => (link(find('processes'), 'operations').foreign!.column = 'id'),
    ['processes.links.operations'],
  ],
  ['a small row loses a column', (find) => link(find('relations'), 'values').items!.pop(), ['relations.links.values']],
  ['a permission key changes', (find) => (find('domains').key = 'domain'), ['domains']],
  ['a class name changes', (find) => (find('applications').polymorphicType += 's'), ['applications']],
  ['a type is not audited', (find) => (find('users').audited = false), ['users']],
  ['a type is deleted for good', (find) => (find('sites').softDelete = false), ['sites']],
  ['a type can be delegated', (find) => (find('documents').cartographiable = true), ['documents']],
  ['a label changes', (find) => (find('documents').label = 'hash'), ['documents']],
  ['a prefix changes', (find) => (find('relations').uidPrefix = 'REL_'), ['relations']],
];

function swapPivot(find: (path: string) => Resource): void {
  const pivot = link(find('zones'), 'child_zones').pivot!;
  [pivot.ownColumn, pivot.otherColumn] = [pivot.otherColumn, pivot.ownColumn];
}

describe('the comparison of facts', () => {
  it('reports nothing for an unchanged copy', () => {
    expect(reported(() => undefined)).toEqual([]);
  });
  it.each(MUTATIONS)('reports that %s', (_, change, places) => {
    expect(reported(change)).toEqual(places);
  });
  it('reports a changed code and a missing type', () => {
    const changed = reported((find) => {
      const rules = field(find('users'), 'granularity').rules;
      rules.enum = { ...rules.enum!, labels: new Map([[1, 'level 1']]) };
    });
    expect(changed).toEqual(['enumerations.granularity']);
    const fewer = factsOf(copies().filter(({ path }) => path !== 'phones'));
    expect(differences(fewer, unchanged).some(({ path, side }) => path === 'phones' && side === 'only right')).toBe(
      true,
    );
  });
  it('reports every single column that is renamed, and every rule that is dropped', () => {
    const silent: string[] = [];
    for (const resource of registry.all()) {
      const told = (i: number, change: (field: Field) => void): boolean => {
        const fields = resource.fields.map((one, k) => (k === i ? structuredClone(one) : one));
        change(fields[i]!);
        const { columns } = factsOfResource({ ...resource, fields }, registry.all());
        return JSON.stringify(columns) !== JSON.stringify(unchanged.resources[resource.path]!.columns);
      };
      resource.fields.forEach(({ name, rules }, i) => {
        if (!told(i, (one) => (one.name += '_x'))) silent.push(`${resource.path}.${name}`);
        for (const rule of Object.keys(rules) as Array<keyof typeof rules>) {
          if (!told(i, (one) => delete one.rules[rule])) silent.push(`${resource.path}.${name} ${rule}`);
        }
      });
    }
    expect(silent).toEqual([]);
  });
});
