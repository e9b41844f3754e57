/** Bodies that are no bodies, and media types that are none. */
/** JSON texts that parsers stumble over. */
export const BROKEN_JSON: ReadonlyArray<() => string> = [
  () => '',
  () => '{',
  () => '{"name":',
  () => '{"name":"x"',
  () => '{name: 1}',
  () => "{'name': 'x'}",
  () => '{"name":"x"}{"name":"y"}',
  () => '{"name":"x","name":"y"}',
  () => '{"name":01}',
  () => '{"name":NaN}',
  () => '{"name":"\\ud800"}',
  () => '{"name":"\\u0000 null"}',
  () => '{"name":"raw\ncontrol"}',
  () => '\ufeff{"name":"behind a mark"}',
  () => '"only a text"',
  () => '12345678901234567890123456789012345678901234567890',
  () => 'null',
  () => '[]',
  () => `${'['.repeat(20_000)}`,
  () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  () => `{"data":${'{"data":'.repeat(5000)}{}${'}'.repeat(5000)}}`,
  () => `{"name":1${'0'.repeat(10_000)}}`,
  () => `{${Array.from({ length: 2000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
];

/** Forms that parsers stumble over. */
export const BROKEN_FORMS: readonly string[] = [
  ...[
    'name',
    '=',
    '&&&',
    'name=%',
    'name=%zz',
    'name=%ff%fe',
    'name=%ed%a0%80',
    'name=%00',
    'a[b=1',
    'a]b[=1',
    '[]=1',
    'a[][][]=1',
  ],
  ...[
    '__proto__[x]=1',
    'constructor[prototype][x]=1',
    'a[__proto__][x]=1',
    'name[toString]=1',
    'name=a&name[]=b&name[c]=d',
  ],
  ...[
    'items[999999999]=1',
    'items[0][id]=1&items[5][id]=2',
    `a${'[b]'.repeat(500)}=1`,
    `${'a=1&'.repeat(3000)}`,
    'name=a+b%20c;d=1',
  ],
];

/** Media types that are wrong, odd or missing. */
export const MEDIA_TYPES: readonly string[] = [
  ...[
    '',
    'application/json; charset=utf-16',
    'application/json; charset=nonsense',
    'APPLICATION/JSON',
    'text/plain',
    'text/html',
  ],
  ...[
    'application/xml',
    'application/vnd.api+json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'x',
    '/',
    ';;;',
  ],
  ...[
    'multipart/form-data; boundary="a"',
    'multipart/mixed; boundary=b',
    'application/x-www-form-urlencoded;charset=latin1',
  ],
  ...[`multipart/form-data; boundary=${'b'.repeat(300)}`, 'application/json, text/html', 'application/octet-stream'],
];
