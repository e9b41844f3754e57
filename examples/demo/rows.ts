/** The words in which the map of the demo is written: objects that refer to each other by name. */

/** One object: columns as the API takes them, but references and links hold names instead of ids. */
export type DemoObject = Readonly<Record<string, unknown>>;

/** Objects by the path of their resource. */
export type DemoMap = Readonly<Record<string, readonly DemoObject[]>>;

/** Dates that are told from the day of the start, so that the map never grows old. */
export interface Calendar {
  /** The date so many days from today, `YYYY-MM-DD`. */
  day(offset: number): string;
  /** Half past seven (UTC) so many days from today. */
  moment(offset: number): string;
}

/** The calendar of a day. */
export function calendarOf(today: Date): Calendar {
  const day = (offset: number): string =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + offset))
      .toISOString()
      .slice(0, 10);
  return { day, moment: (offset) => `${day(offset)}T07:30:00.000000Z` };
}

/** Means the object of that name where a column is no reference by itself, as in delegations. */
export class Named {
  constructor(
    readonly path: string,
    readonly name: string,
  ) {}
}

/**
 * Objects of one type, a row for each. `columns` names the cells, separated by blanks; a row may be shorter, a null cell
 * is left out. A cell under `+` holds further columns.
 */
export function table(columns: string, rows: ReadonlyArray<readonly unknown[]>): DemoObject[] {
  const names = columns.split(/\s+/);
  return rows.map((row) => {
    if (row.length > names.length) throw new Error(`The row ${JSON.stringify(row)} is longer than '${columns}'.`);
    const cells = row.map((cell, i): [string, unknown] => [names[i]!, cell]).filter(([, cell]) => cell !== null);
    return Object.assign(Object.fromEntries(cells.filter(([name]) => name !== '+')), spread(cells)) as DemoObject;
  });
}

const spread = (cells: ReadonlyArray<[string, unknown]>): object =>
  Object.assign({}, ...cells.flatMap(([name, cell]) => (name === '+' ? [cell] : []))) as object;

/** The five security needs: confidentiality, integrity, availability, traceability, authenticity; 0 none to 4 very high. */
export const needs = (c: number, i: number, a: number, t: number, auth: number): DemoObject => ({
  security_need_c: c,
  security_need_i: i,
  security_need_a: a,
  security_need_t: t,
  security_need_auth: auth,
});
