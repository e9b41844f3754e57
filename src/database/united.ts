/** Statements of several tables that answer alike, sent as few. */
import { portionsOfSize } from '../core/portions.js';
import type { Row, Session } from './database.js';
import type { Statement } from './statement.js';

/**
 * Characters of a statement beyond which no more are united with it. What a server makes of one takes memory with its length: of what
 * somebody may see of all kinds that were GB for one request.
 */
const MAX_UNITED = 32 << 10;

/** The rows of statements with the same columns; those of one statement stand together, in their order. One statement where they are short. */
export async function united(session: Pick<Session, 'all'>, statements: readonly Statement[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of portionsOfSize(statements, MAX_UNITED, ([sql]) => sql.length))
    rows.push(
      ...(await session.all(
        some.map(([sql]) => sql).join(' UNION ALL '),
        some.flatMap(([, params]) => [...params]),
      )),
    );
  return rows;
}
