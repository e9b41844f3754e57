/** Opens an uploaded file as a sheet: a workbook or CSV, by its first bytes. */
import type { FileHandle } from 'node:fs/promises';
import { piecesOf } from '../core/file-pieces.js';
import { csvSheet } from './csv-reader.js';
import { encodingOf, textsOf } from './encoding.js';
import { PIECE, unknownKind, type Sheet } from './sheet.js';
import { xlsxSheet } from './xlsx/reader.js';

const HEAD = 4096;
/** How archives begin, workbooks among them. */
export const ZIP = 'PK\x03\x04';
/** How other files begin that people take for spreadsheets: workbooks before 2007, PDF, pages of the web. */
const OTHERS = ['\xd0\xcf\x11\xe0', '%PDF', '<'];

/** The sheet in a file, which stays open. Throws 415 for other kinds, 400 for broken ones. */
export async function openSheet(file: FileHandle, separator: string | undefined): Promise<Sheet> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
  const head = buffer.toString('latin1', 0, bytesRead);
  if (head.startsWith(ZIP)) return xlsxSheet(file.fd);
  if (OTHERS.some((start) => head.startsWith(start))) throw unknownKind();
  const encoding = await encodingOf(file, buffer.subarray(0, bytesRead));
  return csvSheet(textsOf(piecesOf(file, 0, Infinity, PIECE), encoding), encoding, separator);
}
