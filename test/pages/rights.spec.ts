/** What pages offer to whom: abilities on a kind, and objects that were delegated one by one. @seconds 1 */
import type { Tag } from '../../web/src/api/openapi.js';
import { Rights } from '../../web/src/api/rights.js';

const tag = (path: string, key: string): Tag => ({
  ...{ name: path, description: '', 'x-resource': path, 'x-abilities': key },
});
const [tasks, sites, bays] = [tag('tasks', 'task'), tag('sites', 'site'), tag('bays', 'bay')];

const rights = new Rights({
  id: 7,
  roles: [2],
  abilities: ['task_access', 'task_show', 'site_access', 'site_show', 'site_edit'],
  delegated: { tasks: [3], bays: [4, 5] },
});

describe('front: rights and delegations', () => {
  it.each([
    // Everything is listed: of that one object can be changed, and not all.
    [tasks, 'access', undefined, true],
    [tasks, 'edit', undefined, false],
    [tasks, 'edit', 3, true],
    [tasks, 'edit', 4, false],
    [tasks, 'show', 4, true],
    [sites, 'edit', undefined, true],
    [sites, 'edit', 3, true],
    [sites, 'delete', 3, false],
    // What is listed is what was delegated.
    [bays, 'access', undefined, true],
    [bays, 'edit', undefined, true],
    [bays, 'edit', 4, true],
    [bays, 'edit', 6, false],
    [bays, 'create', undefined, false],
    [bays, 'delete', 4, false],
    [tag('mans', 'man'), 'access', undefined, false],
  ])('%o: %s of %s is %s', (kind, verb, id, expected) => {
    expect(rights.reaches(verb, kind, id)).toBe(expected);
  });
  it('gives no right on a kind as a whole, such as that of delegating', () => {
    expect([rights.mayList(bays), rights.may('edit', bays), rights.may('access', bays)]).toEqual([true, false, false]);
  });
});
