/** Delegations: what is delegated exists, and whoever delegates may edit it (contract 3 and 9). */
import { className } from '../core/text/class-names.js';
import { can, type Caller, type RequestContext } from '../core/http/caller.js';
import { forbidden, Problems } from '../core/http/errors.js';
import type { Row, Scalar, Session } from '../database/database.js';
import { quote } from '../database/dialect.js';
import {
  registry,
  Targets,
  type AccessScope,
  type Body,
  type Change,
  type ResourceModel,
  type Write,
  type WriteOptions,
  type Written,
} from '../engine/index.js';
import { passOneByOne } from './rights.js';
import { RightsService } from './rights.service.js';

/** Ends a transaction without storing anything: some delegations are there already. */
class AlreadyThere extends Error {
  /** For each body the id that exists, or the index of the first body that says the same. */
  constructor(readonly places: ReadonlyArray<{ id?: number; first: number }>) {
    super('already there');
  }
}

const identityOf = (row: Row): string =>
  JSON.stringify(['cartographiable_type', 'cartographiable_id', 'user_id', 'role_id'].map((name) => row[name]));

export class CartographersService extends RightsService {
  /** As every creation; what is delegated already answers with the existing row, `created` false (contract 9). */
  override async store(bodies: readonly Body[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    try {
      return await super.store(bodies, context, options);
    } catch (error) {
      if (!(error instanceof AlreadyThere)) throw error;
      return this.storeMissing(error.places, bodies, context, options);
    }
  }

  override async prepare(changes: readonly Change[], { context, tx, problems }: Write): Promise<void> {
    const access = this.accessOf(context);
    if (changes.some((change) => this.gives(change))) await this.stepUp.require(context, { session: tx });
    const typed = changes.flatMap((change) => {
      const resource = this.typeOf(change, problems);
      return resource ? [{ change, resource }] : [];
    });
    requireEdit(
      typed.map(({ resource }) => resource),
      context.caller,
    );
    await this.checkObjects(typed, access, tx, problems);
    if (changes.some(({ before }) => !before)) await this.findExisting(changes, access, tx, problems);
  }

  /** A new delegation, or one that gets another holder. */
  private gives({ before, columns }: Change): boolean {
    return !before || columns.has(this.field('user_id')) || columns.has(this.field('role_id'));
  }

  /** Taking a delegation away needs what making it needs (contract 3). */
  override checkDestroy(changes: readonly Change[], { context }: Write): Promise<void> {
    const resources = changes.map(({ before }) => resourceNamed(String(before!['cartographiable_type'])));
    requireEdit(
      resources.filter((resource) => resource !== undefined),
      context.caller,
    );
    return Promise.resolve();
  }

  /** The resource of the delegated object; its class name is stored, however it was written. */
  private typeOf(change: Change, problems: Problems): ResourceModel | undefined {
    const sent = change.after['cartographiable_type'];
    if (typeof sent !== 'string') return undefined;
    const resource = resourceNamed(sent);
    if (change.before) return resource;
    if (resource?.cartographiable) change.after['cartographiable_type'] = resource.polymorphicType;
    else problems.add(`${change.prefix}cartographiable_type`, 'selected');
    return resource?.cartographiable ? resource : undefined;
  }

  /** New delegations are for live objects that there are for the caller, and stay so. One statement for each type. */
  private async checkObjects(
    typed: ReadonlyArray<{ change: Change; resource: ResourceModel }>,
    access: AccessScope,
    tx: Session,
    problems: Problems,
  ): Promise<void> {
    const fresh = typed.filter(({ change }) => !change.before && typeof objectOf(change) === 'number');
    for (const resource of new Set(fresh.map((item) => item.resource))) {
      const changes = fresh.filter((item) => item.resource === resource).map(({ change }) => change);
      const live = resource.softDelete ? ' AND deleted_at IS NULL' : '';
      const { dialect } = this.plans.database;
      const seen = access.named(resource)?.('t');
      const sql = dialect.unchanging(
        `SELECT id FROM ${quote(resource.table)} t WHERE ${dialect.isIn('id')}${live}${seen ? ` AND ${seen.sql}` : ''}`,
      );
      const ids = changes.map((change) => objectOf(change) as number);
      const rows = await tx.all(sql, [ids, ...(seen?.params ?? [])]);
      const found = new Set(rows.map(({ id }) => id));
      for (const change of changes) {
        const key = `${change.prefix}cartographiable_id`;
        if (!found.has(objectOf(change)!) && !problems.has(key)) problems.add(key, 'selected');
      }
    }
  }

  /** Throws `AlreadyThere` if any of the delegations exists, or is given twice. */
  private async findExisting(
    changes: readonly Change[],
    access: AccessScope,
    tx: Session,
    problems: Problems,
  ): Promise<void> {
    const { dialect } = this.plans.database;
    // No unique key guards the table.
    await passOneByOne(tx, dialect);
    const pairs = changes.map(({ after }): Scalar[] => [after['cartographiable_type']!, after['cartographiable_id']!]);
    const rows = await tx.all(
      'SELECT id, cartographiable_type, cartographiable_id, user_id, role_id FROM cartographers ' +
        `WHERE ${dialect.pairIsIn('cartographiable_type', 'cartographiable_id')} ORDER BY id DESC`,
      [pairs],
    );
    const existing = new Map(rows.map((row) => [identityOf(row), row['id'] as number]));
    const firsts = new Map<string, number>();
    const places = changes.map(({ after }, i) => {
      const identity = identityOf(after);
      if (!firsts.has(identity)) firsts.set(identity, i);
      const id = existing.get(identity);
      return { ...(id !== undefined && { id }), first: firsts.get(identity)! };
    });
    if (places.every(({ id, first }, i) => id === undefined && first === i)) return;
    // What is wrong is reported now: positions in errors are those of the request, not of what is left of it.
    const targets = new Targets(changes, this.plan, access);
    const question = targets.question();
    if (question) targets.validate(await tx.all(...question), problems);
    problems.throwIfAny();
    throw new AlreadyThere(places);
  }

  private async storeMissing(
    places: AlreadyThere['places'],
    bodies: readonly Body[],
    context: RequestContext,
    options: WriteOptions,
  ): Promise<Written> {
    const missing = places.flatMap(({ id, first }, i) => (id === undefined && first === i ? [i] : []));
    const rest = missing.map((i) => bodies[i]!);
    // What is answered is more than what this write leaves behind.
    const { respond, ...others } = options;
    const made = rest.length ? await this.store(rest, context, others) : undefined;
    const ids = places.map(({ id, first }) => id ?? made!.ids[missing.indexOf(first)]!);
    const existing = options.mass ? undefined : await this.repository.show(ids[0]!);
    const ignored = bodies.flatMap((body) => this.plan.names.read(body, '', new Problems()).ignored);
    const written: Written = {
      ids,
      ignored: [...new Set(ignored)],
      answers: existing ? [existing] : [],
      created: made?.created ?? false,
    };
    return respond ? { ...written, response: respond(written) } : written;
  }
}

const objectOf = (change: Change): Scalar | undefined => change.after['cartographiable_id'];

/** Throws 403 unless the caller may edit objects of all these types. */
function requireEdit(resources: readonly ResourceModel[], caller: Caller): void {
  const lacking = resources.find(({ key }) => !can(caller, `${key}_edit`));
  if (lacking) throw forbidden(`${lacking.key}_edit`);
}

/** The resource that `App\Models\X`, `X`, a path or an alias names. */
function resourceNamed(name: string): ResourceModel | undefined {
  const full = className(name);
  return registry.all().find(({ polymorphicType }) => polymorphicType === full) ?? registry.find(name);
}
