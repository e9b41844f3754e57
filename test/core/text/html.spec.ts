/** The sanitiser of rich text. */
import { cleanHtml, isPlain, sanitise } from '../../../src/core/text/html';
import { newSeed, randomBelow, randomText } from './seeded';

const PLAIN_PIECES = (
  '<p> </p> <b> </b> <ul> <li> </li> </ul> <br> <br> <hr> <table> <tbody> <tr> <td> </td> </tr> </tbody> </table> <h2> </h2> ' +
  '<div> </div> <th> <thead> </thead> </th> <blockquote> </blockquote> <a> </a> & &amp; &nbsp; &#60; &lt; &x; < > a é 😀 text'
).split(' ');

const HOSTILE_PIECES = [
  ...PLAIN_PIECES,
  ...'<script> </script> <style> </style> <textarea> </textarea> <svg> </svg> <math> <mtext> <x> </x> <x/> <P> </P>'.split(
    ' ',
  ),
  ...'<!-- --> --!> <!doctype> <![CDATA[ ]]> <?php ?> </ </p <br/> </br> <iframe> <noscript> <title> <xmp> <option>'.split(
    ' ',
  ),
  ...[
    '<br />',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">',
    '<a href="java&#115;cript:x">',
    '<a href=',
  ],
  ...[
    '<p style="color:red;background:url(x)">',
    '<p style="color:\\75rl(x)">',
    '<p onclick="x">',
    '<a title="&quot;>',
    '<img',
  ],
  ...[
    '<a href="https://x.y/?a=1&b=2" title="<b>">',
    '"',
    "'",
    '=',
    ' ',
    '/',
    '>',
    '<<',
    '\0',
    '\n',
    '\ufdd0',
    '\ufdd1',
    '\ufdd2',
  ],
  ...[
    '<',
    '&',
    ';',
    'javascript:',
    '<a href="data:text/html,x">',
    '<a href="\ufdd0#115;"',
    '&lt',
    '&#',
    '&#x3c;',
    ' />',
    '/>',
  ],
];

/** Every tag of a clean text, in the only shape that it may have. */
const TAG = new RegExp(
  '</?(?:div|p|br|span|b|strong|i|em|u|s|sub|sup|a|ul|ol|li|h[1-6]|blockquote|pre|code|hr|table|thead|tbody|tr|th|td|img|figure)' +
    '(?: (?:href|title|src|alt|width|height|colspan|rowspan|style)(?:="[^"<>]*")?)*(?: ?/)?>',
  'y',
);

