/** Perimeters: what they hold is checked before it is stored, and worked out once it is (identity 9). */
import { can, type RequestContext } from '../../core/http/caller.js';
import { ApiError, type Problems } from '../../core/http/errors.js';
import type { MessageKey } from '../../core/i18n/messages.js';
import { isObject } from '../../core/http/request-body.js';
import { quote } from '../../database/dialect.js';
import type { Transaction } from '../../database/database.js';
import { HOME, homeOf, type Change, type Journal, type Plans, type Write } from '../../engine/index.js';
import type { StepUp } from '../factor/step-up.js';
import { RightsService } from '../rights.service.js';
import type { TokenService } from '../token.service.js';
import { DEPTHS, OPEN, ROOTS } from './containment.js';
import { Inside } from './inside.js';
import type { PerimeterPlaces } from './places.js';

/** In which the older application puts everything that names no other one. */
const FIRST = 1;
/** Where sources of feeding are, which may have a home as well. */
const SOURCES = 'feed/sources';
/** Most roots, and most rules, of one perimeter: each is part of every question of those whom it limits. */
const MAX = 100;

export class PerimetersService extends RightsService {
  private readonly inside: Inside;

  constructor(
    plans: Plans,
    journal: Journal,
    path: string,
    tokens: TokenService,
    stepUp: StepUp,
    places: PerimeterPlaces,
  ) {
    super(plans, journal, path, tokens, stepUp);
    this.inside = new Inside(plans);
    journal.follow((tx, entries) => places.follow(tx, entries));
  }

  /** What a perimeter holds, and for whom, says what others may see: an administrator's to change. */
  override async prepare(changes: readonly Change[], { context, tx, problems }: Write): Promise<void> {
    const names = ({ columns }: Change): Set<string> => new Set([...columns].map(({ name }) => name));
    const isWider = changes.some((change) => {
      const changed = names(change);
      return changed.has('roots') || changed.has('rules') || change.links.length;
    });
    if (isWider) await this.requireAdmin(context, tx);
    for (const change of changes) {
      const [changed, { after, prefix }] = [names(change), change];
      if (changed.has('roots')) await this.checkRoots(after['roots'], `${prefix}roots`, problems, tx);
      if (changed.has('rules')) this.checkRules(after['rules'], `${prefix}rules`, problems);
    }
  }

  /** What is in the way is named to whoever may list it; to others, that there is something. */
  override async checkDestroy(
    changes: readonly Change[],
    { tx, problems, access, context: { caller } }: Write,
  ): Promise<void> {
    const { dialect } = this.plans.database;
    const { registry } = this.plans;
    const lists = (path: string): boolean =>
      path === SOURCES ? can(caller, 'feed_access') : access.may(registry.get(path), 'access');
    const ids = changes.map(({ id }) => id);
    const held = await tx.all(
      // Deleted roles too: brought back without it, they would give their rights everywhere.
      'SELECT pr.perimeter_id AS perimeter, r.title FROM own_perimeter_role pr JOIN roles r ON r.id = pr.role_id ' +
        `WHERE ${dialect.isIn('pr.perimeter_id')}`,
      [ids],
    );
    const at = await this.atHomeIn(ids, tx);
    changes.forEach(({ id, prefix }, i) => {
      const key = prefix ? `ids.${i}` : 'id';
      const roles = held.filter(({ perimeter }) => Number(perimeter) === id).map(({ title }) => String(title));
      const here = at.filter(({ perimeter }) => perimeter === id);
      const objects = here.filter(({ path }) => lists(path)).map(({ path, count }) => `${path}: ${count}`);
      if (roles.length && lists('roles')) problems.add(key, 'perimeterHeld', { roles: roles.join(', ') });
      else if (roles.length) problems.add(key, 'perimeterUsed');
      else if (this.plan.resource.table !== 'own_perimeters' && id === FIRST) problems.add(key, 'perimeterFirst');
      else if (objects.length) problems.add(key, 'perimeterHome', { objects: objects.join(', ') });
      else if (here.length) problems.add(key, 'perimeterUsed');
    });
  }

  /** How many rows of each kind, deleted ones too, have one of these perimeters as their home: keys of the database count them. */
  private async atHomeIn(
    ids: readonly number[],
    tx: Transaction,
  ): Promise<Array<{ path: string; perimeter: number; count: number }>> {
    const homed = this.plans.registry.all().filter(homeOf);
    if (!homed.length) return [];
    const isIn = this.plans.database.dialect.isIn(HOME);
    const statements = homed.map(
      ({ table }, k) =>
        `SELECT ${k} AS k, ${HOME} AS home, COUNT(*) AS n FROM ${quote(table)} WHERE ${isIn} GROUP BY ${HOME}`,
    );
    const rows = await tx.all(
      statements.join(' UNION ALL '),
      homed.map(() => [...ids]),
    );
    const objects = rows.map(({ k, home, n }) => ({
      path: homed[Number(k)]!.path,
      perimeter: Number(home),
      count: Number(n),
    }));
    return [...objects, ...(await this.fedIn(ids, tx))];
  }

