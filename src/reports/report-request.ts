/** What a request asks for: the format, the language and the sheet of a report. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../core/http/errors.js';
import { mediaRanges } from '../core/http/media-ranges.js';
import { languageOf, type Language } from '../core/i18n/messages.js';
import { MEDIA_TYPES, type Format } from '../files/formats.js';
import type { Report, ReportTable } from './report.js';

const BYTES = 'application/octet-stream';

/** The format of an answer: that of `?format=`, then what `Accept` prefers, then a workbook. Throws 400 for one that there is not. */
export function formatOf(request: FastifyRequest, report: Report): Format {
  const { format } = request.query as Record<string, unknown>;
  if (format === undefined || format === '') return accepted(request, report);
  const known = typeof format === 'string' && Object.hasOwn(MEDIA_TYPES, format);
  if (!known || (format === 'docx' && !report.document)) throw new ApiError(400, 'reportFormat');
  return format as Format;
}

function accepted({ headers }: FastifyRequest, report: Report): Format {
  const types = mediaRanges(headers.accept);
  if (types[0] === 'text/csv') return 'csv';
  if (types[0] === MEDIA_TYPES.docx && report.document) return 'docx';
  return types.length === 1 && types[0] === 'application/json' ? 'json' : 'xlsx';
}

/**
 * The language of headings: what `?lang=` says, else French where `Accept-Language` prefers it, else English; never the
 * user's own, which no script that reads columns knows of. In JSON headings are names, the same for everybody, unless
 * `?headings=words` asks for what people read. Throws 400 for a language that there is not, and for other headings.
 */
export function headingLanguage({ query, headers }: FastifyRequest, format: Format): Language {
  const { lang, headings = 'names' } = query as Record<string, unknown>;
  if (headings !== 'names' && headings !== 'words')
    throw new ApiError(400, 'wantsChoice', { name: 'headings', allowed: 'names, words' });
  const asked = lang === undefined || lang === '' ? languageOf(headers['accept-language'], null) : lang;
  if (asked !== 'en' && asked !== 'fr') throw new ApiError(400, 'wantsChoice', { name: 'lang', allowed: 'en, fr' });
  return format === 'json' && headings === 'names' ? 'en' : asked;
}

/** The media type of an answer. Clients that accept nothing but plain bytes get that type. */
export function mediaType(format: Format, { headers }: FastifyRequest): string {
  const types = mediaRanges(headers.accept);
  const bytes = types.includes(BYTES) && !types.includes('*/*') && !types.includes(MEDIA_TYPES.xlsx);
  return format === 'xlsx' && bytes ? BYTES : MEDIA_TYPES[format];
}

/** The table that a parameter names in English; the first one where it is left out. Throws 400 that lists the names. */
export function oneOf(tables: readonly ReportTable[], parameter: string, value: unknown): ReportTable {
  if (value === undefined || value === '') return tables[0]!;
  const found = tables.find(({ english }) => english === value);
  if (found) return found;
  const names = tables.map(({ english }) => english).join(', ');
  throw new ApiError(400, 'wantsChoice', { name: parameter, allowed: names });
}
