/** `templates` and `fill`: files for other tools, made of lists. */
import { UsageError } from '../errors.js';
import { defaultFormat, printRows, type Format, type Row } from '../output.js';
import { note, printStream } from '../terminal.js';
import { writeWhole } from './files.js';
import { parseFilters } from './objects.js';
import { openSession, signal, type CommonOptions } from './session.js';

interface ListOptions extends CommonOptions {
  output?: Format | undefined;
}

interface FillOptions extends CommonOptions {
  template: string;
  filter?: readonly string[] | undefined;
  sort?: string | undefined;
  file?: string | undefined;
}

const COLUMNS = ['id', 'name', 'type', 'query', 'report', 'file_name', 'shared', 'about'];

/** Templates that there are for the user. */
export async function list({ output: format = defaultFormat(), ...options }: ListOptions): Promise<void> {
  const { client } = await openSession(options);
  const rows = await client.request<Row[]>('GET', '/api/templates', { signal });
  await printRows(rows, { format, ...(format === 'table' && { columns: COLUMNS }) });
}

const isWorkbook = (headers: Headers): boolean => (headers.get('content-type') ?? '').includes('spreadsheetml');

/** Fills a template into a file, whole or not at all, or onto the terminal. */
export async function fill({ template, filter, sort, file, ...options }: FillOptions): Promise<void> {
  const { client } = await openSession(options);
  const query = { filter: parseFilters(filter), sort };
  // The server has a limit of its own for what takes long.
  const call = { query, signal, timeout: 0, headers: { accept: '*/*' } };
  const answer = await client.send('GET', `/api/templates/${encodeURIComponent(template)}/fill`, call);
  const stream = answer.body as ReadableStream<Uint8Array>;
  if (file === undefined && process.stdout.isTTY && isWorkbook(answer.headers)) {
    await stream.cancel();
    throw new UsageError('A workbook is no text for a terminal: say into which file, with -o FILE.');
  }
  if (file === undefined) return printStream(stream);
  await writeWhole(file, stream as unknown as AsyncIterable<Uint8Array>);
  note(`${file} is made of ${template}.`);
}
