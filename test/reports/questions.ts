/** Questions to the database as one would ask them by hand, and how their answers read. */
import type { Database, Row } from '../../src/database/database.js';
import type { Value } from './report-client.js';

/** The text of rich text as simple as that of the demo: paragraphs and inline tags. */
export const plain = (html: unknown): Value =>
  typeof html === 'string'
    ? html
        .replace(/<\/p>\s*<p>/g, '\n')
        .replace(/\s*<li>/g, '\n• ')
        .replace(/<[^>]+>/g, '')
        .trim() || null
    : null;
export const level = (value: unknown): Value => (value === null || Number(value) < 0 ? null : Number(value));
const NEEDS = ['c', 'i', 'a', 't', 'auth'].map((need) => `security_need_${need}`);
export const needs = (row: Row | undefined): Value[] => NEEDS.map((need) => (row ? level(row[need]!) : null));
export const words = (minutes: unknown): Value => {
  if (!minutes) return null;
  const [days, hours, rest] = [
    Math.floor(Number(minutes) / 1440),
    Math.floor((Number(minutes) % 1440) / 60),
    Number(minutes) % 60,
  ];
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [rest, 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count)
    .map(([count, unit]) => `${count} ${unit}${count > 1 ? 's' : ''}`)
    .join(' ');
};
export const IMPORTANCE = [null, 'Low', 'Medium', 'High', 'Critical'];
export const yesNo = (value: unknown, unknown: Value = null): Value =>
  value === null ? unknown : value ? 'Yes' : 'No';

export class Questions {
  constructor(protected readonly database: Database) {}

  /** Live rows of a table, by name and id. */
  rows(table: string, where = '1 = 1', params: number[] = []): Promise<Row[]> {
    const order = this.database.dialect.ordered('name');
    return this.database.all(
      `SELECT * FROM \`${table}\` WHERE deleted_at IS NULL AND ${where} ORDER BY ${order}, id`,
      params,
    );
  }

  /** The live row that a column refers to. */
  async one(table: string, id: unknown): Promise<Row | undefined> {
    return id === null || id === undefined ? undefined : (await this.rows(table, 'id = ?', [Number(id)]))[0];
  }

  /** Live rows at the other end of a table that joins two. */
  linked(pivot: string, own: string, id: unknown, other: string, table: string): Promise<Row[]> {
    return this.rows(table, `id IN (SELECT ${other} FROM ${pivot} WHERE ${own} = ?)`, [Number(id)]);
  }

  async names(...link: Parameters<Questions['linked']>): Promise<Value> {
    return (await this.linked(...link)).map(({ name }) => name).join(', ') || null;
  }
}
