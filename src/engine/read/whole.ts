/** An object as single reads and writes answer it, with the sets of its links. */
import type { Row, Session, Transaction } from '../../database/database.js';
import type { AccessScope } from '../access-scope.js';
import type { Answer, Plan } from '../plan/plan.js';

/** The answer made of a row that was read. One statement, for the links. `access`: left out where the program itself reads. */
export async function wholeAnswer(
  plan: Plan,
  row: Row,
  session: Pick<Session, 'all'>,
  access: AccessScope | undefined,
): Promise<Answer> {
  const id = row['id'] as number;
  const links = plan.shown.length ? await session.all(...plan.linkRows(plan.shown, id, access)) : [];
  return plan.answerWhole(row, plan.sets(plan.shown, links, [id]).get(id)!);
}

/** What the caller sees, within its transaction, of an object that they have just written or are about to. */
export async function writtenAnswer(plan: Plan, id: number, access: AccessScope, tx: Transaction): Promise<Answer> {
  const [row] = await tx.all(...plan.read.showOf(id, access.table(plan.resource), undefined));
  return wholeAnswer(plan, row!, tx, access);
}
