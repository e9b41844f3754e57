/** The list language without a server or a database: what it makes of names and values is a matter of text alone. */
import '../../../src/map/index.js';
import { ApiError } from '../../../src/core/http/errors.js';
import { WallClock } from '../../../src/core/text/dates.js';
import { Calendar } from '../../../src/core/text/moments.js';
import type { Database } from '../../../src/database/database.js';
import { sqliteDialect } from '../../../src/database/sqlite/dialect.js';
import { registry, type Field } from '../../../src/engine/index.js';
import { Language } from '../../../src/engine/list/language.js';
import { Order, readSort } from '../../../src/engine/list/sort.js';

export const CLOCK = new WallClock('Europe/Paris');

/** In New York it is the evening of the day before. */
export const CALENDAR = new Calendar('America/New_York', () => Date.parse('2024-03-31T03:30:00Z'));

/** The language on SQLite, where times are kept by the clock of Paris. */
export const LANGUAGE = new Language(registry, { dialect: sqliteDialect, clock: CLOCK } as Database);

/** A column of a resource. */
export const fieldOf = (path: string, name: string): Field =>
  registry.get(path).fields.find((field) => field.name === name)!;

/** The order of a list of a resource. */
export function orderOf(path: string, sort: unknown): Order {
  const { fields } = LANGUAGE.targetOf(path);
  return new Order(readSort(sort, fields), fieldOf(path, 'id'), sqliteDialect);
}

/** What `read` returns, or the status and the sentence that it is refused with. */
export function outcome<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.message}`;
  }
}
