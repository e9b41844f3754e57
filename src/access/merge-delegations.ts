/** Where two objects become one, delegations move to the survivor, if the caller may delegate. */
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { can } from '../core/http/caller.js';
import { forbidden } from '../core/http/errors.js';
import { Journal, Plans, registry, type JournalEntry, type Merge, type MergeFollower } from '../engine/index.js';

/** Delegations by id, and the objects that they were of. */
interface PriorState {
  readonly moved: ReadonlyArray<readonly [id: number, object: number]>;
}

@Injectable()
export class MergeDelegations implements MergeFollower, OnModuleInit {
  constructor(
    private readonly plans: Plans,
    private readonly journal: Journal,
  ) {}

  onModuleInit(): void {
    this.plans.followers.set('delegations', this);
  }

  async merge(about: Merge): Promise<PriorState> {
    const { resource, into, from, tx, context } = about;
    if (!can(context.caller, 'cartographer_create')) return { moved: [] };
    const rows = await tx.all(
      'SELECT `id`, `cartographiable_id` AS object, `user_id`, `role_id` FROM `cartographers` WHERE `cartographiable_type` = ? AND ' +
        `${this.plans.database.dialect.isIn('`cartographiable_id`')} ORDER BY \`id\``,
      [resource.polymorphicType, [into, ...from]],
    );
    const whoOf = (row: (typeof rows)[number]): string => `${String(row['user_id'])} ${String(row['role_id'])}`;
    const known = new Set(rows.filter(({ object }) => Number(object) === into).map(whoOf));
    const moved: Array<readonly [number, number]> = [];
    for (const row of rows) {
      if (known.has(whoOf(row))) continue;
      known.add(whoOf(row));
      moved.push([Number(row['id']), Number(row['object'])]);
    }
    await this.move(
      about,
      moved.map(([id, object]) => [id, object, into]),
    );
    return { moved };
  }

  /** Throws 403 for whoever may not delegate, as they could not move them there either. */
  async unmerge(about: Merge, { moved }: PriorState): Promise<void> {
    if (moved.length && !can(about.context.caller, 'cartographer_create')) throw forbidden('cartographer_create');
    await this.move(
      about,
      moved.map(([id, object]) => [id, about.into, object]),
    );
  }

  private async move({ tx, context }: Merge, rows: ReadonlyArray<readonly [id: number, from: number, to: number]>) {
    if (!rows.length) return;
    const { database } = this.plans;
    const columns = [{ name: 'cartographiable_id', type: 'ubigint' } as const];
    await database.writeUpdates(
      tx,
      'cartographers',
      columns,
      rows.map(([id, , to]) => [to, id]),
    );
    const entries = rows.map(([id, from, to]): JournalEntry => ({
      ...{ resource: registry.get('cartographers'), id, action: 'updated' },
      differences: () => ({ before: { cartographiable_id: from }, after: { cartographiable_id: to } }),
    }));
    await this.journal.record(tx, entries, context, database.clock.toStored(Date.now()));
  }
}
