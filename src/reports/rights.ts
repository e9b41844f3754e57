/** What of the map a report shows to its caller: only what they could list (contract 3). */
import type { Delegations } from '../access/delegations.js';
import { can, type Caller } from '../core/http/caller.js';
import { forbidden } from '../core/http/errors.js';
import type { Dialect } from '../database/dialect.js';
import { registry, type ResourceModel } from '../engine/index.js';
import { raw, Sql } from './sql.js';

type Extent = 'all' | 'delegated' | 'nothing';

export class ReportRights {
  constructor(
    private readonly caller: Caller,
    private readonly delegations: Delegations,
    private readonly dialect: Dialect,
    /** Rights on types count; without it whoever may read reports sees everything. */
    private readonly checked: boolean,
  ) {}

  /** Throws 403 unless the caller may list these types, or was given objects of them. */
  async require(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const resource = registry.get(path);
      if (this.extentOf(resource) === 'all') continue;
      if (!resource.cartographiable || !(await this.delegations.any(this.caller, resource))) {
        throw forbidden(`${resource.key}_access`);
      }
    }
  }

  /** Whether the caller may list every object of a type. */
  all(path: string): boolean {
    return this.extentOf(registry.get(path)) === 'all';
  }

  /** A condition: the row of this type is live, and the caller could list it. `alias` names its table in the statement. */
  shown(path: string, alias: string): Sql {
    const resource = registry.get(path);
    return this.condition(resource, alias, this.extentOf(resource));
  }

  /** As `shown`, for chapters that need `<key>_show` instead, whatever the setting. */
  read(path: string, alias: string): Sql {
    const resource = registry.get(path);
    return this.condition(resource, alias, this.extentOf(resource, 'show', true));
  }

  private extentOf({ key, cartographiable }: ResourceModel, verb = 'access', checked = this.checked): Extent {
    if (!checked || can(this.caller, `${key}_${verb}`)) return 'all';
    return cartographiable && this.checked ? 'delegated' : 'nothing';
  }

  private condition(resource: ResourceModel, alias: string, extent: Extent): Sql {
    if (extent === 'nothing') return raw('1 = 0');
    const live = resource.softDelete ? this.dialect.isLive(alias) : '1 = 1';
    if (extent === 'all') return raw(live);
    const { sql, params } = this.delegations.scope(this.caller, resource);
    return new Sql(`${live} AND ${alias}.\`id\` IN (SELECT \`id\` FROM \`${resource.table}\` WHERE ${sql})`, params);
  }
}
