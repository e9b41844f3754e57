/**
 * Writes of objects whose values are worked out already, as they are stored: a plan that is applied. The steps are those of
 * store, update, destroy and restore, but new objects may point to each other, so that they get their rows first, and what
 * holds between them afterwards.
 */
import type { Problems } from '../../core/http/errors.js';
import { emptyInput } from '../plan/input.js';
import { readSets } from '../plan/link-sets.js';
import { sorted, type LinkSet } from '../plan/plan.js';
import type { Link } from '../schema/model.js';
import { Change } from './change.js';
import { findHidden } from './hidden.js';
import { lockRows, readLinkSets } from './load.js';
import { partAgain } from './merged.js';
import { deletionTimes, insertRows, updateRows } from './rows.js';
import { UniqueNames } from './unique-names.js';
import type { Write } from './write.js';

/** Portions of prepared objects of one resource, within a transaction that somebody else began. */
export class PreparedWrites {
  constructor(private readonly write: Write) {}

  /** What is wrong with the objects of this portion, under `prefix` and the name of the field. */
  get problems(): Problems {
    return this.write.problems;
  }

  /** A new object, as every one begins. */
  blank(prefix: string): Change {
    return new Change(this.write.plan, prefix, emptyInput());
  }

  /** The objects with these ids as they are now, deleted ones too, locked until the transaction ends; with the sets of some links. */
  async locked(ids: readonly number[], links: readonly Link[], prefixOf: (id: number) => string): Promise<Change[]> {
    const { rows } = await lockRows(this.write, ids, [], 'edit');
    const sets = await readSets(this.write.plan, this.write.tx, links, ids);
    const changes = ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? new Change(this.write.plan, prefixOf(id), emptyInput(), row, sets.get(id)) : [];
    });
    await findHidden(this.write, changes);
    return changes;
  }

  /** Gives new objects their rows and ids. What they point to must be there; throws what `Write.check` throws. */
  async insert(changes: readonly Change[]): Promise<void> {
    const { write } = this;
    await write.prepare(changes);
    const names = await write.check(changes);
    for (const { after } of changes) after['created_at'] = after['updated_at'] = write.now;
    await insertRows(write.plan, changes, write.tx);
    await names.take(write.tx);
  }

  /**
   * Stores the links of new objects, and the references that waited for each other. `changes`: the objects as `insert` made
   * them; of their columns those that waited are marked.
   */
  async complete(changes: readonly Change[]): Promise<void> {
    const { write } = this;
    const names = await write.check(changes);
    await updateRows(write.plan, changes, write.tx);
    const others = await write.writeLinks(changes, names);
    await write.record(changes, 'created', others);
    await write.requireReach(changes, 'create', others);
    await write.rules.written(changes, 'created', write);
  }

  /** Stores what differs in objects that are there. Throws what `Write.check` throws. */
  async update(changes: readonly Change[]): Promise<void> {
    const { write } = this;
    await write.prepare(changes);
    const names = await write.check(changes);
    for (const change of changes) change.set(write.plan.field('updated_at'), write.now);
    await updateRows(write.plan, changes, write.tx);
    const others = await write.writeLinks(changes, names);
    await write.record(changes, 'updated', others);
    await write.requireReach(changes, 'edit', others);
    await write.rules.written(changes, 'updated', write);
  }

  /** Brings deleted objects back, with their names, and stores what differs in them besides. */
  async restore(changes: readonly Change[]): Promise<void> {
    const { write } = this;
    const { plan } = write;
    for (const change of changes) {
      change.set(plan.field('deleted_at'), null);
      // The names that they had are claimed again.
      for (const field of plan.unique) change.columns.add(field);
    }
    const names = await write.check(changes);
    for (const change of changes) change.set(plan.field('updated_at'), write.now);
    await updateRows(plan, changes, write.tx);
    await partAgain(write, changes);
    const others = await write.writeLinks(changes, names);
    await readLinkSets(write, changes);
    await write.record(changes, 'restored', others);
    await write.requireReach(changes, 'edit', others);
    await write.rules.written(changes, 'restored', write);
  }

  /** Deletes objects softly, and frees their names. */
  async destroy(changes: readonly Change[]): Promise<void> {
    const { write } = this;
    const { plan } = write;
    await write.rules.checkDestroy(changes, write);
    write.problems.throwIfAny();
    await readLinkSets(write, changes);
    const times = await deletionTimes(plan, changes, Date.now(), write.tx);
    for (const change of changes) {
      change.set(plan.field('deleted_at'), times.get(change.id)!);
      change.set(plan.field('updated_at'), times.get(change.id)!);
    }
    await updateRows(plan, changes, write.tx);
    await new UniqueNames(plan, changes).releaseAll(write.tx);
    await write.record(changes, 'deleted');
    await write.rules.written(changes, 'deleted', write);
  }
}

/** Sets a link of a prepared object: lists of ids, of kind `child` the rows. `added`, `removed`: the ids that come and go. */
export function setLink(change: Change, link: Link, after: LinkSet, added: number[], removed: number[]): void {
  change.links.push({ link, before: change.sets.get(link) ?? [], after: sorted(link, after), added, removed });
}
