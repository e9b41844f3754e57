/** Which indexes over live objects an external database has. */
import type { Connection } from 'mysql2/promise';

/** The column that follows `deleted_at` in the index over the live objects of a table, by table. */
export type LiveIndexes = ReadonlyMap<string, string>;

/** What the database has of them. Somebody may have dropped one: a statement that insists on it would then fail. */
export async function liveIndexes(connection: Connection): Promise<LiveIndexes> {
  const [rows] = await connection.query(
    'SELECT table_name AS t, column_name AS c FROM information_schema.statistics WHERE table_schema = DATABASE() ' +
      "AND index_name = CONCAT('idx_own_', table_name, '_live') AND seq_in_index = 2",
  );
  return new Map((rows as Array<{ t: string; c: string }>).map(({ t, c }) => [t, c]));
}
