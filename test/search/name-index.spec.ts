/** The index of names against a naive search over the same objects, and how texts are read. */
import { fold } from '../../src/core/text/fold.js';
import type { VisibleIds } from '../../src/engine/index.js';
import { naturalKey } from '../../src/core/text/natural.js';
import { NameIndex, type Hit } from '../../src/search/name-index.js';
import { foundBy, foundIn, NOT_FOUND, textOf, wantedOf, type SearchColumn } from '../../src/search/texts.js';

const COLUMNS: readonly SearchColumn[] = [
  { name: 'name', role: 'name' },
  { name: 'ip', role: 'address' },
  { name: 'ext_refs', role: 'reference' },
];
const find = (values: ReadonlyArray<string | null>, q: string) => foundBy(COLUMNS, values, wantedOf(q)!);

describe('by what an object is found', () => {
  it.each([
    [['Clarté', null, null], 'CLARTE', 'equal', 'name'],
    [['Ｃｌａｒｔé', null, null], 'clar', 'begins', 'name'],
    [['Dossier Clarté', null, null], 'clarté', 'word', 'name'],
    [['x', '10.0.0.1, 10.0.0.2', null], '10.0.0.2', 'equal', 'ip'],
    [['x', '10.0.0.1;10.0.0.25', null], '10.0.0.2', 'begins', 'ip'],
    [['x', '2001:db8::1', null], '2001:0DB8:0:0::0001', 'equal', 'ip'],
    [['x', '2001:0db8:0000:0000:0000:0000:0000:0001', null], '2001:db8::1', 'equal', 'ip'],
    [['x', '2001:db8::1', null], '2001:DB8', 'begins', 'ip'],
    [['x', null, '{GLPI}12|{VC}vm-7'], '{vc}vm-7', 'equal', 'ext_refs'],
    [['x', null, '{GLPI}12|{VC}vm-7'], 'vm-7', 'word', 'ext_refs'],
    [['Straße 5', null, null], 'strasse', 'begins', 'name'],
    [['Mail relay', '10.0.0.1', null], '10.0.0.1 mail', 'words', 'name'],
    [['50 %', null, null], '%', 'word', 'name'],
  ] as const)('%j by %j: %s in %s', (values, q, how, column) => {
    expect(find(values, q)).toMatchObject({ how, column });
  });
  it('what only looks alike is not found', () => {
    expect(find(['Clarté', null, null], 'c_arte')).toBeUndefined();
    expect(find(['Clarté', null, null], '%')).toBeUndefined();
    expect(find(['Clarté web', null, null], 'clarte sql')).toBeUndefined();
  });
  it('nothing is left of marks alone', () => {
    for (const text of ['', '   ', '\u200b', '\u0301', '\0']) expect(wantedOf(text)).toBeUndefined();
  });
});

describe('the index', () => {
  it('finds what a naive search finds, in the same order, whatever was put in and taken out', () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    console.log(`seed ${seed}`);
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const word = (): string => Array.from({ length: 1 + random(4) }, () => 'abéÀ-_% 1.'[random(10)]).join('');
    const objects = [new Map<number, string>(), new Map<number, string>()];
    const index = new NameIndex(2);
    const text = (): string => textOf(COLUMNS, [word(), random(3) ? null : `10.0.0.${random(30)}`, null]);
    objects.forEach((map, kind) => {
      for (let id = 1; id <= 60; id++) map.set(id, text());
      index.fill(kind, [...map]);
    });
    for (let round = 0; round < 300; round++) {
      const kind = random(2);
      const changes = new Map<number, string | undefined>();
      for (let i = random(5); i >= 0; i--) changes.set(1 + random(80), random(3) ? text() : undefined);
      index.change(kind, changes);
      for (const [id, now] of changes) {
        if (now === undefined) objects[kind]!.delete(id);
        else objects[kind]!.set(id, now);
      }
      const wanted = wantedOf(`${word()}${random(4) ? '' : ` ${word()}`}`);
      if (!wanted) continue;
      const some = [...objects[1]!.keys()].filter(() => random(2));
      const seen: VisibleIds[] = [random(4) ? 'all' : 'none', random(2) ? 'all' : some];
      const limit = 1 + random(20);
      expect({ round, ...index.find({ wanted, seen, limit }, () => undefined) }).toEqual({
        round,
        ...naive(objects, seen, (value) => foundIn(value, wanted), limit),
      });
    }
  });
  it('asks now and then whether anybody waits', () => {
    const index = new NameIndex(1);
    index.fill(
      0,
      Array.from({ length: 10_000 }, (_, id) => [id, `object ${id}`] as const),
    );
    const stop = (): void => {
      throw new Error('nobody waits');
    };
    expect(() => index.find({ wanted: wantedOf('object')!, seen: ['all'], limit: 1 }, stop)).toThrow('nobody waits');
  });
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function naive(
  objects: ReadonlyArray<ReadonlyMap<number, string>>,
  seen: readonly VisibleIds[],
  how: (text: string) => number,
  limit: number,
): { hits: Hit[]; counts: number[] } {
  const all = objects.flatMap((map, kind) => {
    const those = seen[kind]!;
    const listed = [...map].filter(([id]) => those === 'all' || (those !== 'none' && those.includes(id)));
    return listed.map(([id, text]) => ({ kind, id, how: how(text), name: text.split('\0')[0]! }));
  });
  const found = all.filter((each) => each.how !== NOT_FOUND);
  found.sort(
    (a, b) =>
      a.how - b.how ||
      a.kind - b.kind ||
      compare(naturalKey(a.name), naturalKey(b.name)) ||
      compare(a.name, b.name) ||
      a.id - b.id,
  );
  return {
    hits: found.slice(0, limit).map(({ kind, id }) => ({ kind, id })),
    counts: objects.map((_, kind) => found.filter((each) => each.kind === kind).length),
  };
}

it('names are in natural order', () => {
  const index = new NameIndex(1);
  const names = ['ba', 'Ça', 'ca', 'AC', 'ác', 'a', 'a-10', 'A-2'];
  index.fill(
    0,
    names.map((name, id) => [id, fold(name)] as const),
  );
  const { hits } = index.find({ wanted: wantedOf('a')!, seen: ['all'], limit: 10 }, () => undefined);
  expect(hits.map(({ id }) => names[id])).toEqual(['a', 'A-2', 'a-10', 'AC', 'ác', 'ba', 'Ça', 'ca']);
});
