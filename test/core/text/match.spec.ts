import { BETWEEN_TEXTS, MATCHES, matchIn, NO_MATCH } from '../../../src/core/text/match.js';

const matchOf = (text: string, wanted: string): string | undefined => {
  const match = matchIn(text, wanted);
  return match === NO_MATCH ? undefined : MATCHES[match];
};

describe('how a text holds another', () => {
  it.each([
    ['srv-web', 'srv-web', 'equal'],
    ['srv-web', 'srv', 'begins'],
    ['srv-web', 'web', 'word'],
    ['srv-web', '-web', 'contains'],
    ['srv-web', 'rv', 'contains'],
    ['srv-web', 'wib', undefined],
    ['webweb web', 'web', 'begins'],
    ['aweb web', 'web', 'word'],
    ['{glpi}12', '12', 'word'],
    ['100%', '%', 'contains'],
    ['a_b', '_', 'contains'],
    ['any', '', 'begins'],
  ])('%j holds %j: %s', (text, wanted, expected) => {
    expect(matchOf(text, wanted)).toBe(expected);
  });
  it('of several texts the best counts, and none reaches into the next', () => {
    const text = ['10.0.0.12', '10.0.0.1', 'a name'].join(BETWEEN_TEXTS);
    expect(matchOf(text, '10.0.0.1')).toBe('equal');
    expect(matchOf(text, '10.0.0')).toBe('begins');
    expect(matchOf(text, 'name')).toBe('word');
    expect(matchOf(text, '10.0.0.1a')).toBeUndefined();
  });
});
