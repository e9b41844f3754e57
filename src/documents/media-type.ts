/** What a file is: by its first bytes, then by what the client declares if that can do no harm (contract 8). */

const UNKNOWN = 'application/octet-stream';
const ZIPPED =
  /^application\/(zip|epub\+zip|vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-(excel|word|powerpoint|visio))\..+)$/;
const COMPOUND = /^application\/(msword|vnd\.(ms-(excel|powerpoint|outlook|project|works)|visio))$/;

/** How files begin: bytes (latin1), where, the type, and further types that begin alike. */
const SIGNATURES: ReadonlyArray<{ bytes: string; at?: number; type: string; also?: RegExp }> = [
  { bytes: '\x89PNG\r\n\x1a\n', type: 'image/png' },
  { bytes: '\xff\xd8\xff', type: 'image/jpeg' },
  { bytes: 'GIF87a', type: 'image/gif' },
  { bytes: 'GIF89a', type: 'image/gif' },
  { bytes: 'WEBP', at: 8, type: 'image/webp' },
  { bytes: 'BM', type: 'image/bmp', also: /^(?!image\/)/ },
  { bytes: 'II*\0', type: 'image/tiff' },
  { bytes: 'MM\0*', type: 'image/tiff' },
  { bytes: '%PDF-', type: 'application/pdf' },
  { bytes: 'PK\x03\x04', type: 'application/zip', also: ZIPPED },
  { bytes: 'PK\x05\x06', type: 'application/zip', also: ZIPPED },
  { bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', type: 'application/x-ole-storage', also: COMPOUND },
  { bytes: '\x1f\x8b', type: 'application/gzip', also: /^application\/(x-)?(gzip|gtar|tgz)$/ },
  { bytes: '7z\xbc\xaf\x27\x1c', type: 'application/x-7z-compressed' },
  { bytes: '{\\rtf', type: 'application/rtf', also: /^text\/rtf$/ },
  { bytes: 'ftyp', at: 4, type: 'video/mp4', also: /^(video|audio|image)\/[\w.+-]+$/ },
  { bytes: 'MZ', type: UNKNOWN },
  { bytes: '\x7fELF', type: UNKNOWN },
];

/** Types with signatures: without theirs, a file is not what it is said to be. */
const TOLD_BY_BYTES = new Set(SIGNATURES.map(({ type }) => type));
const SVG = /^\ufeff?\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i;
/** What browsers would run or draw. */
const ACTIVE = /html|script|xml|svg|flash|java|wasm|hta|x-ms(download|dos)|multipart|message/;

/** The media type of a file. `head`: its first bytes; `declared`: what the client says, if anything. */
export function mediaTypeOf(head: Buffer, declared: string | undefined): string {
  const said = plainType(declared);
  const text = head.toString('latin1');
  const signature = SIGNATURES.find(({ bytes, at = 0 }) => text.startsWith(bytes, at));
  if (signature) return said !== UNKNOWN && signature.also?.test(said) ? harmless(said) : signature.type;
  if (SVG.test(head.toString('utf8'))) return 'image/svg+xml';
  return TOLD_BY_BYTES.has(said) ? UNKNOWN : harmless(said);
}

/** A stored type as it may be sent: types of old rows may be anything. */
export const plainType = (type: string | undefined): string => {
  const plain = (type ?? '').split(';')[0]!.trim().toLowerCase();
  return /^[\w.+-]{1,100}\/[\w.+-]{1,120}$/.test(plain) ? plain : UNKNOWN;
};

/** What may be sent as what it is, beside office documents: pictures that hold no program, and what is only read or unpacked. */
const SENT =
  /^(image\/(?!.*(svg|xml))[\w.+-]+|text\/(plain|csv|rtf)|application\/(pdf|rtf|x-ole-storage|gzip|x-(gzip|gtar|tgz|tar|bzip2?|xz|7z-compressed|rar(-compressed)?|lzip|zip-compressed)|zstd|vnd\.rar))$/;

/** The type that a file is sent with: its own where it is of a kind that nothing runs or draws, else that of unknown bytes. */
export function sentType(stored: string | undefined): string {
  const type = plainType(stored);
  return SENT.test(type) || ZIPPED.test(type) || COMPOUND.test(type) ? type : UNKNOWN;
}

// Office documents have `xml` in their names.
const harmless = (type: string): string => (ACTIVE.test(type) && !ZIPPED.test(type) ? UNKNOWN : type);
