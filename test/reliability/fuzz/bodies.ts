/** Bodies as bytes, in the three encodings that the API takes. */
const BOUNDARY = 'fuzz-boundary-7';

/** A file in a part of its own. */
export class File {
  constructor(
    readonly bytes: Buffer,
    readonly name: string,
    readonly type: string,
  ) {}
}

/** Names in brackets and their values, as forms write them. */
function* pairs(value: unknown, name: string): Iterable<[string, string | File]> {
  if (value instanceof File) yield [name, value];
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* pairs(one, `${name}[${i}]`);
  else if (value && typeof value === 'object')
    for (const [key, one] of Object.entries(value)) yield* pairs(one, name ? `${name}[${key}]` : key);
  else if (value !== undefined) yield [name, value === null ? '' : String(value)];
}

/** Percent-encodes any text, halves of signs too. */
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const form = (value: unknown): string =>
  [...pairs(value, '')]
    .map(([name, one]) => `${encoded(name)}=${encoded(one instanceof File ? one.name : one)}`)
    .join('&');

function multipart(value: unknown): Buffer {
  const parts = [...pairs(value, '')].flatMap(([name, one]): Buffer[] => {
    const file =
      one instanceof File ? `; filename="${one.name.replace(/["\r\n]/g, '')}"\r\nContent-Type: ${one.type}` : '';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"${file}\r\n\r\n`;
    return [Buffer.from(head), one instanceof File ? one.bytes : Buffer.from(one), Buffer.from('\r\n')];
  });
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** A value in a media type, with the header that says so. */
export function written(value: unknown, type: string): { bytes: Buffer; header: string } {
  if (type === 'multipart/form-data') return { bytes: multipart(value), header: `${type}; boundary=${BOUNDARY}` };
  const text = type === 'application/x-www-form-urlencoded' ? form(value) : JSON.stringify(value);
  return { bytes: Buffer.from(text ?? 'null'), header: type };
}
