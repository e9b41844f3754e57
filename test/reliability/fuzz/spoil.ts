/** Makes bad requests of good ones: one or a few things in them are not as they should be. */
import { pick, type Below } from './chance.js';
import { encoded, File } from './bodies.js';
import { BROKEN_FORMS, BROKEN_JSON, MEDIA_TYPES } from './broken.js';
import { NAMES, nastyText, nastyValue } from './nasty.js';
import type { Draft } from './valid.js';

/** A draft with what overrules it once it is written down. */
export interface Spoilt extends Draft {
  /** The address as it is sent, encoded. */
  url?: string;
  /** The body as it is sent. */
  bytes?: Buffer;
  /** `null`: no token. */
  token?: string | null;
  /** Where the body as written is cut off, or has another byte. */
  corruptAt?: number;
}

type Spoil = (draft: Spoilt, below: Below) => void;

const PARAMETERS = [
  'sort',
  'include',
  'fields',
  'page',
  'page[size]',
  'page[number]',
  'page[after]',
  'filter',
  'format',
  'sep',
  'bom',
];
const MORE_PARAMETERS = [
  'strict',
  'dry_run',
  'ids[]',
  'items[0][id]',
  'date',
  'views',
  'granularity',
  'sheet',
  'filter[search]',
  'filter[trashed]',
];
const IDS = [
  '0',
  '-1',
  '1e3',
  '01',
  '+1',
  '1.0',
  '99999999999',
  '4294967295',
  '9999999999',
  'x',
  '1;2',
  '1%00',
  '%31',
  '1%2f..',
  '..%2f1',
];
const ODD_IDS = [
  '%ff',
  '%zz',
  '%',
  '%c0%ae%c0%ae',
  '__proto__',
  'constructor',
  '1/',
  '1//restore',
  'a'.repeat(250),
  '%F0%9F%98%80',
  "1'--",
];
const HEADERS = [
  'accept',
  'accept-language',
  'accept-encoding',
  'if-match',
  'if-none-match',
  'range',
  'idempotency-key',
  'x-request-id',
];
const MORE_HEADERS = [
  'origin',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'cookie',
  'content-encoding',
  'x-junk',
  'te',
];

/** Walks down to a place within a body and puts something there. */
function plant(body: unknown, below: Below): unknown {
  if (body instanceof File) return new File(Buffer.from(nastyText(below)), nastyText(below), 'text/plain');
  if (body === null || typeof body !== 'object' || !below(5)) return nastyValue(below);
  const keys = Object.keys(body);
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...body }) as Record<string, unknown>;
  const others = Array.isArray(body) ? [String(body.length)] : NAMES;
  const key = keys.length && below(4) ? pick(keys, below) : pick(others, below);
  const value = key in copy && below(3) ? plant(copy[key], below) : nastyValue(below);
  // An assignment to some of these names would be none.
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

const plantInBody: Spoil = (draft, below) => {
  draft.type ??= 'application/json';
  draft.body = plant(draft.body ?? {}, below);
};

const addParameter: Spoil = (draft, below) => {
  const choice = below(4);
  const name =
    choice === 0
      ? `filter[${pick(NAMES, below)}]`
      : choice === 1
        ? pick(NAMES, below)
        : pick([...PARAMETERS, ...MORE_PARAMETERS], below);
  draft.query.push([name, nastyText(below)]);
};

const spoilParameter: Spoil = (draft, below) => {
  if (!draft.query.length) return addParameter(draft, below);
  const at = below(draft.query.length);
  const [name, value] = draft.query[at]!;
  draft.query[at] = below(3)
    ? [name, nastyText(below)]
    : [`${name}${pick(['[]', '[x]', '_not', '_between', '.name', '\0'], below)}`, value];
};

const spoilId: Spoil = (draft, below) => {
  const id = pick([...IDS, ...ODD_IDS], below);
  const path = /\/\d+/.test(draft.path) ? draft.path.replace(/\/\d+/, `/${id}`) : `${draft.path}/${id}`;
  draft.url = path + (draft.query.length ? `?${encoded(draft.query[0]![0])}=x` : '');
};

const spoilHeader: Spoil = (draft, below) => {
  draft.headers[pick([...HEADERS, ...MORE_HEADERS], below)] = nastyText(below).slice(0, 4000);
};

const spoilType: Spoil = (draft, below) => {
  draft.headers['content-type'] = pick(MEDIA_TYPES, below);
};

const breakBody: Spoil = (draft, below) => {
  const isForm = draft.type !== 'application/json' && below(2) === 0;
  draft.bytes = Buffer.from(isForm ? pick(BROKEN_FORMS, below) : pick(BROKEN_JSON, below)());
  draft.headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
};

/** A body that is cut off, or of which some bytes are others. */
const corrupt: Spoil = (draft, below) => {
  draft.corruptAt = below(1000);
};

const spoilToken: Spoil = (draft, below) => {
  draft.token = pick([null, '', 'x', 'a.b.c', 'null', '..', nastyText(below)], below);
};

const spoilUrl: Spoil = (draft, below) => {
  const tail = pick(
    [
      '%00',
      '%zz',
      '%ff',
      ';x',
      '/.',
      '/..',
      '//',
      '?',
      '??',
      '?&&=&',
      '?[]=',
      '?%',
      '#x',
      '?a=%ed%a0%80',
      '?a[b',
      '%2e%2e',
    ],
    below,
  );
  draft.url = draft.path + tail;
};

const SPOILS: ReadonlyArray<readonly [chance: number, spoil: Spoil]> = [
  [8, plantInBody],
  [6, addParameter],
  [4, spoilParameter],
  [3, spoilId],
  [3, spoilHeader],
  [2, spoilType],
  [3, breakBody],
  [2, corrupt],
  [2, spoilToken],
  [2, spoilUrl],
];
const CHOICES: readonly Spoil[] = SPOILS.flatMap(([chance, spoil]) => Array.from({ length: chance }, () => spoil));

/** Spoils one, two or three things. */
export function spoil(draft: Draft, below: Below): Spoilt {
  const spoilt: Spoilt = { ...draft, query: [...draft.query], headers: { ...draft.headers } };
  for (let count = below(4) ? 1 : 2 + below(2); count > 0; count--) pick(CHOICES, below)(spoilt, below);
  return spoilt;
}

/** Cuts bytes off, or puts others in their place. */
export function corrupted(bytes: Buffer, at: number): Buffer {
  if (!bytes.length) return Buffer.from([at % 256]);
  const place = at % bytes.length;
  if (at % 3 === 0) return bytes.subarray(0, place);
  const copy = Buffer.from(bytes);
  copy[place] = [0, 0xff, 0x22, 0x5b][at % 4]!;
  return copy;
}
