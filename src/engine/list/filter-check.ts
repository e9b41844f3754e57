/** Which objects filters of a list let through, for one caller: asked of objects that are known already. */
import type { Caller } from '../../core/http/caller.js';
import type { Param } from '../../database/database.js';
import { LongRead, requesterOf } from '../../database/long-read.js';
import type { Plans } from '../plan/plan.js';
import { ListReader, type ListRequest } from './list-request.js';
import { allOf } from './operators.js';

const ALIAS = 't0';

type Filter = Readonly<Record<string, unknown>>;

export class FilterCheck {
  private readonly reader: ListReader;

  constructor(
    private readonly plans: Plans,
    private readonly path: string,
  ) {
    this.reader = new ListReader(plans.of(path).resource, plans.language);
  }

  /** Throws 400 for what is no filter of such lists, 403 for a relation whose objects the caller may not list. */
  read(filter: Filter, caller: Caller): Promise<ListRequest> {
    return this.reader.read({ filter }, this.plans.access.of(caller));
  }

  /**
   * Those of the ids whose objects the filter lets through; deleted ones as they were last. One statement.
   * @param read several questions may share the time of one list
   * @throws as `read` does; 429 where the caller asks too much at once; a TimeLimitError where it takes longer than a list may
   */
  async among(
    ids: readonly number[],
    filter: Filter,
    caller: Caller,
    read = new LongRead(requesterOf(caller), this.plans.limits.listTimeLimit),
  ): Promise<Set<number>> {
    const { filters, access } = await this.read(filter, caller);
    const { database } = this.plans;
    const table = access.table(this.plans.of(this.path).resource);
    const isIn = { sql: database.dialect.isIn(`${ALIAS}.\`id\``), params: [[...ids]] as Param[] };
    const { sql, params } = allOf([isIn, ...filters.map((one) => one.build(ALIAS, access))]);
    const statement = `SELECT ${ALIAS}.\`id\` FROM ${table.sql} ${ALIAS} WHERE ${sql}`;
    const rows = await database.all(statement, [...table.params, ...params], read);
    return new Set(rows.map(({ id }) => Number(id)));
  }
}
