/**
 * Names that are unique among live objects (contract 6). Existing maps hold duplicates, so no unique index guards them;
 * a table of claimed names does, written in the same transaction.
 */
import type { Problems } from '../../core/http/errors.js';
import { portions } from '../../core/portions.js';
import { nameKey } from '../../core/text/name-key.js';
import type { Param, Row, Scalar, Statement, Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { HOME } from '../../database/later-columns.js';
import type { Plan } from '../plan/plan.js';
import { homeOf } from '../schema/derived.js';
import type { Field, Resource } from '../schema/model.js';
import type { Change } from './change.js';

/** Among which objects a name is the only one: those of the table, or of one home in it. */
interface Scope {
  /** As the table of claims has it. */
  name: string;
  field: Field;
  /** Undefined where names count over all homes, or there are none. */
  home: Scalar | undefined;
}

/** One name that a change wants to take. */
interface Claim {
  scope: Scope;
  key: string;
  change: Change;
}

/** A name and the row that holds it. */
type HeldName = [key: string, id: number];

/** Who holds a key: ids of live rows, and the holder in the table of claims. */
interface Holders {
  live: Set<number>;
  claimed: number | undefined;
}

/** Names of one statement: of the longest, it would else be longer than what a server takes at once. */
const AT_ONCE = 2000;

/** Deleted rows keep the name too: the table has a plain unique index on it. */
export const isKept = ({ uniqueIndexes }: Resource, { name }: Field): boolean =>
  uniqueIndexes.some(({ columns }) => columns.length === 1 && columns[0] === name);

/** What a name of a row counts in. A key of the table knows no homes. */
function scopeOf(resource: Resource, field: Field, row: Row): Scope {
  const home = homeOf(resource) && !isKept(resource, field) ? row[HOME] : undefined;
  const name = `${resource.table}.${field.name}`;
  return { field, home, name: home === undefined ? name : `${name}@${home}` };
}

const identity = (scope: string, key: string): string => `${scope} ${key}`;

/** The names of one write: checked first, taken once the rows have their ids. */
export class UniqueNames {
  private readonly claims: Claim[];
  /** What the claims are about. */
  private readonly scopes: Scope[];
  private readonly byId: Map<number, Change>;
  /** Claims of rows that do not bear the name any more: key and holder, by scope. */
  private readonly stale = new Map<string, HeldName[]>();

  constructor(
    private readonly plan: Plan,
    private readonly changes: readonly Change[],
  ) {
    this.claims = claimsOf(changes, plan);
    this.scopes = [...new Map(this.claims.map(({ scope }) => [scope.name, scope])).values()];
    this.byId = new Map(changes.filter(({ before }) => before).map((change) => [change.id, change]));
  }

  /** Who holds these names: live rows, and the table of claims. None if there is nothing to ask. */
  questions(): Statement[] {
    return [...portions(this.claims, AT_ONCE)].map((claims): Statement => {
      const parts: string[] = [];
      const params: Param[] = [];
      this.scopes.forEach((scope, k) => this.addQuestion(scope, k, claims, parts, params));
      return [parts.join(' UNION ALL '), params];
    });
  }

  /** Names that others hold, or that the same write takes twice, become problems. */
  validate(rows: readonly Row[], problems: Problems): void {
    const holders = this.holders(rows);
    const taken = new Set<string>();
    for (const claim of this.claims) {
      const name = identity(claim.scope.name, claim.key);
      const held = holders.get(name);
      if (taken.has(name) || this.isHeld(claim, held))
        problems.add(claim.change.prefix + claim.scope.field.name, 'taken');
      else if (held?.claimed !== undefined) this.outdate(claim, held.claimed);
      taken.add(name);
    }
  }

  /** Takes the names, and gives back those that the changed rows held before. */
  async take(tx: Transaction): Promise<void> {
    for (const [scope, pairs] of this.stale) await this.release(tx, scope, pairs);
    for (const field of this.plan.unique) {
      const renamed = this.changes.filter((change) => takesAnew(change, field, this.plan));
      await this.releaseOf(tx, renamed, field);
    }
    if (!this.claims.length) return;
    const rows = this.claims.map(({ scope, key, change }) => [scope.name, key, change.id]);
    const sql = this.plan.database.dialect.insertRows('own_names', ['scope', 'name_key', 'object_id']);
    await this.plan.database.write(tx, sql, rows);
  }

  /** Gives back the names of rows that are deleted; a name that deleted rows keep is not given back. */
  async releaseAll(tx: Transaction): Promise<void> {
    for (const field of this.plan.unique) {
      if (!isKept(this.plan.resource, field)) await this.releaseOf(tx, this.changes, field);
    }
  }

  /** Gives back the names that the stored rows hold. */
  private async releaseOf(tx: Transaction, changes: readonly Change[], field: Field): Promise<void> {
    const held = new Map<string, HeldName[]>();
    for (const { before, id } of changes) {
      const name = before?.[field.name];
      if (typeof name !== 'string') continue;
      const scope = scopeOf(this.plan.resource, field, before!).name;
      held.set(scope, [...(held.get(scope) ?? []), [nameKey(name), id]]);
    }
    for (const [scope, pairs] of held) await this.release(tx, scope, pairs);
  }

  private isHeld({ scope, change }: Claim, held: Holders | undefined): boolean {
    for (const id of held?.live ?? []) if (id !== change.id && !this.givesUp(id, scope.field)) return true;
    return false;
  }

  /** The row is part of this write and takes another name: two names may be swapped. */
  private givesUp(id: number, field: Field): boolean {
    const change = this.byId.get(id);
    return change !== undefined && takesAnew(change, field, this.plan);
  }

  private outdate({ scope: { name }, key }: Claim, holder: number): void {
    this.stale.set(name, [...(this.stale.get(name) ?? []), [key, holder]]);
  }

  private holders(rows: readonly Row[]): Map<string, Holders> {
    const holders = new Map<string, Holders>();
    for (const row of rows) {
      const text = row['name'] as string;
      const name = identity(this.scopes[row['k'] as number]!.name, row['claim'] ? text : nameKey(text));
      if (!holders.has(name)) holders.set(name, { live: new Set(), claimed: undefined });
      if (row['claim']) holders.get(name)!.claimed = row['id'] as number;
      else holders.get(name)!.live.add(row['id'] as number);
    }
    return this.plan.database.dialect.ownWriter ? claimsAreTruth(holders) : holders;
  }

  /** Where nobody else writes claims are complete, and found by index; rows would be scanned. */
  private addQuestion(
    { name, field, home }: Scope,
    k: number,
    all: readonly Claim[],
    parts: string[],
    params: Param[],
  ): void {
    const { dialect } = this.plan.database;
    const claims = all.filter(({ scope }) => scope.name === name);
    if (!claims.length) return;
    const table = quote('own_names');
    const keys = `${quote('scope')} = ? AND ${dialect.isIn(quote('name_key'))}`;
    parts.push(`SELECT ${k} AS k, 1 AS claim, object_id AS id, name_key AS name FROM ${table} WHERE ${keys}`);
    params.push(
      name,
      claims.map(({ key }) => key),
    );
    if (dialect.ownWriter) return;
    const live = this.plan.resource.softDelete && !isKept(this.plan.resource, field) ? ' AND `deleted_at` IS NULL' : '';
    const column = quote(field.name);
    parts.push(
      `SELECT ${k}, 0, \`id\`, ${dialect.exactText(column)} FROM ${quote(this.plan.resource.table)} ` +
        `WHERE ${dialect.isIn(column)}${live}${home === undefined ? '' : ` AND ${quote(HOME)} = ?`}`,
    );
    params.push(claims.map(({ change }) => change.after[field.name] as string));
    if (home !== undefined) params.push(home);
  }

  /** Gives claims back, by name and holder: a fresh claim of somebody else does not fall. */
  private async release(tx: Transaction, scope: string, pairs: readonly HeldName[]): Promise<void> {
    const { dialect } = this.plan.database;
    const where = `scope = ? AND ${dialect.isIn('name_key')} AND ${dialect.pairIsIn('name_key', 'object_id')}`;
    for (const some of portions(pairs, AT_ONCE)) {
      await tx.defer(`DELETE FROM own_names WHERE ${where}`, [scope, some.map(([key]) => key), some]);
    }
  }
}

/** The change takes a name: it has another one than before, or takes it to another home. */
const takesAnew = ({ before, columns }: Change, field: Field, { resource }: Plan): boolean => {
  const home = homeOf(resource);
  return columns.has(field) || (before !== null && home !== undefined && columns.has(home) && !isKept(resource, field));
};

/** The names that changes want to take. */
function claimsOf(changes: readonly Change[], plan: Plan): Claim[] {
  const claims: Claim[] = [];
  for (const change of changes) {
    for (const field of plan.unique) {
      const name = takesAnew(change, field, plan) ? change.after[field.name] : null;
      if (typeof name === 'string')
        claims.push({ scope: scopeOf(plan.resource, field, change.after), change, key: nameKey(name) });
    }
  }
  return claims;
}

function claimsAreTruth(holders: Map<string, Holders>): Map<string, Holders> {
  for (const held of holders.values()) {
    if (held.claimed !== undefined) held.live.add(held.claimed);
    held.claimed = undefined;
  }
  return holders;
}
