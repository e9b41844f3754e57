// Requests as a walk writes them down: plain data, so that a recording can be sent again to another server as it stands.

/** A query string of pairs; values are encoded, names are left readable. */
export const query = (pairs) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** A body as JSON. */
export const json = (value) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

/** A body as a form. Lists and objects are written with brackets. */
export const form = (value) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: flat(value)
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&'),
});

/** Always the same: a recording must not differ by it. */
const BOUNDARY = 'answers-7d1f0c';

/** A body as a form in parts; `file` is `{ name, type, bytes }`. */
export function multipart(value, file) {
  const parts = flat(value).map(([name, text]) => part(`name="${name}"`, '', Buffer.from(String(text))));
  if (file) parts.push(part(`name="file"; filename="${file.name}"`, `Content-Type: ${file.type}\r\n`, file.bytes));
  const bytes = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, ...binary(bytes) };
}

const part = (disposition, type, bytes) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);

/** Bytes as a body that JSON can hold. */
const binary = (bytes) => ({ base64: bytes.toString('base64') });

/** The bytes of a body. */
export const bytesOf = ({ body, base64 }) => (base64 === undefined ? body : Buffer.from(base64, 'base64'));

function flat(value, prefix = '') {
  return Object.entries(value).flatMap(([key, one]) => {
    const name = prefix ? `${prefix}[${key}]` : key;
    if (one === null) return [[name, '']];
    if (typeof one === 'object') return flat(one, name);
    return [[name, String(one)]];
  });
}
