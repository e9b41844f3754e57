/** Sends findings as JSON, CSV or a workbook, at the reader's pace. */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/http/errors.js';
import { sendList, type Listed } from '../../engine/index.js';
import { MEDIA_TYPES } from '../../files/formats.js';
import type { Cell } from '../../files/table.js';
import { writeXlsx } from '../../files/xlsx/writer.js';
import type { FindingAnswer } from './answers.js';
import type { FindingList } from './findings.service.js';

/** Characters that a cell of a workbook takes. */
const MAX_CELL = 32_767;

/** Throws 400 for a format that there is not. */
export async function sendFindings(
  request: FastifyRequest,
  reply: FastifyReply,
  list: FindingList,
): Promise<FastifyReply> {
  const { format } = request.query as { format?: unknown };
  if (format === 'xlsx') return sendWorkbook(request, reply, list);
  if (format !== undefined && format !== '' && format !== 'json' && format !== 'csv')
    throw new ApiError(400, 'wantsChoice', { name: 'format', allowed: 'json, csv, xlsx' });
  if (format === 'csv') reply.header('content-disposition', 'attachment; filename="findings.csv"');
  return sendList(request, reply, listedOf(list));
}

/** Findings as lists hand objects on: texts joined by commas. */
function listedOf({ headers, columns, portions }: FindingList): Listed {
  return { headers, columns, pieces: pieces() };

  async function* pieces(): AsyncIterable<Buffer> {
    let isFirst = true;
    for await (const findings of portions) {
      const text = findings.map((finding) => JSON.stringify(partOf(finding, columns))).join(',');
      yield Buffer.from(isFirst ? text : `,${text}`);
      isFirst = false;
    }
  }
}

const partOf = (finding: FindingAnswer, columns: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((name) => [name, finding[name as keyof FindingAnswer]]));

function sendWorkbook({ method }: FastifyRequest, reply: FastifyReply, list: FindingList): FastifyReply {
  reply
    .headers(list.headers)
    .header('cache-control', 'private, no-cache')
    .type(MEDIA_TYPES.xlsx)
    .header('content-disposition', 'attachment; filename="findings.xlsx"');
  if (method === 'HEAD') return reply.send('');
  const out = new PassThrough();
  const columns = list.columns.map((heading) => ({ heading, kind: 'text' as const }));
  const table = { name: 'Findings', columns, rows: rowsOf(list), plain: true };
  writeXlsx(out, [table], { title: table.name, created: new Date() }).catch((error: Error) => out.destroy(error));
  return reply.send(out);
}

async function* rowsOf({ columns, portions }: FindingList): AsyncIterable<Cell[][]> {
  for await (const findings of portions)
    yield findings.map((finding) => columns.map((name) => cellOf(finding[name as keyof FindingAnswer])));
}

function cellOf(value: unknown): Cell {
  if (value === null || typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, MAX_CELL).toWellFormed();
}
