/**
 * Where two objects become one, saved maps that show the others show the survivor: those of people who see all of them. A map
 * may name whatever its owner likes, and would tell what became of objects that are hidden from them.
 */
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TokenService } from '../../access/token.service.js';
import { Turns } from '../../core/turns.js';
import type { Row, Scalar } from '../../database/database.js';
import { Journal, Plans, registry, type JournalEntry, type Merge, type MergeFollower } from '../../engine/index.js';

/** States of saved maps before, and after, as text. */
interface PriorState {
  readonly maps: ReadonlyArray<readonly [id: number, before: string, after: string]>;
}

@Injectable()
export class MergeSavedMaps implements MergeFollower, OnModuleInit {
  constructor(
    private readonly plans: Plans,
    private readonly journal: Journal,
    private readonly tokens: TokenService,
  ) {}

  onModuleInit(): void {
    this.plans.followers.set('saved-maps', this);
  }

  async merge(about: Merge): Promise<PriorState> {
    const { resource, into, from, tx } = about;
    const nodeOf = (id: number): string => `${resource.path}_${id}`;
    const nodes = new Map(from.map((id) => [nodeOf(id), nodeOf(into)]));
    const sql = `SELECT \`id\`, \`state\`, \`user_id\` FROM \`own_saved_maps\` WHERE ${from.map(() => '`state` LIKE ?').join(' OR ')}`;
    const rows = await this.seen(
      about,
      await tx.all(
        sql + this.plans.database.dialect.forUpdate,
        from.map((id) => `%"${nodeOf(id)}"%`),
      ),
    );
    const maps: Array<readonly [number, string, string]> = [];
    const turns = new Turns();
    for (const { id, state } of rows) {
      const before = String(state);
      const after = JSON.stringify(renamed(JSON.parse(before), nodes));
      await turns.rest();
      if (after === before) continue;
      maps.push([Number(id), before, after]);
    }
    await this.change(about, maps);
    return { maps };
  }

  /** A map that somebody changed since stays as it is. */
  async unmerge(about: Merge, { maps }: PriorState): Promise<void> {
    const { dialect } = this.plans.database;
    const rows = await this.seen(
      about,
      await about.tx.all(
        `SELECT \`id\`, \`state\`, \`user_id\` FROM \`own_saved_maps\` WHERE ${dialect.isIn('`id`')}${dialect.forUpdate}`,
        [maps.map(([id]) => id)],
      ),
    );
    const states = new Map(rows.map(({ id, state }) => [Number(id), String(state)]));
    const left = maps.filter(([id, , after]) => states.get(id) === after);
    await this.change(
      about,
      left.map(([id, before, after]) => [id, after, before]),
    );
  }

  /** The maps of owners who see what is merged; those of nobody too. */
  private async seen({ resource, into, from, tx }: Merge, maps: readonly Row[]): Promise<Row[]> {
    const merged = [into, ...from];
    const sees = new Map<Scalar, boolean>([[null, true]]);
    for (const { user_id: owner = null } of maps) {
      if (sees.has(owner)) continue;
      const caller = await this.tokens.rightsOf(Number(owner), tx);
      const access = caller && this.plans.access.of(caller);
      const rows = access?.rows(resource) ?? 'none';
      const isPartly = typeof rows !== 'string';
      sees.set(
        owner,
        isPartly ? (await access!.among(tx, resource, rows, merged)).size === merged.length : rows === 'all',
      );
    }
    return maps.filter(({ user_id: owner = null }) => sees.get(owner));
  }

  private async change(
    { tx, context }: Merge,
    maps: ReadonlyArray<readonly [id: number, before: string, after: string]>,
  ): Promise<void> {
    if (!maps.length) return;
    const { database } = this.plans;
    const columns = [{ name: 'state', type: 'longtext' } as const];
    await database.writeUpdates(
      tx,
      'own_saved_maps',
      columns,
      maps.map(([id, , after]) => [after, id]),
    );
    const entries = maps.map(([id, before, after]): JournalEntry => ({
      ...{ resource: registry.get('saved-maps'), id, action: 'updated' },
      differences: () => ({ before: { state: before }, after: { state: after } }),
    }));
    await this.journal.record(tx, entries, context, database.clock.toStored(Date.now()));
  }
}

/** A value of JSON in which nodes have their new names, as texts and as members; what becomes the same in a list is there once. */
function renamed(value: unknown, nodes: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return nodes.get(value) ?? value;
  if (Array.isArray(value)) {
    const known = new Set<unknown>();
    return value
      .map((one) => renamed(one, nodes))
      .filter((one) => typeof one !== 'string' || (!known.has(one) && known.add(one)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, renamed(one, nodes)] as const);
  const others = entries.flatMap(([name, one]) => (nodes.has(name) ? [[nodes.get(name)!, one] as const] : []));
  // What the map holds of the survivor itself comes last, and stays.
  return Object.fromEntries([...others, ...entries.filter(([name]) => !nodes.has(name))]);
}
