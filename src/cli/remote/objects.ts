/** `resources`, `list`, `get`, `create`, `update`, `delete`, `undelete`: objects of a type. */
import { readFile } from 'node:fs/promises';
import type { Name, Resource } from 'meridian-client';
import { UsageError } from '../errors.js';
import { defaultFormat, printObject, printRows, type Format, type Row } from '../output.js';
import { input, note, terminalWidth } from '../terminal.js';
import type { ResourceType } from './server-schema.js';
import { openSession, signal, type CommonOptions } from './session.js';

interface OutputOptions extends CommonOptions {
  output?: Format | undefined;
}

interface SelectionOptions extends OutputOptions {
  type: string;
  include?: readonly string[] | undefined;
  fields?: readonly string[] | undefined;
}

interface ListOptions extends SelectionOptions {
  filter?: readonly string[] | undefined;
  search?: string | undefined;
  sort?: readonly string[] | undefined;
  trashed?: string | undefined;
  limit?: number | undefined;
  all?: boolean | undefined;
}

interface WriteOptions extends OutputOptions {
  type: string;
  fields?: readonly string[] | undefined;
  file?: string | undefined;
  dryRun?: boolean | undefined;
}

interface IdsOptions extends OutputOptions {
  type: string;
  ids: readonly string[];
}

/** Lines that a terminal is shown unless it is asked for more. */
const DEFAULT_TERMINAL_LIMIT = 50;
/** Objects that are fetched at once. */
const PAGE_SIZE = 500;

/** The types of objects, with their older names. */
export async function resources(options: OutputOptions): Promise<void> {
  const { types } = await (await openSession(options)).schema();
  const rows = types.map(({ view, path, title, aliases }) => ({ view, type: path, title, older_names: aliases }));
  await printRows(rows, { format: options.output, columns: ['view', 'type', 'title', 'older_names'] });
}

/** Objects of a type, as they come. */
export async function list(options: ListOptions): Promise<void> {
  const { resource } = await openResource(options);
  const format = options.output ?? defaultFormat();
  const limit = options.all
    ? Infinity
    : (options.limit ?? (terminalWidth() === undefined ? Infinity : DEFAULT_TERMINAL_LIMIT));
  const [fields, include] = [commaList(options.fields), commaList(options.include)];
  const rows = resource.each({
    filter: {
      ...parseFilters(options.filter),
      ...(options.search !== undefined && { search: options.search }),
      ...(options.trashed !== undefined && { trashed: options.trashed }),
    },
    sort: commaList(options.sort),
    include,
    fields,
    // One more than is shown says whether there are more.
    size: Math.max(1, Math.min(PAGE_SIZE, limit + 1)),
    signal,
  });
  let hasMore = false;
  async function* limited(): AsyncGenerator<Row> {
    let left = limit;
    for await (const row of rows) {
      hasMore = left-- <= 0;
      if (hasMore) return;
      yield row;
    }
  }
  const columns = include ? undefined : fields && ['id', ...fields.filter((name) => name !== 'id')];
  const count = await printRows(limited(), { format, columns });
  if (!count && format === 'table') note('There are none.');
  if (hasMore && options.limit === undefined)
    note(`These are the first ${limit}: --all shows all of them, --limit N some.`);
}

/** One object. */
export async function get(options: SelectionOptions & { id: string }): Promise<void> {
  const { resource } = await openResource(options);
  const selection = { include: commaList(options.include), fields: commaList(options.fields), signal };
  await printObject(await resource.get(parseId(options.id), selection), options.output);
}

/** Creates an object and prints it. */
export async function create(options: WriteOptions): Promise<void> {
  const { resource, type } = await openResource(options);
  const body = await readBody(options, type);
  const created = await resource.create(body, writeCall(options));
  await noteNotices(created);
  await printObject(created, options.output);
}

/** Changes an object and prints it. */
export async function update(options: WriteOptions & { id: string; ifMatch?: string | undefined }): Promise<void> {
  const { resource, type } = await openResource(options);
  const id = parseId(options.id);
  const body = await readBody(options, type);
  const call = { ...writeCall(options), ...(options.ifMatch !== undefined && { ifMatch: options.ifMatch }) };
  const updated = await resource.update(id, body, call);
  await noteNotices(updated);
  await printObject(updated, options.output);
}

/** Deletes objects: all that are named, or none. */
export async function remove(options: IdsOptions & { dryRun?: boolean | undefined }): Promise<void> {
  const { resource, type } = await openResource(options);
  const ids = options.ids.map(parseId);
  const call = { signal, ...(options.dryRun && { dryRun: true }) };
  if (ids.length === 1) await resource.delete(ids[0]!, call);
  else await resource.massDestroy(ids, call);
  note(`${options.dryRun ? 'Could be deleted' : 'Deleted'}: ${type.path} ${ids.join(', ')}.`);
}

