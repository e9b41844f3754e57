/** The remover of tags from texts that are not rich text. */
import { stripTags } from '../../../src/core/text/html';
import { newSeed, randomBelow, randomText } from './seeded';

describe('stripTags', () => {
  it.each(['', 'a < b', 'a <5', 'x > y & z', 'a <- b', '<', '<<', '< b >', '<é>', '&lt;b&gt;'])(
    'contract 4: %j stays',
    (text) => expect(stripTags(text)).toBe(text),
  );

  it.each([
    ['<b>x</b>', 'x'],
    ['a<br/>b', 'ab'],
    ['a <!-- c --> b', 'a  b'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<<b>script>x', 'x'],
    ['<<<b>b>b>x', 'x'],
    ['<<b> c', '< c'],
    ['a <b', 'a '],
    ['a </', 'a '],
    ['1 <<b>2', '1 <2'],
  ])('contract 4: %j becomes %j', (text, stripped) => expect(stripTags(text)).toBe(stripped));

  it('contract 4: no tag is left, and text without tags is not touched', () => {
    const below = randomBelow(newSeed('stripTags'));
    const pieces = ['<', '<', '>', 'b', '/', '!', ' ', '<b>', '</b>', 'é', '1', '<!--', '-->', 'text'];
    for (let i = 0; i < 20_000; i++) {
      const text = randomText(below, pieces, 12);
      const stripped = stripTags(text);
      expect(stripped).not.toMatch(/<[a-zA-Z/!]/);
      expect(stripTags(stripped)).toBe(stripped);
      if (!/<[a-zA-Z/!]/.test(text)) expect(stripped).toBe(text);
    }
  });

  it('takes linear time', () => {
    const started = performance.now();
    for (const text of ['<', '<b>', '<b', '< ', '<<b>', 'a<']) stripTags(text.repeat(300_000));
    stripTags('<'.repeat(300_000) + 'b>'.repeat(300_000));
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
