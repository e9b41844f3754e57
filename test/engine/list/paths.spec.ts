/** Paths of relations: every spelling leads to one relation, and each kind is joined in its own way (contract 5). */
import { joinPath, type Relation } from '../../../src/engine/relations.js';
import type { AccessScope } from '../../../src/engine/access-scope.js';
import { LANGUAGE } from './pure.js';

const relationOf = (path: string, spelling: string): Relation | undefined =>
  LANGUAGE.relationsOf(LANGUAGE.targetOf(path))!.find(spelling);

describe('relations', () => {
  it.each([
    ['applications', 'logical_servers', 'logical_servers'],
    ['applications', 'logicalServers', 'logical_servers'],
    ['applications', 'entity_resp', 'entity_resp'],
    ['applications', 'entityResp', 'entity_resp'],
    ['applications', 'name', undefined],
    ['applications', 'constructor', undefined],
    ['sites', 'buildings', 'buildings'],
  ])('of %s: %s', (path, spelling, name) => {
    expect(relationOf(path, spelling)?.name).toBe(name);
  });
  it('objects of many types can be embedded, and not followed', () => {
    const relations = LANGUAGE.relationsOf(LANGUAGE.targetOf('cartographers'))!;
    const [many] = relations.polymorphic;
    expect(relations.find(many!.name)).toBeUndefined();
    expect(relations.findPolymorphic(many!.name)).toBe(many);
  });
});

describe('joins', () => {
  /** Tables as they are: the caller may see all of them. */
  const access = {
    table: ({ table }: { table: string }) => ({ sql: `\`${table}\``, params: [] }),
  } as unknown as AccessScope;
  it.each([
    ['a link with a table of its own', 'applications', 'processes', 'id'],
    ['a column here', 'applications', 'entity_resp', 'entity_resp_id'],
    ['a column there', 'sites', 'buildings', 'id'],
  ])('%s', (_, path, name, ownerColumn) => {
    const found = joinPath(relationOf(path, name)!, 't1', access, 'JOIN');
    expect([found.from, found.key, found.ownerColumn, found.params]).toEqual([
      expect.stringContaining(`\`${relationOf(path, name)!.target.table}\` t1`),
      expect.stringMatching(/^\w+\.`\w+`$/),
      ownerColumn,
      [],
    ]);
  });
});