/** Brings deleted objects back, one after the other. */
export async function undelete(options: IdsOptions): Promise<void> {
  const { resource } = await openResource(options);
  async function* restored(): AsyncGenerator<Row> {
    for (const id of options.ids.map(parseId)) yield await resource.restore(id, { signal });
  }
  await printRows(restored(), { format: options.output });
}

/** Says what of a body means nothing, and what was stored and looks wrong. */
async function noteNotices(answer: object): Promise<void> {
  const { noticesOf } = await import('meridian-client');
  const { ignored, warnings } = noticesOf(answer);
  for (const name of ignored) note(`The field '${name}' means nothing and was left out.`);
  for (const [field, sentence] of Object.entries(warnings)) note(`${field}: ${sentence}`);
}

/** Types and fields are known at run time only: the server checks what the compiler cannot. */
interface UntypedResource {
  each(options: object): AsyncIterable<Row>;
  get(id: number, options: object): Promise<Row>;
  create(body: Body, options: object): Promise<Row>;
  update(id: number, body: Body, options: object): Promise<Row>;
  restore(id: number, options: object): Promise<Row>;
  delete: Resource<Name>['delete'];
  massDestroy: Resource<Name>['massDestroy'];
}

async function openResource(
  options: CommonOptions & { type: string },
): Promise<{ resource: UntypedResource; type: ResourceType }> {
  const session = await openSession(options);
  const type = await session.type(options.type);
  return { type, resource: session.client.resource(type.path) as unknown as UntypedResource };
}

/** A misspelt field on the command line must not pass in silence; files may hold more than the server takes. */
const writeCall = ({ dryRun, file }: WriteOptions): object => ({
  strict: file === undefined,
  signal,
  ...(dryRun && { dryRun }),
});

/** Throws a UsageError for a word that is no id as servers take them. */
export function parseId(word: string): number {
  if (!/^[1-9][0-9]{0,9}$/.test(word))
    throw new UsageError(
      `'${word}' is not an id: ids are whole numbers from 1. meridian search '${word}' finds it by its name.`,
    );
  return Number(word);
}

/** A comma list, given once or several times. */
const commaList = (words: readonly string[] | undefined): string[] | undefined =>
  words
    ?.flatMap((word) => word.split(','))
    .map((part) => part.trim())
    .filter(Boolean);

/** `['rto_lte=60', 'name=a,b']` as the client takes filters: lists are any of, `\,` is a comma. */
export function parseFilters(words: readonly string[] = []): Record<string, string | string[]> {
  return Object.fromEntries(
    words.map((word) => {
      const [name, value] = splitAtEquals(word, '--filter');
      if (name === 'search') return [name, value];
      const parts = value.match(/(?:\\,|[^,])+/g) ?? [];
      return [name, parts.map((part) => part.replaceAll('\\,', ','))];
    }),
  );
}

type Body = Record<string, unknown>;

/** The object of a `create` or `update`: from a file or the input, and from words, which win. */
async function readBody({ fields: words = [], file }: WriteOptions, type: ResourceType): Promise<Body> {
  if (file === undefined) {
    if (!words.length) throw new UsageError('Which fields? Such as name="Patient file", or --file object.json');
    return parseFields(words, type);
  }
  const sent = parseJson(file === '-' ? await input() : await readFile(file, 'utf8'), file);
  if (Array.isArray(sent)) throw new UsageError(`${file} holds a list: meridian import ${type.path} ${file}`);
  if (typeof sent !== 'object' || sent === null) throw new UsageError(`${file} does not hold an object.`);
  return { ...sent, ...parseFields(words, type) };
}

/** The object that words such as `rto=60`, `logical_servers=1,2` and `attributes:='{"a":1}'` describe. */
function parseFields(words: readonly string[], { fields }: ResourceType): Body {
  return Object.fromEntries(
    words.map((word) => {
      const json = /^([\w[\]]+):=([\s\S]*)$/.exec(word);
      if (json) return [json[1]!, parseJson(json[2]!, `the value of ${json[1]}`)];
      const [name, value] = splitAtEquals(word, 'A field');
      if (fields[name] === 'ids') return [name, commaList([value])];
      // No text at all takes a value away.
      if (value === '') return [name, null];
      return [name, fields[name] === 'json' ? parseJson(value, `the value of ${name}`) : value];
    }),
  );
}

function splitAtEquals(word: string, what: string): [string, string] {
  const at = word.indexOf('=');
  if (at < 1) throw new UsageError(`${what} is given as name=value, not '${word}'.`);
  return [word.slice(0, at), word.slice(at + 1)];
}

function parseJson(source: string, what: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${(error as Error).message}.`);
  }
}
