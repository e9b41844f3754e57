// What differs between two walks by nature, and how it is made equal: every rule, and why. Everything else is compared as it
// came. Times are no matter: the clock of both servers is the recorder's (clock.mjs). Request ids are none either: the recorder
// sends them.
import { unzip } from './unzip.mjs';

/** Headers that are not kept. */
const DROPPED_HEADERS = {
  date: 'written by Node itself, from its own clock',
  connection: 'of the connection, not of the answer',
  'keep-alive': 'of the connection, not of the answer',
};

/** Texts in bodies that are replaced. */
const REPLACED = [
  {
    why: 'a token holds a random id, and so its signature',
    pattern: /"(access_token|token)":"eyJ[\w.-]+"/g,
    by: '"$1":"a token"',
  },
  {
    why: 'the id of a transaction in the journal is random',
    pattern: /"transaction":"[0-9a-f-]{36}"/g,
    by: '"transaction":"a transaction"',
  },
  {
    why: 'the journal notes how long queries and reports took, by a clock that nobody moves',
    pattern: /"(milliseconds|duration_ms)":\d+/g,
    by: '"$1":0',
  },
];

/** Whole bodies of operations of which only the shape is kept. */
const SHAPES = [
  {
    why: 'figures of a process: only which there are, of what kind and with which labels is kept',
    applies: ({ path }) => path.startsWith('/metrics'),
    shape: (text) =>
      [...new Set(text.split('\n').map((line) => line.replace(/ [^ ]+$/, (value) => (line[0] === '#' ? value : ''))))]
        .filter((line) => line && !/^\w+_bucket|kind=|type=|space=|route=|path=/.test(line))
        .sort()
        .join('\n'),
  },
];

/**
 * What is kept of an answer: status, headers in order of their names, and the body: `text`, or `parts` by name where it is an
 * archive (workbooks, documents), or `base64`.
 */
export async function normalise(call, { status, headers, bytes }) {
  const kept = Object.entries(headers).filter(([name]) => !(name in DROPPED_HEADERS));
  const body = await bodyOf(call, bytes);
  // The length follows from the body; how an archive is packed may differ, what is in it may not.
  const implied = ([name, value]) => name === 'content-length' && (Number(value) === bytes.length || body.parts);
  return {
    status,
    headers: Object.fromEntries(kept.filter((header) => !implied(header)).sort(([a], [b]) => (a < b ? -1 : 1))),
    ...body,
  };
}

async function bodyOf(call, bytes) {
  if (!bytes.length) return {};
  if (bytes.subarray(0, 4).equals(ZIP)) return { parts: await partsOf(bytes) };
  const text = textOf(bytes);
  if (text === undefined) return { base64: bytes.toString('base64') };
  const shape = SHAPES.find(({ applies }) => applies(call))?.shape;
  return { text: REPLACED.reduce((given, { pattern, by }) => given.replace(pattern, by), shape ? shape(text) : text) };
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');

async function partsOf(bytes) {
  const parts = await unzip(bytes);
  const read = [...parts].map(([name, content]) => [name, textOf(content) ?? `base64:${content.toString('base64')}`]);
  return Object.fromEntries(read.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
