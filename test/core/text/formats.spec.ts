/** The formats that the model names. */
import { FORMATS } from '../../../src/core/text/formats';
import type { TextFormat } from '../../../src/core/text/formats';

const ACCEPTED: [TextFormat, string[]][] = [
  ['ext-refs', ['{GLPI}12', '{GLPI}12|{VCENTER}vm-3', '{A B}x y']],
  ['cidr', ['10.0.0.0/8', '10.0.0.1']],
  ['ip', ['10.0.0.1', '::1']],
  ['ip-list', ['10.0.0.1, ::1']],
  ['ip-or-cidr-list', ['10.0.0.1, ::/0']],
  ['hex-colour', ['#fff', '#A0b1C2']],
  ['email', ['a@b.fr', 'first.last+tag@sub.example.org', 'admin@localhost', "o'neil@exämple.fr", 'a@b-c.d']],
  ['two-letters', ['fr', 'EN']],
  [
    'urls',
    ['https://a.example', 'http://a.example:8080/x?y=1,2 https://b.example/', 'HTTPS://a.example\nhttps://b.example'],
  ],
  ['flow-label', ['name', 'nature']],
  ['purl', ['pkg:npm/lodash@4.17.21', 'pkg:npm/%40scope/pad@1', 'PKG:deb/debian/vim@2:9.0?distro=debian-12']],
  ['cpe', ['cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*', 'cpe:/a:apache:log4j:2.14.1']],
];

const REFUSED: [TextFormat, string[]][] = [
  ['ext-refs', ['', 'GLPI12', '{GLPI}', '{}12', '{GLPI}12|', '{GLPI}12|12', '{GLPI}1{2}']],
  ['cidr', ['10.0.0.0/33']],
  ['ip', ['10.0.0.0/8']],
  ['ip-list', ['10.0.0.0/8']],
  ['ip-or-cidr-list', ['x']],
  ['hex-colour', ['', 'fff', '#ffff', '#ggg', '#fffffff', 'red', '#fff\n']],
  ['email', ['', 'a', '@b.fr', 'a@', 'a b@c.fr', 'a@b..c', 'a@-b.fr', '.a@b.fr', 'a..b@c.fr', 'a@b@c.fr', '<a>@b.fr']],
  ['two-letters', ['', 'f', 'fra', 'f1', 'éa']],
  ['urls', ['a.example', 'https://', 'ftp://a.example', 'javascript:alert(1)', 'https://a.example, b']],
  ['flow-label', ['', 'Name', 'both']],
  ['purl', ['', 'npm/lodash', 'pkg:', 'pkg:npm', 'pkg:npm/', 'pkg:npm/a b']],
  ['cpe', ['', 'apache:log4j', 'cpe:2.3:x:a:b', 'cpe:/x:a', 'cpe:2.3:a:a b']],
];

const cases = (table: [TextFormat, string[]][]): [TextFormat, string][] =>
  table.flatMap(([format, values]) => values.map((value): [TextFormat, string] => [format, value]));

describe('FORMATS', () => {
  it.each(cases(ACCEPTED))('contract 4: %s accepts %j', (format, value) => expect(FORMATS[format](value)).toBe(true));
  it.each(cases(REFUSED))('contract 4: %s refuses %j', (format, value) => expect(FORMATS[format](value)).toBe(false));

  it('takes linear time on hostile values', () => {
    const started = performance.now();
    const hostile = [
      'a'.repeat(1e6) + '@',
      'a@' + 'a.'.repeat(5e5),
      '{'.repeat(1e6),
      '{a}'.repeat(3e5),
      '1,'.repeat(5e5),
    ];
    for (const check of Object.values(FORMATS)) hostile.forEach((value) => check(value));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
