/** `query` and `report`: questions that the server answers as a whole. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Download, Report, ReportName } from 'meridian-client';
import { UsageError } from '../../terminal.js';
import { note } from '../output/progress.js';
import { print, printRows, terminalWidth, usualFormat, type Format, type Row } from '../output/output.js';
import { openSession, signal, type CommonOptions, type Session } from '../session.js';
import { whole } from './files.js';

type GraphFormat = 'mermaid' | 'graphml';

export interface QueryOptions extends CommonOptions {
  query?: string | number | undefined;
  file?: string | undefined;
  output?: Format | GraphFormat | undefined;
}

export interface ReportOptions extends CommonOptions {
  name: string;
  file?: string | undefined;
  output?: 'table' | 'json' | 'csv' | undefined;
  sheet?: string | undefined;
  date?: string | undefined;
  granularity?: number | undefined;
  views?: string | undefined;
  objects?: 'applications' | 'all' | undefined;
}

interface Answer {
  columns?: string[];
  rows?: Row[];
  meta?: { truncated: boolean };
}

/** Questions that take long are waited for: the server has a limit of its own. */
const PATIENTLY = { signal, timeout: 0 };

/** Runs a stored query by its id, or one from a text or a file, and prints what it finds. */
export async function query(options: QueryOptions): Promise<void> {
  const session = await openSession(options);
  const asked = await questionOf(options);
  if (options.output === 'mermaid' || options.output === 'graphml') return drawn(session, asked, options.output);
  const { queries } = session.client;
  const answer = (
    typeof asked === 'number' ? await queries.execute(asked, PATIENTLY) : await queries.run(asked, PATIENTLY)
  ) as Answer | null;
  const format = options.output ?? usualFormat();
  if (answer && !answer.rows) return print(`${JSON.stringify(answer, null, 2)}\n`);
  await printRows(answer?.rows ?? [], { format, columns: answer?.columns, width: terminalWidth() });
  if (answer?.meta?.truncated) note('There are more than the limit of the query: LIMIT in it raises that.');
}

async function drawn({ client: { queries } }: Session, asked: string | number, format: GraphFormat): Promise<void> {
  const call = { ...PATIENTLY, format };
  const download = typeof asked === 'number' ? queries.graph(asked, call) : queries.run(asked, call);
  for await (const chunk of textsOf(await download)) await print(chunk);
}

async function questionOf({ query: given, file }: QueryOptions): Promise<string | number> {
  if ((given === undefined) === (file === undefined)) {
    throw new UsageError("Which query? Its id, its text ('FROM applications WHERE rto <= 60'), or --file.");
  }
  if (file !== undefined) return file === '-' ? text(process.stdin) : readFile(file, 'utf8');
  return /^[1-9]\d*$/.test(String(given)) ? Number(given) : String(given);
}

/** Prints a report, or writes it into a file whose ending names the format. */
export async function report(options: ReportOptions): Promise<void> {
  const { client } = await openSession(options);
  const { name, file, output, sheet, date, granularity, views, objects } = options;
  const asked = { ...PATIENTLY, sheet, date, granularity: granularity as 1 | 2 | 3 | undefined, views, objects };
  const of = name as ReportName;
  if (file !== undefined) {
    const format = formatOf(file);
    const download = format === 'json' ? undefined : await client.report(of, { ...asked, format });
    await whole(
      file,
      download
        ? (download.stream as AsyncIterable<Uint8Array>)
        : jsonOf(await client.report(of, { ...asked, format: 'json' })),
    );
    return note(`The report is in ${file}.`);
  }
  const format = output ?? usualFormat();
  if (format === 'csv') {
    for await (const chunk of textsOf(await client.report(of, { ...asked, format }))) await print(chunk);
    return;
  }
  const answer = await client.report(of, { ...asked, format: 'json' });
  if (format === 'json') return print(`${JSON.stringify(answer, null, 2)}\n`);
  for (const each of answer.sheets) await printSheet(each, answer.sheets.length > 1);
}

async function printSheet({ name, columns, rows }: Report['sheets'][number], titled: boolean): Promise<void> {
  if (titled) await print(`\n${name}\n`);
  const named = rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i]!, cell])));
  await printRows(named, { format: 'table', columns, width: terminalWidth() });
}

async function* jsonOf(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

async function* textsOf(download: Download): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of download.stream as AsyncIterable<Uint8Array>) yield decoder.decode(chunk, { stream: true });
}

function formatOf(file: string): 'xlsx' | 'csv' | 'docx' | 'json' {
  const format = extname(file).slice(1).toLowerCase();
  if (format === 'xlsx' || format === 'csv' || format === 'docx' || format === 'json') return format;
  throw new UsageError(`${file}: the file must end in .xlsx, .csv, .docx or .json.`);
}
