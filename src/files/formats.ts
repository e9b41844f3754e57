/** The formats in which files leave the server, and the names of these files. */

export type Format = 'xlsx' | 'csv' | 'docx' | 'json';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/json; charset=utf-8',
};

/** The name of a file, `<base>-YYYYMMDD.<format>`, with the server's date. */
export function datedName(base: string, format: Format, now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${base}-${day.join('')}.${format}`;
}
