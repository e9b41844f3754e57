/** Workbooks that tests make, send and read. */
import { Workbook, type Worksheet } from 'exceljs';
import type { TestAnswer, TestServer } from '../../support/server.js';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The file of a workbook that exceljs makes. */
export async function made(make: (workbook: Workbook) => void): Promise<Buffer> {
  const workbook = new Workbook();
  make(workbook);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** A workbook of one sheet with these rows. */
export const sheetOf = (rows: readonly unknown[][], change: (sheet: Worksheet) => void = () => undefined) =>
  made((workbook) => {
    const sheet = workbook.addWorksheet('Sheet');
    rows.forEach((row) => sheet.addRow(row));
    change(sheet);
  });

/** Sends a form with a file. */
export function sent(
  server: TestServer,
  method: string,
  path: string,
  file: Buffer | undefined,
  fields: Record<string, string>,
  { name = 'book.xlsx', ...options }: { token?: string | null; name?: string; headers?: Record<string, string> } = {},
): Promise<TestAnswer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  if (file) form.append('file', new Blob([Uint8Array.from(file)], { type: WORKBOOK_TYPE }), name);
  return server.request(method, path, { ...options, body: form });
}

/** The bytes that a server answers. */
export async function fetched(
  server: TestServer,
  path: string,
  { token = server.token, form }: { token?: string; form?: FormData } = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await fetch(server.url + path, {
    ...(form && { method: 'POST', body: form }),
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A workbook as exceljs reads it. */
export async function opened(bytes: Buffer): Promise<Workbook> {
  const workbook = new Workbook();
  await workbook.xlsx.load(bytes as never);
  return workbook;
}