/** Reads a text as a browser does: whatever begins markup must be an allowed tag. */
function expectHarmless(html: string): void {
  for (const { index } of html.matchAll(/<(?=[a-zA-Z/!?\0])/g)) {
    TAG.lastIndex = index;
    const tag = TAG.exec(html)?.[0];
    if (tag === undefined) throw new Error(`not an allowed tag: ${JSON.stringify(html.slice(index, index + 80))}`);
    // What an address holds behind its beginning is no style.
    expect(tag).not.toMatch(/ (?:href|src)="\s*(?:javascript|data|vbscript)| style="[^"]*(?:url\(|\\)|java&/i);
  }
}

describe('cleanHtml', () => {
  it.each([
    ...[
      '<p>x</p>',
      'x',
      '',
      'a < b & c',
      'a<5 && b>3',
      'R&D',
      '<p>&nbsp;&eacute;&#233;&lt;b&gt;</p>',
      'x <- y << z',
      'a <é',
    ],
    ...['<p>a<br>b</p>', 'a<br />b<hr />', 'a<br/>b', '<ul><li>a<ul><li>b</li></ul></li></ul>', 'l1\nl2\t', '<b></b>'],
    ...[
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
      '<pre><code>x</code></pre>',
    ],
    ...[
      '<a href="mailto:a@b.fr" title="t">x</a>',
      '<a href="/rel#x">x</a>',
      '<a href="tel:+33">x</a>',
      '<h1>a</h1><h6>b</h6>',
    ],
    ...[
      '<figure><img src="https://a.b/c.png" alt="" width="1" height="2"></figure>',
      '<a href="https://a.b/?c=1&amp;d=2">x</a>',
    ],
    ...[
      '<span style="color:#ff0000;background-color:rgb(1, 2, 3);font-size:12px;text-align:left">x</span>',
      '<a href="#">&amp;amp;</a>',
    ],
  ])('contract 4: %j stays', (html) => expect(cleanHtml(html)).toBe(html));

  it.each([
    ['<script>alert(1)</script>x', 'x'],
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java&#115;cript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="JaVaScRiPt&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<img src="data:image/png;base64,AAAA">', '<img>'],
    ['<a href="ftp://a.b">x</a>', '<a>x</a>'],
    ['<p style="color:red;background:url(x);position:fixed">a</p>', '<p style="color:red">a</p>'],
    ['<p style="color:url(https://x)">a</p>', '<p>a</p>'],
    ['<p style="color:u\\72l(x)">a</p>', '<p>a</p>'],
    ['<p style="font-family:expression(alert(1))">a</p>', '<p>a</p>'],
    ['<p class="x" id="y">a</p>', '<p>a</p>'],
    ['<iframe src="https://x"></iframe>a', 'a'],
    ['<P>a</P>', '<p>a</p>'],
    ['<p>a', '<p>a</p>'],
    ['a<!-- b -->c', 'ac'],
    ['<x>R&D &eacute; < 3</x>', 'R&D &eacute; < 3'],
    ['<<x>script>alert(1)<</x>/script>', '&lt;script>alert(1)&lt;/script>'],
    ['<a href="\u00a0javascript:x">x</a>', '<a>x</a>'],
    ['a <', 'a <'.replace('<', '&lt;')],
    ['<svg><p>a</p><style><img src=x></style></svg>', '<p>a</p>'],
    ['a<br>b<br />c', 'a<br>b<br>c'],
    ['Desk <desk@hill.example>', 'Desk &lt;desk@hill.example&gt;'],
    ['<a@b.example onclick=x>y', 'y'],
  ])('contract 4: %j becomes %j', (html, clean) => expect(cleanHtml(html)).toBe(clean));

  it('contract 4: what the short cut accepts, full sanitising returns unchanged', () => {
    const below = randomBelow(newSeed('cleanHtml short cut'));
    let accepted = 0;
    for (let i = 0; i < 12_000; i++) {
      const html = randomText(below, i % 4 ? PLAIN_PIECES : HOSTILE_PIECES, 1 + (i % 9));
      if (!isPlain(html)) continue;
      accepted++;
      expect(sanitise(html)).toBe(html);
    }
    expect(accepted).toBeGreaterThan(600);
  });

  it('contract 4: well nested text is accepted by the short cut or changed by full sanitising', () => {
    const below = randomBelow(newSeed('cleanHtml nesting'));
    const tags = 'p b ul li table thead tbody tr th td h1 div blockquote figure pre a'.split(' ');
    const nested = (depth: number): string => {
      const tag = tags[below(tags.length)];
      const inner = () =>
        below(depth + 1) ? nested(depth - 1) : ['x', 'a < b & c', '&nbsp;', '<br>', '<hr>'][below(5)];
      return `<${tag}>${inner()}${below(3) ? '' : inner()}</${tag}>`;
    };
    for (let i = 0; i < 2000; i++) {
      const html = nested(4);
      expect([html, isPlain(html)]).toEqual([html, sanitise(html) === html]);
    }
  });

  it('contract 4: cleaning twice changes nothing, and nothing harmful is left', () => {
    const below = randomBelow(newSeed('cleanHtml soup'));
    for (let i = 0; i < 5000; i++) {
      const html = randomText(below, HOSTILE_PIECES, 12);
      const clean = cleanHtml(html);
      if (cleanHtml(clean) !== clean)
        throw new Error(`not settled: ${JSON.stringify([html, clean, cleanHtml(clean)])}`);
      expectHarmless(clean);
    }
  });

  it('contract 10: hostile size and depth neither throw nor take long', () => {
    const started = performance.now();
    const texts = [
      '<b>',
      '<x>',
      '</x>',
      '<',
      '<a href="',
      '<a b="<!---->',
      '<!--',
      '</ ',
      '&',
      '<p><x>',
      "<a b='",
      '<a =',
    ];
    for (const text of texts) expectHarmless(cleanHtml(text.repeat(20_000)));
    expectHarmless(cleanHtml(`<a href="${'<!---->'.repeat(100_000)}">x</a>`));
    expectHarmless(cleanHtml('<x>'.repeat(50_000) + '</y>'.repeat(50_000)));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
