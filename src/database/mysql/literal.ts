/** Statements with their values in them, for what cannot be prepared: several statements in one packet, long lists of rows. */
import type { Param, Scalar } from '../database.js';

/**
 * What must be escaped in a quoted text. Every connection sets an `sql_mode` without NO_BACKSLASH_ESCAPES and speaks
 * utf8mb4, in which no other byte ends a literal. Quotation marks may stay: JSON is full of them.
 */
const SPECIAL = /[\\'\0\x1a]/;
const ALL_SPECIAL = new RegExp(SPECIAL, 'g');
const ESCAPES: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\0': '\\0', '\x1a': '\\Z' };

/** A value as MariaDB and MySQL read it. Throws for numbers that are none. */
function literal(value: Scalar): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') {
    return SPECIAL.test(value) ? `'${value.replace(ALL_SPECIAL, (special) => ESCAPES[special]!)}'` : `'${value}'`;
  }
  if (!Number.isFinite(value)) throw new Error(`${value} cannot be stored.`);
  return String(value);
}

/** A row as it stands behind VALUES. */
export function rowLiteral(row: readonly Scalar[]): string {
  let text = '(';
  for (let i = 0; i < row.length; i++) text += (i ? ',' : '') + literal(row[i]!);
  return `${text})`;
}

/** What stands in `IN ()` where nothing is in it: the server knows no empty list. */
const NOTHING = 'SELECT NULL FROM DUAL WHERE FALSE';

const paramLiteral = (param: Param): string =>
  Array.isArray(param) && !param.length
    ? NOTHING
    : Array.isArray(param)
      ? param.map((value: Scalar | Scalar[]) => (Array.isArray(value) ? rowLiteral(value) : literal(value))).join(',')
      : literal(param as Scalar);

const pieces = new Map<string, string[]>();
const MAX_PIECES = 5000;

/** A statement of ours with its values in place of the marks. Our texts hold no mark inside of a literal. */
export function written(sql: string, params: readonly Param[]): string {
  if (!params.length) return sql;
  let parts = pieces.get(sql);
  if (!parts) {
    if (pieces.size >= MAX_PIECES) pieces.clear();
    pieces.set(sql, (parts = sql.split('?')));
  }
  if (parts.length !== params.length + 1) throw new Error(`${params.length} values for the marks of: ${sql}`);
  let text = parts[0]!;
  for (let i = 0; i < params.length; i++) text += paramLiteral(params[i]!) + parts[i + 1]!;
  return text;
}
