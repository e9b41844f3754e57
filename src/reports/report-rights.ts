/** What of the map a report shows to its caller: only what they could list (contract 3). */
import type { Verb } from '../core/http/access.js';
import { forbidden } from '../core/http/errors.js';
import type { Dialect } from '../database/dialect.js';
import { conditionOf, registry, type AccessScope, type ResourceModel } from '../engine/index.js';
import { raw, Sql } from './sql.js';

export class ReportRights {
  constructor(
    private readonly access: AccessScope,
    private readonly dialect: Dialect,
    /** Rights on types count; without it whoever may read reports sees everything that there is for them. */
    private readonly checked: boolean,
  ) {}

  /** Throws 403 unless the caller may list these types, or was given objects of them. */
  async require(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const resource = registry.get(path);
      if (this.checked && !(await this.access.any(resource))) throw forbidden(`${resource.key}_access`);
    }
  }

  /** Returns true if the caller may list a type as a whole: all objects of it that there are for them. */
  all(path: string): boolean {
    return !this.checked || this.access.may(registry.get(path), 'access');
  }

  /** Returns true if nothing of a type is hidden from the caller: what an object is not linked to is then known. */
  whole(path: string): boolean {
    const resource = registry.get(path);
    return this.checked ? this.access.rows(resource) === 'all' : this.access.within(resource, 'access') === undefined;
  }

  /** Returns true if anything of the map is hidden from the caller, as far as reports hide it. */
  get isPart(): boolean {
    const { nodes, connectors } = registry.graph();
    return [...nodes, ...connectors.map(({ name }) => name)].some((path) => !this.whole(path));
  }

  /** What makes an object part of a chapter, whose picture shows no others. */
  get verbs(): readonly [Verb, ...Verb[]] {
    return this.checked ? ['access', 'show'] : ['show'];
  }

  /** What must be allowed with an object for the graph to know it. */
  get verbsOfLists(): readonly Verb[] {
    return this.checked ? ['access'] : [];
  }

  /** A condition: the row of this type is live, and the caller could list it. `alias` names its table in the statement. */
  shown(path: string, alias: string): Sql {
    const resource = registry.get(path);
    const rows = this.checked ? this.access.rows(resource) : (this.access.within(resource, 'access') ?? 'all');
    return this.condition(resource, rows, alias);
  }

  /** As `shown` of the table under `t`, for chapters that need `<key>_show` instead, whatever the setting. */
  read(path: string): Sql {
    const resource = registry.get(path);
    const whole = this.checked || this.access.may(resource, 'show');
    return this.condition(resource, whole ? this.access.rows(resource, 'show') : 'none', 't');
  }

  private condition(resource: ResourceModel, rows: ReturnType<AccessScope['rows']>, alias: string): Sql {
    if (rows === 'none') return raw('1 = 0');
    const live = resource.softDelete ? this.dialect.isLive(alias) : '1 = 1';
    const seen = conditionOf(rows, alias);
    return seen ? new Sql(`${live} AND ${seen.sql}`, seen.params) : raw(live);
  }
}
