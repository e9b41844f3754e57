/** The list language of all resources: compiled for each when first used (contract 5). */
import type { WallClock } from '../../core/text/dates.js';
import { Calendar } from '../../core/text/moments.js';
import type { Database } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import { shownIn } from '../schema/derived.js';
import type { Resource } from '../schema/model.js';
import type { Registry } from '../schema/registry.js';
import type { AddedFilter } from './added-filters.js';
import { Filters, type FilterContext } from './filters.js';
import { Relations, type Target } from '../relations.js';

export class Language implements FilterContext {
  readonly dialect: Dialect;
  readonly clock: WallClock;
  readonly calendar: Calendar;
  private readonly filters = new Map<string, Filters>();
  private readonly relations = new Map<string, Relations>();
  private readonly added = new Map<string, AddedFilter>();

  constructor(
    private readonly registry: Registry,
    database: Database,
    timeZone = 'UTC',
  ) {
    this.dialect = database.dialect;
    this.clock = database.clock;
    this.calendar = new Calendar(timeZone);
  }

  /** Adds a filter to the lists of the resources that it knows. */
  add(filter: AddedFilter): void {
    this.added.set(filter.name, filter);
  }

  /** The filters that were added to lists of a resource. */
  addedTo(resource: Resource): AddedFilter[] {
    return [...this.added.values()].filter((filter) => filter.knows(resource));
  }

  /** The target that stands for all objects of a resource. */
  targetOf(path: string): Target {
    const resource = this.registry.get(path);
    return { table: resource.table, fields: shownIn(resource), softDelete: resource.softDelete, resource };
  }

  filtersOf(target: Target): Filters {
    let filters = this.filters.get(target.table);
    if (!filters) this.filters.set(target.table, (filters = new Filters(target, this)));
    return filters;
  }

  /** What can be followed from objects of a target; nothing from small rows. */
  relationsOf({ resource }: Target): Relations | undefined {
    if (!resource) return undefined;
    let relations = this.relations.get(resource.path);
    if (!relations) this.relations.set(resource.path, (relations = new Relations(resource, this.registry)));
    return relations;
  }
}
