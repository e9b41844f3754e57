/** `query` and `report`: questions that the server answers as a whole. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Report, ReportName } from 'meridian-client';
import { UsageError } from '../errors.js';
import { defaultFormat, printRows, type Format, type Row } from '../output.js';
import { input, note, print, printStream } from '../terminal.js';
import { writeWhole } from './files.js';
import { openSession, signal, type CommonOptions, type Session } from './session.js';

type GraphFormat = 'mermaid' | 'graphml';

interface QueryOptions extends CommonOptions {
  query?: string | undefined;
  file?: string | undefined;
  output?: Format | GraphFormat | undefined;
}

interface Answer {
  columns?: string[];
  rows?: Row[];
  meta?: { truncated: boolean };
}

/** The server has a limit of its own for what takes long. */
const NO_TIMEOUT = { signal, timeout: 0 };

/** Runs a stored query by its id, or one from a text or a file, and prints what it finds. */
export async function query(options: QueryOptions): Promise<void> {
  const session = await openSession(options);
  const source = await readQuery(options);
  if (options.output === 'mermaid' || options.output === 'graphml') return printGraph(session, source, options.output);
  const { queries } = session.client;
  const answer = (
    typeof source === 'number' ? await queries.execute(source, NO_TIMEOUT) : await queries.run(source, NO_TIMEOUT)
  ) as Answer | null;
  if (answer && !answer.rows) return printJson(answer);
  await printRows(answer?.rows ?? [], { format: options.output, columns: answer?.columns });
  if (answer?.meta?.truncated) note('There are more than the limit of the query: LIMIT in it raises that.');
}

async function printGraph(
  { client: { queries } }: Session,
  source: string | number,
  format: GraphFormat,
): Promise<void> {
  const call = { ...NO_TIMEOUT, format };
  const { stream } = await (typeof source === 'number' ? queries.graph(source, call) : queries.run(source, call));
  await printStream(stream);
}

/** The id of a stored query, or the text of one. */
async function readQuery({ query: given, file }: QueryOptions): Promise<string | number> {
  if (file !== undefined && given === undefined) return file === '-' ? input() : readFile(file, 'utf8');
  if (given === undefined || file !== undefined) {
    throw new UsageError("Which query? Its id, its text ('FROM applications WHERE rto <= 60'), or --file.");
  }
  return /^[1-9]\d*$/.test(given) ? Number(given) : given;
}

interface ReportOptions extends CommonOptions {
  name: string;
  file?: string | undefined;
  output?: 'table' | 'json' | 'csv' | undefined;
  sheet?: string | undefined;
  date?: string | undefined;
  granularity?: number | undefined;
  views?: string | undefined;
  objects?: 'applications' | 'all' | undefined;
}

/** Prints a report, or writes it into a file whose ending names the format. */
export async function report(options: ReportOptions): Promise<void> {
  const { client } = await openSession(options);
  const { file, output, sheet, date, granularity, views, objects } = options;
  const name = options.name as ReportName;
  const call = { ...NO_TIMEOUT, sheet, date, granularity: granularity as 1 | 2 | 3 | undefined, views, objects };
  if (file !== undefined) {
    const format = formatOf(file);
    if (format === 'json') await writeWhole(file, [jsonText(await client.report(name, { ...call, format }))]);
    else await writeWhole(file, (await client.report(name, { ...call, format })).stream as AsyncIterable<Uint8Array>);
    return note(`The report is in ${file}.`);
  }
  const format = output ?? defaultFormat();
  if (format === 'csv') {
    const { stream } = await client.report(name, { ...call, format });
    return printStream(stream);
  }
  const answer = await client.report(name, { ...call, format: 'json' });
  if (format === 'json') return printJson(answer);
  for (const sheet of answer.sheets) await printSheet(sheet, answer.sheets.length > 1);
}

async function printSheet({ name, columns, rows }: Report['sheets'][number], titled: boolean): Promise<void> {
  if (titled) await print(`\n${name}\n`);
  const named = rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i]!, cell])));
  await printRows(named, { format: 'table', columns });
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const printJson = (value: unknown): Promise<void> => print(jsonText(value));

function formatOf(file: string): 'xlsx' | 'csv' | 'docx' | 'json' {
  const format = extname(file).slice(1).toLowerCase();
  if (format === 'xlsx' || format === 'csv' || format === 'docx' || format === 'json') return format;
  throw new UsageError(`${file}: the file must end in .xlsx, .csv, .docx or .json.`);
}
