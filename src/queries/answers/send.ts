/** Sends what a query gives, in the format that the request asks for (stored queries, section 6). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { csvFile, type CsvFile } from '../../files/csv.js';
import { MEDIA_TYPES } from '../../files/formats.js';
import { ApiError } from '../../core/http/errors.js';
import type { Graph } from '../run/graph.js';
import type { ListResult, Meta } from '../run/query-runner.js';
import { GRAPH_FILES, graphml, mermaid, NODE_OF_QUERY } from '../../files/graph.js';
import { csvText, DEFAULT_CSV, jsonText, workbook } from './lists.js';

/** The name of a file without its ending, made by `slugOf`. */
export type FileName = string;

const JSON_TYPE = 'application/json; charset=utf-8';

const LIST_FORMATS = ['csv', 'json', 'xlsx'] as const;
const GRAPH_FORMATS = ['json', 'mermaid', 'graphml'] as const;

/** `isAsked`: a file was asked for, which has its headings though nothing is below them. */
export type ListFormat = { kind: 'csv'; file: CsvFile; isAsked: boolean } | { kind: 'json' } | { kind: 'xlsx' };
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

/** The format of a list; CSV unless the request says otherwise. Throws 400. */
export function listFormat({ query }: Pick<FastifyRequest, 'query'>): ListFormat {
  const kind = oneOf(LIST_FORMATS, query, 'csv');
  const sent = query as Record<string, unknown>;
  return kind === 'csv' ? { kind, file: csvFile(sent, DEFAULT_CSV), isAsked: sent['format'] === 'csv' } : { kind };
}

/** The format of a graph; JSON unless the request says otherwise. Throws 400. */
export const graphFormat = ({ query }: Pick<FastifyRequest, 'query'>): GraphFormat =>
  oneOf(GRAPH_FORMATS, query, 'json');

function oneOf<T extends string>(formats: readonly T[], query: unknown, usual: T): T {
  const sent = (query as Record<string, unknown>)['format'];
  if (sent === undefined || sent === '') return usual;
  const format = formats.find((one) => one === sent);
  if (!format) throw new ApiError(400, 'wantsChoice', { name: 'format', allowed: formats.join(', ') });
  return format;
}

/**
 * Sends a list; without any row an answer without a body, as clients of the older application expect, unless CSV is asked for
 * by name.
 */
export function sendQueryList(
  { method }: FastifyRequest,
  reply: FastifyReply,
  result: ListResult,
  format: ListFormat,
  name: FileName,
): FastifyReply {
  reply.header('cache-control', 'private, no-cache');
  const hasHeadings = format.kind === 'csv' && format.isAsked && result.columns.length > 0;
  if (!result.meta.count && !hasHeadings) return reply.code(204).send();
  reply.code(200);
  if (format.kind === 'json') reply.type(JSON_TYPE);
  else if (format.kind === 'csv') attach(reply, 'text/csv; charset=UTF-8', `${name}.csv`);
  else attach(reply, MEDIA_TYPES.xlsx, `${name}.xlsx`);
  if (method === 'HEAD') return reply.send('');
  if (format.kind === 'xlsx') return reply.send(workbook(result));
  return sendTexts(reply, format.kind === 'csv' ? csvText(result, format.file) : jsonText(result));
}

/** Sends a graph. */
export function sendGraph(
  reply: FastifyReply,
  { nodes, edges, meta }: Graph & { meta: Meta },
  format: GraphFormat,
  name: FileName,
): FastifyReply {
  reply.code(200).header('cache-control', 'private, no-cache');
  if (format === 'json') return reply.type(JSON_TYPE).send(JSON.stringify({ nodes, edges, meta }));
  const { mediaType, ending } = GRAPH_FILES[format];
  attach(reply, mediaType, `${name}.${ending}`);
  return sendTexts(reply, format === 'mermaid' ? mermaid({ nodes, edges }) : graphml({ nodes, edges }, NODE_OF_QUERY));
}

const attach = (reply: FastifyReply, type: string, file: string): FastifyReply =>
  reply.type(type).header('content-disposition', `attachment; filename=${file}`);

/** What is short is sent whole, which costs less than a stream; the rest at the reader's pace, made when it is asked for. */
function sendTexts(reply: FastifyReply, texts: Iterable<string>): FastifyReply {
  const pieces = texts[Symbol.iterator]();
  const [first, second] = [pieces.next(), pieces.next()];
  // As bytes: a string would be gone through once more for its length.
  if (second.done) return reply.send(Buffer.from(first.value ?? ''));
  return reply.send(Readable.from(following([first.value, second.value], pieces), { objectMode: false }));
}

function* following(begun: readonly string[], rest: Iterator<string>): Iterable<string> {
  yield* begun;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

/** Letters that do not come apart into one of ASCII and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' },
};

/** `Mes serveurs (été)!` → `mes-serveurs-ete`; `otherwise` where nothing is left. */
export function slugOf(name: string, otherwise: string): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x00-\x7f]/g, (letter) => LETTERS[letter] ?? '-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug || otherwise;
}
