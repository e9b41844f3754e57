/** Asks for reports and reads what comes: workbooks, CSV, JSON. Knows nothing of how they are made. */
import exceljs from 'exceljs';
import type { TestServer } from '../support/server.js';

export type Value = string | number | null;

export interface Sheet {
  name: string;
  columns: string[];
  rows: Value[][];
}

/** The answer as bytes. */
export async function fetched(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
  token: string | null = server.token,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${server.url}/api/report/${path}`, {
    headers: { 'accept-encoding': 'identity', ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** All sheets of a report. Throws unless it answers 200. */
export async function sheetsOf(server: TestServer, path: string, token = server.token): Promise<Sheet[]> {
  const { status, bytes } = await fetched(server, `${path}${path.includes('?') ? '&' : '?'}format=json`, {}, token);
  if (status !== 200) throw new Error(`${path}: ${status} ${bytes.toString()}`);
  return (JSON.parse(bytes.toString()) as { sheets: Sheet[] }).sheets;
}

/** The rows of the first sheet of a report. */
export const rowsOf = async (server: TestServer, path: string, token = server.token): Promise<Value[][]> =>
  (await sheetsOf(server, path, token))[0]!.rows;

/** A workbook, opened by the library as a spreadsheet program would. */
export async function opened(bytes: Buffer): Promise<exceljs.Workbook> {
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes as unknown as exceljs.Buffer);
  return book;
}

/** The cells of a sheet, the headings first; dates as days. */
export function cellsOf(sheet: exceljs.Worksheet): Value[][] {
  const width = sheet.getRow(1).cellCount;
  const rows: Value[][] = [];
  sheet.eachRow({ includeEmpty: true }, (row) => {
    rows.push(Array.from({ length: width }, (_, i) => valueOf(row.getCell(i + 1).value)));
  });
  return rows;
}

function valueOf(value: exceljs.CellValue): Value {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return (value ?? null) as Value;
}

/** The records of an RFC 4180 file. Throws for anything that it does not allow. */
export function parsedCsv(text: string, separator = ','): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (at >= text.length) throw new Error('An enclosed field does not end.');
        if (text[at] === '"') at++;
        field += text[at];
      }
      at++;
    } else {
      while (at < text.length && text[at] !== separator && text[at] !== '\r') {
        if (text[at] === '"' || text[at] === '\n') throw new Error(`A bare ${JSON.stringify(text[at])} at ${at}.`);
        field += text[at++];
      }
    }
    record.push(field);
    if (text[at] === separator) at++;
    else if (text.startsWith('\r\n', at)) {
      records.push(record);
      record = [];
      at += 2;
    } else throw new Error(`Neither a separator nor a line break at ${at}.`);
  }
  return records;
}
