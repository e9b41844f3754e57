/** What may stand in the settings of a source, and what is told of all that may not. @seconds 1 */
import '../../src/map/index.js';
import { ApiError, ValidationError } from '../../src/core/http/errors.js';
import { WallClock } from '../../src/core/text/dates.js';
import { registry } from '../../src/engine/index.js';
import { Kinds } from '../../src/feed/plan/kinds.js';
import { MAX_SETTINGS, readSettings, secondsOf, type StoredSettings } from '../../src/feed/sources/settings.js';

const KINDS = new Kinds(registry.all());
const read = (sent: object, stored: StoredSettings = {}): StoredSettings =>
  readSettings(sent as Record<string, unknown>, stored, KINDS, new WallClock('UTC'));

/** The places of what is wrong, each with the key of its first sentence. */
function wrong(sent: object, stored?: StoredSettings): Record<string, string> {
  try {
    read(sent, stored);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries([...error.errors].map(([place, [phrase]]) => [place, phrase!.key]));
  }
  return {};
}

const MAP = { rows: [{ type: 'logical-servers', ref: '${id}', set: { name: '${name}' } }] };
const ALL = {
  precedence: 60,
  rules: [{ types: ['workstations'], fields: ['operating_system'], precedence: 90, hand: 'yields', ignore: true }, {}],
  identify: { workstations: ['mac', 'name'], 'logical-servers': ['name', 'ip'] },
  missing: {
    do: 'mark',
    runs: 3,
    fields: { 'logical-servers': { active: 0 } },
    types: { workstations: { do: 'delete', runs: 14 } },
  },
  guard: { percent: 20, least: 5 },
  feeders: [3, 4],
  expected_every: '26h',
  as: 'csv',
  map: MAP,
  opt: { encoding: 'windows-1252' },
  options: { existing: 'take', identify: { workstations: ['name'] } },
} as const;

