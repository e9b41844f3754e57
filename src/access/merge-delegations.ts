/** Where two objects become one, delegations move to the survivor, if the caller may delegate. */
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { can } from '../core/http/caller.js';
import { forbidden } from '../core/http/errors.js';
import { Plans, type Merge, type MergeFollower } from '../engine/index.js';

/** Delegations by id, and the objects that they were of. */
interface PriorState {
  readonly moved: ReadonlyArray<readonly [id: number, object: number]>;
}

@Injectable()
export class MergeDelegations implements MergeFollower, OnModuleInit {
  constructor(private readonly plans: Plans) {}

  onModuleInit(): void {
    this.plans.followers.set('delegations', this);
  }

  async merge({ resource, into, from, tx, context }: Merge): Promise<PriorState> {
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
      await tx.run('UPDATE `cartographers` SET `cartographiable_id` = ? WHERE `id` = ?', [into, row['id']!]);
    }
    return { moved };
  }

  /** Throws 403 for whoever may not delegate, as they could not move them there either. */
  async unmerge({ tx, context }: Merge, { moved }: PriorState): Promise<void> {
    if (moved.length && !can(context.caller, 'cartographer_create')) throw forbidden('cartographer_create');
    for (const [id, object] of moved)
      await tx.run('UPDATE `cartographers` SET `cartographiable_id` = ? WHERE `id` = ?', [object, id]);
  }
}
