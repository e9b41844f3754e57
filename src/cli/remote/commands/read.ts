/** `resources`, `list`, `get`: reading the map. */
import type { Name, Resource } from 'meridian-client';
import { filterOf, idOf, listOf } from '../arguments.js';
import { note } from '../output/progress.js';
import { printObject, printRows, terminalWidth, usualFormat, type Format, type Row } from '../output/output.js';
import { openSession, signal, type CommonOptions } from '../session.js';

export interface OutputOptions extends CommonOptions {
  output?: Format | undefined;
}

export interface ListOptions extends OutputOptions {
  type: string;
  filter?: readonly string[] | undefined;
  search?: string | undefined;
  sort?: readonly string[] | undefined;
  include?: readonly string[] | undefined;
  fields?: readonly string[] | undefined;
  trashed?: string | undefined;
  limit?: number | undefined;
  all?: boolean | undefined;
}

/** Lines that a terminal is shown unless it is asked for more. */
const ON_TERMINAL = 50;
const COLUMNS = ['view', 'type', 'title', 'older_names'];
/** Objects that are fetched at once. */
const PAGE = 500;

/** The types of objects, with their older names. */
export async function resources(options: OutputOptions): Promise<void> {
  const session = await openSession(options);
  const { types } = await session.known();
  const rows = types.map(({ view, path, title, aliases }) => ({ view, type: path, title, older_names: aliases }));
  await printRows(rows, { format: options.output ?? usualFormat(), columns: COLUMNS, width: terminalWidth() });
}

/** Objects of a type, as they come. */
export async function list(options: ListOptions): Promise<void> {
  const session = await openSession(options);
  const { path } = await session.type(options.type);
  const format = options.output ?? usualFormat();
  const width = terminalWidth();
  const most = options.all ? Infinity : (options.limit ?? (width === undefined ? Infinity : ON_TERMINAL));
  const [fields, include] = [listOf(options.fields), listOf(options.include)];
  const asked = {
    filter: {
      ...filterOf(options.filter),
      ...(options.search !== undefined && { search: options.search }),
      ...(options.trashed !== undefined && { trashed: options.trashed }),
    },
    sort: listOf(options.sort),
    include,
    fields,
    // One more than is shown tells whether there are more.
    size: Math.max(1, Math.min(PAGE, most + 1)),
    signal,
  };
  const rows = anything(session.client.resource(path)).each(asked);
  const cut = new Cut(rows, most);
  const count = await printRows(cut, { format, columns: include ? undefined : fields && withId(fields), width });
  if (!count && format === 'table') note('There are none.');
  if (cut.more && options.limit === undefined)
    note(`These are the first ${most}: --all shows all of them, --limit N some.`);
}

/** One object. */
export async function get(
  options: OutputOptions & Pick<ListOptions, 'type' | 'include' | 'fields'> & { id: string | number },
) {
  const session = await openSession(options);
  const { path } = await session.type(options.type);
  const asked = { include: listOf(options.include), fields: listOf(options.fields), signal };
  const object = await anything(session.client.resource(path)).get(idOf(options.id), asked);
  await printObject(object, { format: options.output ?? usualFormat(), width: terminalWidth() });
}

/** What is known at run time only cannot be checked by the compiler: the server does. */
interface Anything {
  each(options: object): AsyncIterable<Row>;
  get(id: number, options: object): Promise<Row>;
}
const anything = (resource: Resource<Name>): Anything => resource as unknown as Anything;

const withId = (fields: readonly string[]): string[] => ['id', ...fields.filter((name) => name !== 'id')];

/** No more than so many rows of a list; knows afterwards whether there were more. */
class Cut implements AsyncIterable<Row> {
  more = false;

  constructor(
    private readonly rows: AsyncIterable<Row>,
    private readonly most: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    let left = this.most;
    for await (const row of this.rows) {
      this.more = left-- <= 0;
      if (this.more) return;
      yield row;
    }
  }
}