  /** How many sources feed each of these perimeters. */
  private async fedIn(
    ids: readonly number[],
    tx: Transaction,
  ): Promise<Array<{ path: string; perimeter: number; count: number }>> {
    const rows = await tx.all('SELECT settings FROM own_feed_sources');
    const homes = rows.map(({ settings }) => (JSON.parse(String(settings)) as { perimeter_id?: number }).perimeter_id);
    return ids.flatMap((perimeter) => {
      const count = homes.filter((home) => home === perimeter).length;
      return count ? [{ path: SOURCES, perimeter, count }] : [];
    });
  }

  private async requireAdmin(context: RequestContext, tx: Transaction): Promise<void> {
    if (!context.caller.admin) throw new ApiError(403, 'adminOnly');
    await this.stepUp.require(context, { session: tx });
  }

  /** Roots are live objects of kinds that hold others. One statement for each kind. */
  private async checkRoots(stored: unknown, key: string, problems: Problems, tx: Transaction): Promise<void> {
    const named = namedWhole(problems);
    const roots = listIn(stored, key, problems);
    const wanted = new Map<string, Map<number, string>>();
    roots.forEach((root, i) => {
      const at = `${key}.${i}`;
      if (!isObject(root)) return named(at, 'object');
      const { resource, id, depth, ...others } = root;
      for (const name of Object.keys(others)) named(`${at}.${name}`, 'unknownField');
      if (!ROOTS.includes(resource as string)) named(`${at}.resource`, 'oneOf', { allowed: ROOTS.join(', ') });
      else if (!Number.isSafeInteger(id)) problems.add(`${at}.id`, 'perimeterRoot', { path: resource as string });
      else {
        const ids = wanted.get(resource as string) ?? new Map<number, string>();
        wanted.set(resource as string, ids.set(id as number, `${at}.id`));
      }
      if (depth !== undefined && !DEPTHS.some((one) => one === depth))
        named(`${at}.depth`, 'oneOf', { allowed: DEPTHS.join(', ') });
    });
    const { dialect } = this.plans.database;
    for (const [path, ids] of wanted) {
      const sql = `SELECT id FROM ${quote(this.plans.registry.get(path).table)} WHERE deleted_at IS NULL AND ${dialect.isIn('id')}`;
      const live = new Set((await tx.all(sql, [[...ids.keys()]])).map(({ id }) => Number(id)));
      for (const [id, at] of ids) if (!live.has(id)) problems.add(at, 'perimeterRoot', { path });
    }
  }

  /** Rules are filters that a list of their kind would take. */
  private checkRules(stored: unknown, key: string, problems: Problems): void {
    const named = namedWhole(problems);
    const kinds = this.plans.registry.all().filter(({ path, readOnly }) => !OPEN.has(path) && !readOnly);
    listIn(stored, key, problems).forEach((rule, i) => {
      const at = `${key}.${i}`;
      if (!isObject(rule)) return named(at, 'object');
      const { resource, filter, all, ...others } = rule;
      for (const name of Object.keys(others)) named(`${at}.${name}`, 'unknownField');
      if (!kinds.some(({ path }) => path === resource)) {
        return named(`${at}.resource`, 'oneOf', { allowed: kinds.map(({ path }) => path).join(', ') });
      }
      if (all !== undefined && typeof all !== 'boolean') return named(`${at}.all`, 'boolean');
      const isFilter = isObject(filter) && Object.keys(filter).length > 0;
      if ((all === true) === isFilter) return problems.add(at, 'wantsRuleFilter');
      if (all !== true) this.checkFilter({ resource: resource as string, filter: filter as object }, at, problems);
    });
  }

  private checkFilter(rule: { resource: string; filter: object }, key: string, problems: Problems): void {
    for (const [name, value] of Object.entries(rule.filter)) {
      try {
        this.inside.ruleFilter({ resource: rule.resource, filter: { [name]: value } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        problems.put(`${key}.filter.${name}`, error.phrase);
      }
    }
  }
}

/** Adds a sentence that names what is wrong by its whole key: of several roots and rules it says which. */
const namedWhole =
  (problems: Problems) =>
  (key: string, message: MessageKey, values: Record<string, string | number> = {}): void =>
    problems.add(key, message, { field: key, ...values });

/** A list of objects as it was stored: JSON text. */
function listIn(stored: unknown, key: string, problems: Problems): unknown[] {
  const list: unknown = stored === null ? [] : JSON.parse(String(stored));
  if (Array.isArray(list) && list.length <= MAX) return list;
  problems.add(key, 'wantsRules', { max: MAX });
  return [];
}
