/** Includes: the tree of what is embedded, or the 400 (contract 5). */
import { readIncludes, type Include } from '../../../src/engine/list/include.js';
import { LANGUAGE, outcome } from './pure.js';

/** A tree as text: members, what is wanted of them, and what they hold. */
const textOf = (tree: readonly Include[]): string =>
  tree
    .map(
      ({ as, wants, within }) =>
        as + (wants === 'objects' ? '' : ` ${wants}`) + (within.length ? `(${textOf(within)})` : ''),
    )
    .join(', ');

const treeOf = (path: string, sent: unknown, tolerant = false): string =>
  outcome(() => textOf(readIncludes(sent, LANGUAGE.targetOf(path), LANGUAGE, tolerant)));

const MANY = Array.from({ length: 51 }, (_, i) => `databases${i}`).join(',');

describe('include', () => {
  it.each([
    ['nothing', undefined, ''],
    ['relations in the order asked for', 'databases,processes', 'databases, processes'],
    ['in either spelling', 'logicalServers,logical_servers', 'logical_servers'],
    ['a list', ['databases', 'processes'], 'databases, processes'],
    ['a reference by its own name', 'entityResp', 'entity_resp'],
    ['in what is embedded', 'entities.parent_entity', 'entities(parent_entity)'],
    [
      'two ways through one relation',
      'entities.parent_entity,entities.processes',
      'entities(parent_entity, processes)',
    ],
    [
      'counts and whether there is any',
      'databasesCount,databases_exists',
      'databases_count count, databases_exists exists',
    ],
    ['empty parts are none', ',databases, ,', 'databases'],
    ['nothing is embedded in a count', 'databasesCount.applications', /^400 .*include=databasesCount\.applications/],
    ['an unknown relation', 'databasez', /^400 .*include=databasez.*Did you mean databases\?/],
    ['an unknown one further on', 'databases.nothing', /^400 .*include=databases\.nothing/],
    ['four steps', 'entities.parent_entity.parent_entity.parent_entity', /^400 .*include.* 3 /],
    ['51 paths', MANY, /^400 .*include.* 50/],
    ['another word than names', { a: 'b' }, /^400 .*include/],
  ])('%s', (_, sent, expected) => {
    if (expected instanceof RegExp) expect(treeOf('applications', sent)).toMatch(expected);
    else expect(treeOf('applications', sent)).toBe(expected);
  });
  it.each([
    ['unknown relations are left out, whole paths at a time', 'databases,databases.nothing,nothing', 'databases'],
    ['as is what is too deep', 'entities.parent_entity.parent_entity.parent_entity', ''],
    ['and what are no names', { a: 'b' }, ''],
  ])('on a single read %s', (_, sent, expected) => {
    expect(treeOf('applications', sent, true)).toBe(expected);
  });
});
