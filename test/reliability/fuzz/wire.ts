/** Bytes on a connection, as no client library would send them. */
import { connect } from 'node:net';

/** Silence after which an answer is taken as complete, in milliseconds. */
const QUIET = 250;
const PATIENCE = 10_000;

/** One answer of those that came over a connection. */
export interface WireAnswer {
  status: number;
  head: string;
  body: string;
}

/** Everything that comes back for these bytes until the connection ends, or is quiet after at least `wanted` answers. */
export function sendBytes(url: string, bytes: string | Buffer, wanted = 1): Promise<WireAnswer[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(quiet);
      clearTimeout(late);
      socket.destroy();
      resolve(answersIn(text));
    };
    const late = setTimeout(end, PATIENCE);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      clearTimeout(quiet);
      if (answersIn(text).length >= wanted) quiet = setTimeout(end, QUIET);
    });
    socket.on('close', end);
    socket.on('error', () => undefined);
    // A server that closes on the first wrong byte leaves the rest unsent.
    socket.write(bytes);
  });
}

/** The answers in a text, by their lengths. */
function answersIn(text: string): WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let rest = text; rest;) {
    const match = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(rest);
    if (!match) break;
    const length = Number(/content-length: (\d+)/i.exec(match[2]!)?.[1] ?? 0);
    const body = rest.slice(match[0].length, match[0].length + length);
    if (body.length < length) break;
    answers.push({ status: Number(match[1]), head: match[2]!, body: Buffer.from(body, 'latin1').toString('utf8') });
    rest = rest.slice(match[0].length + length);
  }
  return answers;
}

const HOST = 'Host: x\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const login = (headers: string, body: string): string =>
  `POST /api/login HTTP/1.1\r\n${HOST}${JSON_TYPE}${headers}\r\n${body}`;
const part = (head: string): string => `--b\r\n${head}\r\n\r\nx\r\n`;
const multipart = (body: string): string =>
  `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Broken requests: what they are, their bytes, and what they may be answered with; an empty list: the connection just ends. */
export const BROKEN: ReadonlyArray<readonly [what: string, bytes: string, statuses: readonly number[]]> = [
  [
    'both a length and chunks',
    login('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nGET /api/me HTTP/1.1\r\n\r\n'),
    [400],
  ],
  ['two lengths', login('Content-Length: 2\r\nContent-Length: 30\r\n', '{}'), [400]],
  ['a negative length', login('Content-Length: -1\r\n', '{}'), [400]],
  ['a length that is no number', login('Content-Length: 2x\r\n', '{}'), [400]],
  ['a length with a sign', login('Content-Length: +2\r\n', '{}'), [400]],
  ['a length beyond all numbers', login(`Content-Length: ${'9'.repeat(40)}\r\n`, '{}'), [400]],
  ['a length that is announced and too large', login('Content-Length: 99999999\r\n', '{}'), [413]],
  ['chunks that are not last', login('Transfer-Encoding: chunked, identity\r\n', '2\r\n{}\r\n0\r\n\r\n'), [400]],
  ['an encoding that nobody knows', login('Transfer-Encoding: xchunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), [400]],
  ['the size of a chunk that is no number', login('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), [400]],
  ['a chunk longer than its size', login('Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n'), [400]],
  ['the size of a chunk beyond all numbers', login('Transfer-Encoding: chunked\r\n', `${'f'.repeat(20)}\r\n{}`), [400]],
  ['a blank before the colon', `GET /api/me HTTP/1.1\r\n${HOST}Content-Length : 5\r\n\r\n`, [400]],
  ['a header without a colon', `GET /api/me HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, [400]],
  ['NUL in a header', `GET /api/me HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, [400]],
  ['a bare carriage return in a header', `GET /api/me HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`, [400]],
  ['no host', 'GET /api/me HTTP/1.1\r\n\r\n', [400]],
  ['two hosts', `GET /api/me HTTP/1.1\r\n${HOST}Host: y\r\n\r\n`, [400]],
  ['one host twice', `GET /health/live HTTP/1.1\r\n${HOST}HOST: x\r\n\r\n`, [400]],
  ['a version of old', 'GET /\r\n\r\n', [400, 404]],
  ['a version to come', `GET / HTTP/9.9\r\n${HOST}\r\n`, [400]],
  ['a method that is none', `FOO /api/me HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['a method in small letters', `get /api/me HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['TRACE', `TRACE /api/me HTTP/1.1\r\n${HOST}\r\n`, [404, 405]],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${HOST}\r\n`, []],
  ['blanks in the address', `GET /api/a b HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['signs of other alphabets in the address', `GET /api/\xc3\xa9\xff HTTP/1.1\r\n${HOST}\r\n`, [400, 401, 404]],
  ['the address of another server', `GET http://evil.example/api/me HTTP/1.1\r\n${HOST}\r\n`, [401, 404]],
  ['an address that is no path', `GET api/me HTTP/1.1\r\n${HOST}\r\n`, [400, 404]],
  ['a star', `GET * HTTP/1.1\r\n${HOST}\r\n`, [400, 404]],
  ['headers of 20 KB', `GET /api/me HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, [431]],
  ['an address of 20 KB', `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, [431]],
  ['a handshake of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['bytes of nothing', '\0\0\0\0\r\n\r\n', [400]],
  ['two tokens', `GET /api/me HTTP/1.1\r\n${HOST}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`, [401]],
  [
    'an upgrade to something else',
    `GET /api/me HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    [401],
  ],
  ['an expectation', `GET /api/me HTTP/1.1\r\n${HOST}Expect: nonsense\r\n\r\n`, [401, 417]],
  ['a form without its end', multipart(part('Content-Disposition: form-data; name="login"')), [400]],
  ['a part without a name', multipart(`${part('Content-Disposition: form-data')}--b--\r\n`), [400, 422]],
  ['a part without a disposition', multipart(`${part('X: y')}--b--\r\n`), [400, 422]],
  ['a part with broken headers', multipart(`${part('nonsense')}--b--\r\n`), [400, 422]],
  [
    'a part named like a prototype',
    multipart(`${part('Content-Disposition: form-data; name="__proto__"')}--b--\r\n`),
    [400, 422],
  ],
  [
    'a thousand parts',
    multipart(`${part('Content-Disposition: form-data; name="a[]"').repeat(1000)}--b--\r\n`),
    [413, 422],
  ],
  [
    'a form without a boundary',
    `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\n{}`,
    [400],
  ],
];
