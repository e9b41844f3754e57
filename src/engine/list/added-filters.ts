/** Filters that do not follow from what entities say: other parts of the program add them to lists, and say what they mean. */
import type { Resource } from '../schema/model.js';
import type { Filter } from './filters.js';

export interface AddedFilter {
  readonly name: string;
  /** The right that a caller needs to use it. */
  readonly ability: string;
  /** Returns true for the resources whose lists take it. */
  knows(resource: Resource): boolean;
  /**
   * Reads its values, of which there is one at least. Throws 400 for wrong ones.
   * @param parameter how the client wrote it, for the sentence
   */
  read(values: readonly string[], parameter: string, resource: Resource): Filter;
}
