/** `picture`: views of the map as files, or on the terminal. */
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { GraphAnswer } from 'meridian-client';
import { camel, nearest } from '../../core/text/naming.js';
import { ENDINGS, type PictureFormat } from '../../pictures/formats.js';
import { NotFound, UsageError } from '../errors.js';
import { printRows } from '../output.js';
import { note, printStream } from '../terminal.js';
import { writeWhole } from './files.js';
import { idOf } from './graph.js';
import { DRAWN, openSession, signal, type CommonOptions, type Session } from './session.js';

interface PictureOptions extends CommonOptions {
  name?: string | undefined;
  format?: PictureFormat | undefined;
  output?: string | undefined;
  all?: boolean | undefined;
}

/** What the server says of a picture. */
type Listed = GraphAnswer<'pictures'>['pictures'][number];

/** The server has a limit of its own for what takes long. */
const NO_TIMEOUT = { signal, timeout: 0 };

/** A parameter of some pictures, and the option that fills it. */
export interface PictureParameter {
  option: string;
  /** It names objects: by type and name, or by id. */
  isObject: boolean;
}

/** Lists the pictures, prints or writes one of them, or writes all. Throws a UsageError for options that do not go together. */
export async function picture(options: PictureOptions, parameters: readonly PictureParameter[]): Promise<void> {
  const { name, format, output, all } = options;
  if (all && name !== undefined) throw new UsageError(`--all is every picture: leave ${name} out, or --all.`);
  if (all && output === undefined) throw new UsageError('--all needs a folder: -o pictures.');
  if (!all && name === undefined && (output !== undefined || format !== undefined))
    throw new UsageError('Which picture? meridian picture lists them; --all is every one.');
  const session = await openSession(options);
  const { pictures } = await session.client.graph.pictures({}, { signal });
  const queryFor = await querying(session, options, parameters);
  if (all) {
    await mkdir(output!, { recursive: true });
    // Pictures of walks begin with objects, which nobody has named.
    const views = pictures.filter((listed) => !BEGINNINGS.some((one) => listed.parameters.includes(one)));
    const wanted = format ?? 'svg';
    for (const listed of views) {
      const file = join(output!, `${listed.name}.${ENDINGS[wanted]}`);
      await writeWhole(file, await fetched(session, listed, { ...queryFor(listed, false), format: wanted }));
    }
    return note(`${views.length} pictures are in ${output}.`);
  }
  if (name === undefined) return void (await printRows(pictures, { format: undefined, columns: COLUMNS }));
  const listed = pictures.find((one) => one.name === name) ?? unknown(name, pictures);
  const wanted = format ?? formatOf(output);
  if (output === undefined && wanted === 'png' && process.stdout.isTTY)
    throw new UsageError('A PNG cannot be shown on a terminal: -o map.png writes it into a file.');
  const file = await fetched(session, listed, { ...queryFor(listed), format: wanted });
  if (output === undefined) return printStream(file);
  await writeWhole(output, file);
  note(`${listed.title} is in ${output}.`);
}

const COLUMNS = ['name', 'title', 'about'];
/** Parameters with which a picture of a walk begins. */
const BEGINNINGS = ['of', 'from'];

function unknown(name: string, pictures: readonly Listed[]): never {
  const names = pictures.map((one) => one.name);
  const near = nearest(name, names);
  throw new NotFound(
    `There is no picture '${name}'. ${near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${near}?`}`,
  );
}

/** What a picture is where nobody says: that of the ending of its file; on a terminal a text. */
function formatOf(file: string | undefined): PictureFormat {
  if (file === undefined) return process.stdout.isTTY ? 'text' : 'svg';
  const ending = extname(file).slice(1).toLowerCase();
  const found = Object.entries(ENDINGS).find(([, known]) => known === ending);
  if (found) return found[0] as PictureFormat;
  const endings = Object.values(ENDINGS).map((known) => `.${known}`);
  throw new UsageError(`${file}: say with -f what it is to be, or end it in ${endings.join(', ')}.`);
}

/**
 * What a picture is asked with. Objects that go by their name are looked up, once for all pictures.
 * @returns the query of a picture; `strict`: a UsageError for what it does not take, which is left out otherwise
 */
async function querying(
  session: Session,
  options: object,
  parameters: readonly PictureParameter[],
): Promise<(listed: Listed, strict?: boolean) => Record<string, string>> {
  const given: Array<{ option: string; name: string; text: string }> = [];
  for (const { option, isObject } of parameters) {
    const name = option.replaceAll('-', '_');
    const value = (options as Record<string, unknown>)[camel(name)];
    if (value === undefined) continue;
    const words = [value].flat().map(String);
    if (isObject) for (const [i, word] of words.entries()) words[i] = await idOf(session, word);
    given.push({ option, name, text: words.join(',') });
  }
  return (listed, strict = true) => {
    const foreign = given.find(({ name }) => !listed.parameters.includes(name));
    if (strict && foreign) throw new UsageError(`The picture ${listed.name} takes no --${foreign.option}.`);
    const taken = given.filter(({ name }) => listed.parameters.includes(name));
    return Object.fromEntries(taken.map(({ name, text }) => [name, text]));
  };
}

async function fetched(
  { client }: Session,
  { name }: Listed,
  query: Record<string, string>,
): Promise<ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>> {
  const path = `/api/graph/pictures/${encodeURIComponent(name)}`;
  const { body } = await client.send('GET', path, { ...NO_TIMEOUT, query, headers: DRAWN });
  return body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
}