describe('settings of a source', () => {
  it('all of them are kept as they were sent', () => {
    expect(read(ALL)).toEqual(ALL);
    expect(read({})).toEqual({});
    expect(read({ map: 'rvtools' })).toEqual({ map: 'rvtools' });
  });

  it('what is absent stays, null takes away', () => {
    expect(read({ precedence: 70, rules: null, map: null }, read(ALL))).toEqual({
      ...Object.fromEntries(Object.entries(ALL).filter(([name]) => name !== 'rules' && name !== 'map')),
      precedence: 70,
    });
  });

  it('types and fields have their own names, whatever they were sent under', () => {
    const { path, aliases } = KINDS.all().find(({ resource }) => resource.aliases.length)!.resource;
    expect(read({ rules: [{ types: [path, ...aliases] }] }).rules).toEqual([{ types: [path] }]);
    expect(read({ identify: { [aliases[0]!]: ['name'] } }).identify).toEqual({ [path]: ['name'] });
    const rules = [{ types: ['physical-servers'], fields: ['site', 'site_id'] }];
    expect(read({ rules }).rules).toEqual([{ types: ['physical-servers'], fields: ['site_id'] }]);
    const ends = read({ rules: [{ types: ['physical-links'], fields: ['source'] }] }).rules![0]!.fields!;
    expect(ends.length).toBeGreaterThan(5);
    expect(ends.every((name) => KINDS.find('physical-links')!.fields.has(name))).toBe(true);
  });

  it.each<[string, object, Record<string, string>]>([
    ['an unknown key', { precedences: 1 }, { precedences: 'unknownFieldNear' }],
    ['a member of every object', JSON.parse('{"__proto__": {}}') as object, { ['__proto__']: 'unknownField' }],
    ['no number', { precedence: '60' }, { precedence: 'integer' }],
    ['too low', { precedence: -1 }, { precedence: 'min' }],
    ['too high', { precedence: 100 }, { precedence: 'max' }],
    ['rules that are none', { rules: {} }, { rules: 'array' }],
    ['a rule that is none', { rules: [{}, 7] }, { 'rules.1': 'object' }],
    ['too many rules', { rules: Array(65).fill({}) }, { rules: 'tooManyItems' }],
    [
      'everything in a rule',
      { rules: [{ types: ['servers', 1], fields: ['name'], precedence: 1.5, hand: 'no', ignore: 1, more: 1 }] },
      {
        'rules.0.types.0': 'feedUnknownType',
        'rules.0.types.1': 'feedUnknownType',
        'rules.0.precedence': 'integer',
        'rules.0.hand': 'oneOf',
        'rules.0.ignore': 'boolean',
        'rules.0.more': 'unknownField',
      },
    ],
    ['types that cannot be fed', { rules: [{ types: ['users'] }] }, { 'rules.0.types.0': 'feedUnknownType' }],
    [
      'fields of another type',
      { rules: [{ types: ['clusters'], fields: ['name', 'cpu', 'ext_refs', 'id', {}] }] },
      {
        'rules.0.fields.1': 'unknownField',
        'rules.0.fields.2': 'unknownField',
        'rules.0.fields.3': 'unknownField',
        'rules.0.fields.4': 'unknownField',
      },
    ],
    ['a field of no type', { rules: [{ fields: ['colour_of_hair'] }] }, { 'rules.0.fields.0': 'unknownField' }],
    ['identify of no type', { identify: { servers: ['name'] } }, { 'identify.servers': 'feedUnknownType' }],
    ['no rule of identity', { identify: { clusters: ['nose'] } }, { 'identify.clusters': 'oneOf' }],
    ['no rules of identity', { identify: { clusters: [] } }, { 'identify.clusters': 'noItems' }],
    [
      'a rule that lacks its columns',
      { identify: { clusters: ['name', 'serial'] } },
      { 'identify.clusters.1': 'feedRuleLacks' },
    ],
    [
      'everything in missing',
      {
        missing: {
          do: 'burn',
          runs: 0,
          more: 1,
          fields: { 'logical-servers': { active: 'x', nothing: 1, domain_id: 1, name: 'GONE' }, clusters: 1, x: {} },
          types: { workstations: { do: 'delete', runs: 'x', fields: {} }, clusters: [] },
        },
      },
      {
        'missing.do': 'oneOf',
        'missing.runs': 'min',
        'missing.more': 'unknownField',
        'missing.fields.logical-servers.active': 'boolean',
        'missing.fields.logical-servers.nothing': 'unknownField',
        'missing.fields.logical-servers.domain_id': 'unknownField',
        'missing.fields.logical-servers.name': 'unknownField',
        'missing.fields.clusters': 'object',
        'missing.fields.x': 'feedUnknownType',
        'missing.types.workstations.runs': 'integer',
        'missing.types.workstations.fields': 'unknownField',
        'missing.types.clusters': 'object',
      },
    ],
    [
      'a guard',
      { guard: { percent: 101, least: -1, most: 1 } },
      { 'guard.percent': 'max', 'guard.least': 'min', 'guard.most': 'unknownField' },
    ],
    ['feeders', { feeders: [0, 'x', 1] }, { 'feeders.0': 'integer', 'feeders.1': 'integer' }],
    ['a time', { expected_every: '26 hours' }, { expected_every: 'feedEvery' }],
    ['no time at all', { expected_every: '0h' }, { expected_every: 'feedEvery' }],
    ['an unknown connector', { as: 'constructor' }, { as: 'oneOf' }],
    ['a mapping without rows', { map: {} }, { 'map.rows': 'required' }],
    ['an unknown mapping', { map: 'mine' }, { map: 'feedMapName' }],
    ['a wrong mapping', { map: { rows: [{ type: 'x', set: 1 }] } }, { 'map.rows.0.set': 'object' }],
    ['wrong options of a mapping', { map: { ...MAP, options: { errors: 1 } } }, { 'map.options.errors': 'oneOf' }],
    ['options of another connector', { as: 'csv', opt: { sheet: 'x' } }, { 'opt.sheet': 'unknownField' }],
    [
      'options of no connector',
      { opt: { colour: 'x', sheet: 1 } },
      { 'opt.colour': 'unknownField', 'opt.sheet': 'string' },
    ],
    [
      'options of documents',
      { options: { errors: 'x', more: 1 } },
      { 'options.errors': 'oneOf', 'options.more': 'unknownField' },
    ],
    ['options that are none', { options: [] }, { options: 'object' }],
    [
      'rules of identity in options',
      { options: { identify: { clusters: ['mac'] } } },
      { 'options.identify.clusters.0': 'feedRuleLacks' },
    ],
  ])('%s', (_, sent, places) => {
    expect(wrong(sent)).toEqual(places);
  });

  it('every sentence names what was sent wrong', () => {
    const sent = { identify: { nose: ['name'] }, rules: [{ fields: ['hair'] }], guard: { percent: 101 } };
    try {
      read(sent);
    } catch (error) {
      const said = [...(error as ValidationError).errors].map(([, [phrase]]) => phrase!.in('en'));
      expect(said).toEqual([
        'There is no field hair.',
        'There is no type nose that can be fed.',
        'The percent field must not be greater than 100.',
      ]);
    }
    expect.assertions(1);
  });

  it('no more than so many bytes', () => {
    const name = (i: number): string => `${i}`.padEnd(200, 'x');
    const rows = Array.from({ length: 60 }, () => ({ ...MAP.rows[0], set: { name: name(1), cpu: name(2).repeat(5) } }));
    expect(() => read({ map: { rows } })).toThrow(ApiError);
    expect(MAX_SETTINGS).toBe(65536);
  });

  it('times are seconds', () => {
    expect([secondsOf('90m'), secondsOf('26h'), secondsOf('7d')]).toEqual([5400, 93_600, 604_800]);
  });
});
