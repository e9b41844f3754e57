/** Reads how many suppliers objects need, for whoever works out what fails with what. */
import type { Row, Session } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { NEEDED_TABLE, type Requirement } from '../schema/needed.js';
import type { Registry } from '../schema/registry.js';

/** An object needs so many of the suppliers behind these requirements. */
export interface NeededNumber {
  /** The resource and the id of the object. */
  path: string;
  id: number;
  /** The link, reference, column of addresses or connector, as the object calls it. */
  name: string;
  number: number;
  requirements: readonly Requirement[];
}

/** Of which objects the numbers are read: some of one resource. */
interface Some {
  path: string;
  ids: readonly number[];
}

/** The numbers of all objects, or of some; one statement. Those whose name means nothing any more are left out. */
export async function neededNumbers(
  session: Pick<Session, 'all'>,
  registry: Registry,
  isIn: (column: string) => string,
  some?: Some,
): Promise<NeededNumber[]> {
  const only = some ? ` WHERE ${quote('type')} = ? AND ${isIn(quote('object_id'))}` : '';
  const sql = `SELECT ${['type', 'object_id', 'name', 'number'].map(quote).join(', ')} FROM ${quote(NEEDED_TABLE)}${only}`;
  const rows = await session.all(sql, some ? [registry.get(some.path).table, [...some.ids]] : []);
  const byTable = new Map(registry.all().map(({ table, path }) => [table, path]));
  return rows.flatMap((row) => numberOf(row, byTable, registry) ?? []);
}

function numberOf(row: Row, byTable: ReadonlyMap<string, string>, registry: Registry): NeededNumber | undefined {
  const [path, name] = [byTable.get(row['type'] as string), row['name'] as string];
  const requirements = path === undefined ? undefined : registry.requirementsOf(path)?.get(name);
  if (!requirements) return undefined;
  return { path: path!, id: Number(row['object_id']), name, number: Number(row['number']), requirements };
}
