/** What a caller sees of other resources than the one they ask for. */
import type { Caller, Scope } from '../core/http/caller.js';
import type { Condition } from '../database/dialect.js';
import type { Resource } from './schema/model.js';

/** Answered by whoever knows rights and delegations. */
export abstract class Sight {
  /**
   * The objects of a resource that a caller may list: undefined for all of them, a condition for those delegated to
   * them, `false` for none (contract 3).
   */
  abstract of(caller: Caller, resource: Resource): Promise<Scope | undefined | false>;

  /** As `of`, without looking whether there are any: a condition that no object satisfies, where there are none. */
  abstract within(caller: Caller, resource: Resource): Scope | undefined;

  /**
   * What stands for the table of a resource of which a caller does not see every value, to be read and filtered by; undefined
   * where they see all that is there.
   */
  abstract rows(caller: Caller, resource: Resource): Promise<Condition | undefined>;
}
