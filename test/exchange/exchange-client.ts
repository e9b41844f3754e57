/** Requests of import and export, and what the tests compare them by. */
import exceljs from 'exceljs';
import { quote } from '../../src/database/dialect.js';
import type { RequestOptions, TestAnswer, TestServer } from '../support/server.js';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Value = exceljs.CellValue;

/** A file as it left the server. */
export interface File {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export async function exported(
  server: TestServer,
  path: string,
  query = '',
  options: RequestOptions = {},
): Promise<File> {
  const response = await fetch(`${server.url}/api/${path}/export${query}`, {
    headers: { authorization: `Bearer ${options.token ?? server.token}`, connection: 'close', ...options.headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Sends a file; its name tells nothing. */
export function imported(
  server: TestServer,
  path: string,
  bytes: Buffer | string,
  query = '',
  options: RequestOptions = {},
): Promise<TestAnswer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'import');
  return server.post(`/api/${path}/import${query}`, form, options);
}

/** A workbook of one sheet. */
export async function workbook(rows: Value[][], change?: (book: exceljs.Workbook) => void): Promise<Buffer> {
  const book = new exceljs.Workbook();
  book.addWorksheet('Sheet').addRows(rows);
  change?.(book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** The cells of a sheet of a workbook, the first one unless another is named. */
export async function cellsOf(bytes: Buffer, sheet = 0): Promise<Value[][]> {
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes as unknown as exceljs.Buffer);
  const rows: Value[][] = [];
  book.worksheets[sheet]!.eachRow((row) => rows.push((row.values as Value[]).slice(1)));
  return rows;
}

/** A server notes who is at work in the background, whatever else is asked of it. */
const isLease = (table: string, row: object): boolean =>
  table === 'own_settings' && /"until"/.test(JSON.stringify(row).replaceAll('\\', ''));

/** Every row of every table, but leases. */
export async function dump({ database, engine }: TestServer): Promise<Record<string, string[]>> {
  const tables = await database.all(
    engine === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await database.all(`SELECT * FROM ${quote(String(name))}`);
    const kept = found.filter((row) => !isLease(String(name), row));
    rows[String(name)] = kept.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}
